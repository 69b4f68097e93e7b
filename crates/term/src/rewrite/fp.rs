//! Rules of floating point: only those that hold for every value, NaN and both zeros included.

use super::{Application, Rule};
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const NEG: &[Rule] = &[Rule { name: "fp-neg-neg", apply: neg_neg }];
pub(super) const ABS: &[Rule] = &[Rule { name: "fp-abs-of-sign", apply: ignores_sign }];
pub(super) const FROM_BITS: &[Rule] = &[Rule { name: "fp-bits-and-back", apply: bits_and_back }];
pub(super) const IS_NORMAL: &[Rule] = &[Rule { name: "fp-normal-of-sign", apply: ignores_sign }];
pub(super) const IS_SUBNORMAL: &[Rule] =
    &[Rule { name: "fp-subnormal-of-sign", apply: ignores_sign }];
pub(super) const IS_ZERO: &[Rule] = &[Rule { name: "fp-zero-of-sign", apply: ignores_sign }];
pub(super) const IS_INFINITE: &[Rule] =
    &[Rule { name: "fp-infinite-of-sign", apply: ignores_sign }];
pub(super) const IS_NAN: &[Rule] = &[Rule { name: "fp-nan-of-sign", apply: ignores_sign }];
pub(super) const LT: &[Rule] = &[Rule { name: "fp-lt-same", apply: lt_same }];

/// `--x` is `x`; there is one NaN.
fn neg_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::FpNeg)
}

/// Magnitude and most classes do not depend on the sign.
fn ignores_sign(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (Op::FpNeg | Op::FpAbs) = store.op(a.args[0]) else { return None };
    if a.op == Op::FpAbs && store.op(a.args[0]) == Op::FpAbs {
        return Some(a.args[0]);
    }
    let x = store.args(a.args[0])[0];
    Some(store.make(a.op, a.sort, &[x]))
}

/// The bit pattern of a float gives the float back. The converse fails: NaN has many patterns.
fn bits_and_back(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::FpToBits)?;
    (store.sort(x) == a.sort).then_some(x)
}

/// Nothing is less than itself, NaN included.
fn lt_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(false))
}
