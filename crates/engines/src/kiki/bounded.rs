//! The bounded check: errors on runs from the start, and whether all runs have ended.

use crate::templates::Formula;
use crate::unwinding::{BoundedQueries, RunsFromStart};
use evidence::{Reason, Trace};
use smt::Budget;
use term::Symbol;

/// Checks the runs from the start, unwinding by unwinding.
#[derive(Debug, Default)]
pub(super) struct BoundedCheck {
    /// The number of unwindings from which completeness is checked again.
    next_completeness_check: u32,
    /// The queries and their counters.
    pub(super) queries: BoundedQueries,
}

/// The runs from the start in a formula.
fn runs<'a, 'm>(formula: &'a mut Formula<'m>) -> RunsFromStart<'a, 'm> {
    let Formula { store, solver, base, .. } = formula;
    RunsFromStart { store, solver, unwinding: base }
}

impl BoundedCheck {
    /// A run to an error among those not checked yet.
    pub(super) fn find_error(
        &mut self,
        formula: &mut Formula<'_>,
        variables: &[Symbol],
        budget: &Budget,
    ) -> Result<Option<Trace>, Reason> {
        let unchecked = std::mem::take(&mut formula.base_errors);
        self.queries.find_error(&mut runs(formula), &unchecked, variables, budget)
    }

    /// Whether all runs have ended. It is checked at growing distances, to limit the cost.
    pub(super) fn is_complete(
        &mut self,
        formula: &mut Formula<'_>,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        if formula.k >= self.next_completeness_check {
            self.next_completeness_check = formula.k + 1 + formula.k / 4;
            self.queries.drop_loop_heads(&mut runs(formula), budget)?;
        }
        Ok(formula.base.is_complete())
    }
}
