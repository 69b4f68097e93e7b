//! Formulas about arrays and functions of numbers: reads and stores at sums of the same few variables, arrays of
//! arrays, constant arrays, equalities.

use num_bigint::BigInt;
use num_rational::BigRational;
use term::testing::Rng;
use term::{Sort, Symbol, Term, TermStore, Value};

/// The building blocks of formulas.
pub struct Cells {
    index: Sort,
    element: Sort,
    arrays: Vec<Term>,
    /// Arrays of those arrays.
    outer: Vec<Term>,
    indices: Vec<Term>,
    elements: Vec<Term>,
    function: Symbol,
}

impl Cells {
    /// Arrays of sorts that the seed determines.
    pub fn new(rng: &mut Rng, store: &mut TermStore) -> Cells {
        let sorts = [Sort::Int, Sort::Int, Sort::Real, Sort::Bool, Sort::BitVec(3)];
        let index = sorts[rng.below(3) as usize].clone();
        let element = rng.pick(&sorts).expect("not empty").clone();
        let sort = Sort::array(index.clone(), element.clone());
        let outer_sort = Sort::array(index.clone(), sort.clone());
        // All cases share the store, so names distinguish sorts.
        let mut variables = |name: &str, count: u32, sort: &Sort| -> Vec<Term> {
            let mut variable = |number| {
                let name = format!("{name}{number} {sort}");
                let symbol = match store.lookup(&name) {
                    Some(symbol) => symbol,
                    None => store.declare(&name, sort.clone()).expect("a new name"),
                };
                store.var(symbol)
            };
            (0..count).map(&mut variable).collect()
        };
        let arrays = variables("cells", 2, &sort);
        let outer = if rng.one_in(3) { variables("rows", 2, &outer_sort) } else { Vec::new() };
        let indices = variables("at", 3, &index);
        let elements = variables("content", 2, &element);
        let name = format!("function {index} {element}");
        let function = match store.lookup(&name) {
            Some(symbol) => symbol,
            None => store
                .declare_function(&name, std::slice::from_ref(&index), element.clone())
                .expect("a new name"),
        };
        let mut cells = Cells { index, element, arrays, outer, indices, elements, function };
        for _ in 0..1 + rng.below(4) {
            let derived = match rng.below(6) {
                0 => {
                    let element = cells.element(rng, store, 0);
                    store.const_array(&sort, element)
                }
                1 => {
                    let condition = cells.literal(rng, store);
                    let (a, b) = (cells.array(rng, store), cells.array(rng, store));
                    store.ite(condition, a, b)
                }
                _ => {
                    let (array, index) = (cells.array(rng, store), cells.index(rng, store));
                    let element = cells.element(rng, store, 1);
                    store.store(array, index, element)
                }
            };
            cells.arrays.push(derived);
            if let Some(&row) = rng.pick(&cells.outer) {
                let (index, array) = (cells.index(rng, store), cells.array(rng, store));
                let derived = match rng.one_in(6) {
                    true => store.const_array(&outer_sort, array),
                    false => store.store(row, index, array),
                };
                cells.outer.push(derived);
            }
        }
        cells
    }

    /// A disjunction of one or two literals.
    pub fn formula(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let literals: Vec<Term> = (0..1 + rng.below(2)).map(|_| self.literal(rng, store)).collect();
        store.or(&literals)
    }

    fn literal(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let atom = match rng.below(9) {
            0 | 1 => {
                let (a, b) = (self.index(rng, store), self.index(rng, store));
                if rng.one_in(2) { store.eq(a, b) } else { store.lt(a, b) }
            }
            2 => {
                let (a, b) = (self.array(rng, store), self.array(rng, store));
                store.eq(a, b)
            }
            3 if !self.outer.is_empty() => {
                let (a, b) = (pick(rng, &self.outer), pick(rng, &self.outer));
                store.eq(a, b)
            }
            _ => {
                let (a, b) = (self.element(rng, store, 1), self.element(rng, store, 1));
                if self.element.is_arithmetic() && rng.one_in(2) {
                    store.le(a, b)
                } else {
                    store.eq(a, b)
                }
            }
        };
        if rng.one_in(2) { store.not(atom) } else { atom }
    }

    fn array(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        match rng.pick(&self.outer) {
            Some(&row) if rng.one_in(3) => {
                let index = pick(rng, &self.indices);
                store.select(row, index)
            }
            _ => pick(rng, &self.arrays),
        }
    }

    fn index(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let variable = pick(rng, &self.indices);
        match rng.below(5) {
            0 => number(rng, store, &self.index),
            1 => {
                let more = number(rng, store, &self.index);
                store.add(&[variable, more])
            }
            2 if self.index == self.element => {
                let array = pick(rng, &self.arrays);
                store.select(array, variable)
            }
            _ => variable,
        }
    }

    fn element(&self, rng: &mut Rng, store: &mut TermStore, depth: u32) -> Term {
        let variable = pick(rng, &self.elements);
        match rng.below(6) {
            0 if self.element.is_arithmetic() => {
                let more = number(rng, store, &self.element);
                store.add(&[variable, more])
            }
            1 if depth > 0 => {
                let index = self.index(rng, store);
                store.call(self.function, &[index])
            }
            2..=4 if depth > 0 => {
                let (array, index) = (self.array(rng, store), self.index(rng, store));
                store.select(array, index)
            }
            _ => variable,
        }
    }
}

fn number(rng: &mut Rng, store: &mut TermStore, sort: &Sort) -> Term {
    let number = BigInt::from(i64::from(rng.below(5)) - 2);
    store.constant(match sort {
        Sort::Int => Value::Int(number),
        _ => Value::Real(BigRational::from_integer(number)),
    })
}

fn pick(rng: &mut Rng, terms: &[Term]) -> Term {
    *rng.pick(terms).expect("not empty")
}
