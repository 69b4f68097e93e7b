//! The state of a search.

use super::Cube;
use super::config::Ic3CfaConfig;
use super::consecution::QueryCache;
use super::location_solver::LocationSolver;
use super::propagate::FailedPropagations;
use super::push::PushQueue;
use crate::edges::EncodedAutomaton;
use crate::engine::Context;
use crate::exchange::Exchange;
use crate::frames::{Frames, ObligationQueue};
use crate::literals::Weakening;
use crate::observer::Progress;
use crate::solver::{Workload, reason_for_stop};
use crate::stats::EngineStats;
use evidence::Reason;
use model::{CallError, EdgeId, Location, Model};
use smt::sat::SatBackend;
use smt::{Budget, SolverStats};
use std::time::Duration;
use term::{Term, TermStore};

/// A search for a proof or a path to an error.
pub(super) struct Search<'m> {
    pub(super) config: &'m Ic3CfaConfig,
    pub(super) model: &'m Model,
    pub(super) initial: Location,
    pub(super) store: TermStore,
    pub(super) automaton: EncodedAutomaton,
    pub(super) frames: Frames<Location, Term>,
    pub(super) queue: ObligationQueue<Location, Term, EdgeId>,
    pub(super) pushes: PushQueue,
    pub(super) cache: QueryCache,
    pub(super) failed: FailedPropagations,
    pub(super) weakening: Weakening,
    /// The frontier: the highest level at which errors are out of reach.
    pub(super) k: u32,
    pub(super) budget: Budget,
    pub(super) count: Counters,
    pub(super) exchange: Exchange,
    solvers: Vec<Option<LocationSolver>>,
    backend: SatBackend,
}

/// Parts of a search that are borrowed together.
pub(super) struct Parts<'s> {
    pub(super) solver: &'s mut LocationSolver,
    pub(super) store: &'s mut TermStore,
    pub(super) automaton: &'s EncodedAutomaton,
}

/// Counters besides those of solvers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    pub(super) predecessors: u64,
    pub(super) skipped: u64,
    pub(super) skipped_predecessors: u64,
    pub(super) propagated: u64,
    /// Push requests that were not decided by the known lemmas of the location.
    pub(super) push_requests: u64,
    pub(super) pushed: u64,
    pub(super) pushed_without_query: u64,
    pub(super) pruned: u64,
    pub(super) cached: u64,
    pub(super) dropped_literals: u64,
    pub(super) weakened_literals: u64,
    pub(super) proposals: u64,
    pub(super) solver_restarts: u64,
}

impl<'m> Search<'m> {
    pub(super) fn new(
        config: &'m Ic3CfaConfig,
        model: &'m Model,
        context: &mut Context<'_>,
    ) -> Result<Search<'m>, CallError> {
        let mut store = model.terms.clone();
        let cfa = &model.entry().cfa;
        let automaton = EncodedAutomaton::of(cfa, &mut store)?;
        let weakening = Weakening::new(&store, &automaton.terms());
        let locations = cfa.locations().len();
        Ok(Search {
            config,
            model,
            initial: cfa.initial(),
            store,
            automaton,
            frames: Frames::new(locations),
            queue: ObligationQueue::default(),
            pushes: PushQueue::default(),
            cache: QueryCache::default(),
            failed: FailedPropagations::default(),
            weakening,
            k: 0,
            budget: context.budget.clone(),
            count: Counters::default(),
            exchange: std::mem::take(&mut context.exchange).up_to_k(1),
            solvers: std::iter::repeat_with(|| None).take(locations).collect(),
            backend: context.solver.backend(Workload::ManySmallQueries),
        })
    }

    /// The solver of a location, with the store of its terms.
    pub(super) fn solver(&mut self, location: Location) -> (&mut LocationSolver, &mut TermStore) {
        let parts = self.parts(location);
        (parts.solver, parts.store)
    }

    /// The solver of a location, with everything needed to read its models.
    pub(super) fn parts(&mut self, location: Location) -> Parts<'_> {
        let backend = self.backend;
        let solver =
            self.solvers[location.index()].get_or_insert_with(|| LocationSolver::new(backend));
        Parts { solver, store: &mut self.store, automaton: &self.automaton }
    }

    /// Whether the frame of a level has a state in which all terms hold.
    pub(super) fn is_satisfiable(
        &mut self,
        location: Location,
        level: u32,
        assumptions: &[Term],
    ) -> Result<bool, Reason> {
        self.has_state(location, Some(level), assumptions)
    }

    /// Whether there is a state in which all terms hold: in the frame of a level or, without a
    /// level, among all states.
    pub(super) fn has_state(
        &mut self,
        location: Location,
        level: Option<u32>,
        assumptions: &[Term],
    ) -> Result<bool, Reason> {
        self.budget.check().map_err(reason_for_stop)?;
        let backend = self.backend;
        let solver =
            self.solvers[location.index()].get_or_insert_with(|| LocationSolver::new(backend));
        let lemmas = self.frames.with_levels(location);
        self.count.solver_restarts += u64::from(solver.restart_if_large(&mut self.store, lemmas));
        solver.is_satisfiable(&mut self.store, level, assumptions, &self.budget)
    }

    /// Learns that no state of the cube is reached at a location up to a level.
    pub(super) fn block(&mut self, location: Location, level: u32, cube: &Cube) {
        if self.frames.block(location, level, cube) {
            let (solver, store) = self.solver(location);
            solver.block(store, level, cube);
        }
    }

    /// The progress of the search.
    pub(super) fn progress(&self) -> Progress {
        let queries = self.solver_stats().queries;
        Progress { level: self.k.into(), lemmas: self.frames.learnt(), queries }
    }

    fn solver_stats(&self) -> SolverStats {
        let mut total = SolverStats::default();
        for solver in self.solvers.iter().flatten() {
            total += solver.stats();
        }
        total
    }

    /// The statistics of the search.
    pub(super) fn stats(&self, elapsed: Duration) -> EngineStats {
        let count = &self.count;
        let mut counters = vec![
            ("levels", self.k.into()),
            ("lemmas", self.frames.learnt()),
            ("obligations", self.queue.made()),
            ("predecessors", count.predecessors),
            ("cached queries", count.cached),
            ("skipped obligations", count.skipped),
            ("skipped predecessors", count.skipped_predecessors),
            ("propagated lemmas", count.propagated),
            ("push requests", count.push_requests),
            ("pushed lemmas", count.pushed),
            ("pushed without query", count.pushed_without_query),
            ("pruned obligations", count.pruned),
            ("dropped literals", count.dropped_literals),
            ("weakened literals", count.weakened_literals),
            ("proposed frames", count.proposals),
            ("solver restarts", count.solver_restarts),
            ("terms", self.store.len() as u64),
        ];
        counters.extend(self.exchange.counters());
        EngineStats { solver: self.solver_stats(), counters, elapsed }
    }
}
