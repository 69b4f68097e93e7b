//! The search for errors on runs from the start: bounded model checking, one unwinding at a time.

use super::bounded::RunsFromStart;
use super::outline::Outline;
use crate::engine::Context;
use crate::solver::Workload;
use evidence::{Reason, Trace};
use model::Model;
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, SolverStats};
use std::rc::Rc;
use term::TermStore;

/// Runs from the start with terms and a solver of their own. The engine says when to unwind, when
/// to ask for errors and when to ask whether runs go on.
pub(crate) struct ForwardSearch<'m> {
    store: TermStore,
    solver: EmbeddedSolver,
    runs: RunsFromStart<'m>,
}

impl<'m> ForwardSearch<'m> {
    /// Nothing is unwound yet. The store must be the one of the outline, or a copy.
    pub(crate) fn new(
        model: &'m Model,
        outline: Rc<Outline<'m>>,
        mut store: TermStore,
        context: &Context<'_>,
    ) -> ForwardSearch<'m> {
        ForwardSearch {
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            runs: RunsFromStart::new(model, outline, &mut store),
            store,
        }
    }

    /// The greatest number of visits of cut points on runs executed so far.
    pub(crate) fn depth(&self) -> u32 {
        self.runs.unwinding().depth()
    }

    /// Whether all runs have ended.
    pub(crate) fn is_complete(&self) -> bool {
        self.runs.unwinding().is_complete()
    }

    /// Executes all runs up to their next visit of a cut point.
    pub(crate) fn unwind(&mut self, watch: &Watch) -> Result<(), Reason> {
        self.runs.unwind(&mut self.store, watch)
    }

    /// A run to an error among those not checked yet.
    pub(crate) fn find_error(&mut self, budget: &Budget) -> Result<Option<Trace>, Reason> {
        self.runs.find_error(&mut self.store, &mut self.solver, budget)
    }

    /// Stops unwinding at loop heads that no run reaches again.
    pub(crate) fn drop_loop_heads(&mut self, budget: &Budget) -> Result<(), Reason> {
        self.runs.drop_loop_heads(&mut self.store, &mut self.solver, budget)
    }

    /// Number of queries so far.
    pub(crate) fn queries(&self) -> u64 {
        self.runs.count.all()
    }

    /// The statistics of the solver.
    pub(crate) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// The counters.
    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
        let (unwinding, count) = (self.runs.unwinding(), &self.runs.count);
        vec![
            ("depth", unwinding.depth().into()),
            ("visits", unwinding.len() as u64),
            ("error queries", count.error_queries),
            ("completeness queries", count.completeness_queries),
            ("dropped loop heads", count.dropped_loop_heads),
            ("terms", self.store.len() as u64),
        ]
    }
}
