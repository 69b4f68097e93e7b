//! Templates: the representation of invariants with parameters.
//!
//! A [`Template`] has rows for each cut point. A row has some expressions over the program's
//! variables, and a parameter that grows from the first state it is shown until it admits all
//! states. Its final statement about its expressions is one conjunct of the invariant. Rows know
//! nothing of programs or solvers: `domains` chooses the expressions, and `iteration` grows the
//! parameters.

mod affine;
mod bound;
mod constant;
mod predicates;

pub(crate) use affine::Affine;
pub(crate) use bound::{Bound, Order, Side};
pub(crate) use constant::Constant;
pub(crate) use predicates::Predicates;

use model::Location;
use std::collections::BTreeMap;
use term::{Term, TermStore, Value};

/// Rows for some cut points. They are guarded: their statements hold where the cut point is
/// reached, and as long as no run is known to reach it, nothing is admitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Template {
    sites: BTreeMap<Location, Site>,
}

/// The rows of one cut point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// Whether a run reaches the cut point; if not, the invariant is `false`.
    pub(crate) reached: bool,
    /// The rows.
    pub(crate) rows: Vec<Row>,
}

impl Template {
    /// The rows of a cut point; empty if it was never given any.
    pub(crate) fn site(&self, location: Location) -> Option<&Site> {
        self.sites.get(&location)
    }

    /// The rows of a cut point, mutable.
    pub(crate) fn site_mut(&mut self, location: Location) -> &mut Site {
        self.sites.entry(location).or_default()
    }

    /// The rows of all cut points.
    pub(crate) fn sites(&self) -> impl Iterator<Item = &Site> {
        self.sites.values()
    }

    /// The rows of all cut points, mutable.
    pub(crate) fn sites_mut(&mut self) -> impl Iterator<Item = &mut Site> {
        self.sites.values_mut()
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.sites.values().map(|site| site.rows.len()).sum()
    }
}

/// A conjunct with a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// An expression is bounded.
    Bound(Bound),
    /// An expression is constant.
    Constant(Constant),
    /// Some expressions satisfy linear equations modulo a power of two.
    Affine(Affine),
    /// Some predicates have one of several valuations.
    Predicates(Predicates),
}

impl Row {
    /// The expressions of the row.
    pub(crate) fn expressions(&self) -> &[Term] {
        match self {
            Row::Bound(row) => std::slice::from_ref(&row.expression),
            Row::Constant(row) => std::slice::from_ref(&row.expression),
            Row::Affine(row) => &row.expressions,
            Row::Predicates(row) => &row.expressions,
        }
    }

    /// Makes the row admit a state in which its expressions have the given values; returns whether
    /// that changed it.
    pub(crate) fn join(&mut self, values: &[Value]) -> bool {
        match self {
            Row::Bound(row) => row.join(&values[0]),
            Row::Constant(row) => row.join(&values[0]),
            Row::Affine(row) => row.join(values),
            Row::Predicates(row) => row.join(values),
        }
    }

    /// Gives the row up: it admits everything from now on.
    pub(crate) fn give_up(&mut self) {
        match self {
            Row::Bound(row) => row.give_up(),
            Row::Constant(row) => row.give_up(),
            Row::Affine(row) => row.give_up(),
            Row::Predicates(row) => row.give_up(),
        }
    }

    /// Whether the row admits everything.
    pub(crate) fn is_given_up(&self) -> bool {
        match self {
            Row::Bound(row) => row.is_given_up(),
            Row::Constant(row) => row.is_given_up(),
            Row::Affine(row) => row.is_given_up(),
            Row::Predicates(row) => row.is_given_up(),
        }
    }

    /// The row's statement about the given terms in place of its expressions. `None` if it admits
    /// everything or was never shown a state.
    pub(crate) fn formula(&self, store: &mut TermStore, expressions: &[Term]) -> Option<Term> {
        match self {
            Row::Bound(row) => row.formula(store, expressions[0]),
            Row::Constant(row) => row.formula(store, expressions[0]),
            Row::Affine(row) => row.formula(store, expressions),
            Row::Predicates(row) => row.formula(store, expressions),
        }
    }
}
