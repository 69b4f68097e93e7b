//! What terms of arithmetic mean: clauses over atoms.

use super::Numbers;
use super::atoms::Meaning;
use super::forms::{Affine, Leaf, divisor};
use crate::arithmetic::{Delta, Rational, Variable};
use crate::embedded::blast::Blaster;
use crate::sat::Lit;
use num_bigint::BigInt;
use num_traits::Signed;
use term::{Op, Term, TermStore};

impl Numbers {
    /// The literal of `variable <= bound`.
    pub(super) fn bound_literal(
        &mut self,
        blaster: &mut Blaster,
        variable: Variable,
        bound: Delta,
    ) -> Lit {
        if let Some(known) = self.atoms.literal(variable, &bound) {
            return known;
        }
        let lit = blaster.gates.input();
        self.atoms.add(lit, variable, bound);
        lit
    }

    /// What `sum <= 0`, or `sum < 0`, means.
    pub(super) fn meaning(&mut self, sum: &Affine, strict: bool) -> Meaning {
        self.atoms.meaning(&mut self.simplex, sum.form.clone(), &-&sum.constant, strict)
    }

    /// The literal of `sum <= 0`, or of `sum < 0`.
    pub(super) fn inequality(&mut self, blaster: &mut Blaster, sum: &Affine, strict: bool) -> Lit {
        match self.meaning(sum, strict) {
            Meaning::Constant(value) => blaster.gates.constant(value),
            Meaning::Bound { variable, bound, negated } => {
                self.bound_literal(blaster, variable, bound) ^ negated
            }
        }
    }

    /// The literals of `sum <= 0` and of `sum >= 0`.
    pub(super) fn both_sides(&mut self, blaster: &mut Blaster, sum: &Affine) -> [Lit; 2] {
        let at_least = !self.inequality(blaster, sum, true);
        [self.inequality(blaster, sum, false), at_least]
    }

    /// `a <= b` or `a < b`. The literal of the term becomes the atom, unless there is one already.
    pub(super) fn register_inequality(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        let difference = self.difference(store, term);
        let lit = blaster.lit(term);
        let own = match self.meaning(&difference, store.op(term) == Op::Lt) {
            Meaning::Constant(value) => blaster.gates.constant(value),
            Meaning::Bound { variable, bound, negated } => {
                match self.atoms.literal(variable, &bound) {
                    Some(known) => known ^ negated,
                    None => return self.atoms.add(lit ^ negated, variable, bound),
                }
            }
        };
        equivalent(blaster, lit, own);
    }

    /// `a = b`: both inequalities.
    pub(super) fn register_equality(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        let difference = self.difference(store, term);
        let [at_most, at_least] = self.both_sides(blaster, &difference);
        let equal = blaster.gates.and(at_most, at_least);
        let lit = blaster.lit(term);
        equivalent(blaster, lit, equal);
    }

    fn difference(&mut self, store: &TermStore, term: Term) -> Affine {
        let &[a, b] = store.args(term) else { unreachable!("a binary relation") };
        let right = self.affine(store, b);
        self.affine(store, a).minus(&right)
    }

    /// A variable that is one of two sums, by a condition.
    pub(super) fn register_conditional(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        let &[condition, then, otherwise] = store.args(term) else { unreachable!("a conditional") };
        let condition = blaster.lit(condition);
        let result = self.affine(store, term);
        for (guard, branch) in [(condition, then), (!condition, otherwise)] {
            let branch = self.affine(store, branch);
            for side in self.both_sides(blaster, &result.minus(&branch)) {
                blaster.gates.clause(&[!guard, side]);
            }
        }
    }

    /// The whole part of a real.
    pub(super) fn register_whole_part(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) -> Affine {
        let whole = store.args(term)[0];
        let sum = self.affine(store, whole);
        self.quotient(blaster, whole, &sum, &BigInt::from(1))
    }

    /// A real that is its own whole part.
    pub(super) fn register_is_whole(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        let real = self.affine(store, store.args(term)[0]);
        let part = self.register_whole_part(store, blaster, term);
        let whole = self.inequality(blaster, &real.minus(&part), false);
        let lit = blaster.lit(term);
        equivalent(blaster, lit, whole);
    }

    /// A quotient or a remainder of integers.
    pub(super) fn register_division(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        match divisor(store, term) {
            Some(divisor) => {
                let dividend = store.args(term)[0];
                let sum = self.affine(store, dividend);
                self.quotient(blaster, dividend, &sum, &divisor);
            }
            None => self.register_product(store, term),
        }
    }

    /// The quotient of a term, which is the given sum, by a constant other than 0: what is left is not
    /// negative, and less than the divisor.
    pub(super) fn quotient(
        &mut self,
        blaster: &mut Blaster,
        dividend: Term,
        sum: &Affine,
        divisor: &BigInt,
    ) -> Affine {
        let leaf = Leaf::Quotient(dividend, divisor.clone());
        let known = self.leaves.contains_key(&leaf);
        let quotient = Affine::variable(self.leaf(leaf, true));
        if !known {
            let product = quotient.times(&divisor.clone().into());
            let not_negative = self.inequality(blaster, &product.minus(sum), false);
            blaster.gates.clause(&[not_negative]);
            let mut rest = sum.minus(&product);
            rest.add(&Rational::from(-divisor.abs()), &Affine::constant(Rational::ONE));
            let less = self.inequality(blaster, &rest, true);
            blaster.gates.clause(&[less]);
        }
        quotient
    }

    /// Lets a constant that was not seen before be a sum.
    pub fn define(&mut self, store: &TermStore, constant: Term, definition: Term) {
        let sum = self.affine(store, definition);
        self.constants.insert(constant, store.sort(constant).clone());
        self.definitions.insert(constant, sum);
    }
}

fn equivalent(blaster: &mut Blaster, a: Lit, b: Lit) {
    blaster.gates.clause(&[!a, b]);
    blaster.gates.clause(&[a, !b]);
}
