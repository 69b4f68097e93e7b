//! The search for errors on runs from the start: bounded model checking, one unwinding at a time.

use super::outline::Outline;
use super::runs::Unwinding;
use super::trace::read_trace;
use crate::engine::Context;
use crate::solver::{Workload, reason_for_unknown};
use evidence::{Reason, Trace};
use model::Model;
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, Models, Outcome, Solver, SolverStats};
use std::rc::Rc;
use term::{Symbol, Term, TermStore, Value};

/// All runs from the start in one growing solver instance. The engine says when to unwind, when to
/// ask for errors and when to ask whether runs go on.
pub(crate) struct ForwardSearch<'m> {
    variables: Vec<Symbol>,
    store: TermStore,
    solver: EmbeddedSolver,
    unwinding: Unwinding<'m>,
    /// Guards of runs to errors that the solver was not asked about.
    unchecked: Vec<Term>,
    error_queries: u64,
    completeness_queries: u64,
    dropped_loop_heads: u64,
}

impl<'m> ForwardSearch<'m> {
    /// Nothing unwound yet. The store is one in which the outline was made, or a copy.
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
            error_queries: 0,
            completeness_queries: 0,
            dropped_loop_heads: 0,
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
    pub(crate) fn drop_loop_heads(&mut self, budget: &Budget) -> Result<(), Reason> {
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

    /// Number of queries so far.
    pub(crate) fn queries(&self) -> u64 {
        self.error_queries + self.completeness_queries
    }

    /// What the solver did.
    pub(crate) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// What was counted.
    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
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
