//! Steps inside of a loop, as the solver finds them, and how they change measures.

use super::component::Component;
use model::Location;
use term::{Assignment, Term, TermStore, eval};

/// A step from cut point to cut point: where, and the values of variables.
pub(super) struct ConcreteStep {
    pub(super) from: Location,
    pub(super) to: Location,
    pub(super) before: Assignment,
    pub(super) after: Assignment,
}

/// How a step changes a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Shrinks,
    Stays,
    Grows,
}

impl ConcreteStep {
    /// How the step changes a component.
    pub(super) fn change(&self, store: &TermStore, component: &Component) -> Option<Change> {
        self.change_from_to(store, component.at(self.from), component.at(self.to))
    }

    /// Whether a component certainly does not grow.
    pub(super) fn may_rank(&self, store: &TermStore, component: &Component) -> bool {
        matches!(self.change(store, component), Some(Change::Shrinks | Change::Stays))
    }

    /// How the step changes what is measured by a term before it and by another one after it. They may
    /// have different widths.
    pub(super) fn change_from_to(
        &self,
        store: &TermStore,
        first: Term,
        second: Term,
    ) -> Option<Change> {
        let before = eval(store, first, &self.before).ok()?;
        let after = eval(store, second, &self.after).ok()?;
        let (before, after) = (before.as_bitvec()?, after.as_bitvec()?);
        let width = before.width().max(after.width());
        let before = before.sign_extend(width - before.width());
        let after = after.sign_extend(width - after.width());
        Some(match (after.slt(&before), before.slt(&after)) {
            (true, _) => Change::Shrinks,
            (_, true) => Change::Grows,
            _ => Change::Stays,
        })
    }
}
