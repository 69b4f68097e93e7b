//! Products and quotients of variables, for the values that models give to all factors but one.

use super::Numbers;
use super::forms::{Affine, Leaf, divisor, linear_product, number};
use crate::arithmetic::{Rational, Variable};
use crate::embedded::blast::Blaster;
use crate::sat::Lit;
use term::{Op, Sort, Term, TermStore};

/// An application whose result has no linear meaning.
pub(super) struct Product {
    op: Op,
    terms: Vec<Term>,
    args: Vec<Affine>,
    result: Variable,
}

impl Numbers {
    /// Takes note of a product, quotient or remainder if it is not linear.
    pub(super) fn register_product(&mut self, store: &TermStore, term: Term) {
        let op = store.op(term);
        let terms = store.args(term).to_vec();
        let linear = match op {
            Op::Mul => linear_product(store, term).is_some(),
            Op::RealDiv => number(store, terms[1]).is_some(),
            _ => divisor(store, term).is_some() || number(store, terms[1]).is_some(),
        };
        if linear {
            return;
        }
        let args = terms.iter().map(|&arg| self.affine(store, arg)).collect();
        let result = self.leaf(Leaf::Term(term), *store.sort(term) == Sort::Int);
        self.products.push(Product { op, terms, args, result });
    }

    /// For each product that the values have wrong, clauses that say what it is for these values of all
    /// its factors but one.
    pub(super) fn product_lemmas(&mut self, blaster: &mut Blaster) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for product in std::mem::take(&mut self.products) {
            self.product_lemma(blaster, &product, &mut clauses);
            self.products.push(product);
        }
        clauses
    }

    fn product_lemma(
        &mut self,
        blaster: &mut Blaster,
        product: &Product,
        clauses: &mut Vec<Vec<Lit>>,
    ) {
        let values: Vec<Rational> =
            product.args.iter().map(|arg| arg.value(&self.values)).collect();
        let result = Affine::variable(product.result);
        let fixed = match product.op {
            Op::Mul => 0..values.len() - 1,
            _ => 1..2,
        };
        // The result as a sum, where the fixed arguments have their values.
        let sum = match product.op {
            Op::Mul => {
                let last = values.len() - 1;
                let factor = values[..last].iter().fold(Rational::ONE, |a, b| &a * b);
                product.args[last].times(&factor)
            }
            Op::RealDiv if values[1].is_zero() => Affine::default(),
            Op::RealDiv => product.args[0].times(&values[1].recip()),
            Op::IntDiv if values[1].is_zero() => Affine::default(),
            Op::IntMod if values[1].is_zero() => product.args[0].clone(),
            _ => {
                // Whether it is wrong is known only with the quotient, which may be new.
                let divisor = values[1].numerator();
                if self.is_right(product, &values, &result) {
                    return;
                }
                let dividend = &product.args[0];
                let quotient = self.quotient(blaster, product.terms[0], dividend, &divisor);
                match product.op {
                    Op::IntDiv => quotient,
                    _ => dividend.minus(&quotient.times(&values[1])),
                }
            }
        };
        if self.is_right(product, &values, &result) {
            return;
        }
        let mut guard = Vec::new();
        for i in fixed {
            let difference = product.args[i].minus(&Affine::constant(values[i].clone()));
            guard.extend(self.both_sides(blaster, &difference).map(|lit| !lit));
        }
        for side in self.both_sides(blaster, &result.minus(&sum)) {
            let mut clause = guard.clone();
            clause.push(side);
            clauses.push(clause);
        }
    }

    /// Whether the result has the value that it should have.
    fn is_right(&self, product: &Product, values: &[Rational], result: &Affine) -> bool {
        let expected = match product.op {
            Op::Mul => values.iter().fold(Rational::ONE, |a, b| &a * b),
            Op::IntMod if values[1].is_zero() => values[0].clone(),
            _ if values[1].is_zero() => Rational::ZERO,
            Op::RealDiv => &values[0] * &values[1].recip(),
            op => {
                // Rounded so that the remainder is not negative.
                let size = values[1].abs();
                let quotient = (&values[0] * &size.recip()).floor();
                let rest = &values[0] - &(&quotient * &size);
                match op {
                    Op::IntMod => rest,
                    _ if values[1].is_negative() => -&quotient,
                    _ => quotient,
                }
            }
        };
        result.value(&self.values) == expected
    }
}
