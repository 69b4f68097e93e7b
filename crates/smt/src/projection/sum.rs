//! Numbers as sums of multiples of terms.

use super::Model;
use crate::arithmetic::Rational;
use crate::embedded::numbers::forms::{divisor, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
use term::{Op, Sort, Term, TermStore, Value};

/// Divisors up to this one give one case for each remainder.
pub(super) const SMALL_DIVISOR: u32 = 16;

/// A sum of multiples of terms that are no sums, plus a constant. Integers count as reals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Factors other than 0.
    pub factors: BTreeMap<Term, Rational>,
    pub constant: Rational,
}

impl Sum {
    pub(super) fn constant(constant: Rational) -> Sum {
        Sum { factors: BTreeMap::new(), constant }
    }

    pub(super) fn term(term: Term) -> Sum {
        Sum { factors: [(term, Rational::ONE)].into(), constant: Rational::ZERO }
    }

    /// A number as a sum. A quotient by a small constant is the dividend without its remainder, divided.
    pub(super) fn of(store: &mut TermStore, term: Term) -> Sum {
        let mut sum = Sum::default();
        // The largest term first: it is no part of the others, so each part is met once.
        let mut open: BTreeMap<Term, Rational> = [(term, Rational::ONE)].into();
        while let Some((term, factor)) = open.pop_last() {
            let mut add = |part: Term, factor: &Rational| {
                *open.entry(part).or_default() += factor;
            };
            let args = store.args(term);
            match store.op(term) {
                _ if factor.is_zero() => {}
                Op::Const(_) => {
                    let constant = number(store, term).expect("a number");
                    sum.constant.add_product(&factor, &constant);
                }
                Op::Add => args.iter().for_each(|&arg| add(arg, &factor)),
                Op::Sub => {
                    add(args[0], &factor);
                    add(args[1], &-&factor);
                }
                Op::Neg => add(args[0], &-&factor),
                Op::ToReal => add(args[0], &factor),
                Op::Mul => {
                    let constants = args.iter().filter_map(|&arg| number(store, arg));
                    let constant = constants.fold(factor.clone(), |a, b| &a * &b);
                    let others: Vec<Term> =
                        args.iter().copied().filter(|&arg| number(store, arg).is_none()).collect();
                    match &*others {
                        [] => sum.constant += &constant,
                        [one] => add(*one, &constant),
                        _ => sum.add_term(term, &factor),
                    }
                }
                Op::RealDiv => match number(store, args[1]) {
                    Some(divisor) if divisor.is_zero() => {}
                    Some(divisor) => add(args[0], &(&factor * &divisor.recip())),
                    None => sum.add_term(term, &factor),
                },
                Op::IntDiv => match divisor(store, term) {
                    Some(divisor) if divisor.magnitude() <= &SMALL_DIVISOR.into() => {
                        let dividend = args[0];
                        let part = &factor * &Rational::from(divisor.clone()).recip();
                        add(dividend, &part);
                        let size = BigInt::from(divisor.magnitude().clone());
                        let size = store.constant(Value::Int(size));
                        let remainder = store.int_mod(dividend, size);
                        sum.add(&-&part, &Sum::leaf(store, remainder));
                    }
                    _ => sum.add_term(term, &factor),
                },
                _ => sum.add_term(term, &factor),
            }
        }
        sum
    }

    /// A remainder, which may have been simplified to a constant.
    fn leaf(store: &TermStore, remainder: Term) -> Sum {
        match number(store, remainder) {
            Some(constant) => Sum::constant(constant),
            None => Sum::term(remainder),
        }
    }

    fn add_term(&mut self, term: Term, factor: &Rational) {
        let total = &self.factor(term) + factor;
        if total.is_zero() {
            self.factors.remove(&term);
        } else {
            self.factors.insert(term, total);
        }
    }

    /// Adds a multiple of another sum.
    pub(super) fn add(&mut self, factor: &Rational, other: &Sum) {
        for (&term, multiple) in &other.factors {
            self.add_term(term, &(factor * multiple));
        }
        self.constant.add_product(factor, &other.constant);
    }

    pub(super) fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.add(&Rational::from(-1), other);
        difference
    }

    pub(super) fn times(&self, factor: &Rational) -> Sum {
        let mut product = Sum::default();
        product.add(factor, self);
        product
    }

    /// The factor of a term, 0 if it does not occur.
    pub(super) fn factor(&self, term: Term) -> Rational {
        self.factors.get(&term).cloned().unwrap_or_default()
    }

    pub(super) fn without(&self, term: Term) -> Sum {
        let mut rest = self.clone();
        rest.factors.remove(&term);
        rest
    }

    /// The sum with another one in place of a term.
    pub(super) fn replace(&self, term: Term, by: &Sum) -> Sum {
        let mut sum = self.without(term);
        sum.add(&self.factor(term), by);
        sum
    }

    /// Whether all its terms are integers.
    pub(super) fn is_whole(&self, store: &TermStore) -> bool {
        self.factors.keys().all(|&term| *store.sort(term) == Sort::Int)
    }

    pub(super) fn value(&self, store: &mut TermStore, model: &mut Model<'_, '_>) -> Rational {
        let mut value = self.constant.clone();
        for (&term, factor) in &self.factors {
            let number = model.number(store, term);
            value.add_product(factor, &number);
        }
        value
    }

    /// The sum as a term of the given sort.
    pub(super) fn to_term(&self, store: &mut TermStore, sort: &Sort) -> Term {
        let mut terms = Vec::with_capacity(self.factors.len() + 1);
        for (&term, factor) in &self.factors {
            let real = *sort == Sort::Real && *store.sort(term) == Sort::Int;
            let term = if real { store.to_real(term) } else { term };
            if factor.is_one() {
                terms.push(term);
            } else {
                let factor = constant(store, sort, factor);
                terms.push(store.mul(&[factor, term]));
            }
        }
        if terms.is_empty() || !self.constant.is_zero() {
            terms.push(constant(store, sort, &self.constant));
        }
        store.add(&terms)
    }
}

/// A number as a constant of a sort.
pub(super) fn constant(store: &mut TermStore, sort: &Sort, number: &Rational) -> Term {
    store.constant(match sort {
        Sort::Int => Value::Int(number.numerator()),
        _ => Value::Real(BigRational::new(number.numerator(), number.denominator())),
    })
}
