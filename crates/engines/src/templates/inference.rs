//! From domains to invariants that are proved.

use super::domains::{Domain, LinearExpression, Vocabulary, add_rows};
use super::formula::Formula;
use super::iteration::{BoundIteration, Inference};
use super::stages::refined_stages;
use super::template::{Order, Row, Template};
use crate::engine::Context;
use evidence::Reason;
use model::{Location, Model};
use smt::budget::Watch;
use std::collections::BTreeMap;
use term::{Term, TermStore};

/// Conflicts after which a query of an inference is given up.
const INFERENCE_CONFLICTS: u64 = 10_000;

/// What an inference in domains of the user's may cost.
const WHOLE_EFFORT: u64 = 2_000_000_000;

/// What an inference in domains of our choice may cost, in clauses for all queries: so that unwinding
/// goes on where they are too rich for a program. More for the first round, in which queries are easy,
/// and after many rounds.
fn effort_of_round(k: u32) -> u64 {
    if k == 1 { 10_000_000 } else { 6_000_000 * u64::from(k / 4).max(1) }
}

/// What to infer.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    /// The domains to track together.
    pub(crate) domains: &'a [Domain],
    /// Expressions to bound besides.
    pub(crate) expressions: &'a [LinearExpression],
    /// How bounds are found.
    pub(crate) bounds: BoundIteration,
    /// Whether somebody asked for just this, so that it may cost what it costs.
    pub(crate) is_wanted: bool,
    /// Which expressions may be spoken of: the invariants are inductive without any others.
    pub(crate) about: &'a dyn Fn(&TermStore, Term) -> bool,
}

/// Everything may be spoken of.
pub(crate) const ANYTHING: &dyn Fn(&TermStore, Term) -> bool = &|_, _| true;

/// Infers invariants of the cut points of a model. What is proved stays asserted in the formula, so that
/// later inferences build on it.
pub(crate) struct InvariantSearch<'m> {
    /// The runs of the model, with what is known of them.
    pub(crate) formula: Formula<'m>,
    vocabulary: Vocabulary,
    /// How many inferences there were.
    pub(crate) inferences: u64,
    /// How many queries they took.
    pub(crate) queries: u64,
    /// The most rows that a template had.
    pub(crate) rows: u64,
}

impl<'m> InvariantSearch<'m> {
    /// Nothing is unwound yet.
    pub(crate) fn new(model: &'m Model, context: &Context<'_>) -> InvariantSearch<'m> {
        let mut formula = Formula::new(model, context);
        let vocabulary = Vocabulary::of(formula.step.outline(), &mut formula.store);
        InvariantSearch { formula, vocabulary, inferences: 0, queries: 0, rows: 0 }
    }

    /// Infers k-inductive invariants. Says whether there are new ones.
    pub(crate) fn infer(
        &mut self,
        request: &Request<'_>,
        context: &mut Context<'_>,
    ) -> Result<bool, Reason> {
        let mut template = self.template(request);
        let budget = context.budget.clone().with_conflict_limit(INFERENCE_CONFLICTS);
        let effort = match request.is_wanted {
            true => WHOLE_EFFORT,
            false => effort_of_round(self.formula.k),
        };
        let formula = &mut self.formula;
        let mut inference = Inference::new(formula, &mut template, request.bounds, effort, &budget);
        let is_inductive = inference.run()?;
        self.queries += inference.queries;
        self.inferences += 1;
        self.rows = self.rows.max(template.len() as u64);
        if !is_inductive {
            return Ok(false);
        }
        let mut proved = Vec::new();
        let store = &mut self.formula.store;
        for location in self.vocabulary.cut_points() {
            match template.site(location).filter(|site| site.reached) {
                None => proved.push((location, store.bool(false))),
                Some(site) => {
                    let said = site.rows.iter().filter_map(|r| r.formula(store, r.expressions()));
                    proved.extend(said.map(|said| (location, said)));
                }
            }
        }
        proved.retain(|&(location, lemma)| self.formula.add_lemma(location, lemma));
        context.exchange.publish(&self.formula.store, self.formula.k, &proved);
        Ok(!proved.is_empty())
    }

    fn template(&mut self, request: &Request<'_>) -> Template {
        let mut template = Template::default();
        let store = &mut self.formula.store;
        for &domain in request.domains {
            add_rows(domain, &self.vocabulary, store, &mut template);
        }
        for location in self.vocabulary.cut_points() {
            let live = self.formula.step.outline().live_at_join(location).to_vec();
            for expression in request.expressions {
                for order in [Order::Signed, Order::Unsigned] {
                    let rows = expression.rows(store, &live, order);
                    template.site_mut(location).rows.extend(rows);
                }
            }
            let is_about = |row: &Row| row.expressions().iter().all(|&e| (request.about)(store, e));
            template.site_mut(location).rows.retain(is_about);
        }
        template
    }
}

/// Invariants of cut points in some domains after one unwinding, whether or not they exclude errors, with
/// the store of their terms. Without domains, in those that are tracked first.
pub(crate) fn invariants_of_domains(
    domains: &[Domain],
    about: &dyn Fn(&TermStore, Term) -> bool,
    model: &Model,
    context: &mut Context<'_>,
) -> Result<(TermStore, BTreeMap<Location, Vec<Term>>), Reason> {
    let mut search = InvariantSearch::new(model, context);
    search.formula.unwind(&Watch::new(&context.budget))?;
    let is_wanted = !domains.is_empty();
    let stages = if is_wanted { vec![domains.to_vec()] } else { refined_stages(1) };
    for stage in stages {
        let bounds = BoundIteration::default();
        let request = Request { domains: &stage, expressions: &[], bounds, is_wanted, about };
        search.infer(&request, context)?;
    }
    let cut_points = model.entry().cfa.loop_heads();
    let invariants = cut_points.into_iter().map(|at| (at, search.formula.lemmas(at).to_vec()));
    let invariants = invariants.collect();
    Ok((search.formula.store, invariants))
}
