//! Linear bit-vector terms in a normal form modulo 2^n.
//!
//! Preconditions over a loop body tell what a relation was before: `x + 1 = y + 1` becomes `x = y`
//! again only in a normal form. Only then is it learnt as a relation that is preserved.

use std::collections::BTreeMap;
use term::{BitVec, Op, Sort, Term, TermStore};

/// A sum of multiples of terms plus a constant, modulo 2^width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    width: u32,
    constant: BitVec,
    /// Nonzero factors.
    factors: BTreeMap<Term, BitVec>,
}

/// The greatest multiple of a sum that is tried to eliminate a constant.
const MAX_MULTIPLE: usize = 4;

/// The longest sum that is taken apart.
const MAX_TERMS: usize = 16;

impl Linear {
    /// A bit-vector term as a sum. Parts that are not linear are kept as they are.
    pub fn of(store: &TermStore, root: Term) -> Linear {
        let width = store.width(root);
        let mut sum = Linear { width, constant: BitVec::zero(width), factors: BTreeMap::new() };
        let mut pending = vec![(root, BitVec::one(width))];
        while let Some((term, factor)) = pending.pop() {
            let args = store.args(term);
            match store.op(term) {
                Op::Const(_) => {
                    let value = store.as_bitvec(term).expect("a constant of this sort");
                    sum.constant = sum.constant.add(&value.mul(&factor));
                }
                Op::BvAdd => pending.extend(args.iter().map(|&arg| (arg, factor.clone()))),
                Op::BvSub => {
                    pending.push((args[0], factor.clone()));
                    pending.push((args[1], factor.neg()));
                }
                Op::BvNeg => pending.push((args[0], factor.neg())),
                // The complement of x is -x - 1.
                Op::BvNot => {
                    sum.constant = sum.constant.sub(&factor);
                    pending.push((args[0], factor.neg()));
                }
                Op::BvMul if args.len() == 2 => {
                    let constant = |i: usize| store.as_bitvec(args[i]);
                    match (constant(0), constant(1)) {
                        (Some(value), _) => pending.push((args[1], factor.mul(value))),
                        (_, Some(value)) => pending.push((args[0], factor.mul(value))),
                        _ => sum.add(term, &factor),
                    }
                }
                Op::BvShl => match store.as_bitvec(args[1]) {
                    Some(by) => {
                        let multiple = BitVec::one(width).shl(by);
                        pending.push((args[0], factor.mul(&multiple)));
                    }
                    None => sum.add(term, &factor),
                },
                _ => sum.add(term, &factor),
            }
            if pending.len() + sum.factors.len() > MAX_TERMS {
                let mut opaque =
                    Linear { width, constant: BitVec::zero(width), factors: BTreeMap::new() };
                opaque.add(root, &BitVec::one(width));
                return opaque;
            }
        }
        sum
    }

    fn add(&mut self, term: Term, factor: &BitVec) {
        let old = self.factors.remove(&term);
        let new = old.map_or_else(|| factor.clone(), |old| old.add(factor));
        if !new.is_zero() {
            self.factors.insert(term, new);
        }
    }

    /// The difference of two sums.
    pub fn minus(&self, other: &Linear) -> Linear {
        let mut difference = self.clone();
        difference.constant = difference.constant.sub(&other.constant);
        for (&term, factor) in &other.factors {
            difference.add(term, &factor.neg());
        }
        difference
    }

    /// The same times a factor.
    fn times(&self, factor: &BitVec) -> Linear {
        let mut product = Linear {
            width: self.width,
            constant: self.constant.mul(factor),
            factors: BTreeMap::new(),
        };
        for (&term, old) in &self.factors {
            product.add(term, &old.mul(factor));
        }
        product
    }

    /// The sum plus a small multiple of a sum that is zero, if that eliminates the constant.
    pub fn without_constant_by(&self, zero: &Linear) -> Option<Linear> {
        if self.width != zero.width || self.constant.is_zero() || zero.constant.is_zero() {
            return None;
        }
        let mut multiple = BitVec::zero(self.width);
        for _ in 0..MAX_MULTIPLE {
            multiple = multiple.add(&BitVec::one(self.width));
            for factor in [multiple.clone(), multiple.neg()] {
                let sum = self.minus(&zero.times(&factor));
                if sum.constant.is_zero() {
                    return Some(sum);
                }
            }
        }
        None
    }

    /// The factor of a term.
    pub fn factor(&self, term: Term) -> Option<&BitVec> {
        self.factors.get(&term)
    }

    /// The sum without a term.
    pub fn without(&self, term: Term) -> Linear {
        let mut rest = self.clone();
        rest.factors.remove(&term);
        rest
    }

    /// The sum as a term.
    pub fn to_term(&self, store: &mut TermStore) -> Term {
        let mut summands = Vec::with_capacity(self.factors.len() + 1);
        for (&term, factor) in &self.factors {
            summands.push(multiple(store, term, factor));
        }
        if !self.constant.is_zero() || summands.is_empty() {
            summands.push(store.bv_const(self.constant.clone()));
        }
        sum(store, &summands)
    }

    /// The equation that the sum is zero, with negative multiples on the other side: `x = y`
    /// instead of `x - y = 0`. If the first factor is odd it becomes one, so that multiples of an
    /// equation look the same.
    pub fn equals_zero(&self, store: &mut TermStore) -> Term {
        let Some(first) = self.factors.values().next() else {
            return store.bool(self.constant.is_zero());
        };
        let scaled = match inverse(first) {
            Some(inverse) => self.times(&inverse),
            None => self.smaller_of_signs(),
        };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (&term, factor) in &scaled.factors {
            if factor.sign() && self.width > 1 {
                right.push(multiple(store, term, &factor.neg()));
            } else {
                left.push(multiple(store, term, factor));
            }
        }
        if left.is_empty() {
            left.push(store.bv_const(BitVec::zero(self.width)));
        }
        if !scaled.constant.is_zero() || right.is_empty() {
            right.push(store.bv_const(scaled.constant.neg()));
        }
        let (left, right) = (sum(store, &left), sum(store, &right));
        store.eq(left, right)
    }

    /// The sum or its negation, chosen canonically.
    fn smaller_of_signs(&self) -> Linear {
        let negated = self.times(&BitVec::ones(self.width));
        let numbers = |sum: &Linear| -> Vec<BitVec> {
            sum.factors.values().chain([&sum.constant]).cloned().collect()
        };
        let (ours, theirs) = (numbers(self), numbers(&negated));
        let first_difference = ours.iter().zip(&theirs).find(|(a, b)| a != b);
        if first_difference.is_some_and(|(a, b)| b.ult(a)) { negated } else { self.clone() }
    }

    /// The equation solved for a term, if its factor is odd.
    pub fn solved_for(&self, store: &mut TermStore, term: Term) -> Option<Term> {
        let inverse = inverse(self.factor(term)?)?;
        let rest = self.without(term).times(&inverse.neg());
        Some(rest.to_term(store))
    }
}

fn sum(store: &mut TermStore, summands: &[Term]) -> Term {
    let (&first, rest) = summands.split_first().expect("sums are not empty");
    rest.iter().fold(first, |sum, &summand| store.bv_add(sum, summand))
}

fn multiple(store: &mut TermStore, term: Term, factor: &BitVec) -> Term {
    if factor.is_one() {
        return term;
    }
    if factor.is_ones() {
        return store.bv_neg(term);
    }
    let factor = store.bv_const(factor.clone());
    store.bv_mul(factor, term)
}

/// The inverse of an odd number modulo 2^width.
fn inverse(number: &BitVec) -> Option<BitVec> {
    if !number.bit(0) {
        return None;
    }
    // Each step of Newton's iteration doubles the number of correct bits; an odd number is its own
    // inverse modulo 8.
    let two = BitVec::one(number.width()).add(&BitVec::one(number.width()));
    let mut inverse = number.clone();
    let mut right_bits = 3;
    while right_bits < number.width() {
        inverse = inverse.mul(&two.sub(&number.mul(&inverse)));
        right_bits *= 2;
    }
    Some(inverse)
}

/// The low bits of a sum as a sum of low bits; multiples that do not affect them are dropped.
fn low_bits(store: &mut TermStore, term: Term) -> Term {
    let Op::BvExtract { high, low: 0 } = store.op(term) else { return term };
    let inner = Linear::of(store, store.args(term)[0]);
    let mut sum = Linear {
        width: high + 1,
        constant: inner.constant.extract(high, 0),
        factors: BTreeMap::new(),
    };
    for (&summand, factor) in &inner.factors {
        let factor = factor.extract(high, 0);
        if !factor.is_zero() {
            let low = store.extract(high, 0, summand);
            sum.add(low, &factor);
        }
    }
    sum.to_term(store)
}

/// A literal with its linear parts in normal form.
pub fn normalise(store: &mut TermStore, literal: Term) -> Term {
    let (atom, negated) = match store.op(literal) {
        Op::Not => (store.args(literal)[0], true),
        _ => (literal, false),
    };
    let op = store.op(atom);
    let normal = match op {
        Op::Eq if matches!(store.sort(store.args(atom)[0]), Sort::BitVec(_)) => {
            let &[a, b] = store.args(atom) else { unreachable!("equality is binary") };
            let (a, b) = (low_bits(store, a), low_bits(store, b));
            let difference = Linear::of(store, a).minus(&Linear::of(store, b));
            difference.equals_zero(store)
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
            let &[a, b] = store.args(atom) else { unreachable!("comparisons are binary") };
            let (a, b) = (Linear::of(store, a).to_term(store), Linear::of(store, b).to_term(store));
            match op {
                Op::BvUlt => store.bv_ult(a, b),
                Op::BvUle => store.bv_ule(a, b),
                Op::BvSlt => store.bv_slt(a, b),
                _ => store.bv_sle(a, b),
            }
        }
        _ => atom,
    };
    if negated { store.not(normal) } else { normal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::{Assignment, Value, eval};

    fn store() -> (TermStore, Vec<Term>) {
        let mut store = TermStore::new();
        let names = ["x", "y", "n"];
        let variables = names.map(|name| {
            let symbol = store.declare(name, Sort::BitVec(8)).unwrap();
            store.var(symbol)
        });
        (store, variables.to_vec())
    }

    /// Checks that both literals have the same normal form.
    fn check(build: impl Fn(&mut TermStore, &[Term]) -> (Term, Term)) {
        let (mut store, variables) = store();
        let (a, b) = build(&mut store, &variables);
        let (a, b) = (normalise(&mut store, a), normalise(&mut store, b));
        assert_eq!(store.display(a).to_string(), store.display(b).to_string());
    }

    #[test]
    fn relations_come_back_through_a_loop_body() {
        check(|s, v| {
            let one = s.bv(8, 1);
            let (x, y) = (s.bv_add(v[0], one), s.bv_add(v[1], one));
            (s.eq(x, y), s.eq(v[0], v[1]))
        });
        // x + y == 2 * n after x += 2, n += 1.
        check(|s, v| {
            let (one, two) = (s.bv(8, 1), s.bv(8, 2));
            let (x, n) = (s.bv_add(v[0], two), s.bv_add(v[2], one));
            let (left, before) = (s.bv_add(x, v[1]), s.bv_add(v[0], v[1]));
            let (right, twice) = (s.bv_mul(two, n), s.bv_mul(two, v[2]));
            (s.eq(left, right), s.eq(before, twice))
        });
        // The parity of x after x += 2 * y.
        check(|s, v| {
            let (two, zero) = (s.bv(8, 2), s.bv(1, 0));
            let twice = s.bv_mul(two, v[1]);
            let after = s.bv_add(v[0], twice);
            let (after, before) = (s.extract(0, 0, after), s.extract(0, 0, v[0]));
            (s.eq(after, zero), s.eq(before, zero))
        });
        // A multiple of an equation by an odd number is the same equation.
        check(|s, v| {
            let three = s.bv(8, 3);
            let (x, y) = (s.bv_mul(three, v[0]), s.bv_mul(three, v[1]));
            (s.eq(x, y), s.eq(v[1], v[0]))
        });
    }

    /// Half of the range is its own negation.
    #[test]
    fn even_multiples_have_one_normal_form() {
        for (factor, other, constant) in [(0x80, 4, 1), (0x80, 0xfc, 0xff), (6, 0x80, 0x80)] {
            check(|s, v| {
                let [a, b, c] = [factor, other, constant].map(|n| s.bv(8, n));
                let (x, y) = (s.bv_mul(a, v[0]), s.bv_mul(b, v[1]));
                let (sum, zero) = (s.bv_add(x, y), s.bv(8, 0));
                let negated = s.bv_sub(zero, sum);
                let c_negated = s.bv_sub(zero, c);
                (s.eq(sum, c), s.eq(negated, c_negated))
            });
        }
    }

    #[test]
    fn odd_numbers_have_inverses() {
        for width in [1, 2, 3, 4, 7, 8] {
            for n in 0..1u64 << width {
                let n = BitVec::new(width, n);
                let product = inverse(&n).map(|inverse| inverse.mul(&n));
                assert_eq!(product, n.bit(0).then(|| BitVec::one(width)));
            }
        }
    }

    /// A random sum as a term.
    fn build(store: &mut TermStore, variables: &[Term], shape: &[(u8, u8)]) -> Term {
        let summands: Vec<Term> = shape
            .iter()
            .map(|&(which, factor)| {
                let factor_term = store.bv(8, factor.into());
                match which % 6 {
                    0..=2 => store.bv_mul(factor_term, variables[usize::from(which % 3)]),
                    3 => factor_term,
                    4 => store.bv_not(variables[0]),
                    _ => {
                        let by = store.bv(8, u64::from(factor % 9));
                        store.bv_shl(variables[1], by)
                    }
                }
            })
            .collect();
        summands.into_iter().reduce(|a, b| store.bv_sub(a, b)).expect("not empty")
    }

    proptest! {
        #[test]
        fn normal_forms_are_equivalent(
            left in prop::collection::vec(any::<(u8, u8)>(), 1..5),
            right in prop::collection::vec(any::<(u8, u8)>(), 1..5),
            values in any::<[u8; 3]>(),
            kind in 0..6,
        ) {
            let (mut store, variables) = store();
            let a = build(&mut store, &variables, &left);
            let b = build(&mut store, &variables, &right);
            let literal = match kind {
                5 => {
                    let (a, b) = (store.extract(2, 0, a), store.extract(2, 0, b));
                    store.eq(a, b)
                }
                0 => store.eq(a, b),
                1 => { let eq = store.eq(a, b); store.not(eq) }
                2 => store.bv_ule(a, b),
                3 => store.bv_slt(a, b),
                _ => store.bv_ult(b, a),
            };
            let normal = normalise(&mut store, literal);
            let mut assignment = Assignment::new();
            for (&variable, value) in variables.iter().zip(values) {
                let symbol = store.as_var(variable).unwrap();
                assignment.set(symbol, Value::BitVec(BitVec::new(8, value.into())));
            }
            prop_assert_eq!(
                eval(&store, literal, &assignment).unwrap(),
                eval(&store, normal, &assignment).unwrap()
            );
            // Normal forms are stable.
            prop_assert_eq!(normalise(&mut store, normal), normal);
        }

        #[test]
        fn solved_equations_hold(shape in prop::collection::vec(any::<(u8, u8)>(), 1..5)) {
            let (mut store, variables) = store();
            let term = build(&mut store, &variables, &shape);
            let sum = Linear::of(&store, term);
            if let Some(solution) = sum.solved_for(&mut store, variables[0]) {
                let mut substitution = term::Substitution::new();
                substitution.insert(variables[0], solution);
                let zero = substitution.apply(&mut store, term);
                let rest = Linear::of(&store, zero);
                prop_assert!(rest.factors.is_empty());
                prop_assert!(rest.constant.is_zero());
            }
        }
    }
}
