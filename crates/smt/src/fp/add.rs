//! Sums: of two patterns, and of a product and a pattern.

use super::mode::Mode;
use super::pattern::{Pattern, Unpacked};
use super::ranged::Ranged;
use super::round::{Exact, Rounded, round_up, saturate};
use super::shift::{
    any_bit, normalise, normalise_within, shift_right_sticky, truncate_sticky, zeros_above,
    zeros_below,
};
use term::{FloatFormat, RoundingMode, Term, TermStore};

/// Bits below an aligned significand: two for rounding after a left shift by one place, and a
/// sticky bit. Cancellation of more places happens only if the exponents differ by at most one, and
/// is then exact.
const GUARD_BITS: u32 = 3;

/// The bit pattern of the sum, or of the difference if `negate`.
///
/// No operand is normalised: subnormal numbers are added at their common exponent, and the
/// normalisation of the sum stops there. So only the sum's leading zeros are counted, and results
/// below the normal numbers are exact.
pub(super) fn add(store: &mut TermStore, mode: Mode, a: Pattern, b: Pattern, negate: bool) -> Term {
    let format = a.format;
    let (a_negative, mut b_negative) = (a.negative(store), b.negative(store));
    if negate {
        b_negative = store.not(b_negative);
    }
    // The sum does not depend on the order of its operands, so it is built once for both.
    let ((a, a_negative), (b, b_negative)) = if a.bits <= b.bits {
        ((a, a_negative), (b, b_negative))
    } else {
        ((b, b_negative), (a, a_negative))
    };
    let (a_magnitude, b_magnitude) = (a.magnitude(store), b.magnitude(store));
    let swap = store.bv_ult(a_magnitude, b_magnitude);
    let mut choose = |first: Term, second: Term| store.ite(swap, first, second);
    // The signs are kept separately; these patterns have none.
    let large = Pattern { format, bits: choose(b_magnitude, a_magnitude) };
    let small = Pattern { format, bits: choose(a_magnitude, b_magnitude) };
    let large_negative = choose(b_negative, a_negative);
    let opposite = store.xor(a_negative, b_negative);

    let exponent = large.effective_exponent(store);
    let distance = small.effective_exponent(store);
    let distance = store.bv_sub(exponent, distance);
    let large_significand = large.significand(store);
    let small_significand = small.significand(store);
    let sum = aligned_sum(store, large_significand, small_significand, distance, opposite);

    // The first bit of the sum is that of the carry, one above the greater exponent.
    let (normalised, left) = normalise_within(store, sum, exponent);
    let width = store.width(normalised);
    let significand = truncate_sticky(store, normalised, format.significand + 2);
    let leading = store.bit(width - 1, normalised);
    let none = store.bv(format.exponent, 0);
    let field = store.ite(leading, left, none);
    let fraction = store.extract(format.significand, 2, significand);
    let up = round_up(store, mode, large_negative, significand);
    let magnitude = store.concat(field, fraction);
    // One adder increments the exponent for the leading bit and the fraction for rounding.
    let increment = {
        let (leading, up) = (store.bool_to_bv(leading), store.bool_to_bv(up));
        let high = zeros_above(store, format.exponent - 1, leading);
        let low = zeros_above(store, format.significand - 2, up);
        store.concat(high, low)
    };
    let rounded = store.bv_add(magnitude, increment);
    let greatest_field = store.bv(format.exponent, (1 << format.exponent) - 2);
    let at_top = store.eq(left, greatest_field);
    let overflow = store.and(&[leading, at_top]);
    let magnitude = saturate(store, format, mode, large_negative, overflow, rounded);

    // NaN is greater than infinity, and infinity than all numbers.
    let infinite = large.is_special(store);
    let large_nan = large.is_nan(store);
    let both_infinite = small.is_special(store);
    let undefined = store.and(&[both_infinite, opposite]);
    let nan = store.or(&[large_nan, undefined]);
    let negative = sign_of_sum(store, mode, sum, opposite, large_negative);
    let zero = store.bool(false);
    Rounded { nan, infinite, zero, negative, magnitude }.pack(store, format)
}

/// The bit pattern of a product plus a number, rounded once. The product's significand has twice as
/// many bits.
pub(super) fn add_to_product(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    product: &Unpacked,
    summand: &Unpacked,
) -> Term {
    let width = store.width(product.significand);
    let missing = width - store.width(summand.significand);
    let summand_significand = zeros_below(store, summand.significand, missing);
    let low = product.exponent.low.min(summand.exponent.low);
    let high = product.exponent.high.max(summand.exponent.high);
    let mut key = |unpacked: &Unpacked, significand: Term| {
        let exponent = unpacked.exponent.within(store, low, high).offset(store, -low);
        let exponent = exponent.or_zero(store);
        let key = store.concat(exponent, significand);
        let zero = store.bv(store.width(key), 0);
        store.ite(unpacked.zero, zero, key)
    };
    let product_key = key(product, product.significand);
    let summand_key = key(summand, summand_significand);

    let swap = store.bv_ult(product_key, summand_key);
    let large = store.ite(swap, summand_key, product_key);
    let small = store.ite(swap, product_key, summand_key);
    let large_negative = store.ite(swap, summand.negative, product.negative);
    let opposite = store.xor(product.negative, summand.negative);
    let key_width = store.width(large);
    let mut split =
        |key: Term| (store.extract(key_width - 1, width, key), store.extract(width - 1, 0, key));
    let ((exponent, large_significand), (small_exponent, small_significand)) =
        (split(large), split(small));
    let distance = store.bv_sub(exponent, small_exponent);
    let sum = aligned_sum(store, large_significand, small_significand, distance, opposite);

    let (significand, shifted) = normalise(store, sum);
    // The first bit of the sum is that of the carry, one above the greater exponent.
    let exponent = Ranged::unsigned(store, exponent).within(store, 0, high - low);
    let exponent = exponent.offset(store, low + 1).sub(store, shifted);
    let negative = sign_of_sum(store, mode, sum, opposite, large_negative);
    let exact = Exact { negative, exponent, significand };
    let magnitude = exact.round(store, format, mode);

    let some = any_bit(store, sum);
    let zero = store.not(some);
    let both_infinite = store.and(&[product.infinite, summand.infinite, opposite]);
    let nan = store.or(&[product.nan, summand.nan, both_infinite]);
    let infinite = store.or(&[product.infinite, summand.infinite]);
    // Signs of infinities do not follow from the order of the discarded significands.
    let negative = store.ite(summand.infinite, summand.negative, negative);
    let negative = store.ite(product.infinite, product.negative, negative);
    Rounded { nan, infinite, zero, negative, magnitude }.pack(store, format)
}

/// The sum of two significands, or the difference if the signs are opposite. The significand of the
/// smaller number is shifted right. The result has one more bit above and guard bits below.
fn aligned_sum(
    store: &mut TermStore,
    large: Term,
    small: Term,
    distance: Term,
    opposite: Term,
) -> Term {
    let large = zeros_below(store, large, GUARD_BITS);
    let small = zeros_below(store, small, GUARD_BITS);
    let small = shift_right_sticky(store, small, distance);
    let (large, small) = (zeros_above(store, 1, large), zeros_above(store, 1, small));
    let width = store.width(large);
    let flip = store.bool_to_bv(opposite);
    let flips = store.sign_extend(width - 1, flip);
    let small = store.bv_xor(small, flips);
    // One adder for both: an additional last place carries the one that completes the complement.
    let one = store.bv(1, 1);
    let (large, small) = (store.concat(large, one), store.concat(small, flip));
    let sum = store.bv_add(large, small);
    store.extract(width, 1, sum)
}

/// The sign of a sum: that of the greater operand, unless opposite operands cancel.
fn sign_of_sum(
    store: &mut TermStore,
    mode: Mode,
    sum: Term,
    opposite: Term,
    large_negative: Term,
) -> Term {
    let some = any_bit(store, sum);
    let none = store.not(some);
    let cancelled = store.and(&[opposite, none]);
    let downwards = mode.is(store, RoundingMode::TowardNegative);
    store.ite(cancelled, downwards, large_negative)
}
