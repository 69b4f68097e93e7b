//! One attempt to unroll all loops, with a limit on their rounds.

use crate::engine::Context;
use crate::solver::Workload;
use crate::unwinding::{GrowingDistances, Outline, RunsFromStart};
use evidence::{Reason, Trace};
use model::{Automaton, LoopRounds};
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, SolverStats};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Term, TermStore};

/// Rounds that add no condition count as this much less.
const ROUNDS_FOR_NOTHING: u32 = 8;

/// So many locations are executed for each round that a loop may have, in programs with up to a thousand
/// locations; in larger ones, each location as often.
const LOCATIONS: usize = 1_000;

/// How an attempt ended.
pub(super) enum Outcome {
    /// With a run to an error.
    Error(Trace),
    /// All runs end, and visit cut points at most so often; none gets to an error.
    Complete(u32),
    /// Some loops went on after as many rounds as they may have.
    Cut,
}

/// All runs in which loops have a limited number of rounds, with terms and a solver of their own.
pub(super) struct Attempt<'m> {
    store: TermStore,
    solver: EmbeddedSolver,
    runs: RunsFromStart<'m>,
    rounds: LoopRounds,
    /// By the position of a loop's head: the guard of the last visit, and how many rounds have changed it.
    progress: BTreeMap<u32, (Term, u32)>,
    limit: u32,
    is_cut: bool,
}

impl<'m> Attempt<'m> {
    /// Nothing is executed yet.
    pub(super) fn new(
        model: &'m Automaton,
        outline: Rc<Outline<'m>>,
        mut store: TermStore,
        limit: u32,
        context: &Context<'_>,
    ) -> Attempt<'m> {
        Attempt {
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            runs: RunsFromStart::new(model, outline, &mut store),
            store,
            rounds: LoopRounds::default(),
            progress: BTreeMap::new(),
            limit,
            is_cut: false,
        }
    }

    /// Executes all runs within the limit.
    pub(super) fn run(&mut self, watch: &Watch, budget: &Budget) -> Result<Outcome, Reason> {
        let locations = self.runs.unwinding().outline().graph.order().len();
        let most = (self.limit as usize).saturating_mul(locations.max(LOCATIONS));
        let (mut error_checks, mut heads) = (GrowingDistances::default(), 0);
        while let Some(visit) = self.runs.unwinding().first() {
            if let Some(stop) = watch.must_stop().then(|| watch.reason()).flatten() {
                return Err(crate::solver::reason_for_stop(stop));
            }
            if self.runs.unwinding().len() > most {
                self.is_cut = true;
                break;
            }
            if self.runs.unwinding().outline().graph.is_loop_head(visit.location) {
                heads += 1;
                if error_checks.is_due(heads)
                    && let Some(trace) = self.find_error(budget)?
                {
                    return Ok(Outcome::Error(trace));
                }
                if !self.goes_on(budget)? {
                    continue;
                }
            }
            self.runs.execute_first(&mut self.store)?;
        }
        Ok(match self.find_error(budget)? {
            Some(trace) => Outcome::Error(trace),
            None if self.is_cut => Outcome::Cut,
            None => Outcome::Complete(self.runs.unwinding().greatest_depth()),
        })
    }

    /// Whether the loop has another round whose head is the first location where runs wait. If not, no run waits
    /// there any more.
    fn goes_on(&mut self, budget: &Budget) -> Result<bool, Reason> {
        let Some(first) = self.runs.unwinding().first_guard(&mut self.store) else {
            return Ok(false);
        };
        let (head, guard) = (first.position, first.guard);
        let complete = self.rounds.visit(head);
        let before = if complete == 0 { None } else { self.progress.get(&head).copied() };
        let (last, changes) = before.unwrap_or((guard, 0));
        let changes = changes + u32::from(last != guard);
        self.progress.insert(head, (guard, changes));
        let is_known = before.is_some() && last == guard || self.store.as_bool(guard).is_some();
        if !is_known
            && self.rounds.is_time_to_ask(head)
            && !self.runs.is_first_reached(&mut self.store, &mut self.solver, budget)?
        {
            self.rounds.is_over(head);
            return Ok(false);
        }
        if changes >= self.limit || complete / ROUNDS_FOR_NOTHING >= self.limit {
            self.runs.drop_first(&mut self.store);
            self.rounds.is_over(head);
            self.is_cut = true;
            return Ok(false);
        }
        Ok(true)
    }

    fn find_error(&mut self, budget: &Budget) -> Result<Option<Trace>, Reason> {
        self.runs.find_error(&mut self.store, &mut self.solver, budget)
    }

    /// Number of queries so far.
    pub(super) fn queries(&self) -> u64 {
        self.runs.count.all()
    }

    /// The statistics of the solver.
    pub(super) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// The counters.
    pub(super) fn counters(&self) -> Vec<(&'static str, u64)> {
        let (unwinding, count) = (self.runs.unwinding(), &self.runs.count);
        vec![
            ("rounds allowed", self.limit.into()),
            ("visits", unwinding.len() as u64),
            ("error queries", count.error_queries),
            ("completeness queries", count.completeness_queries),
            ("loops that were over", count.dropped_loop_heads),
            ("terms", self.store.len() as u64),
        ]
    }
}
