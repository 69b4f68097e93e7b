//! Rules of concatenation, extraction, extension and rotation.
//!
//! These operators only rename bits. Extractions move inwards as long as the crossed operator
//! disappears; a concatenation with zeros on top is a zero extension.

use super::bv_shift::distance;
use super::{Application, Rule};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const CONCAT: &[Rule] = &[
    Rule { name: "concat-zeros-on-top", apply: concat_zeros_on_top },
    Rule { name: "concat-extensions", apply: concat_extensions },
    Rule { name: "concat-constants", apply: concat_constants },
    Rule { name: "concat-extracts", apply: concat_extracts },
];

pub(super) const EXTRACT: &[Rule] = &[
    Rule { name: "extract-all", apply: extract_all },
    Rule { name: "extract-extract", apply: extract_extract },
    Rule { name: "extract-concat", apply: extract_concat },
    Rule { name: "extract-extension", apply: extract_extension },
    Rule { name: "extract-shift", apply: extract_shift },
    Rule { name: "extract-mask", apply: extract_mask },
    Rule { name: "extract-narrow", apply: extract_narrow },
    Rule { name: "extract-aligned-sum", apply: extract_aligned_sum },
];

pub(super) const ZERO_EXTEND: &[Rule] = &[
    Rule { name: "zero-extend-none", apply: extend_none },
    Rule { name: "zero-extend-twice", apply: zero_extend_twice },
];

pub(super) const SIGN_EXTEND: &[Rule] = &[
    Rule { name: "sign-extend-none", apply: extend_none },
    Rule { name: "sign-extend-twice", apply: sign_extend_twice },
    Rule { name: "sign-extend-nonnegative", apply: sign_extend_nonnegative },
];

pub(super) const ROTATE_LEFT: &[Rule] = &[
    Rule { name: "rotate-left-modulo", apply: rotate_left_modulo },
    Rule { name: "rotate-left-twice", apply: rotate_left_twice },
];

pub(super) const ROTATE_RIGHT: &[Rule] =
    &[Rule { name: "rotate-right-as-left", apply: rotate_right_as_left }];

/// `0 ++ x` is a zero extension.
fn concat_zeros_on_top(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let top = store.as_bitvec(a.args[0])?;
    let extra = top.width();
    top.is_zero().then(|| store.zero_extend(extra, a.args[1]))
}

/// A concatenation whose upper part is an extension is an extension of the whole.
fn concat_extensions(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = (a.args[0], a.args[1]);
    let op = store.op(high);
    let (Op::BvZeroExtend(extra) | Op::BvSignExtend(extra)) = op else { return None };
    let inner = store.args(high)[0];
    let whole = store.concat(inner, low);
    Some(match op {
        Op::BvZeroExtend(_) => store.zero_extend(extra, whole),
        _ => store.sign_extend(extra, whole),
    })
}

/// Neighbouring constants of a chain of concatenations are one constant.
fn concat_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = (a.args[0], a.args[1]);
    if let Some(k2) = store.as_bitvec(low) {
        let (x, k1) = store.with_constant(high, Op::BvConcat)?;
        let k = k1.concat(k2);
        let k = store.bv_const(k);
        return Some(store.concat(x, k));
    }
    let k1 = store.as_bitvec(high)?;
    let (k2, x) = store.leading_constant(low, Op::BvConcat)?;
    let k = k1.concat(k2);
    let k = store.bv_const(k);
    Some(store.concat(k, x))
}

/// The bits of `term` that two extractions show, if they lie side by side.
fn adjacent(store: &TermStore, high: Term, low: Term) -> Option<(u32, u32, Term)> {
    let Op::BvExtract { high: top, low: middle } = store.op(high) else { return None };
    let Op::BvExtract { high: below, low: bottom } = store.op(low) else { return None };
    let x = store.args(high)[0];
    (x == store.args(low)[0] && middle == below + 1).then_some((top, bottom, x))
}

/// Extractions of neighbouring bits are one extraction, also at the seam of a longer chain.
fn concat_extracts(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = (a.args[0], a.args[1]);
    if let Some((top, bottom, x)) = adjacent(store, high, low) {
        return Some(store.extract(top, bottom, x));
    }
    if let Some((rest, seam)) = store.binary(high, Op::BvConcat)
        && let Some((top, bottom, x)) = adjacent(store, seam, low)
    {
        let joined = store.extract(top, bottom, x);
        return Some(store.concat(rest, joined));
    }
    let (seam, rest) = store.binary(low, Op::BvConcat)?;
    let (top, bottom, x) = adjacent(store, high, seam)?;
    let joined = store.extract(top, bottom, x);
    Some(store.concat(joined, rest))
}

fn bounds(op: Op) -> (u32, u32) {
    match op {
        Op::BvExtract { high, low } => (high, low),
        _ => unreachable!("rules of extractions are tried on extractions"),
    }
}

/// Extracting all bits changes nothing.
fn extract_all(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    (low == 0 && high + 1 == store.width(a.args[0])).then_some(a.args[0])
}

/// An extraction of an extraction is one extraction.
fn extract_extract(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let Op::BvExtract { low: base, .. } = store.op(a.args[0]) else { return None };
    let x = store.args(a.args[0])[0];
    Some(store.extract(high + base, low + base, x))
}

/// An extraction of a concatenation takes its bits from the parts.
fn extract_concat(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let (upper, lower) = store.binary(a.args[0], Op::BvConcat)?;
    let seam = store.width(lower);
    if low >= seam {
        return Some(store.extract(high - seam, low - seam, upper));
    }
    if high < seam {
        return Some(store.extract(high, low, lower));
    }
    let upper = store.extract(high - seam, 0, upper);
    let lower = store.extract(seam - 1, low, lower);
    Some(store.concat(upper, lower))
}

/// An extraction of an extension takes bits from below, or is an extension of fewer.
fn extract_extension(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let op = store.op(a.args[0]);
    let (Op::BvZeroExtend(_) | Op::BvSignExtend(_)) = op else { return None };
    let x = store.args(a.args[0])[0];
    let seam = store.width(x);
    if high < seam {
        return Some(store.extract(high, low, x));
    }
    if matches!(op, Op::BvZeroExtend(_)) {
        if low >= seam {
            return Some(store.bv(high - low + 1, 0));
        }
        let kept = store.extract(seam - 1, low, x);
        return Some(store.zero_extend(high - seam + 1, kept));
    }
    let low = low.min(seam - 1);
    let kept = store.extract(seam - 1, low, x);
    let extra = a.sort.bit_width().expect("a bit-vector") - (seam - low);
    Some(store.sign_extend(extra, kept))
}

/// An extraction from a shift by a constant takes its bits from the shifted vector, or is 0.
fn extract_shift(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let op = store.op(a.args[0]);
    let (Op::BvShl | Op::BvLshr) = op else { return None };
    let (x, k) = store.with_constant(a.args[0], op)?;
    let (width, by) = (k.width(), distance(k));
    match op {
        Op::BvShl if low >= by => Some(store.extract(high - by, low - by, x)),
        Op::BvShl if high < by => Some(store.bv(high - low + 1, 0)),
        Op::BvLshr if by < width && high < width - by => {
            Some(store.extract(high + by, low + by, x))
        }
        Op::BvLshr if by == width || low >= width - by => Some(store.bv(high - low + 1, 0)),
        _ => None,
    }
}

/// A constant operand that is neutral or absorbing on the extracted bits drops out.
fn extract_mask(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let op = store.op(a.args[0]);
    let (Op::BvAnd | Op::BvOr | Op::BvXor) = op else { return None };
    let (x, k) = store.with_constant(a.args[0], op)?;
    let k = k.extract(high, low);
    match op {
        Op::BvAnd if k.is_zero() => Some(store.bv_const(k)),
        Op::BvOr if k.is_ones() => Some(store.bv_const(k)),
        Op::BvAnd if k.is_ones() => Some(store.extract(high, low, x)),
        Op::BvOr | Op::BvXor if k.is_zero() => Some(store.extract(high, low, x)),
        _ => None,
    }
}

/// The low bits of sums, products and bitwise operations need only the low bits of the operands. C
/// computes in `int` even if the result is stored in a `char`.
fn extract_narrow(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    if low != 0 {
        return None;
    }
    let op = store.op(a.args[0]);
    let narrows = |t: Term| match store.op(t) {
        Op::Const(_) => true,
        Op::BvZeroExtend(_) | Op::BvSignExtend(_) => store.width(store.args(t)[0]) <= high + 1,
        _ => false,
    };
    match (op, store.args(a.args[0])) {
        (Op::BvNeg | Op::BvNot, &[x]) if narrows(x) => {
            let x = store.extract(high, 0, x);
            Some(store.make(op, a.sort, &[x]))
        }
        (Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor, &[x, y])
            if narrows(x) && narrows(y) =>
        {
            let (x, y) = (store.extract(high, 0, x), store.extract(high, 0, y));
            Some(store.make(op, a.sort, &[x, y]))
        }
        _ => None,
    }
}

/// If both operands of a sum are zero in all lower bits, no carry comes from below, and the upper
/// bits are the sum of the operands' upper bits. This occurs when an element's index is computed
/// from its offset.
fn extract_aligned_sum(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high, low) = bounds(a.op);
    let op = store.op(a.args[0]);
    let (Op::BvAdd | Op::BvSub) = op else { return None };
    let (x, y) = store.binary(a.args[0], op)?;
    let is_zero_in = |t: Term, bits: u32| {
        bits == 0 || store.as_bitvec(t).is_some_and(|k| k.extract(bits - 1, 0).is_zero())
    };
    if is_zero_in(y, high + 1) {
        return Some(store.extract(high, low, x));
    }
    let is_aligned = |t: Term| {
        is_zero_in(t, low)
            || store.with_constant(t, Op::BvShl).is_some_and(|(_, k)| distance(k) >= low)
    };
    if low == 0 || !is_aligned(x) || !is_aligned(y) {
        return None;
    }
    let (x, y) = (store.extract(high, low, x), store.extract(high, low, y));
    Some(store.make(op, a.sort, &[x, y]))
}

/// An extension by no bits changes nothing.
fn extend_none(_: &mut TermStore, a: Application<'_>) -> Option<Term> {
    matches!(a.op, Op::BvZeroExtend(0) | Op::BvSignExtend(0)).then_some(a.args[0])
}

/// A zero extension of a zero extension is one zero extension.
fn zero_extend_twice(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvZeroExtend(outer) = a.op else { return None };
    let Op::BvZeroExtend(inner) = store.op(a.args[0]) else { return None };
    let x = store.args(a.args[0])[0];
    Some(store.zero_extend(outer + inner, x))
}

/// A sign extension of a sign extension is one sign extension.
fn sign_extend_twice(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvSignExtend(outer) = a.op else { return None };
    let Op::BvSignExtend(inner) = store.op(a.args[0]) else { return None };
    let x = store.args(a.args[0])[0];
    Some(store.sign_extend(outer + inner, x))
}

/// A sign extension of a zero extension extends with zeros.
fn sign_extend_nonnegative(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvSignExtend(outer) = a.op else { return None };
    let x = store.zero_extended(a.args[0])?;
    let inner = store.width(a.args[0]) - store.width(x);
    Some(store.zero_extend(outer + inner, x))
}

/// Rotating by the width changes nothing.
fn rotate_left_modulo(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvRotateLeft(by) = a.op else { return None };
    let width = store.width(a.args[0]);
    match by % width {
        0 => Some(a.args[0]),
        less if less < by => Some(store.rotate_left(less, a.args[0])),
        _ => None,
    }
}

/// Two rotations are one.
fn rotate_left_twice(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvRotateLeft(outer) = a.op else { return None };
    let Op::BvRotateLeft(inner) = store.op(a.args[0]) else { return None };
    let x = store.args(a.args[0])[0];
    let width = u64::from(store.width(x));
    let by = (u64::from(outer) + u64::from(inner)) % width;
    Some(store.rotate_left(by as u32, x))
}

/// A rotation to the right is one to the left.
fn rotate_right_as_left(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Op::BvRotateRight(by) = a.op else { return None };
    let width = store.width(a.args[0]);
    Some(store.rotate_left((width - by % width) % width, a.args[0]))
}

/// The value without its upper bits, if a zero extension by them gives it back.
pub(super) fn zero_truncated(k: &BitVec, width: u32) -> Option<BitVec> {
    (k.leading_zeros() >= k.width() - width).then(|| k.extract(width - 1, 0))
}

/// The value without its upper bits, if a sign extension by them gives it back.
pub(super) fn sign_truncated(k: &BitVec, width: u32) -> Option<BitVec> {
    let low = k.extract(width - 1, 0);
    (low.sign_extend(k.width() - width) == *k).then_some(low)
}
