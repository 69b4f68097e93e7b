//! Formulas of linear arithmetic that hang together: few variables, inequalities between sums of them,
//! conditionals, absolute values, quotients and remainders, large numbers.

use num_bigint::BigInt;
use num_rational::BigRational;
use term::testing::Rng;
use term::{Sort, Term, TermStore, Value};

/// What formulas are made of.
pub struct Linear {
    integers: bool,
    variables: Vec<Term>,
    conditions: Vec<Term>,
}

impl Linear {
    /// Variables whose number the seed decides.
    pub fn new(rng: &mut Rng, store: &mut TermStore, integers: bool) -> Linear {
        let sort = if integers { Sort::Int } else { Sort::Real };
        // The store is shared by all cases, so names tell sorts apart.
        let mut variable = |name: &str, number: u32, sort: &Sort| {
            let name = format!("{name}{number} {sort}");
            let symbol = match store.lookup(&name) {
                Some(symbol) => symbol,
                None => store.declare(&name, sort.clone()).expect("a new name"),
            };
            store.var(symbol)
        };
        let count = 2 + rng.below(5);
        let variables = (0..count).map(|n| variable("number", n, &sort)).collect();
        let conditions = (0..2).map(|n| variable("choice", n, &Sort::Bool)).collect();
        Linear { integers, variables, conditions }
    }

    /// A disjunction of one to three literals.
    pub fn formula(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let literals: Vec<Term> = (0..1 + rng.below(3)).map(|_| self.literal(rng, store)).collect();
        store.or(&literals)
    }

    fn literal(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        if rng.one_in(12) {
            return *rng.pick(&self.conditions).expect("not empty");
        }
        if rng.one_in(20) {
            let sums = [self.sum(rng, store), self.sum(rng, store), self.sum(rng, store)];
            return store.distinct(&sums);
        }
        let (left, right) = (self.sum(rng, store), self.sum(rng, store));
        let right = if rng.one_in(2) { self.constant(rng, store) } else { right };
        match rng.below(6) {
            0 | 1 => store.eq(left, right),
            2 => {
                let equal = store.eq(left, right);
                store.not(equal)
            }
            3 => store.lt(left, right),
            4 => store.le(right, left),
            _ => store.le(left, right),
        }
    }

    fn constant(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let mut number = BigInt::from(i64::from(rng.below(41)) - 20);
        if rng.one_in(15) {
            // Products of these do not fit 64 bits.
            number *= BigInt::from(1u64 << 40) + rng.below(1000);
        }
        store.constant(if self.integers {
            Value::Int(number)
        } else {
            Value::Real(BigRational::new(number, BigInt::from(1 + rng.below(4))))
        })
    }

    fn zero(&self, store: &mut TermStore) -> Term {
        store.constant(Value::default_of(if self.integers { &Sort::Int } else { &Sort::Real }))
    }

    fn sum(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let parts: Vec<Term> = (0..1 + rng.below(3)).map(|_| self.multiple(rng, store)).collect();
        match &*parts {
            [one] => *one,
            _ => store.add(&parts),
        }
    }

    fn multiple(&self, rng: &mut Rng, store: &mut TermStore) -> Term {
        let variable = *rng.pick(&self.variables).expect("not empty");
        match rng.below(12) {
            0 => self.constant(rng, store),
            1 => {
                let condition = *rng.pick(&self.conditions).expect("not empty");
                let other = self.constant(rng, store);
                store.ite(condition, variable, other)
            }
            2 if self.integers => {
                let divisor = i64::from(rng.below(9)) - 4;
                let divisor = store.constant(Value::Int(BigInt::from(divisor)));
                if rng.one_in(2) {
                    store.int_div(variable, divisor)
                } else {
                    store.int_mod(variable, divisor)
                }
            }
            3 => {
                // The absolute value.
                let zero = self.zero(store);
                let (negative, opposite) = (store.lt(variable, zero), store.neg(variable));
                store.ite(negative, opposite, variable)
            }
            4..=7 => {
                let factor = self.constant(rng, store);
                store.mul(&[factor, variable])
            }
            _ => variable,
        }
    }
}
