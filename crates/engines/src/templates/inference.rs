//! From domains to proved invariants.

use super::domains::{Domain, LinearExpression, Objects, Vocabulary, add_rows};
use super::formula::Formula;
use super::iteration::{BoundIteration, Inference};
use super::stages::refined_stages;
use super::template::{Order, Row, Template};
use crate::engine::Context;
use crate::unwinding::Outline;
use evidence::Reason;
use model::{Location, Model};
use smt::budget::Watch;
use std::collections::BTreeMap;
use term::{Term, TermStore};

/// The conflict limit of an inference query.
const INFERENCE_CONFLICTS: u64 = 10_000;

/// The same where invariants with parameters are known for many terms.
const CONFLICTS_WITH_INSTANCES: u64 = 40_000;

/// The effort limit of an inference in domains that the user chose.
const WHOLE_EFFORT: u64 = 2_000_000_000;

/// The effort limit of an inference in default domains, in clauses summed over all queries. It lets
/// unwinding continue if the domains are too rich for a program. The limit is higher in the first
/// round, in which queries are easy, and after many rounds.
fn effort_of_round(k: u32) -> u64 {
    if k == 1 { 10_000_000 } else { 6_000_000 * u64::from(k / 4).max(1) }
}

/// A request for invariants.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    /// The domains to track together.
    pub(crate) domains: &'a [Domain],
    /// Additional expressions to bound.
    pub(crate) expressions: &'a [LinearExpression],
    /// How bounds are found.
    pub(crate) bounds: BoundIteration,
    /// Whether the user asked for exactly this, so that the cost does not matter.
    pub(crate) is_wanted: bool,
    /// Filters expressions; the invariants must be inductive without the others.
    pub(crate) about: &'a dyn Fn(&TermStore, Term) -> bool,
}

/// A filter that accepts everything.
pub(crate) const ANYTHING: &dyn Fn(&TermStore, Term) -> bool = &|_, _| true;

/// Infers invariants of the cut points of a model. Proved invariants stay asserted in the formula,
/// so that later inferences build on them.
pub(crate) struct InvariantSearch<'m> {
    /// The runs of the model, and the facts about them.
    pub(crate) formula: Formula<'m>,
    vocabulary: Vocabulary,
    /// What is said of all objects, once that was requested.
    objects: Option<Objects>,
    /// The number of inferences.
    pub(crate) inferences: u64,
    /// The number of their queries.
    pub(crate) queries: u64,
    /// The maximal number of rows of a template.
    pub(crate) rows: u64,
}

impl<'m> InvariantSearch<'m> {
    /// A search in which nothing is unwound yet.
    pub(crate) fn new(model: &'m Model, context: &Context<'_>) -> InvariantSearch<'m> {
        let mut formula = Formula::new(model, context);
        let vocabulary = Vocabulary::of(formula.step.outline(), &mut formula.store);
        InvariantSearch { formula, vocabulary, objects: None, inferences: 0, queries: 0, rows: 0 }
    }

    /// Infers k-inductive invariants. Returns whether there are new ones.
    pub(crate) fn infer(
        &mut self,
        request: &Request<'_>,
        context: &mut Context<'_>,
    ) -> Result<bool, Reason> {
        let mut template = self.template(request);
        let budget = context.budget.clone().with_conflict_limit(self.conflicts());
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
        let has_new = !proved.is_empty();
        // Other engines do not know the parameters, nor do their proofs have any.
        let Formula { store, instances, k, .. } = &self.formula;
        proved.retain(|&(_, lemma)| !instances.speak_of(store, lemma));
        if instances.parameters.is_empty() {
            context.exchange.publish(store, *k, &proved);
        }
        Ok(has_new)
    }

    /// The conflict limit of a query.
    fn conflicts(&self) -> u64 {
        let has_parameters = !self.formula.instances.parameters.is_empty();
        if has_parameters { CONFLICTS_WITH_INSTANCES } else { INFERENCE_CONFLICTS }
    }

    fn template(&mut self, request: &Request<'_>) -> Template {
        let mut template = Template::default();
        let store = &mut self.formula.store;
        if request.domains.iter().any(|domain| domain.is_about_objects()) {
            let outline = self.formula.step.outline();
            let objects = self.objects.get_or_insert_with(|| Objects::of(outline, store));
            objects.add_rows(request.domains, outline, store, &mut template);
            if let Some(parameter) = objects.parameter() {
                self.formula.add_parameter(parameter);
            }
        }
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

/// Invariants of cut points in some domains after one unwinding, whether or not they exclude
/// errors, with the store of their terms. Without domains, those that are tracked first are used.
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

/// Whether a model has objects with pointers in them, so that domains about objects have something to say.
pub(crate) fn has_objects(model: &Model) -> bool {
    let mut store = model.terms.clone();
    let outline = Outline::of(&model.entry().cfa, &mut store);
    Objects::of(&outline, &mut store).parameter().is_some()
}
