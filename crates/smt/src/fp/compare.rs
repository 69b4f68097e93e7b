//! Comparison, classification and the operations on signs, all on bit patterns.

use super::pattern::Pattern;
use super::shift::any_bit;
use term::{Term, TermStore};

/// A vector whose signed order is that of the floats, with `-0` below `+0` and NaN on top.
fn ordered(store: &mut TermStore, a: Pattern) -> Term {
    let width = a.format.width();
    let sign = store.extract(width - 1, width - 1, a.bits);
    let magnitude = a.magnitude(store);
    let flips = if width == 2 { sign } else { store.sign_extend(width - 2, sign) };
    let flipped = store.bv_xor(magnitude, flips);
    store.concat(sign, flipped)
}

fn both_zero(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let (a_zero, b_zero) = (a.is_zero(store), b.is_zero(store));
    store.and(&[a_zero, b_zero])
}

/// IEEE equality.
pub(super) fn equal(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let same = store.eq(a.bits, b.bits);
    let nan = a.is_nan(store);
    let number = store.not(nan);
    let same_number = store.and(&[same, number]);
    let zeros = both_zero(store, a, b);
    store.or(&[same_number, zeros])
}

/// Whether both are numbers and the first is less.
pub(super) fn less(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let (x, y) = (ordered(store, a), ordered(store, b));
    let below = store.bv_slt(x, y);
    let zeros = both_zero(store, a, b);
    let differ = store.not(zeros);
    // Nothing is above the first operand if it is NaN.
    let nan = b.is_nan(store);
    let number = store.not(nan);
    store.and(&[below, differ, number])
}

/// Whether both are numbers and the first is less or equal.
pub(super) fn less_or_equal(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let (x, y) = (ordered(store, a), ordered(store, b));
    let below = store.bv_sle(x, y);
    let zeros = both_zero(store, a, b);
    let ordered = store.or(&[below, zeros]);
    let nan = b.is_nan(store);
    let number = store.not(nan);
    store.and(&[ordered, number])
}

/// The lesser number; the second operand if they are equal.
pub(super) fn minimum(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let less = less(store, a, b);
    choose_number(store, less, a, b)
}

/// The greater number; the second operand if they are equal.
pub(super) fn maximum(store: &mut TermStore, a: Pattern, b: Pattern) -> Term {
    let greater = less(store, b, a);
    choose_number(store, greater, a, b)
}

/// The first operand if it is better or the only number, else the second.
fn choose_number(store: &mut TermStore, better: Term, a: Pattern, b: Pattern) -> Term {
    let nan = b.is_nan(store);
    let first = store.or(&[better, nan]);
    store.ite(first, a.bits, b.bits)
}

/// The absolute value.
pub(super) fn absolute(store: &mut TermStore, a: Pattern) -> Term {
    let magnitude = a.magnitude(store);
    store.zero_extend(1, magnitude)
}

/// The number with the opposite sign.
pub(super) fn negate(store: &mut TermStore, a: Pattern) -> Term {
    let negative = a.negative(store);
    let positive = store.not(negative);
    let nan = a.is_nan(store);
    let number = store.not(nan);
    let sign = store.and(&[positive, number]);
    let sign = store.bool_to_bv(sign);
    let magnitude = a.magnitude(store);
    store.concat(sign, magnitude)
}

/// Whether this is a number other than zero with the full precision.
pub(super) fn is_normal(store: &mut TermStore, a: Pattern) -> Term {
    let hidden = a.hidden_bit(store);
    let special = a.is_special(store);
    let finite = store.not(special);
    store.and(&[hidden, finite])
}

/// Whether this is a number other than zero that is too small to be normal.
pub(super) fn is_subnormal(store: &mut TermStore, a: Pattern) -> Term {
    let hidden = a.hidden_bit(store);
    let low = store.not(hidden);
    let fraction = a.fraction(store);
    let some = any_bit(store, fraction);
    store.and(&[low, some])
}

/// Whether this is a number with a positive sign.
pub(super) fn is_positive(store: &mut TermStore, a: Pattern) -> Term {
    let negative = a.negative(store);
    let nan = a.is_nan(store);
    let excluded = store.or(&[negative, nan]);
    store.not(excluded)
}
