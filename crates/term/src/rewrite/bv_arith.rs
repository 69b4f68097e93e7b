//! Rules of bit-vector sums, differences and products.
//!
//! The normal form of a sum has at most one constant, as its last operand; a difference with a
//! constant on the right is a sum; a product with a power of two is a shift, which costs a solver
//! nothing.

use super::{Application, Rule, bv_narrow};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const ADD: &[Rule] = &[
    Rule { name: "bvadd-zero", apply: add_zero },
    Rule { name: "bvadd-constants", apply: add_constants },
    Rule { name: "bvadd-constant-difference", apply: add_constant_difference },
    Rule { name: "bvadd-constant-not", apply: add_constant_not },
    Rule { name: "bvadd-not", apply: add_not },
    Rule { name: "bvadd-multiples", apply: add_multiples },
    Rule { name: "bvadd-neg", apply: add_neg },
    Rule { name: "bvadd-cancel", apply: add_cancel },
    Rule { name: "bvadd-narrow", apply: bv_narrow::add },
];

pub(super) const SUB: &[Rule] = &[
    Rule { name: "bvsub-same", apply: sub_same },
    Rule { name: "bvsub-constant", apply: sub_constant },
    Rule { name: "bvsub-from-zero", apply: sub_from_zero },
    Rule { name: "bvsub-constant-sum", apply: sub_constant_sum },
    Rule { name: "bvsub-constant-difference", apply: sub_constant_difference },
    Rule { name: "bvsub-constant-not", apply: sub_constant_not },
    Rule { name: "bvsub-multiples", apply: sub_multiples },
    Rule { name: "bvsub-neg", apply: sub_neg },
    Rule { name: "bvsub-cancel", apply: sub_cancel },
    Rule { name: "bvsub-narrow", apply: bv_narrow::sub },
];

pub(super) const NEG: &[Rule] = &[
    Rule { name: "bvneg-neg", apply: neg_neg },
    Rule { name: "bvneg-not", apply: neg_not },
    Rule { name: "bvneg-sub", apply: neg_sub },
    Rule { name: "bvneg-add-constant", apply: neg_add_constant },
    Rule { name: "bvneg-mul-constant", apply: neg_mul_constant },
];

pub(super) const MUL: &[Rule] = &[
    Rule { name: "bvmul-zero", apply: mul_zero },
    Rule { name: "bvmul-one", apply: mul_one },
    Rule { name: "bvmul-minus-one", apply: mul_minus_one },
    Rule { name: "bvmul-constants", apply: mul_constants },
    Rule { name: "bvmul-power-of-two", apply: mul_power_of_two },
    Rule { name: "bvmul-neg-neg", apply: mul_neg_neg },
    Rule { name: "bvmul-narrow", apply: bv_narrow::mul },
];

impl TermStore {
    /// The `x` of a constant multiple `c * x` written as product, shift, negation or `x` itself.
    fn multiple_base(&self, term: Term) -> Term {
        match self.op(term) {
            Op::BvNeg => self.args(term)[0],
            op @ (Op::BvMul | Op::BvShl) => self.with_constant(term, op).map_or(term, |(x, _)| x),
            _ => term,
        }
    }

    /// The `c` of a constant multiple `c * x`.
    fn multiple_factor(&self, term: Term) -> BitVec {
        let width = self.width(term);
        match self.op(term) {
            Op::BvNeg => BitVec::ones(width),
            Op::BvMul => {
                self.with_constant(term, Op::BvMul).map_or(BitVec::one(width), |(_, c)| c.clone())
            }
            Op::BvShl => self
                .with_constant(term, Op::BvShl)
                .map_or(BitVec::one(width), |(_, k)| BitVec::one(width).shl(k)),
            _ => BitVec::one(width),
        }
    }

    /// `x * c`
    fn times(&mut self, x: Term, c: BitVec) -> Term {
        let c = self.bv_const(c);
        self.bv_mul(x, c)
    }
}

/// `x + 0` is `x`.
fn add_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then_some(a.args[0])
}

/// `(x + k1) + k2` is `x + (k1 + k2)`.
fn add_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (x, k1) = store.with_constant(a.args[0], Op::BvAdd)?;
    let k = k1.add(k2);
    let k = store.bv_const(k);
    Some(store.bv_add(x, k))
}

/// `(k1 - x) + k2` is `(k1 + k2) - x`.
fn add_constant_difference(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (k1, x) = store.leading_constant(a.args[0], Op::BvSub)?;
    let k = k1.add(k2);
    let k = store.bv_const(k);
    Some(store.bv_sub(k, x))
}

/// `~x + k` is `(k - 1) - x`.
fn add_constant_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let x = store.unary(a.args[0], Op::BvNot)?;
    let k = k.sub(&BitVec::one(k.width()));
    let k = store.bv_const(k);
    Some(store.bv_sub(k, x))
}

/// `x + ~x` is all ones.
fn add_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let complementary =
        store.unary(x, Op::BvNot) == Some(y) || store.unary(y, Op::BvNot) == Some(x);
    complementary.then(|| store.ones_like(x))
}

/// `c1 * x + c2 * x` is `(c1 + c2) * x`.
fn add_multiples(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let base = store.multiple_base(x);
    if base != store.multiple_base(y) {
        return None;
    }
    let factor = store.multiple_factor(x).add(&store.multiple_factor(y));
    Some(store.times(base, factor))
}

/// `x + -y` is `x - y`.
fn add_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    if let Some(y) = store.unary(y, Op::BvNeg) {
        return Some(store.bv_sub(x, y));
    }
    let x = store.unary(x, Op::BvNeg)?;
    Some(store.bv_sub(y, x))
}

/// `(x - y) + y` is `x`.
fn add_cancel(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let cancelled = |difference, term| {
        let (minuend, subtrahend) = store.binary(difference, Op::BvSub)?;
        (subtrahend == term).then_some(minuend)
    };
    cancelled(x, y).or_else(|| cancelled(y, x))
}

/// `x - x` is 0.
fn sub_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.zero_like(a.args[0]))
}

/// `x - k` is `x + -k`.
fn sub_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?.neg();
    let k = store.bv_const(k);
    Some(store.bv_add(a.args[0], k))
}

/// `0 - x` is `-x`.
fn sub_from_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[0], BitVec::is_zero).then(|| store.bv_neg(a.args[1]))
}

/// `k1 - (x + k2)` is `(k1 - k2) - x`.
fn sub_constant_sum(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k1 = store.as_bitvec(a.args[0])?;
    let (x, k2) = store.with_constant(a.args[1], Op::BvAdd)?;
    let k = k1.sub(k2);
    let k = store.bv_const(k);
    Some(store.bv_sub(k, x))
}

/// `k1 - (k2 - x)` is `x + (k1 - k2)`.
fn sub_constant_difference(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k1 = store.as_bitvec(a.args[0])?;
    let (k2, x) = store.leading_constant(a.args[1], Op::BvSub)?;
    let k = k1.sub(k2);
    let k = store.bv_const(k);
    Some(store.bv_add(x, k))
}

/// `k - ~x` is `x + (k + 1)`.
fn sub_constant_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[0])?;
    let x = store.unary(a.args[1], Op::BvNot)?;
    let k = k.add(&BitVec::one(k.width()));
    let k = store.bv_const(k);
    Some(store.bv_add(x, k))
}

/// `c1 * x - c2 * x` is `(c1 - c2) * x`.
fn sub_multiples(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let base = store.multiple_base(x);
    if base != store.multiple_base(y) {
        return None;
    }
    let factor = store.multiple_factor(x).sub(&store.multiple_factor(y));
    Some(store.times(base, factor))
}

/// `x - -y` is `x + y`.
fn sub_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let y = store.unary(a.args[1], Op::BvNeg)?;
    Some(store.bv_add(a.args[0], y))
}

/// A term that is added and subtracted drops out.
fn sub_cancel(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    if let Some(rest) = store.other_operand(x, Op::BvAdd, y) {
        return Some(rest);
    }
    if let Some(rest) = store.other_operand(y, Op::BvAdd, x) {
        return Some(store.bv_neg(rest));
    }
    match (store.binary(x, Op::BvSub), store.binary(y, Op::BvSub)) {
        (Some((minuend, rest)), _) if minuend == y => Some(store.bv_neg(rest)),
        (_, Some((minuend, rest))) if minuend == x => Some(rest),
        _ => None,
    }
}

/// `--x` is `x`.
fn neg_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::BvNeg)
}

/// `-~x` is `x + 1`.
fn neg_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::BvNot)?;
    let one = store.one_like(x);
    Some(store.bv_add(x, one))
}

/// `-(x - y)` is `y - x`.
fn neg_sub(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = store.binary(a.args[0], Op::BvSub)?;
    Some(store.bv_sub(y, x))
}

/// `-(x + k)` is `-k - x`.
fn neg_add_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = store.with_constant(a.args[0], Op::BvAdd)?;
    let k = k.neg();
    let k = store.bv_const(k);
    Some(store.bv_sub(k, x))
}

/// `-(x * k)` is `x * -k`.
fn neg_mul_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = store.with_constant(a.args[0], Op::BvMul)?;
    let k = k.neg();
    Some(store.times(x, k))
}

/// `x * 0` is 0.
fn mul_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then_some(a.args[1])
}

/// `x * 1` is `x`.
fn mul_one(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_one).then_some(a.args[0])
}

/// `x * -1` is `-x`.
fn mul_minus_one(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_ones).then(|| store.bv_neg(a.args[0]))
}

/// A multiple of a multiple is one multiple.
fn mul_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let base = store.multiple_base(a.args[0]);
    if base == a.args[0] {
        return None;
    }
    let factor = store.multiple_factor(a.args[0]).mul(k);
    Some(store.times(base, factor))
}

/// `x * 2^k` is `x << k`.
fn mul_power_of_two(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let distance = BitVec::new(k.width(), u64::from(k.power_of_two()?));
    let distance = store.bv_const(distance);
    Some(store.bv_shl(a.args[0], distance))
}

/// `-x * -y` is `x * y`.
fn mul_neg_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::BvNeg)?;
    let y = store.unary(a.args[1], Op::BvNeg)?;
    Some(store.bv_mul(x, y))
}
