//! The search: unwind, ask for errors, ask whether runs go on.

use super::config::{BmcConfig, CompletenessCheck};
use super::outline::Outline;
use super::trace::read_trace;
use super::unwinding::Unwinding;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::solver::{Workload, reason_for_unknown};
use crate::stats::EngineStats;
use evidence::{Proof, Reason, Trace, Verdict};
use model::{Command, Model};
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, Models, Outcome, Solver};
use std::time::Instant;
use term::{Symbol, Term, TermStore, Value};

/// Incremental bounded model checking.
#[derive(Clone, Debug, Default)]
pub struct Bmc {
    config: BmcConfig,
}

impl Bmc {
    /// The engine with the given options.
    pub fn new(config: BmcConfig) -> Bmc {
        Bmc { config }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn run(&self, model: &Model, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut search = Search::new(&self.config, model, context);
        let verdict = search.verdict(context).unwrap_or_else(Verdict::Unknown);
        let stats = EngineStats {
            solver: search.solver.stats(),
            counters: search.counters(),
            elapsed: start.elapsed(),
        };
        Answer { verdict, stats }
    }
}

struct Search<'m> {
    config: &'m BmcConfig,
    model: &'m Model,
    variables: Vec<Symbol>,
    store: TermStore,
    solver: EmbeddedSolver,
    unwinding: Unwinding<'m>,
    /// Guards of runs to errors that the solver was not asked about.
    unchecked: Vec<Term>,
    /// The depth from which completeness is to be checked again.
    next_completeness_check: u32,
    error_queries: u64,
    completeness_queries: u64,
    dropped_loop_heads: u64,
}

impl<'m> Search<'m> {
    fn new(config: &'m BmcConfig, model: &'m Model, context: &Context<'_>) -> Search<'m> {
        let mut store = model.terms.clone();
        let outline = Outline::of(&model.entry().cfa, &mut store);
        Search {
            config,
            model,
            variables: model.variables(model.entry),
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            unwinding: Unwinding::new(outline, &mut store),
            store,
            unchecked: Vec::new(),
            next_completeness_check: 0,
            error_queries: 0,
            completeness_queries: 0,
            dropped_loop_heads: 0,
        }
    }

    /// Unwinds all loops once more each round until there is an answer.
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        if calls_procedures(self.model) {
            return Err(Reason::Unsupported("procedure calls".to_owned()));
        }
        let watch = Watch::new(&context.budget);
        loop {
            let errors = self.unwinding.unwind(&mut self.store, &watch)?;
            self.unchecked.extend(errors);
            let depth = self.unwinding.depth();
            let is_last = self.config.unwind.is_some_and(|bound| depth >= bound);
            if (is_last || self.is_error_check_due())
                && let Some(trace) = self.find_error(&context.budget)?
            {
                return Ok(Verdict::Unsafe(trace));
            }
            if is_last || self.is_completeness_check_due() {
                self.drop_loop_heads(&context.budget)?;
            }
            if self.unwinding.is_complete() {
                return Ok(match self.find_error(&context.budget)? {
                    Some(trace) => Verdict::Unsafe(trace),
                    None => Verdict::Safe(Proof::Unwinding { bound: depth }),
                });
            }
            if is_last {
                return Err(Reason::Incomplete(format!("runs go on after {depth} unwindings")));
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
    }

    fn is_error_check_due(&self) -> bool {
        let depth = self.unwinding.depth();
        let step = self.config.unwind_step.max(1);
        depth.checked_sub(self.config.start_unwind).is_some_and(|since| since % step == 0)
    }

    fn is_completeness_check_due(&mut self) -> bool {
        let depth = self.unwinding.depth();
        match self.config.unwind_complete {
            CompletenessCheck::Never => false,
            CompletenessCheck::Always => true,
            CompletenessCheck::Spaced => {
                let is_due = depth >= self.next_completeness_check;
                if is_due {
                    // A satisfiable answer assigns every variable of the instance, which grows
                    // with the depth: growing distances keep the cost in proportion.
                    self.next_completeness_check = depth + 1 + depth / 4;
                }
                is_due
            }
        }
    }

    /// A run to an error among those not checked yet.
    fn find_error(&mut self, budget: &Budget) -> Result<Option<Trace>, Reason> {
        let error = self.store.or(&std::mem::take(&mut self.unchecked));
        if self.store.as_bool(error) == Some(false) {
            return Ok(None);
        }
        self.error_queries += 1;
        if self.is_satisfiable(error, budget)? {
            let trace =
                read_trace(&self.unwinding, &self.variables, &mut self.store, &mut self.solver);
            return trace.map(Some).map_err(|error| Reason::Internal(error.to_string()));
        }
        self.exclude(error);
        Ok(None)
    }

    /// Stops unwinding where no run gets back to a loop head.
    fn drop_loop_heads(&mut self, budget: &Budget) -> Result<(), Reason> {
        let mut open = self.unwinding.frontier(&mut self.store);
        while !open.is_empty() {
            let guards: Vec<Term> = open.iter().map(|head| head.guard).collect();
            let reached = self.store.or(&guards);
            self.completeness_queries += 1;
            if self.is_satisfiable(reached, budget)? {
                let (solver, store) = (&mut self.solver, &mut self.store);
                open.retain(|head| solver.value(store, head.guard) != Value::Bool(true));
            } else {
                self.exclude(reached);
                self.dropped_loop_heads += open.len() as u64;
                open.drain(..).for_each(|head| self.unwinding.drop_frontier(head));
            }
        }
        Ok(())
    }

    fn is_satisfiable(&mut self, term: Term, budget: &Budget) -> Result<bool, Reason> {
        match self.solver.check(&mut self.store, &[term], budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(reason) => Err(reason_for_unknown(reason)),
        }
    }

    /// Tells the solver for good what it found out, which helps it later.
    fn exclude(&mut self, unsatisfiable: Term) {
        let excluded = self.store.not(unsatisfiable);
        self.solver.assert(&mut self.store, excluded);
    }

    fn progress(&self) -> Progress {
        let queries = self.error_queries + self.completeness_queries;
        Progress { level: self.unwinding.depth().into(), lemmas: 0, queries }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("depth", self.unwinding.depth().into()),
            ("visits", self.unwinding.len() as u64),
            ("error queries", self.error_queries),
            ("completeness queries", self.completeness_queries),
            ("dropped loop heads", self.dropped_loop_heads),
            ("terms", self.store.len() as u64),
        ]
    }
}

/// Whether the entry procedure calls others.
fn calls_procedures(model: &Model) -> bool {
    let cfa = &model.entry().cfa;
    cfa.edges().any(|edge| matches!(cfa.edge(edge).command, Command::Call(_)))
}
