//! The loop of figure 11: unwind, bounded check, k-invariants, safety check.

use super::config::KikiConfig;
use super::symbolic_paths::SplitModel;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use crate::templates::{ANYTHING, InvariantSearch, Request, Stage, refined_stages};
use crate::unwinding::GrowingDistances;
use evidence::{Invariants, Proof, Reason, Translation, Verdict};
use model::{Automaton, Location, Model};
use smt::Budget;
use smt::budget::Watch;
use std::time::Instant;

/// The conflict limit of a proof query: at another depth, or with other invariants, it may be easy.
const PROOF_CONFLICTS: u64 = 30_000;

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

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        if self.config.symbolic_paths
            && let Some(split) = SplitModel::of(model)
        {
            // The other engines do not know its locations.
            let mut alone = Context::new(context.budget.clone(), context.observer);
            alone.solver = context.solver;
            // An invariant of a location is that of one of its paths. For more than single steps it
            // would have to be the same path, which invariants cannot express.
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
            solver: search.invariants.formula.solver.stats(),
            counters,
            elapsed: start.elapsed(),
        };
        Answer { verdict, stats }
    }
}

struct Search<'m> {
    config: &'m KikiConfig,
    model: &'m Model,
    invariants: InvariantSearch<'m>,
    completeness_checks: GrowingDistances,
    safety_queries: u64,
}

impl<'m> Search<'m> {
    fn new(config: &'m KikiConfig, model: &'m Model, context: &Context<'_>) -> Search<'m> {
        Search {
            config,
            model,
            invariants: InvariantSearch::new(model, context),
            completeness_checks: GrowingDistances::default(),
            safety_queries: 0,
        }
    }

    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let watch = Watch::new(&context.budget);
        loop {
            self.invariants.formula.unwind(&watch)?;
            self.take_lemmas(context);
            if let Some(verdict) = self.bounded_check(&context.budget)? {
                return Ok(verdict);
            }
            let k = self.invariants.formula.k;
            if !self.config.bounded_only && self.prove(context)? {
                return Ok(Verdict::Safe(Proof::Invariants(self.proved(context))));
            }
            if self.config.max_unwind.is_some_and(|most| k >= most) {
                return Err(Reason::Incomplete(format!("no proof with {k} unwindings")));
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
    }

    /// Looks for errors within the runs from the start, and whether all runs have ended.
    fn bounded_check(&mut self, budget: &Budget) -> Result<Option<Verdict>, Reason> {
        let formula = &mut self.invariants.formula;
        if let Some(trace) = formula.find_error(budget)? {
            return Ok(Some(Verdict::Unsafe(trace)));
        }
        if self.completeness_checks.is_due(formula.k) {
            formula.drop_loop_heads(budget)?;
        }
        let unwinding = formula.base.unwinding();
        let bound = unwinding.depth();
        Ok(unwinding.is_complete().then_some(Verdict::Safe(Proof::unwinding(bound))))
    }

    /// Infers invariants in domain after domain until they exclude all errors.
    fn prove(&mut self, context: &mut Context<'_>) -> Result<bool, Reason> {
        if self.is_safe(&context.budget)? {
            return Ok(true);
        }
        for stage in self.stages() {
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
        let error = self.invariants.formula.store.or(&self.invariants.formula.step_errors);
        if self.invariants.formula.store.as_bool(error) == Some(false) {
            return Ok(true);
        }
        self.safety_queries += 1;
        let budget = budget.clone().with_conflict_limit(PROOF_CONFLICTS);
        match self.invariants.formula.is_satisfiable(&[error], &budget) {
            Ok(is_error) => Ok(!is_error),
            Err(Reason::Incomplete(_)) => Ok(false),
            Err(reason) => Err(reason),
        }
    }

    /// Infers k-inductive invariants in some domains. Returns whether there are new ones.
    fn infer(&mut self, stage: &Stage, context: &mut Context<'_>) -> Result<bool, Reason> {
        let request = Request {
            domains: stage,
            expressions: &self.config.templates,
            bounds: self.config.bounds,
            is_wanted: self.config.chooses_domains(),
            about: ANYTHING,
        };
        self.invariants.infer(&request, context)
    }

    /// The stages of inference after k unwindings, each tried only if those before were too weak.
    fn stages(&self) -> Vec<Stage> {
        if self.config.havoc {
            Vec::new()
        } else if !self.config.stages.is_empty() {
            self.config.stages.clone()
        } else if self.config.chooses_domains() {
            vec![self.config.domains.clone()]
        } else {
            refined_stages(self.invariants.formula.k)
        }
    }

    /// Takes the lemmas that other engines have proved.
    fn take_lemmas(&mut self, context: &mut Context<'_>) {
        for lemma in context.exchange.take_new(&mut self.invariants.formula.store) {
            self.invariants.formula.add_lemma(lemma.location, lemma.term);
        }
    }

    /// The proved invariants of every cut point of the model.
    ///
    /// Lemmas of others are included, except those for locations between cut points: these are
    /// implied on paths between cut points, and would count as visits.
    fn proved(&mut self, context: &Context<'_>) -> Invariants {
        let cut_points = self.model.entry().cfa.loop_heads();
        let formula = &mut self.invariants.formula;
        let relied_on = context.exchange.relied_on(&mut formula.store);
        for (location, lemma) in relied_on.lemmas {
            formula.add_lemma(location, lemma);
        }
        let mut invariant = |location: Location| {
            let lemmas = formula.lemmas(location).to_vec();
            (location, formula.store.and(&lemmas))
        };
        let by_location: Vec<_> = cut_points.into_iter().map(&mut invariant).collect();
        let formula = &self.invariants.formula;
        let k = formula.k.max(relied_on.k);
        let parameters = formula.instances.parameters.iter().map(|&p| formula.store.name(p));
        Invariants::k_inductive(&formula.store, k, by_location).for_all(parameters)
    }

    fn progress(&self) -> Progress {
        let bounded = self.invariants.formula.base.count.all();
        let queries = bounded + self.safety_queries + self.invariants.queries;
        let lemmas = self.invariants.formula.lemma_count() as u64;
        Progress { level: self.invariants.formula.k.into(), lemmas, queries }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let bounded = &self.invariants.formula.base.count;
        vec![
            ("unwindings", self.invariants.formula.k.into()),
            ("error queries", bounded.error_queries),
            ("completeness queries", bounded.completeness_queries),
            ("safety queries", self.safety_queries),
            ("inferences", self.invariants.inferences),
            ("inference queries", self.invariants.queries),
            ("template rows", self.invariants.rows),
            ("lemmas", self.invariants.formula.lemma_count() as u64),
            ("terms", self.invariants.formula.store.len() as u64),
        ]
    }
}
