//! Runs from the start, and the questions of bounded model checking about them.

use super::outline::Outline;
use super::runs::Unwinding;
use super::trace::read_trace;
use crate::solver::is_satisfiable;
use evidence::{Reason, Trace};
use model::Model;
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, Models, Solver};
use std::rc::Rc;
use term::{Symbol, Term, TermStore, Value};

/// All runs from the start, as far as they were unwound. Terms and solver are those of the engine,
/// which may have more in them than these runs.
pub(crate) struct RunsFromStart<'m> {
    variables: Vec<Symbol>,
    unwinding: Unwinding<'m>,
    /// Guards of runs to errors that the solver was not asked about.
    unchecked: Vec<Term>,
    /// What was asked.
    pub(crate) count: BoundedQueries,
}

/// What was asked about runs from the start.
#[derive(Debug, Default)]
pub(crate) struct BoundedQueries {
    /// Queries for errors.
    pub(crate) error_queries: u64,
    /// Queries whether runs continue.
    pub(crate) completeness_queries: u64,
    /// Loop heads that no run reaches again.
    pub(crate) dropped_loop_heads: u64,
}

impl<'m> RunsFromStart<'m> {
    /// Nothing unwound yet.
    pub(crate) fn new(
        model: &'m Model,
        outline: Rc<Outline<'m>>,
        store: &mut TermStore,
    ) -> RunsFromStart<'m> {
        RunsFromStart {
            variables: model.variables(model.entry),
            unwinding: Unwinding::from_start(outline, store),
            unchecked: Vec::new(),
            count: BoundedQueries::default(),
        }
    }

    /// Guards of runs to errors that the solver was not asked about.
    pub(crate) fn unchecked(&self) -> &[Term] {
        &self.unchecked
    }

    /// Executes the runs at the first location where some wait.
    pub(crate) fn execute_first(&mut self, store: &mut TermStore) -> Result<(), Reason> {
        let error = self.unwinding.execute_first(store)?;
        self.unchecked.extend(error);
        Ok(())
    }

    /// How far runs were followed.
    pub(crate) fn unwinding(&self) -> &Unwinding<'m> {
        &self.unwinding
    }

    /// Executes all runs up to their next visit of a cut point.
    pub(crate) fn unwind(&mut self, store: &mut TermStore, watch: &Watch) -> Result<(), Reason> {
        let errors = self.unwinding.unwind(store, watch)?;
        self.unchecked.extend(errors);
        Ok(())
    }

    /// A run to an error among those not checked yet.
    pub(crate) fn find_error(
        &mut self,
        store: &mut TermStore,
        solver: &mut EmbeddedSolver,
        budget: &Budget,
    ) -> Result<Option<Trace>, Reason> {
        let unchecked = std::mem::take(&mut self.unchecked);
        let error = store.or(&unchecked);
        if store.as_bool(error) == Some(false) {
            return Ok(None);
        }
        self.count.error_queries += 1;
        if is_satisfiable(solver, store, &[error], budget)? {
            let trace = read_trace(&self.unwinding, &self.variables, store, solver);
            return trace.map(Some).map_err(|error| Reason::Internal(error.to_string()));
        }
        exclude(store, solver, error);
        Ok(None)
    }

    /// Stops unwinding at loop heads that no run reaches again.
    pub(crate) fn drop_loop_heads(
        &mut self,
        store: &mut TermStore,
        solver: &mut EmbeddedSolver,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut open = self.unwinding.frontier(store);
        while !open.is_empty() {
            let guards: Vec<Term> = open.iter().map(|head| head.guard).collect();
            let reached = store.or(&guards);
            self.count.completeness_queries += 1;
            if is_satisfiable(solver, store, &[reached], budget)? {
                open.retain(|head| solver.value(store, head.guard) != Value::Bool(true));
            } else {
                exclude(store, solver, reached);
                self.count.dropped_loop_heads += open.len() as u64;
                open.drain(..).for_each(|head| self.unwinding.drop_frontier(head));
            }
        }
        Ok(())
    }

    /// Whether any run gets to the first location where runs wait; if not, they are dropped.
    pub(crate) fn is_first_reached(
        &mut self,
        store: &mut TermStore,
        solver: &mut EmbeddedSolver,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let Some(head) = self.unwinding.first_guard(store) else { return Ok(false) };
        self.count.completeness_queries += 1;
        let is_reached = is_satisfiable(solver, store, &[head.guard], budget)?;
        if !is_reached {
            exclude(store, solver, head.guard);
            self.count.dropped_loop_heads += 1;
            self.unwinding.drop_frontier(head);
        }
        Ok(is_reached)
    }

    /// Drops the runs at the first location where runs wait.
    pub(crate) fn drop_first(&mut self, store: &mut TermStore) {
        if let Some(first) = self.unwinding.first_guard(store) {
            self.unwinding.drop_frontier(first);
        }
    }
}

impl BoundedQueries {
    /// Number of queries.
    pub(crate) fn all(&self) -> u64 {
        self.error_queries + self.completeness_queries
    }
}

/// Tells the solver for good what it found out, which helps it later.
fn exclude(store: &mut TermStore, solver: &mut EmbeddedSolver, unsatisfiable: Term) {
    let excluded = store.not(unsatisfiable);
    solver.assert(store, excluded);
}

/// Says when to ask again whether runs go on. A satisfiable answer assigns every variable of the
/// instance, which grows with the depth: growing distances keep the cost in proportion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GrowingDistances {
    next: u32,
}

impl GrowingDistances {
    /// Whether it is time at a depth. If it is, the next time is further away.
    pub(crate) fn is_due(&mut self, depth: u32) -> bool {
        let is_due = depth >= self.next;
        if is_due {
            self.next = depth + 1 + depth / 4;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_grow_with_the_depth() {
        let mut distances = GrowingDistances::default();
        let due: Vec<u32> = (0..20).filter(|&depth| distances.is_due(depth)).collect();
        assert_eq!(due, [0, 1, 2, 3, 4, 6, 8, 11, 14, 18]);
        assert!(distances.is_due(100), "depths may be left out");
        assert!(!distances.is_due(125) && distances.is_due(126));
    }
}
