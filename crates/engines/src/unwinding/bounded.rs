//! Queries of bounded model checking about runs from the start.

use super::runs::Unwinding;
use super::trace::read_trace;
use crate::solver::is_satisfiable;
use evidence::{Reason, Trace};
use smt::{Budget, EmbeddedSolver, Models, Solver};
use term::{Symbol, Term, TermStore, Value};

/// Runs from the start, and the solver that holds them.
pub(crate) struct RunsFromStart<'a, 'm> {
    /// The terms.
    pub(crate) store: &'a mut TermStore,
    /// The solver that holds the runs.
    pub(crate) solver: &'a mut EmbeddedSolver,
    /// The unwinding of the runs.
    pub(crate) unwinding: &'a mut Unwinding<'m>,
}

/// Makes the queries, and counts them.
#[derive(Debug, Default)]
pub(crate) struct BoundedQueries {
    /// Queries for errors.
    pub(crate) error_queries: u64,
    /// Queries whether runs continue.
    pub(crate) completeness_queries: u64,
    /// Loop heads that no run reaches again.
    pub(crate) dropped_loop_heads: u64,
}

impl BoundedQueries {
    /// A run to an error among those not checked yet, given their guards.
    pub(crate) fn find_error(
        &mut self,
        runs: &mut RunsFromStart<'_, '_>,
        unchecked: &[Term],
        variables: &[Symbol],
        budget: &Budget,
    ) -> Result<Option<Trace>, Reason> {
        let error = runs.store.or(unchecked);
        if runs.store.as_bool(error) == Some(false) {
            return Ok(None);
        }
        self.error_queries += 1;
        if runs.has(error, budget)? {
            let trace = read_trace(runs.unwinding, variables, runs.store, runs.solver);
            return trace.map(Some).map_err(|error| Reason::Internal(error.to_string()));
        }
        runs.exclude(error);
        Ok(None)
    }

    /// Stops unwinding at loop heads that no run reaches again.
    pub(crate) fn drop_loop_heads(
        &mut self,
        runs: &mut RunsFromStart<'_, '_>,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut open = runs.unwinding.frontier(runs.store);
        while !open.is_empty() {
            let guards: Vec<Term> = open.iter().map(|head| head.guard).collect();
            let reached = runs.store.or(&guards);
            self.completeness_queries += 1;
            if runs.has(reached, budget)? {
                let (solver, store) = (&mut *runs.solver, &mut *runs.store);
                open.retain(|head| solver.value(store, head.guard) != Value::Bool(true));
            } else {
                runs.exclude(reached);
                self.dropped_loop_heads += open.len() as u64;
                open.drain(..).for_each(|head| runs.unwinding.drop_frontier(head));
            }
        }
        Ok(())
    }
}

impl RunsFromStart<'_, '_> {
    /// Whether there are runs for which a condition holds.
    fn has(&mut self, condition: Term, budget: &Budget) -> Result<bool, Reason> {
        is_satisfiable(self.solver, self.store, &[condition], budget)
    }

    /// Asserts a result permanently, which helps the solver later.
    fn exclude(&mut self, unsatisfiable: Term) {
        let excluded = self.store.not(unsatisfiable);
        self.solver.assert(self.store, excluded);
    }
}
