//! The bounded check: errors within the runs from the start, and whether all runs have ended.

use super::formula::Formula;
use crate::unwinding::read_trace;
use evidence::{Reason, Trace};
use smt::Budget;
use term::{Symbol, Term};

/// Looks at the runs from the start, unwinding by unwinding.
#[derive(Debug, Default)]
pub(super) struct BoundedCheck {
    /// The number of unwindings from which completeness is to be checked again.
    next_completeness_check: u32,
    /// Queries for errors.
    pub(super) error_queries: u64,
    /// Queries for runs that go on.
    pub(super) completeness_queries: u64,
}

impl BoundedCheck {
    /// A run to an error among those not checked yet.
    pub(super) fn find_error(
        &mut self,
        formula: &mut Formula<'_>,
        variables: &[Symbol],
        budget: &Budget,
    ) -> Result<Option<Trace>, Reason> {
        let error = formula.store.or(&std::mem::take(&mut formula.base_errors));
        if formula.store.as_bool(error) == Some(false) {
            return Ok(None);
        }
        self.error_queries += 1;
        if formula.is_satisfiable(&[error], budget)? {
            let (store, solver) = (&mut formula.store, &mut formula.solver);
            let trace = read_trace(&formula.base, variables, store, solver);
            return trace.map(Some).map_err(|error| Reason::Internal(error.to_string()));
        }
        formula.exclude(error);
        Ok(None)
    }

    /// Whether no run goes on. Asked at growing distances, so that it costs a share of the time.
    pub(super) fn is_complete(
        &mut self,
        formula: &mut Formula<'_>,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        if formula.k >= self.next_completeness_check {
            self.next_completeness_check = formula.k + 1 + formula.k / 4;
            self.drop_loop_heads(formula, budget)?;
        }
        Ok(formula.base.is_complete())
    }

    /// Stops unwinding where no run gets back to a loop head.
    fn drop_loop_heads(
        &mut self,
        formula: &mut Formula<'_>,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut open = formula.base.frontier(&mut formula.store);
        while !open.is_empty() {
            let guards: Vec<Term> = open.iter().map(|head| head.guard).collect();
            let reached = formula.store.or(&guards);
            self.completeness_queries += 1;
            if formula.is_satisfiable(&[reached], budget)? {
                open.retain(|head| !formula.holds(head.guard));
            } else {
                formula.exclude(reached);
                open.drain(..).for_each(|head| formula.base.drop_frontier(head));
            }
        }
        Ok(())
    }
}
