//! Rules of equality.
//!
//! An equality with a constant is solved for the part that is not constant, as long as each
//! operator takes one step; equal parts of both sides cancel. Equality with `#b0` is the negation
//! of equality with `#b1`, so that a bit is one atom.

use super::bv_shift::distance;
use super::bv_structure::{sign_truncated, zero_truncated};
use super::{Application, Rule, arithmetic, arrays, core};
use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;

pub(super) const ANY: &[Rule] = &[
    Rule { name: "eq-same", apply: eq_same },
    Rule { name: "eq-ite-branch", apply: eq_ite_branch },
    Rule { name: "eq-ite-constant-branch", apply: eq_ite_constant_branch },
    Rule { name: "eq-ite-same-condition", apply: eq_ite_same_condition },
];

pub(super) const BV_CONSTANT: &[Rule] = &[
    Rule { name: "bveq-bit-zero", apply: bit_zero },
    Rule { name: "bveq-solve-add", apply: solve_add },
    Rule { name: "bveq-solve-sub", apply: solve_sub },
    Rule { name: "bveq-solve-neg", apply: solve_neg },
    Rule { name: "bveq-solve-not", apply: solve_not },
    Rule { name: "bveq-solve-xor", apply: solve_xor },
    Rule { name: "bveq-solve-odd-multiple", apply: solve_odd_multiple },
    Rule { name: "bveq-difference-zero", apply: difference_zero },
    Rule { name: "bveq-extension-constant", apply: extension_constant },
    Rule { name: "bveq-concat-constant", apply: concat_constant },
    Rule { name: "bveq-shift-constant", apply: shift_constant },
    Rule { name: "bveq-mask-impossible", apply: mask_impossible },
    Rule { name: "bveq-mask-extract", apply: mask_extract },
    Rule { name: "bveq-remainder-power-of-two", apply: remainder_power_of_two },
];

pub(super) const BV: &[Rule] = &[
    Rule { name: "bveq-complement", apply: complement },
    Rule { name: "bveq-cancel-unary", apply: cancel_unary },
    Rule { name: "bveq-cancel-operand", apply: cancel_operand },
    Rule { name: "bveq-cancel-difference", apply: cancel_difference },
    Rule { name: "bveq-operand-neutral", apply: operand_neutral },
    Rule { name: "bveq-extensions", apply: extensions },
    Rule { name: "bveq-concats", apply: concats },
    Rule { name: "bveq-condition-bit", apply: condition_bit },
];

/// The rules for an equality of terms of the given sort, to be tried after those for any sort.
pub(super) fn rules_of(sort: &Sort, with_constant: bool) -> &'static [Rule] {
    match sort {
        Sort::Bool => core::EQ,
        Sort::BitVec(_) if with_constant => BV_CONSTANT,
        Sort::BitVec(_) => BV,
        Sort::Int | Sort::Real => arithmetic::EQ,
        Sort::Array(_) => arrays::EQ,
        Sort::Float(_) | Sort::RoundingMode => &[],
    }
}

fn eq_constant(store: &mut TermStore, x: Term, k: BitVec) -> Term {
    let k = store.bv_const(k);
    store.eq(x, k)
}

/// `x = x`
fn eq_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(true))
}

/// A conditional equals one of its branches where that branch is taken or the branches are equal.
fn eq_ite_branch(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let branch = |ite, other| {
        let (c, x, y) = store.as_ite(ite)?;
        if x == other { Some((c, true, y)) } else { (y == other).then_some((c, false, x)) }
    };
    let (x, y) = (a.args[0], a.args[1]);
    let (other, (c, taken, rest)) = match branch(x, y) {
        Some(found) => (y, found),
        None => (x, branch(y, x)?),
    };
    let c = if taken { c } else { store.not(c) };
    let equal = store.eq(rest, other);
    Some(store.or(&[c, equal]))
}

/// A conditional with a constant branch equals another constant only through its other branch. That
/// branch must be simple, so that a chain of conditionals is not unfolded.
fn eq_ite_constant_branch(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (ite, k) = (a.args[0], a.args[1]);
    if !store.is_constant(k) {
        return None;
    }
    let (c, x, y) = store.as_ite(ite)?;
    let simple = |t| matches!(store.op(t), Op::Var(_) | Op::Const(_) | Op::Select | Op::Apply(_));
    if !simple(x) || !simple(y) {
        return None;
    }
    // Constants are hash-consed: different terms are different values.
    let (excluded, rest) = match (store.is_constant(x), store.is_constant(y)) {
        (true, _) if x != k => (c, y),
        (_, true) if y != k => (store.not(c), x),
        _ => return None,
    };
    let allowed = store.not(excluded);
    let equal = store.eq(rest, k);
    Some(store.and(&[allowed, equal]))
}

/// Two conditionals on one condition with a common branch are equal where that branch is taken or
/// the other branches are equal.
fn eq_ite_same_condition(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (c, x1, y1) = store.as_ite(a.args[0])?;
    let (d, x2, y2) = store.as_ite(a.args[1])?;
    if c != d {
        return None;
    }
    if x1 == x2 {
        let equal = store.eq(y1, y2);
        return Some(store.or(&[c, equal]));
    }
    if y1 == y2 {
        let equal = store.eq(x1, x2);
        return Some(store.implies(c, equal));
    }
    None
}

/// `b = #b0` is `not (b = #b1)`.
fn bit_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    if k.width() != 1 || !k.is_zero() {
        return None;
    }
    let one = store.bv(1, 1);
    let set = store.eq(a.args[0], one);
    Some(store.not(set))
}

/// `x + k1 = k2` is `x = k2 - k1`.
fn solve_add(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (x, k1) = store.with_constant(a.args[0], Op::BvAdd)?;
    let k = k2.sub(k1);
    Some(eq_constant(store, x, k))
}

/// `k1 - x = k2` is `x = k1 - k2`.
fn solve_sub(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (k1, x) = store.leading_constant(a.args[0], Op::BvSub)?;
    let k = k1.sub(k2);
    Some(eq_constant(store, x, k))
}

/// `-x = k` is `x = -k`.
fn solve_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let x = store.unary(a.args[0], Op::BvNeg)?;
    let k = k.neg();
    Some(eq_constant(store, x, k))
}

/// `~x = k` is `x = ~k`.
fn solve_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let x = store.unary(a.args[0], Op::BvNot)?;
    let k = k.not();
    Some(eq_constant(store, x, k))
}

/// `x ^ k1 = k2` is `x = k1 ^ k2`.
fn solve_xor(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k2 = store.as_bitvec(a.args[1])?;
    let (x, k1) = store.with_constant(a.args[0], Op::BvXor)?;
    let k = k1.xor(k2);
    Some(eq_constant(store, x, k))
}

/// `x * c = k` with odd `c` is `x = k * c^-1` modulo the power of two.
fn solve_odd_multiple(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let (x, c) = store.with_constant(a.args[0], Op::BvMul)?;
    if !c.bit(0) {
        return None;
    }
    let k = k.mul(&inverse(c));
    Some(eq_constant(store, x, k))
}

/// The multiplicative inverse of an odd vector, by Newton's iteration: each step doubles the
/// number of correct bits.
fn inverse(odd: &BitVec) -> BitVec {
    let width = odd.width();
    let two = BitVec::new(width, 2);
    let mut inverse = BitVec::one(width);
    let mut correct = 1;
    while correct < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    inverse
}

/// `x - y = 0` and `x ^ y = 0` are `x = y`.
fn difference_zero(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if !store.is_bitvec(a.args[1], BitVec::is_zero) {
        return None;
    }
    let op = store.op(a.args[0]);
    let (Op::BvSub | Op::BvXor) = op else { return None };
    let (x, y) = store.binary(a.args[0], op)?;
    Some(store.eq(x, y))
}

/// An extension is compared with a constant at its own width, if the constant fits that width.
fn extension_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let op = store.op(a.args[0]);
    let (Op::BvZeroExtend(_) | Op::BvSignExtend(_)) = op else { return None };
    let x = store.args(a.args[0])[0];
    let truncated = match op {
        Op::BvZeroExtend(_) => zero_truncated(k, store.width(x)),
        _ => sign_truncated(k, store.width(x)),
    };
    Some(match truncated {
        Some(k) => eq_constant(store, x, k),
        None => store.bool(false),
    })
}

/// A concatenation equals a constant part by part.
fn concat_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let (high, low) = store.binary(a.args[0], Op::BvConcat)?;
    let seam = store.width(low);
    let (k_high, k_low) = (k.extract(k.width() - 1, seam), k.extract(seam - 1, 0));
    let high = eq_constant(store, high, k_high);
    let low = eq_constant(store, low, k_low);
    Some(store.and(&[high, low]))
}

/// A shift by a constant equals a constant if the bits shifted in match and the others agree.
fn shift_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let op = store.op(a.args[0]);
    let (Op::BvShl | Op::BvLshr) = op else { return None };
    let (x, by) = store.with_constant(a.args[0], op)?;
    let (width, by) = (k.width(), distance(by));
    if by == 0 || by == width {
        return None;
    }
    if op == Op::BvShl {
        if k.trailing_zeros() < by {
            return Some(store.bool(false));
        }
        let k = k.extract(width - 1, by);
        let kept = store.extract(width - 1 - by, 0, x);
        return Some(eq_constant(store, kept, k));
    }
    if k.leading_zeros() < by {
        return Some(store.bool(false));
    }
    let k = k.extract(width - 1 - by, 0);
    let kept = store.extract(width - 1, by, x);
    Some(eq_constant(store, kept, k))
}

/// `x & m` has no bit outside `m`, and `x | m` has all bits of `m`.
fn mask_impossible(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let impossible = match store.op(a.args[0]) {
        Op::BvAnd => {
            let mask = store.with_constant(a.args[0], Op::BvAnd)?.1;
            mask.and(k) != *k
        }
        Op::BvOr => {
            let mask = store.with_constant(a.args[0], Op::BvOr)?.1;
            mask.and(k) != *mask
        }
        _ => false,
    };
    impossible.then(|| store.bool(false))
}

/// `x & m = k`, where `m` has one run of ones, is an equality of those bits.
fn mask_extract(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let k = store.as_bitvec(a.args[1])?;
    let (x, mask) = store.with_constant(a.args[0], Op::BvAnd)?;
    if mask.is_zero() {
        return None;
    }
    let (low, high) = (mask.trailing_zeros(), mask.width() - 1 - mask.leading_zeros());
    if !mask.extract(high, low).is_ones() || mask.and(k) != *k {
        return None;
    }
    let k = k.extract(high, low);
    let bits = store.extract(high, low, x);
    Some(eq_constant(store, bits, k))
}

/// The signed remainder by 2^k is 0 exactly when the low k bits are.
fn remainder_power_of_two(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if !store.is_bitvec(a.args[1], BitVec::is_zero) {
        return None;
    }
    let (x, divisor) = store.with_constant(a.args[0], Op::BvSrem)?;
    let k = divisor.power_of_two().filter(|&k| k > 0)?;
    let bits = store.extract(k - 1, 0, x);
    Some(eq_constant(store, bits, BitVec::zero(k)))
}

/// `x = ~x` is false.
fn complement(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let complementary =
        store.unary(x, Op::BvNot) == Some(y) || store.unary(y, Op::BvNot) == Some(x);
    complementary.then(|| store.bool(false))
}

/// Complement and negation on both sides cancel.
fn cancel_unary(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let op = store.op(a.args[0]);
    let (Op::BvNot | Op::BvNeg) = op else { return None };
    let (x, y) = (store.unary(a.args[0], op)?, store.unary(a.args[1], op)?);
    Some(store.eq(x, y))
}

/// A common operand of two sums, or of two exclusive disjunctions, cancels.
fn cancel_operand(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let op = store.op(a.args[0]);
    let (Op::BvAdd | Op::BvXor) = op else { return None };
    let (x, y) = store.binary(a.args[0], op)?;
    let (y, z) = match store.other_operand(a.args[1], op, x) {
        Some(z) => (y, z),
        None => (x, store.other_operand(a.args[1], op, y)?),
    };
    Some(store.eq(y, z))
}

/// A common minuend or subtrahend of two differences cancels.
fn cancel_difference(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x1, y1) = store.binary(a.args[0], Op::BvSub)?;
    let (x2, y2) = store.binary(a.args[1], Op::BvSub)?;
    if x1 == x2 {
        return Some(store.eq(y1, y2));
    }
    (y1 == y2).then(|| store.eq(x1, x2))
}

/// `x + y = x`, `x - y = x` and `x ^ y = x` are `y = 0`.
fn operand_neutral(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let rest = |sum: Term, x: Term| match store.op(sum) {
        op @ (Op::BvAdd | Op::BvXor) => store.other_operand(sum, op, x),
        Op::BvSub => store.binary(sum, Op::BvSub).filter(|pair| pair.0 == x).map(|pair| pair.1),
        _ => None,
    };
    let rest = rest(a.args[0], a.args[1]).or_else(|| rest(a.args[1], a.args[0]))?;
    let zero = store.zero_like(rest);
    Some(store.eq(rest, zero))
}

/// Extensions of one kind are equal if their arguments are, at the width of the wider one.
fn extensions(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let common = match (store.op(x), store.op(y)) {
        (Op::BvZeroExtend(m), Op::BvZeroExtend(n)) => m.min(n),
        (Op::BvSignExtend(m), Op::BvSignExtend(n)) => m.min(n),
        _ => return None,
    };
    if common == 0 {
        return None;
    }
    let high = store.width(x) - common - 1;
    let (x, y) = (store.extract(high, 0, x), store.extract(high, 0, y));
    Some(store.eq(x, y))
}

/// Concatenations split at the same position are equal part by part.
fn concats(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (high1, low1) = store.binary(a.args[0], Op::BvConcat)?;
    let (high2, low2) = store.binary(a.args[1], Op::BvConcat)?;
    if store.width(low1) != store.width(low2) {
        return None;
    }
    let (high, low) = (store.eq(high1, high2), store.eq(low1, low2));
    Some(store.and(&[high, low]))
}

/// A condition turned into a bit equals another bit when the truth values agree.
fn condition_bit(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let condition = |bit: Term| {
        let (c, x, y) = store.as_ite(bit)?;
        let (one, zero) = (store.as_bitvec(x)?, store.as_bitvec(y)?);
        (one.width() == 1).then_some(())?;
        match (one.is_one(), zero.is_one()) {
            (true, false) => Some((c, true)),
            (false, true) => Some((c, false)),
            _ => None,
        }
    };
    let (x, y) = (a.args[0], a.args[1]);
    let (other, (c, positive)) = match condition(x) {
        Some(found) => (y, found),
        None => (x, condition(y)?),
    };
    let one = store.bv(1, 1);
    let other = store.eq(other, one);
    let equal = store.eq(c, other);
    Some(if positive { equal } else { store.not(equal) })
}
