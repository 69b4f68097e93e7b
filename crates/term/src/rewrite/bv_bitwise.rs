//! Rules of bitwise operators.

use super::{Application, Rule, bv_narrow};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const NOT: &[Rule] = &[
    Rule { name: "bvnot-not", apply: not_not },
    Rule { name: "bvnot-neg", apply: not_neg },
    Rule { name: "bvnot-add-constant", apply: not_add_constant },
    Rule { name: "bvnot-constant-difference", apply: not_constant_difference },
    Rule { name: "bvnot-xor-constant", apply: not_xor_constant },
];

pub(super) const AND: &[Rule] = &[
    Rule { name: "bvand-zero", apply: lattice_absorbing },
    Rule { name: "bvand-ones", apply: lattice_neutral },
    Rule { name: "bvand-same", apply: lattice_same },
    Rule { name: "bvand-complement", apply: lattice_complement },
    Rule { name: "bvand-constants", apply: lattice_constants },
    Rule { name: "bvand-nested", apply: lattice_nested },
    Rule { name: "bvand-absorb", apply: lattice_absorb },
    Rule { name: "bvand-resolve", apply: lattice_resolve },
    Rule { name: "bvand-conditionals", apply: bitwise_conditionals },
    Rule { name: "bvand-narrow", apply: bv_narrow::bitwise },
];

pub(super) const OR: &[Rule] = &[
    Rule { name: "bvor-ones", apply: lattice_absorbing },
    Rule { name: "bvor-zero", apply: lattice_neutral },
    Rule { name: "bvor-same", apply: lattice_same },
    Rule { name: "bvor-complement", apply: lattice_complement },
    Rule { name: "bvor-constants", apply: lattice_constants },
    Rule { name: "bvor-nested", apply: lattice_nested },
    Rule { name: "bvor-absorb", apply: lattice_absorb },
    Rule { name: "bvor-resolve", apply: lattice_resolve },
    Rule { name: "bvor-conditionals", apply: bitwise_conditionals },
    Rule { name: "bvor-narrow", apply: bv_narrow::bitwise },
];

pub(super) const XOR: &[Rule] = &[
    Rule { name: "bvxor-zero", apply: xor_zero },
    Rule { name: "bvxor-ones", apply: xor_ones },
    Rule { name: "bvxor-same", apply: xor_same },
    Rule { name: "bvxor-constants", apply: xor_constants },
    Rule { name: "bvxor-not", apply: xor_not },
    Rule { name: "bvxor-nested", apply: xor_nested },
    Rule { name: "bvxor-conditionals", apply: bitwise_conditionals },
    Rule { name: "bvxor-narrow", apply: bv_narrow::bitwise },
];

/// `~~x` is `x`.
fn not_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::BvNot)
}

/// `~-x` is `x - 1`.
fn not_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::BvNeg)?;
    let minus_one = store.ones_like(x);
    Some(store.bv_add(x, minus_one))
}

/// `~(x + k)` is `~k - x`.
fn not_add_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = store.with_constant(a.args[0], Op::BvAdd)?;
    let k = k.not();
    let k = store.bv_const(k);
    Some(store.bv_sub(k, x))
}

/// `~(k - x)` is `x + ~k`.
fn not_constant_difference(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (k, x) = store.leading_constant(a.args[0], Op::BvSub)?;
    let k = k.not();
    let k = store.bv_const(k);
    Some(store.bv_add(x, k))
}

/// `~(x ^ k)` is `x ^ ~k`.
fn not_xor_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = store.with_constant(a.args[0], Op::BvXor)?;
    let k = k.not();
    let k = store.bv_const(k);
    Some(store.bv_xor(x, k))
}

// Conjunction and disjunction are dual: each rule below serves both.

fn dual(op: Op) -> Op {
    if op == Op::BvAnd { Op::BvOr } else { Op::BvAnd }
}

fn lattice(store: &mut TermStore, op: Op, x: Term, y: Term) -> Term {
    if op == Op::BvAnd { store.bv_and(x, y) } else { store.bv_or(x, y) }
}

fn is_absorbing(op: Op, k: &BitVec) -> bool {
    if op == Op::BvAnd { k.is_zero() } else { k.is_ones() }
}

fn is_neutral(op: Op, k: &BitVec) -> bool {
    if op == Op::BvAnd { k.is_ones() } else { k.is_zero() }
}

/// `x & 0` is 0; `x | 1...1` is all ones.
fn lattice_absorbing(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    is_absorbing(a.op, store.as_bitvec(a.args[1])?).then_some(a.args[1])
}

/// `x & 1...1` and `x | 0` are `x`.
fn lattice_neutral(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    is_neutral(a.op, store.as_bitvec(a.args[1])?).then_some(a.args[0])
}

/// `x & x` is `x`.
fn lattice_same(_: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then_some(a.args[0])
}

fn complementary(store: &TermStore, x: Term, y: Term) -> bool {
    store.unary(x, Op::BvNot) == Some(y) || store.unary(y, Op::BvNot) == Some(x)
}

/// `x & ~x` is 0; `x | ~x` is all ones.
fn lattice_complement(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if !complementary(store, a.args[0], a.args[1]) {
        return None;
    }
    Some(match a.op {
        Op::BvAnd => store.zero_like(a.args[0]),
        _ => store.ones_like(a.args[0]),
    })
}

/// `(x & k1) & k2` is `x & (k1 & k2)`.
fn lattice_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (x, k1) = store.with_constant(a.args[0], a.op)?;
    let k = if a.op == Op::BvAnd { k1.and(k2) } else { k1.or(k2) };
    let k = store.bv_const(k);
    Some(lattice(store, a.op, x, k))
}

/// `x & (x & y)` is `x & y`.
fn lattice_nested(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    if store.other_operand(y, a.op, x).is_some() {
        return Some(y);
    }
    store.other_operand(x, a.op, y).map(|_| x)
}

/// `x & (x | y)` is `x`.
fn lattice_absorb(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    if store.other_operand(y, dual(a.op), x).is_some() {
        return Some(x);
    }
    store.other_operand(x, dual(a.op), y).map(|_| y)
}

/// `x & (~x | y)` is `x & y`.
fn lattice_resolve(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let rest = |x: Term, y: Term| match store.binary(y, dual(a.op))? {
        (p, q) if complementary(store, p, x) => Some((x, q)),
        (p, q) if complementary(store, q, x) => Some((x, p)),
        _ => None,
    };
    let (x, y) = (a.args[0], a.args[1]);
    let (x, y) = rest(x, y).or_else(|| rest(y, x))?;
    Some(lattice(store, a.op, x, y))
}

/// A conditional between a constant and zero: the condition, the polarity under which it is the
/// constant, and the constant.
fn guarded_constant(store: &TermStore, term: Term) -> Option<(Term, bool, Term)> {
    let (condition, x, y) = store.as_ite(term)?;
    if store.is_constant(x) && store.is_bitvec(y, BitVec::is_zero) {
        Some((condition, true, x))
    } else if store.is_constant(y) && store.is_bitvec(x, BitVec::is_zero) {
        Some((condition, false, y))
    } else {
        None
    }
}

/// On conditionals between a constant and 0, such as C's truth values, bitwise operators are
/// connectives of the conditions.
fn bitwise_conditionals(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (c, c_positive, j) = guarded_constant(store, a.args[0])?;
    let (d, d_positive, k) = guarded_constant(store, a.args[1])?;
    if j != k && a.op != Op::BvAnd {
        return None;
    }
    let c = if c_positive { c } else { store.not(c) };
    let d = if d_positive { d } else { store.not(d) };
    let condition = match a.op {
        Op::BvAnd => store.and(&[c, d]),
        Op::BvOr => store.or(&[c, d]),
        _ => store.xor(c, d),
    };
    let value = if a.op == Op::BvAnd { store.bv_and(j, k) } else { j };
    let zero = store.zero_like(j);
    Some(store.ite(condition, value, zero))
}

/// `x ^ 0` is `x`.
fn xor_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then_some(a.args[0])
}

/// `x ^ 1...1` is `~x`.
fn xor_ones(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_ones).then(|| store.bv_not(a.args[0]))
}

/// `x ^ x` is 0.
fn xor_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.zero_like(a.args[0]))
}

/// `(x ^ k1) ^ k2` is `x ^ (k1 ^ k2)`.
fn xor_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (x, k1) = store.with_constant(a.args[0], Op::BvXor)?;
    let k = k1.xor(k2);
    let k = store.bv_const(k);
    Some(store.bv_xor(x, k))
}

/// Complements move out of `bvxor`, into its constant if it has one.
fn xor_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    match (store.unary(x, Op::BvNot), store.unary(y, Op::BvNot)) {
        (None, None) => None,
        (Some(x), Some(y)) => Some(store.bv_xor(x, y)),
        (inner_x, inner_y) => {
            let plain = store.bv_xor(inner_x.unwrap_or(x), inner_y.unwrap_or(y));
            Some(store.bv_not(plain))
        }
    }
}

/// `x ^ (x ^ y)` is `y`.
fn xor_nested(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    store.other_operand(y, Op::BvXor, x).or_else(|| store.other_operand(x, Op::BvXor, y))
}
