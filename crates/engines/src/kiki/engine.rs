//! The loop of figure 11: unwind, bounded check, k-invariants, safety check.

use super::bounded::BoundedCheck;
use super::config::KikiConfig;
use super::domains::{Domain, Vocabulary, add_rows};
use super::formula::Formula;
use super::iteration::Inference;
use super::stages::{Stage, stages};
use super::symbolic_paths::SplitModel;
use super::template::{Order, Template};
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use evidence::{Invariants, Proof, Reason, Translation, Verdict};
use model::Gap;
use model::{Location, Model};
use smt::Budget;
use smt::budget::Watch;
use std::collections::BTreeMap;
use std::time::Instant;
use term::{Symbol, Term, TermStore};

/// Conflicts of the SAT solver after which a query for a proof is given up: at another depth, or
/// with other invariants, it may be easy.
const PROOF_CONFLICTS: u64 = 30_000;

/// Conflicts after which a query of an inference is given up.
const INFERENCE_CONFLICTS: u64 = 10_000;

/// What an inference in domains of our choice may cost, in clauses for all queries: so that unwinding
/// goes on where they are too rich for a program. More for the first round, in which queries are easy,
/// and after many rounds.
fn effort_of_round(k: u32) -> u64 {
    if k == 1 { 10_000_000 } else { 6_000_000 * u64::from(k / 4).max(1) }
}

/// What an inference in domains of the user's may cost.
const WHOLE_EFFORT: u64 = 2_000_000_000;

/// kIkI.
#[derive(Clone, Debug, Default)]
pub struct Kiki {
    config: KikiConfig,
}

impl Kiki {
    /// The engine with the given options.
    pub fn new(config: KikiConfig) -> Kiki {
        Kiki { config }
    }
}

impl Engine for Kiki {
    fn name(&self) -> &'static str {
        "kiki"
    }

    fn run(&self, model: &Model, context: &mut Context<'_>) -> Answer {
        if self.config.symbolic_paths
            && !model.has_calls()
            && let Some(split) = SplitModel::of(model)
        {
            // Others know nothing of its locations.
            let mut alone = Context::new(context.budget.clone(), context.observer);
            alone.solver = context.solver;
            // Invariants of a location are those of one of its paths. For more than single steps it
            // would have to be the same path, which invariants cannot say.
            let once = Kiki::new(KikiConfig { max_unwind: Some(1), ..self.config.clone() });
            let mut answer = once.answer(&split.model, &mut alone);
            let goes_on = self.config.max_unwind != Some(1);
            if !(goes_on && matches!(answer.verdict, Verdict::Unknown(Reason::Incomplete(_)))) {
                let back = split.verdict(answer.verdict);
                answer.verdict = back.expect("all verdicts on split models find their way back");
                answer.stats.counters.push(("symbolic paths", split.paths));
                return answer;
            }
        }
        self.answer(model, context)
    }
}

impl Kiki {
    fn answer(&self, model: &Model, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut search = Search::new(&self.config, model, context);
        let verdict = search.verdict(context).unwrap_or_else(Verdict::Unknown);
        let mut counters = search.counters();
        counters.extend(context.exchange.counters());
        let stats = EngineStats {
            solver: search.formula.solver.stats(),
            counters,
            elapsed: start.elapsed(),
        };
        Answer { verdict, stats }
    }
}

/// Invariants of cut points in the domains that are tracked in the first round, whether or not they
/// exclude errors, with the store of their terms.
pub(crate) fn invariants_after_one_round(
    model: &Model,
    context: &mut Context<'_>,
) -> Result<(TermStore, BTreeMap<Location, Vec<Term>>), Reason> {
    invariants_of_domains(&[], model, context)
}

/// The same in some domains, or if there are none, in those of the first round.
pub(crate) fn invariants_of_domains(
    domains: &[Domain],
    model: &Model,
    context: &mut Context<'_>,
) -> Result<(TermStore, BTreeMap<Location, Vec<Term>>), Reason> {
    let config = KikiConfig { domains: domains.to_vec(), ..KikiConfig::default() };
    let mut search = Search::new(&config, model, context);
    search.formula.unwind(&Watch::new(&context.budget))?;
    for stage in stages(&config, 1) {
        search.infer(&stage, context)?;
    }
    let cut_points = model.entry().cfa.loop_heads();
    let invariants = cut_points.into_iter().map(|at| (at, search.formula.lemmas(at).to_vec()));
    let invariants = invariants.collect();
    Ok((search.formula.store, invariants))
}

struct Search<'m> {
    config: &'m KikiConfig,
    model: &'m Model,
    variables: Vec<Symbol>,
    vocabulary: Vocabulary,
    formula: Formula<'m>,
    bounded: BoundedCheck,
    safety_queries: u64,
    inferences: u64,
    inference_queries: u64,
    rows: u64,
}

impl<'m> Search<'m> {
    fn new(config: &'m KikiConfig, model: &'m Model, context: &Context<'_>) -> Search<'m> {
        let mut formula = Formula::new(model, context);
        let vocabulary = Vocabulary::of(formula.step.outline(), &mut formula.store);
        Search {
            config,
            model,
            variables: model.variables(model.entry),
            vocabulary,
            formula,
            bounded: BoundedCheck::default(),
            safety_queries: 0,
            inferences: 0,
            inference_queries: 0,
            rows: 0,
        }
    }

    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        if self.model.has_calls() {
            return Err(Reason::Unsupported(Gap::calls()));
        }
        let watch = Watch::new(&context.budget);
        loop {
            self.formula.unwind(&watch)?;
            self.take_lemmas(context);
            let k = self.formula.k;
            let budget = &context.budget;
            if let Some(trace) =
                self.bounded.find_error(&mut self.formula, &self.variables, budget)?
            {
                return Ok(Verdict::Unsafe(trace));
            }
            if self.bounded.is_complete(&mut self.formula, budget)? {
                let bound = self.formula.base.depth();
                return Ok(Verdict::Safe(Proof::Unwinding { bound }));
            }
            if !self.config.bounded_only && self.prove(context)? {
                return Ok(Verdict::Safe(Proof::Invariants(self.invariants(context))));
            }
            if self.config.max_unwind.is_some_and(|most| k >= most) {
                return Err(Reason::Incomplete(format!("no proof with {k} unwindings")));
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
    }

    /// Infers invariants in domain after domain until they exclude all errors.
    fn prove(&mut self, context: &mut Context<'_>) -> Result<bool, Reason> {
        if self.is_safe(&context.budget)? {
            return Ok(true);
        }
        for stage in stages(self.config, self.formula.k) {
            if self.infer(&stage, context)? && self.is_safe(&context.budget)? {
                return Ok(true);
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
        Ok(false)
    }

    /// The safety check: whether k visits that satisfy the invariants are never followed by an
    /// error.
    fn is_safe(&mut self, budget: &Budget) -> Result<bool, Reason> {
        let error = self.formula.store.or(&self.formula.step_errors);
        if self.formula.store.as_bool(error) == Some(false) {
            return Ok(true);
        }
        self.safety_queries += 1;
        let budget = budget.clone().with_conflict_limit(PROOF_CONFLICTS);
        match self.formula.is_satisfiable(&[error], &budget) {
            Ok(is_error) => Ok(!is_error),
            Err(Reason::Incomplete(_)) => Ok(false),
            Err(reason) => Err(reason),
        }
    }

    /// Infers k-inductive invariants with a template of some domains. Says whether there are new
    /// ones.
    fn infer(&mut self, stage: &Stage, context: &mut Context<'_>) -> Result<bool, Reason> {
        let mut template = self.template(stage);
        let budget = context.budget.clone().with_conflict_limit(INFERENCE_CONFLICTS);
        let effort = match self.config.chooses_domains() {
            true => WHOLE_EFFORT,
            false => effort_of_round(self.formula.k),
        };
        let (formula, bounds) = (&mut self.formula, self.config.bounds);
        let mut inference = Inference::new(formula, &mut template, bounds, effort, &budget);
        let is_inductive = inference.run()?;
        self.inference_queries += inference.queries;
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

    /// Takes over what other engines have proved.
    fn take_lemmas(&mut self, context: &mut Context<'_>) {
        for lemma in context.exchange.take_new(&mut self.formula.store) {
            self.formula.add_lemma(lemma.location, lemma.term);
        }
    }

    fn template(&mut self, stage: &Stage) -> Template {
        let mut template = Template::default();
        let store = &mut self.formula.store;
        for &domain in stage {
            add_rows(domain, &self.vocabulary, store, &mut template);
        }
        for location in self.vocabulary.cut_points() {
            let live = self.formula.step.outline().live_at_join(location).to_vec();
            for expression in &self.config.templates {
                for order in [Order::Signed, Order::Unsigned] {
                    let rows = expression.rows(store, &live, order);
                    template.site_mut(location).rows.extend(rows);
                }
            }
        }
        template
    }

    /// What was proved, for every cut point of the model.
    ///
    /// Lemmas of others belong to it, but not those for locations between cut points: these hold
    /// on the way from one cut point to the next by themselves, and would count as visits.
    fn invariants(&mut self, context: &Context<'_>) -> Invariants {
        let cut_points = self.model.entry().cfa.loop_heads();
        let formula = &mut self.formula;
        let relied_on = context.exchange.relied_on(&mut formula.store);
        for (location, lemma) in relied_on.lemmas {
            formula.add_lemma(location, lemma);
        }
        let mut invariant = |location: Location| {
            let lemmas = formula.lemmas(location).to_vec();
            (location, formula.store.and(&lemmas))
        };
        let by_location: Vec<_> = cut_points.into_iter().map(&mut invariant).collect();
        let k = self.formula.k.max(relied_on.k);
        Invariants::k_inductive(&self.formula.store, k, by_location)
    }

    fn progress(&self) -> Progress {
        let queries = self.bounded.error_queries
            + self.bounded.completeness_queries
            + self.safety_queries
            + self.inference_queries;
        let lemmas = self.formula.lemma_count() as u64;
        Progress { level: self.formula.k.into(), lemmas, queries }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("unwindings", self.formula.k.into()),
            ("error queries", self.bounded.error_queries),
            ("completeness queries", self.bounded.completeness_queries),
            ("safety queries", self.safety_queries),
            ("inferences", self.inferences),
            ("inference queries", self.inference_queries),
            ("template rows", self.rows),
            ("lemmas", self.formula.lemma_count() as u64),
            ("terms", self.formula.store.len() as u64),
        ]
    }
}
