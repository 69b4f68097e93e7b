//! The search for errors on runs from the start: bounded model checking, one unwinding at a time.

use super::bounded::{BoundedQueries, RunsFromStart};
use super::outline::Outline;
use super::runs::Unwinding;
use crate::engine::Context;
use crate::solver::Workload;
use evidence::{Reason, Trace};
use model::Model;
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, SolverStats};
use std::rc::Rc;
use term::{Symbol, Term, TermStore};

/// All runs from the start in one growing solver instance. The engine decides when to unwind, when
/// to check for errors, and when to check whether runs continue.
pub(crate) struct ForwardSearch<'m> {
    variables: Vec<Symbol>,
    store: TermStore,
    solver: EmbeddedSolver,
    unwinding: Unwinding<'m>,
    /// Guards of runs to errors that have not been checked.
    unchecked: Vec<Term>,
    queries: BoundedQueries,
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
            variables: model.variables(model.entry),
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            unwinding: Unwinding::from_start(outline, &mut store),
            store,
            unchecked: Vec::new(),
            queries: BoundedQueries::default(),
        }
    }

    /// The greatest number of visits of cut points on runs executed so far.
    pub(crate) fn depth(&self) -> u32 {
        self.unwinding.depth()
    }

    /// Whether all runs have ended.
    pub(crate) fn is_complete(&self) -> bool {
        self.unwinding.is_complete()
    }

    /// Executes all runs up to their next visit of a cut point.
    pub(crate) fn unwind(&mut self, watch: &Watch) -> Result<(), Reason> {
        let errors = self.unwinding.unwind(&mut self.store, watch)?;
        self.unchecked.extend(errors);
        Ok(())
    }

    /// A run to an error among those not checked yet.
    pub(crate) fn find_error(&mut self, budget: &Budget) -> Result<Option<Trace>, Reason> {
        let unchecked = std::mem::take(&mut self.unchecked);
        let ForwardSearch { variables, store, solver, unwinding, queries, .. } = self;
        let mut runs = RunsFromStart { store, solver, unwinding };
        queries.find_error(&mut runs, &unchecked, variables, budget)
    }

    /// Stops unwinding at loop heads that no run reaches again.
    pub(crate) fn drop_loop_heads(&mut self, budget: &Budget) -> Result<(), Reason> {
        let ForwardSearch { store, solver, unwinding, queries, .. } = self;
        queries.drop_loop_heads(&mut RunsFromStart { store, solver, unwinding }, budget)
    }

    /// Number of queries so far.
    pub(crate) fn queries(&self) -> u64 {
        self.queries.error_queries + self.queries.completeness_queries
    }

    /// The statistics of the solver.
    pub(crate) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// The counters.
    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("depth", self.unwinding.depth().into()),
            ("visits", self.unwinding.len() as u64),
            ("error queries", self.queries.error_queries),
            ("completeness queries", self.queries.completeness_queries),
            ("dropped loop heads", self.queries.dropped_loop_heads),
            ("terms", self.store.len() as u64),
        ]
    }
}
