//! Visits of cut points in the formula of a program.

use super::sums::with_sums_outside;
use super::template::Row;
use model::{Location, State};
use rustc_hash::FxHashMap;
use term::{Term, TermStore};

/// All runs that are at a cut point at some depth. The guard selects them, and the state has their
/// values.
pub(crate) struct Visit {
    /// The cut point.
    pub(crate) location: Location,
    /// Holds for the runs that reach this visit.
    pub(crate) guard: Term,
    state: State,
    /// Terms over the program's variables with their values here.
    instances: FxHashMap<Term, Term>,
    /// The same in a form that suits linear equations.
    sums: FxHashMap<Term, Term>,
}

impl Visit {
    /// A visit of a cut point.
    pub(crate) fn new(location: Location, guard: Term, state: State) -> Visit {
        Visit {
            location,
            guard,
            state,
            instances: FxHashMap::default(),
            sums: FxHashMap::default(),
        }
    }

    /// The value of a term over the program's variables here.
    pub(crate) fn instance(&mut self, store: &mut TermStore, term: Term) -> Term {
        *self.instances.entry(term).or_insert_with(|| self.state.apply(store, term))
    }

    /// The values of all variables here that were changed.
    pub(crate) fn values(&self) -> impl Iterator<Item = Term> {
        self.state.variables().into_iter().filter_map(|variable| self.state.get(variable))
    }

    fn sum(&mut self, store: &mut TermStore, term: Term) -> Term {
        if let Some(&sum) = self.sums.get(&term) {
            return sum;
        }
        let instance = self.instance(store, term);
        let sum = with_sums_outside(store, instance);
        self.sums.insert(term, sum);
        sum
    }

    /// The values of a row's expressions here.
    pub(crate) fn expressions(&mut self, store: &mut TermStore, row: &Row) -> Vec<Term> {
        let expressions = row.expressions().iter();
        match row {
            Row::Affine(_) => expressions.map(|&term| self.sum(store, term)).collect(),
            _ => expressions.map(|&term| self.instance(store, term)).collect(),
        }
    }
}
