//! Cubes: conjunctions of literals.

use term::{Term, TermStore};

/// A conjunction of literals, each a Boolean term over the variables of the program. Literals are
/// sorted by id and unique, so equal cubes are equal vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cube(Vec<Term>);

impl Cube {
    /// The conjunction of the literals.
    pub(super) fn new(mut literals: Vec<Term>) -> Cube {
        literals.sort_unstable();
        literals.dedup();
        Cube(literals)
    }

    /// The cube of all states. Blocking it means that a location is not reached.
    pub(super) fn all_states() -> Cube {
        Cube(Vec::new())
    }

    /// The literals, sorted by id.
    pub(super) fn literals(&self) -> &[Term] {
        &self.0
    }

    /// Number of literals.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether all literals are also in the other cube: blocking this cube then blocks the other.
    pub(super) fn subsumes(&self, other: &Cube) -> bool {
        let mut others = other.0.iter();
        self.len() <= other.len() && self.0.iter().all(|literal| others.any(|o| o == literal))
    }

    /// The cube without one of its literals.
    pub(super) fn without(&self, dropped: Term) -> Cube {
        Cube(self.0.iter().copied().filter(|&literal| literal != dropped).collect())
    }

    /// The cube with one literal replaced by another.
    pub(super) fn with(&self, old: Term, new: Term) -> Cube {
        Cube::new(self.0.iter().map(|&l| if l == old { new } else { l }).collect())
    }

    /// The negation of the cube, as a clause.
    pub(super) fn clause(&self, store: &mut TermStore) -> Term {
        let negated: Vec<Term> = self.0.iter().map(|&literal| store.not(literal)).collect();
        store.or(&negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn subsumption_is_inclusion_of_literals() {
        let mut store = TermStore::new();
        let mut literal = |name: &str| {
            let symbol = store.declare(name, Sort::Bool).unwrap();
            store.var(symbol)
        };
        let [a, b, c] = ["a", "b", "c"].map(&mut literal);
        let cube = |literals: &[Term]| Cube::new(literals.to_vec());
        assert!(cube(&[c, a]).subsumes(&cube(&[a, b, c])));
        assert!(!cube(&[a, b, c]).subsumes(&cube(&[c, a])));
        assert!(!cube(&[b]).subsumes(&cube(&[a, c])));
        assert!(Cube::all_states().subsumes(&cube(&[])));
        assert_eq!(cube(&[c, a, c]), cube(&[a, c]));
        assert_eq!(cube(&[a, b]).without(b), cube(&[a]));
        assert_eq!(cube(&[a, b]).with(b, c), cube(&[a, c]));
    }
}
