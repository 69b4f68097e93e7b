//! Literals about numbers as conditions on sums.

use super::sum::{Sum, constant};
use crate::arithmetic::Rational;
use crate::embedded::numbers::forms::divisor;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use term::{Op, Sort, Term, TermStore, Value};

/// What is said of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Negative,
    NotPositive,
    Zero,
    NotZero,
    /// A multiple of a positive number; all terms are integers.
    Multiple(BigInt),
}

/// A sum, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    pub sum: Sum,
    pub relation: Relation,
}

impl Constraint {
    /// The meaning of a literal; `None` if it is not about numbers.
    pub(super) fn of(store: &mut TermStore, literal: Term) -> Option<Constraint> {
        let (atom, negated) = match store.op(literal) {
            Op::Not => (store.args(literal)[0], true),
            _ => (literal, false),
        };
        let op = store.op(atom);
        let args = store.args(atom).to_vec();
        let (sum, relation) = match op {
            Op::Le | Op::Lt => {
                let (a, b) = (Sum::of(store, args[0]), Sum::of(store, args[1]));
                let strict = (op == Op::Lt) != negated;
                let sum = if negated { b.minus(&a) } else { a.minus(&b) };
                (sum, if strict { Relation::Negative } else { Relation::NotPositive })
            }
            Op::Eq if store.sort(args[0]).is_arithmetic() => {
                if !negated && let Some(constraint) = divisibility(store, &args) {
                    return Some(constraint);
                }
                let sum = Sum::of(store, args[0]).minus(&Sum::of(store, args[1]));
                (sum, if negated { Relation::NotZero } else { Relation::Zero })
            }
            Op::IsInt => {
                let whole = store.to_int(args[0]);
                let sum = Sum::of(store, args[0]).minus(&Sum::of(store, whole));
                (sum, if negated { Relation::NotZero } else { Relation::Zero })
            }
            _ => return None,
        };
        Some(Constraint { sum, relation }.normal(store))
    }

    /// The same with whole factors that have no common divisor. Bounds on integers are made tight.
    pub(super) fn normal(mut self, store: &TermStore) -> Constraint {
        let mut denominators = BigInt::one();
        for factor in self.sum.factors.values() {
            denominators = denominators.lcm(&factor.denominator());
        }
        if let Relation::Multiple(modulus) = &self.relation {
            let denominators = denominators.lcm(&self.sum.constant.denominator());
            let modulus = modulus * &denominators;
            return self.normal_multiple(&denominators.into(), &modulus);
        }
        let mut divisor = BigInt::zero();
        for factor in self.sum.factors.values() {
            divisor = divisor.gcd(&(factor.numerator() * &denominators / factor.denominator()));
        }
        if divisor.is_zero() {
            return self;
        }
        let scale = &Rational::from(denominators) * &Rational::from(divisor).recip();
        self.sum = self.sum.times(&scale);
        if self.sum.is_whole(store) {
            match self.relation {
                Relation::Negative => {
                    self.sum.constant = &self.sum.constant.floor() + &Rational::ONE;
                    self.relation = Relation::NotPositive;
                }
                Relation::NotPositive => self.sum.constant = self.sum.constant.ceil(),
                _ => {}
            }
        }
        self
    }

    /// The condition that a multiple of the sum with whole factors is divisible, with small factors that have no
    /// common divisor with the modulus.
    fn normal_multiple(mut self, scale: &Rational, modulus: &BigInt) -> Constraint {
        let scaled = self.sum.times(scale);
        let mut sum = Sum::default();
        let mut divisor = modulus.clone();
        for (&term, factor) in &scaled.factors {
            let factor = factor.numerator().mod_floor(modulus);
            divisor = divisor.gcd(&factor);
            if !factor.is_zero() {
                sum.factors.insert(term, factor.into());
            }
        }
        let constant = scaled.constant.numerator().mod_floor(modulus);
        if !constant.is_multiple_of(&divisor) {
            // No sum of multiples of the divisor can make up for it.
            return Constraint { sum: Sum::constant(Rational::ONE), relation: Relation::Zero };
        }
        sum.constant = constant.into();
        self.sum = sum.times(&Rational::from(divisor.clone()).recip());
        let modulus = modulus / divisor;
        self.relation =
            if modulus.is_one() { Relation::Zero } else { Relation::Multiple(modulus.clone()) };
        if modulus.is_one() {
            self.sum = Sum::default();
        }
        self
    }

    /// The term of the condition.
    pub(super) fn to_literal(&self, store: &mut TermStore) -> Term {
        let constraint = self.clone().normal(store);
        let Constraint { mut sum, relation } = constraint;
        let sort = if sum.is_whole(store) { Sort::Int } else { Sort::Real };
        if sum.factors.is_empty() {
            return store.bool(match relation {
                Relation::Negative => sum.constant.is_negative(),
                Relation::NotPositive => !sum.constant.is_positive(),
                Relation::Zero => sum.constant.is_zero(),
                Relation::NotZero => !sum.constant.is_zero(),
                Relation::Multiple(modulus) => sum.constant.numerator().is_multiple_of(&modulus),
            });
        }
        if sort == Sort::Int && !sum.constant.is_integer() {
            // Whole sums are equal to no fraction; bounds were made tight before.
            return store.bool(relation == Relation::NotZero);
        }
        let bound = -&std::mem::take(&mut sum.constant);
        if let Relation::Multiple(modulus) = relation {
            let left = sum.to_term(store, &Sort::Int);
            let rest = Rational::from(bound.numerator().mod_floor(&modulus));
            let modulus = store.constant(Value::Int(modulus));
            let remainder = store.int_mod(left, modulus);
            let rest = constant(store, &Sort::Int, &rest);
            return store.eq(remainder, rest);
        }
        // The first factor is positive, so that opposite conditions look alike.
        let flipped = sum.factors.values().next().is_some_and(Rational::is_negative);
        let (sum, bound) =
            if flipped { (sum.times(&Rational::from(-1)), -&bound) } else { (sum, bound) };
        let (left, right) = (sum.to_term(store, &sort), constant(store, &sort, &bound));
        match (relation, flipped) {
            (Relation::Negative, false) => store.lt(left, right),
            (Relation::Negative, true) => store.lt(right, left),
            (Relation::NotPositive, false) => store.le(left, right),
            (Relation::NotPositive, true) => store.le(right, left),
            (Relation::Zero, _) => store.eq(left, right),
            (_, _) => {
                let equal = store.eq(left, right);
                store.not(equal)
            }
        }
    }
}

/// `t mod k = c`, or the same the other way round, as divisibility.
fn divisibility(store: &mut TermStore, args: &[Term]) -> Option<Constraint> {
    let sides = [(args[0], args[1]), (args[1], args[0])];
    let (remainder, rest) = sides
        .into_iter()
        .find(|&(a, b)| store.op(a) == Op::IntMod && store.as_value(b).is_some())?;
    let modulus = divisor(store, remainder)?.abs();
    let Some(Value::Int(rest)) = store.as_value(rest).cloned() else { return None };
    if rest.is_negative() || rest >= modulus || modulus.is_one() {
        return None;
    }
    let dividend = store.args(remainder)[0];
    let sum = Sum::of(store, dividend).minus(&Sum::constant(rest.into()));
    Some(Constraint { sum, relation: Relation::Multiple(modulus) }.normal(store))
}
