//! Formulas about a few arrays that are related in many ways: stores over stores, conditionals,
//! equalities, and reads at the same few indices.

use term::testing::Rng;
use term::{Sort, Term, TermStore};

/// The building blocks of formulas.
pub struct Chains {
    arrays: Vec<Term>,
    indices: Vec<Term>,
    elements: Vec<Term>,
    condition: Term,
    /// How many of the arrays are variables.
    variables: usize,
}

impl Chains {
    /// Arrays of a shape that the seed determines.
    pub fn new(rng: &mut Rng, store: &mut TermStore) -> Chains {
        let (index, element) = (Sort::BitVec(2 + rng.below(4)), Sort::BitVec(1 + rng.below(3)));
        let sort = Sort::array(index.clone(), element.clone());
        // All cases share the store, so names distinguish sorts.
        let mut variable = |name: &str, number: u32, sort: &Sort| {
            let name = format!("{name}{number} {sort}");
            let symbol = match store.lookup(&name) {
                Some(symbol) => symbol,
                None => store.declare(&name, sort.clone()).expect("a new name"),
            };
            store.var(symbol)
        };
        let mut arrays: Vec<Term> = (0..2).map(|n| variable("array", n, &sort)).collect();
        let indices: Vec<Term> = (0..3).map(|n| variable("index", n, &index)).collect();
        let elements: Vec<Term> = (0..2).map(|n| variable("element", n, &element)).collect();
        let condition = variable("condition", 0, &Sort::Bool);
        let variables = arrays.len();
        for _ in 0..2 + rng.below(5) {
            let base = pick(rng, &arrays);
            let derived = match rng.below(5) {
                0 => store.ite(condition, base, pick(rng, &arrays)),
                _ => store.store(base, pick(rng, &indices), pick(rng, &elements)),
            };
            arrays.push(derived);
        }
        Chains { arrays, indices, elements, condition, variables }
    }

    /// A literal, or a disjunction of two.
    pub fn formula(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let first = self.literal(rng, store);
        if rng.one_in(2) {
            return first;
        }
        let second = self.literal(rng, store);
        store.or(&[first, second])
    }

    fn literal(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let atom = match rng.below(8) {
            0 => self.condition,
            1 | 2 => store.eq(pick(rng, &self.indices), pick(rng, &self.indices)),
            3 => {
                let variable = self.arrays[rng.below(self.variables as u32) as usize];
                store.eq(variable, pick(rng, &self.arrays))
            }
            4 => store.eq(pick(rng, &self.arrays), pick(rng, &self.arrays)),
            _ => {
                let read = store.select(pick(rng, &self.arrays), pick(rng, &self.indices));
                let other = match rng.one_in(2) {
                    true => store.select(pick(rng, &self.arrays), pick(rng, &self.indices)),
                    false => pick(rng, &self.elements),
                };
                store.eq(read, other)
            }
        };
        if rng.one_in(2) { store.not(atom) } else { atom }
    }
}

fn pick(rng: &mut Rng, terms: &[Term]) -> Term {
    *rng.pick(terms).expect("not empty")
}
