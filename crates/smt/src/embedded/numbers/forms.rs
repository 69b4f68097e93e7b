//! Terms as sums of multiples of variables.

use super::Numbers;
use crate::arithmetic::{Form, Rational, Variable, add_multiple};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use term::{Op, Sort, Term, TermStore, Value};

/// A form plus a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Affine {
    pub form: Form,
    pub constant: Rational,
}

/// What a variable of the simplex method stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    /// A term that is no sum of others.
    Term(Term),
    /// The quotient of a term by a constant other than 0, rounded so that the remainder is not negative.
    Quotient(Term, BigInt),
}

impl Affine {
    pub(super) fn constant(constant: Rational) -> Affine {
        Affine { form: Form::new(), constant }
    }

    pub(super) fn variable(variable: Variable) -> Affine {
        Affine { form: vec![(variable, Rational::ONE)], constant: Rational::ZERO }
    }

    /// Adds a multiple of another one.
    pub(super) fn add(&mut self, factor: &Rational, other: &Affine) {
        self.form = add_multiple(&self.form, factor, &other.form);
        self.constant.add_product(factor, &other.constant);
    }

    /// The difference to another one.
    pub(super) fn minus(&self, other: &Affine) -> Affine {
        let mut difference = self.clone();
        difference.add(&-&Rational::ONE, other);
        difference
    }

    /// The product with a constant.
    pub(super) fn times(&self, factor: &Rational) -> Affine {
        let mut product = Affine::default();
        if !factor.is_zero() {
            product.add(factor, self);
        }
        product
    }

    /// The value, given those of the variables; 0 for variables that have none yet.
    pub(super) fn value(&self, values: &[Rational]) -> Rational {
        let mut value = self.constant.clone();
        for (x, factor) in &self.form {
            if let Some(number) = values.get(*x as usize) {
                value.add_product(factor, number);
            }
        }
        value
    }
}

/// A constant as a rational number.
pub(crate) fn number(store: &TermStore, term: Term) -> Option<Rational> {
    match store.as_value(term)? {
        Value::Int(n) => Some(n.clone().into()),
        Value::Real(q) => Some(q.clone().into()),
        _ => None,
    }
}

/// The divisor of a division of integers, if it is a constant other than 0.
pub(crate) fn divisor(store: &TermStore, term: Term) -> Option<BigInt> {
    match store.as_value(store.args(term)[1])? {
        Value::Int(n) if *n != BigInt::ZERO => Some(n.clone()),
        _ => None,
    }
}

/// A product as its only factor that is no constant, and the product of the others; `None` if it has several
/// such factors.
pub(super) fn linear_product(store: &TermStore, product: Term) -> Option<(Option<Term>, Rational)> {
    let mut factor = Rational::ONE;
    let mut open = None;
    for &arg in store.args(product) {
        match number(store, arg) {
            Some(constant) => factor = &factor * &constant,
            None if open.is_none() => open = Some(arg),
            None => return None,
        }
    }
    Some((open, factor))
}

impl Numbers {
    /// The variable of a leaf, a new one if it has none.
    pub(super) fn leaf(&mut self, leaf: Leaf, integer: bool) -> Variable {
        *self.leaves.entry(leaf).or_insert_with(|| self.simplex.add_variable(integer))
    }

    /// A numeric term as a sum. Terms that are no sums have been registered before, but for constants.
    pub(super) fn affine(&mut self, store: &TermStore, term: Term) -> Affine {
        let mut sum = Affine::default();
        // The largest term first: it is no part of the others, so each part is met once.
        let mut open: BTreeMap<Term, Rational> = [(term, Rational::ONE)].into();
        while let Some((term, factor)) = open.pop_last() {
            if factor.is_zero() {
                continue;
            }
            let mut add = |part: Term, factor: &Rational| {
                *open.entry(part).or_default() += factor;
            };
            let args = store.args(term);
            match store.op(term) {
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
                Op::Mul if let Some((open, product)) = linear_product(store, term) => match open {
                    Some(arg) => add(arg, &(&product * &factor)),
                    None => sum.constant.add_product(&product, &factor),
                },
                Op::RealDiv if let Some(divisor) = number(store, args[1]) => {
                    if !divisor.is_zero() {
                        add(args[0], &(&factor * &divisor.recip()));
                    }
                }
                Op::IntDiv if let Some(divisor) = divisor(store, term) => {
                    let quotient = self.leaf(Leaf::Quotient(args[0], divisor), true);
                    sum.add(&factor, &Affine::variable(quotient));
                }
                Op::IntMod if let Some(divisor) = divisor(store, term) => {
                    add(args[0], &factor);
                    let multiple = -&(&factor * &divisor.clone().into());
                    let quotient = self.leaf(Leaf::Quotient(args[0], divisor), true);
                    sum.add(&multiple, &Affine::variable(quotient));
                }
                Op::ToInt => {
                    let whole = self.leaf(Leaf::Quotient(args[0], BigInt::from(1)), true);
                    sum.add(&factor, &Affine::variable(whole));
                }
                Op::IntDiv if number(store, args[1]).is_some() => {}
                Op::IntMod if number(store, args[1]).is_some() => add(args[0], &factor),
                _ => match self.definitions.get(&term) {
                    Some(definition) => sum.add(&factor, definition),
                    None => {
                        let integer = *store.sort(term) == Sort::Int;
                        let variable = self.leaf(Leaf::Term(term), integer);
                        sum.add(&factor, &Affine::variable(variable));
                    }
                },
            }
        }
        sum
    }
}
