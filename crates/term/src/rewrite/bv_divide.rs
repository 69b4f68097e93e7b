//! Rules of bit-vector quotients and remainders.
//!
//! SMT-LIB defines division by zero: `bvudiv` gives all ones, the remainders give the dividend, and
//! `bvsdiv` gives 1 for a negative dividend and -1 for the others.

use super::{Application, Rule};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const UDIV: &[Rule] = &[
    Rule { name: "bvudiv-by-zero", apply: udiv_by_zero },
    Rule { name: "bvudiv-power-of-two", apply: udiv_power_of_two },
    Rule { name: "bvudiv-same", apply: quotient_same },
    Rule { name: "bvudiv-of-zero", apply: quotient_of_zero },
];

pub(super) const UREM: &[Rule] = &[
    Rule { name: "bvurem-by-zero", apply: remainder_by_zero },
    Rule { name: "bvurem-power-of-two", apply: urem_power_of_two },
    Rule { name: "bvurem-same", apply: remainder_same },
    Rule { name: "bvurem-of-zero", apply: remainder_of_zero },
];

pub(super) const SDIV: &[Rule] = &[
    Rule { name: "bvsdiv-by-zero", apply: sdiv_by_zero },
    Rule { name: "bvsdiv-by-one", apply: sdiv_by_one },
    Rule { name: "bvsdiv-by-minus-one", apply: sdiv_by_minus_one },
    Rule { name: "bvsdiv-same", apply: quotient_same },
    Rule { name: "bvsdiv-of-zero", apply: quotient_of_zero },
    Rule { name: "bvsdiv-nonnegative", apply: signed_nonnegative },
];

pub(super) const SREM: &[Rule] = &[
    Rule { name: "bvsrem-by-zero", apply: remainder_by_zero },
    Rule { name: "bvsrem-by-unit", apply: remainder_by_unit },
    Rule { name: "bvsrem-same", apply: remainder_same },
    Rule { name: "bvsrem-of-zero", apply: remainder_of_zero },
    Rule { name: "bvsrem-by-negative", apply: srem_by_negative },
    Rule { name: "bvsrem-nonnegative", apply: signed_nonnegative },
];

pub(super) const SMOD: &[Rule] = &[
    Rule { name: "bvsmod-by-zero", apply: remainder_by_zero },
    Rule { name: "bvsmod-by-unit", apply: remainder_by_unit },
    Rule { name: "bvsmod-same", apply: remainder_same },
    Rule { name: "bvsmod-of-zero", apply: remainder_of_zero },
    Rule { name: "bvsmod-power-of-two", apply: smod_power_of_two },
    Rule { name: "bvsmod-nonnegative", apply: signed_nonnegative },
];

/// Unsigned `x / 0` is all ones.
fn udiv_by_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then(|| store.ones_like(a.args[0]))
}

/// Unsigned `x / 2^k` is a shift.
fn udiv_power_of_two(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let distance = BitVec::new(k.width(), u64::from(k.power_of_two()?));
    let distance = store.bv_const(distance);
    Some(store.bv_lshr(a.args[0], distance))
}

/// `x / x` is 1, but all ones when `x` is 0.
fn quotient_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = a.args[0];
    if x != a.args[1] {
        return None;
    }
    let (zero, one, ones) = (store.zero_like(x), store.one_like(x), store.ones_like(x));
    let by_zero = store.eq(x, zero);
    Some(store.ite(by_zero, ones, one))
}

/// `0 / x` is 0, but all ones when `x` is 0.
fn quotient_of_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (zero, x) = (a.args[0], a.args[1]);
    if !store.is_bitvec(zero, BitVec::is_zero) {
        return None;
    }
    let ones = store.ones_like(x);
    let by_zero = store.eq(x, zero);
    Some(store.ite(by_zero, ones, zero))
}

/// The remainder of `x` by 0 is `x`.
fn remainder_by_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_zero).then_some(a.args[0])
}

/// The remainder of `x` by `x` is 0, also for 0.
fn remainder_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.zero_like(a.args[0]))
}

/// The remainder of 0 by anything is 0.
fn remainder_of_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[0], BitVec::is_zero).then_some(a.args[0])
}

/// A signed remainder by 1 or -1 is 0.
fn remainder_by_unit(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let unit = store.is_bitvec(a.args[1], |k| k.is_one() || k.is_ones());
    unit.then(|| store.zero_like(a.args[0]))
}

/// The low bits of a vector, as a vector of the same width.
fn low_bits(store: &mut TermStore, x: Term, count: u32) -> Term {
    let width = store.width(x);
    let mask = BitVec::from_bits(width, |i| i < count);
    let mask = store.bv_const(mask);
    store.bv_and(x, mask)
}

/// The unsigned remainder by 2^k is the low k bits.
fn urem_power_of_two(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?.power_of_two()?;
    Some(low_bits(store, a.args[0], k))
}

/// `bvsmod` takes the sign of the divisor, so by a positive 2^k it gives the low k bits.
fn smod_power_of_two(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let divisor = store.as_bitvec(a.args[1])?;
    let k = divisor.power_of_two().filter(|_| !divisor.sign())?;
    Some(low_bits(store, a.args[0], k))
}

/// Signed `x / 0` is 1 for negative `x` and -1 for others.
fn sdiv_by_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, zero) = (a.args[0], a.args[1]);
    if !store.is_bitvec(zero, BitVec::is_zero) {
        return None;
    }
    let (one, minus_one) = (store.one_like(x), store.ones_like(x));
    let negative = store.bv_slt(x, zero);
    Some(store.ite(negative, one, minus_one))
}

/// Signed `x / 1` is `x`.
fn sdiv_by_one(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_one).then_some(a.args[0])
}

/// Signed `x / -1` is `-x`; both map the least number to itself.
fn sdiv_by_minus_one(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.is_bitvec(a.args[1], BitVec::is_ones).then(|| store.bv_neg(a.args[0]))
}

/// The sign of the divisor does not matter to `bvsrem`.
fn srem_by_negative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    if !k.sign() || *k == BitVec::min_signed(k.width()) {
        return None;
    }
    let k = k.neg();
    let k = store.bv_const(k);
    Some(store.bv_srem(a.args[0], k))
}

/// On numbers known not to be negative, signed and unsigned division agree, also by zero.
fn signed_nonnegative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if !store.is_nonnegative(a.args[0]) || !store.is_nonnegative(a.args[1]) {
        return None;
    }
    Some(match a.op {
        Op::BvSdiv => store.bv_udiv(a.args[0], a.args[1]),
        _ => store.bv_urem(a.args[0], a.args[1]),
    })
}
