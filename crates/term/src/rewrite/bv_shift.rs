//! Rules of shifts. Shifts by a constant cost a solver nothing, so they are kept as they are;
//! a distance of the width or more shifts everything out.

use super::{Application, Rule};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const SHL: &[Rule] = &[
    Rule { name: "bvshl-by-zero", apply: shift_by_zero },
    Rule { name: "bvshl-oversized", apply: logical_oversized },
    Rule { name: "bvshl-of-zero", apply: shift_of_zero },
    Rule { name: "bvshl-twice", apply: shift_twice },
    Rule { name: "bvshl-multiple", apply: shl_multiple },
];

pub(super) const LSHR: &[Rule] = &[
    Rule { name: "bvlshr-by-zero", apply: shift_by_zero },
    Rule { name: "bvlshr-oversized", apply: logical_oversized },
    Rule { name: "bvlshr-of-zero", apply: shift_of_zero },
    Rule { name: "bvlshr-twice", apply: shift_twice },
];

pub(super) const ASHR: &[Rule] = &[
    Rule { name: "bvashr-by-zero", apply: shift_by_zero },
    Rule { name: "bvashr-oversized", apply: ashr_oversized },
    Rule { name: "bvashr-of-zero", apply: shift_of_zero },
    Rule { name: "bvashr-of-ones", apply: ashr_of_ones },
    Rule { name: "bvashr-twice", apply: shift_twice },
    Rule { name: "bvashr-nonnegative", apply: ashr_nonnegative },
];

/// A constant distance, at most the width.
pub(super) fn distance(k: &BitVec) -> u32 {
    let width = k.width();
    k.to_u64().map_or(width, |k| k.min(u64::from(width)) as u32)
}

fn shift(store: &mut TermStore, op: Op, x: Term, by: u32) -> Term {
    let width = store.width(x);
    let by = store.bv(width, u64::from(by));
    match op {
        Op::BvShl => store.bv_shl(x, by),
        Op::BvLshr => store.bv_lshr(x, by),
        _ => store.bv_ashr(x, by),
    }
}

/// A shift by 0 changes nothing.
fn shift_by_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then_some(a.args[0])
}

/// A logical shift by the width or more gives 0.
fn logical_oversized(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    (distance(k) == k.width()).then(|| store.zero_like(a.args[0]))
}

/// An arithmetic shift by the width or more leaves only copies of the sign.
fn ashr_oversized(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let width = k.width();
    (distance(k) == width).then(|| shift(store, Op::BvAshr, a.args[0], width - 1))
}

/// A shift of 0 gives 0.
fn shift_of_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[0], BitVec::is_zero).then_some(a.args[0])
}

/// An arithmetic shift of -1 gives -1.
fn ashr_of_ones(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[0], BitVec::is_ones).then_some(a.args[0])
}

/// The distances of two shifts of one kind add up.
fn shift_twice(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let outer = distance(store.as_bitvec(a.args[1])?);
    let (x, k) = store.with_constant(a.args[0], a.op)?;
    let (width, inner) = (k.width(), distance(k));
    let sum = u64::from(inner) + u64::from(outer);
    if sum < u64::from(width) {
        return Some(shift(store, a.op, x, sum as u32));
    }
    Some(match a.op {
        Op::BvAshr => shift(store, Op::BvAshr, x, width - 1),
        _ => store.zero_like(x),
    })
}

/// `(x * c) << k` is `x * (c << k)`.
fn shl_multiple(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let (x, c) = store.with_constant(a.args[0], Op::BvMul)?;
    let c = c.shl(k);
    let c = store.bv_const(c);
    Some(store.bv_mul(x, c))
}

/// An arithmetic shift of a number that is not negative is a logical one.
fn ashr_nonnegative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let shifted_in = store.with_constant(a.args[0], Op::BvLshr).is_some_and(|(_, k)| !k.is_zero());
    (shifted_in || store.is_nonnegative(a.args[0])).then(|| store.bv_lshr(a.args[0], a.args[1]))
}
