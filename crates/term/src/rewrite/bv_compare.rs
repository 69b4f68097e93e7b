//! Rules of comparisons of bit-vectors.
//!
//! A comparison and its negation have one shape: `bvult` and `bvslt` are kept, and `x <= y` is `not
//! (y < x)`. A constant stands on the right. So a literal and its complement share a node, and
//! negation costs nothing.

use super::bv_structure::{sign_truncated, zero_truncated};
use super::{Application, Rule, bv_narrow};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const ULE: &[Rule] = &[Rule { name: "bvule-as-bvult", apply: ule_as_ult }];
pub(super) const SLE: &[Rule] = &[Rule { name: "bvsle-as-bvslt", apply: sle_as_slt }];

pub(super) const ULT: &[Rule] = &[
    Rule { name: "bvult-same", apply: less_same },
    Rule { name: "bvult-least", apply: less_than_least },
    Rule { name: "bvult-greatest", apply: less_than_greatest },
    Rule { name: "bvult-constant-left", apply: less_constant_left },
    Rule { name: "bvult-extensions", apply: less_extensions },
    Rule { name: "bvult-zero-extension-constant", apply: ult_zero_extension_constant },
    Rule { name: "bvult-bounded", apply: ult_bounded },
    Rule { name: "bvult-not", apply: less_not },
];

pub(super) const SLT: &[Rule] = &[
    Rule { name: "bvslt-same", apply: less_same },
    Rule { name: "bvslt-least", apply: less_than_least },
    Rule { name: "bvslt-greatest", apply: less_than_greatest },
    Rule { name: "bvslt-constant-left", apply: less_constant_left },
    Rule { name: "bvslt-nonnegative", apply: slt_nonnegative },
    Rule { name: "bvslt-zero-extension-negative", apply: slt_zero_extension_negative },
    Rule { name: "bvslt-extensions", apply: less_extensions },
    Rule { name: "bvslt-sign-extension-constant", apply: slt_sign_extension_constant },
    Rule { name: "bvslt-not", apply: less_not },
    Rule { name: "bvslt-sum-overflow", apply: bv_narrow::slt_sum_overflow },
];

fn less(store: &mut TermStore, op: Op, x: Term, y: Term) -> Term {
    if op == Op::BvUlt { store.bv_ult(x, y) } else { store.bv_slt(x, y) }
}

fn least(op: Op, width: u32) -> BitVec {
    if op == Op::BvUlt { BitVec::zero(width) } else { BitVec::min_signed(width) }
}

fn greatest(op: Op, width: u32) -> BitVec {
    if op == Op::BvUlt { BitVec::ones(width) } else { BitVec::max_signed(width) }
}

/// Unsigned `x <= y` is `not (y < x)`.
fn ule_as_ult(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let greater = store.bv_ult(a.args[1], a.args[0]);
    Some(store.not(greater))
}

/// Signed `x <= y` is `not (y < x)`.
fn sle_as_slt(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let greater = store.bv_slt(a.args[1], a.args[0]);
    Some(store.not(greater))
}

/// `x < x` is false.
fn less_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(false))
}

/// Nothing is less than the least value, and only the least value is less than the next one.
fn less_than_least(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let least = least(a.op, k.width());
    if *k == least {
        return Some(store.bool(false));
    }
    if k.sub(&BitVec::one(k.width())) != least {
        return None;
    }
    let least = store.bv_const(least);
    Some(store.eq(a.args[0], least))
}

/// Every other value is less than the greatest one.
fn less_than_greatest(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    if *k != greatest(a.op, k.width()) {
        return None;
    }
    let equal = store.eq(a.args[0], a.args[1]);
    Some(store.not(equal))
}

/// `k < x` is `not (x < k + 1)`, or false if `k` is the greatest value.
fn less_constant_left(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[0])?;
    if *k == greatest(a.op, k.width()) {
        return Some(store.bool(false));
    }
    let next = k.add(&BitVec::one(k.width()));
    let next = store.bv_const(next);
    let at_most = less(store, a.op, a.args[1], next);
    Some(store.not(at_most))
}

/// Extensions of one kind keep the order of vectors of equal width.
fn less_extensions(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    match (store.op(x), store.op(y)) {
        (Op::BvSignExtend(m), Op::BvSignExtend(n)) if m == n => {}
        (Op::BvZeroExtend(m), Op::BvZeroExtend(n)) if m == n && a.op == Op::BvUlt => {}
        _ => return None,
    }
    let (x, y) = (store.args(x)[0], store.args(y)[0]);
    Some(less(store, a.op, x, y))
}

/// A zero extension is compared with a constant at its own width, if the constant fits that width.
fn ult_zero_extension_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let x = store.zero_extended(a.args[0])?;
    match zero_truncated(k, store.width(x)) {
        None => Some(store.bool(true)),
        Some(k) => {
            let k = store.bv_const(k);
            Some(store.bv_ult(x, k))
        }
    }
}

/// `x & m` is at most `m` and `x % m` less than `m`, which may decide a comparison.
fn ult_bounded(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let bounded = match store.op(a.args[0]) {
        Op::BvAnd => store.with_constant(a.args[0], Op::BvAnd)?.1.ult(k),
        Op::BvUrem => {
            let m = store.with_constant(a.args[0], Op::BvUrem)?.1;
            !m.is_zero() && !k.ult(m)
        }
        _ => false,
    };
    bounded.then(|| store.bool(true))
}

/// Complement reverses both orders.
fn less_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::BvNot)?;
    let y = match store.as_bitvec(a.args[1]) {
        Some(k) => {
            let k = k.not();
            store.bv_const(k)
        }
        None => store.unary(a.args[1], Op::BvNot)?,
    };
    Some(less(store, a.op, y, x))
}

/// On numbers known not to be negative both orders agree.
fn slt_nonnegative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let both = store.is_nonnegative(a.args[0]) && store.is_nonnegative(a.args[1]);
    both.then(|| store.bv_ult(a.args[0], a.args[1]))
}

/// A zero extension is not less than a negative constant.
fn slt_zero_extension_negative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.zero_extended(a.args[0])?;
    store.is_bitvec(a.args[1], BitVec::sign).then(|| store.bool(false))
}

/// A sign extension is compared with a constant at its own width, if the constant fits that width.
fn slt_sign_extension_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let x = store.sign_extended(a.args[0])?;
    match sign_truncated(k, store.width(x)) {
        None => {
            let above = !k.sign();
            Some(store.bool(above))
        }
        Some(k) => {
            let k = store.bv_const(k);
            Some(store.bv_slt(x, k))
        }
    }
}
