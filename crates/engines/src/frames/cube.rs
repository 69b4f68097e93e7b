//! Cubes: conjunctions of literals.

use std::fmt::Debug;
use std::hash::Hash;
use term::{Term, TermStore};

/// What cubes are made of. Equal literals mean the same.
pub(crate) trait Literal: Copy + Ord + Hash + Debug {}

impl<T: Copy + Ord + Hash + Debug> Literal for T {}

/// A conjunction of literals, without repetition and in their order, so that equal cubes are equal
/// vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cube<L>(Vec<L>);

impl<L: Literal> Cube<L> {
    /// The conjunction of the literals.
    pub(crate) fn new(mut literals: Vec<L>) -> Cube<L> {
        literals.sort_unstable();
        literals.dedup();
        Cube(literals)
    }

    /// The cube that holds of all states. Blocking it says that a place is not reached.
    pub(crate) fn all_states() -> Cube<L> {
        Cube(Vec::new())
    }

    /// The literals, in their order.
    pub(crate) fn literals(&self) -> &[L] {
        &self.0
    }

    /// Number of literals.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether all literals are among those of the other cube: whoever blocks this one has blocked
    /// the other.
    pub(crate) fn subsumes(&self, other: &Cube<L>) -> bool {
        let mut others = other.0.iter();
        self.len() <= other.len() && self.0.iter().all(|literal| others.any(|o| o == literal))
    }

    /// The cube without one of its literals.
    pub(crate) fn without(&self, dropped: L) -> Cube<L> {
        Cube(self.0.iter().copied().filter(|&literal| literal != dropped).collect())
    }

    /// The cube with one literal in place of another.
    pub(crate) fn with(&self, old: L, new: L) -> Cube<L> {
        Cube::new(self.0.iter().map(|&l| if l == old { new } else { l }).collect())
    }
}

impl Cube<Term> {
    /// The clause that says that the cube does not hold.
    pub(crate) fn clause(&self, store: &mut TermStore) -> Term {
        let negated: Vec<Term> = self.0.iter().map(|&literal| store.not(literal)).collect();
        store.or(&negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    fn cube(literals: &[u32]) -> Cube<u32> {
        Cube::new(literals.to_vec())
    }

    #[test]
    fn subsumption_is_inclusion_of_literals() {
        assert!(cube(&[3, 1]).subsumes(&cube(&[1, 2, 3])));
        assert!(!cube(&[1, 2, 3]).subsumes(&cube(&[3, 1])));
        assert!(!cube(&[2]).subsumes(&cube(&[1, 3])));
        assert!(Cube::all_states().subsumes(&cube(&[])));
        assert!(cube(&[2]).subsumes(&cube(&[2])));
    }

    #[test]
    fn cubes_are_sets_of_literals() {
        assert_eq!(cube(&[3, 1, 3]), cube(&[1, 3]));
        assert_eq!(cube(&[1, 2]).without(2), cube(&[1]));
        assert_eq!(cube(&[1, 2]).with(1, 3), cube(&[2, 3]));
        assert_eq!(cube(&[1, 2]).with(1, 2), cube(&[2]));
        assert_eq!(Cube::<u32>::all_states().len(), 0);
    }

    #[test]
    fn the_clause_of_a_cube_is_its_negation() {
        let mut store = TermStore::new();
        let [a, b] = ["a", "b"].map(|name| {
            let symbol = store.declare(name, Sort::Bool).unwrap();
            store.var(symbol)
        });
        let clause = Cube::new(vec![b, a]).clause(&mut store);
        let both = store.and(&[a, b]);
        let negation = store.not(both);
        let same = store.eq(clause, negation);
        for values in [[false, false], [false, true], [true, false], [true, true]] {
            let mut assignment = term::Assignment::new();
            for (term, value) in [a, b].into_iter().zip(values) {
                assignment.set(store.as_var(term).unwrap(), term::Value::Bool(value));
            }
            let value = term::eval(&store, same, &assignment).unwrap();
            assert_eq!(value, term::Value::Bool(true), "{values:?}");
        }
        assert_eq!(Cube::all_states().clause(&mut store), store.bool(false));
    }
}
