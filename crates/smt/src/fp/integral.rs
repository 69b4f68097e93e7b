//! Rounding to integers: within the format, and to and from bit-vectors.

use super::mode::Mode;
use super::pattern::{Pattern, Unpacked, magnitude_constant};
use super::ranged::Ranged;
use super::round::{Exact, Rounded, round_up};
use super::shift::{
    any_bit, normalise, shift_right_sticky, truncate_sticky, zeros_above, zeros_below,
};
use term::{BitVec, Float, FloatFormat, RoundingMode, Term, TermStore};

/// The bit pattern of the integer that the mode rounds to.
pub(super) fn round_to_integral(store: &mut TermStore, mode: Mode, a: Pattern) -> Term {
    let format = a.format;
    let width = format.width() - 1;
    let precision = format.significand;
    let negative = a.negative(store);
    let magnitude = a.magnitude(store);
    let field = a.exponent(store);
    let field = Ranged::unsigned(store, field);

    // From one up to the first number without fractions: masks give the place of the unit in the
    // pattern. Adding a unit there carries into the exponent as required.
    let place = field.subtracted_from(store, format.bias() + i64::from(precision - 1));
    let place = place.within(store, 0, i64::from(precision - 1)).or_zero(store);
    let place = zeros_above(store, precision - store.width(place), place);
    let ones = store.bv_const(BitVec::ones(precision));
    let from_unit = store.bv_shl(ones, place);
    let above_unit = shifted_up(store, from_unit);
    let unit = store.bv_xor(from_unit, above_unit);
    let below = store.bv_not(from_unit);

    let hidden = store.bv(1, 1);
    let fraction = a.fraction(store);
    let significand = store.concat(hidden, fraction);
    let half_unit = shifted_down(store, unit);
    let below_half = shifted_down(store, below);
    let mut intersects = |mask: Term| {
        let common = store.bv_and(significand, mask);
        any_bit(store, common)
    };
    let (odd, half, rest) = (intersects(unit), intersects(half_unit), intersects(below_half));
    let up = mode.rounds_up(store, negative, odd, half, rest);
    let none = store.bv(precision, 0);
    let increment = store.ite(up, unit, none);
    let increment = zeros_above(store, width - precision, increment);
    let raised = store.bv_add(magnitude, increment);
    let below = zeros_above(store, width - precision, below);
    let kept = store.bv_not(below);
    let rounded = store.bv_and(raised, kept);

    // Below one: zero or one.
    let one_up = below_one_rounds_up(store, mode, a, field, negative);
    let one = {
        let one = Float::from_unsigned(format, &BitVec::new(1, 1), RoundingMode::TowardZero);
        magnitude_constant(store, &one)
    };
    let zero = store.bv(width, 0);
    let small = store.ite(one_up, one, zero);
    let is_small = field.less_than(store, format.bias());
    let rounded = store.ite(is_small, small, rounded);

    let fractional = field.less_than(store, format.bias() + i64::from(precision - 1));
    let whole = store.not(fractional);
    let special = a.is_special(store);
    let unchanged = store.or(&[whole, special]);
    let rounded = store.ite(unchanged, magnitude, rounded);
    let sign = store.extract(width, width, a.bits);
    store.concat(sign, rounded)
}

/// Whether a number below one is rounded to one.
fn below_one_rounds_up(
    store: &mut TermStore,
    mode: Mode,
    a: Pattern,
    field: Ranged,
    negative: Term,
) -> Term {
    let fraction = a.fraction(store);
    let at_half = field.equals(store, a.format.bias() - 1);
    let (half, rest) = if a.format.bias() == 1 {
        // All numbers below one are subnormal: the first bit of the fraction is the half.
        let top = a.format.significand - 2;
        let half = store.bit(top, fraction);
        let rest = if top == 0 {
            store.bool(false)
        } else {
            let low = store.extract(top - 1, 0, fraction);
            any_bit(store, low)
        };
        (half, rest)
    } else {
        let some_fraction = any_bit(store, fraction);
        let magnitude = a.magnitude(store);
        let some = any_bit(store, magnitude);
        (at_half, store.ite(at_half, some_fraction, some))
    };
    let even = store.bool(false);
    mode.rounds_up(store, negative, even, half, rest)
}

fn shifted_up(store: &mut TermStore, bits: Term) -> Term {
    let low = store.extract(store.width(bits) - 2, 0, bits);
    zeros_below(store, low, 1)
}

fn shifted_down(store: &mut TermStore, bits: Term) -> Term {
    let high = store.extract(store.width(bits) - 1, 1, bits);
    zeros_above(store, 1, high)
}

/// The bit pattern of the integer value of a bit-vector, and whether it may be subnormal.
pub(super) fn from_bits(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    bits: Term,
    signed: bool,
) -> (Term, bool) {
    let width = store.width(bits);
    let negative = if signed { store.bit(width - 1, bits) } else { store.bool(false) };
    let opposite = store.bv_neg(bits);
    let magnitude = store.ite(negative, opposite, bits);
    let (significand, shifted) = normalise(store, magnitude);
    let greatest = i64::from(width - 1);
    let exponent = shifted.subtracted_from(store, greatest).within(store, 0, greatest);
    let exact = Exact { negative, exponent, significand };
    let magnitude = exact.round(store, format, mode);
    let some = any_bit(store, bits);
    let zero = store.not(some);
    let never = store.bool(false);
    let outcome = Rounded { nan: never, infinite: never, zero, negative, magnitude };
    (outcome.pack(store, format), exact.may_be_subnormal(format))
}

/// The integer that the mode rounds to as a bit-vector; zero if it is out of range.
pub(super) fn to_bits(
    store: &mut TermStore,
    mode: Mode,
    a: Pattern,
    width: u32,
    signed: bool,
) -> Term {
    let format = a.format;
    let negative = a.negative(store);
    let exponent = a.effective_exponent(store);
    let exponent = Ranged::unsigned(store, exponent);
    let exponent = exponent.offset(store, -format.bias());
    let exponent = exponent.within(store, format.min_exponent(), format.bias());
    // As a fixed-point number with `width` bits before the point, one for rounding, and a sticky
    // bit, shifted right from the greatest possible exponent.
    let significand = a.significand(store);
    let padding = (width + 2).saturating_sub(format.significand);
    let significand = zeros_below(store, significand, padding);
    let significand = truncate_sticky(store, significand, width + 2);
    let distance = exponent.subtracted_from(store, i64::from(width - 1)).or_zero(store);
    let fixed = shift_right_sticky(store, significand, distance);
    let up = round_up(store, mode, negative, fixed);
    let up = store.bool_to_bv(up);
    let integer = store.extract(width + 1, 2, fixed);
    let (integer, up) = (zeros_above(store, 1, integer), zeros_above(store, width, up));
    let integer = store.bv_add(integer, up);
    let carry = store.bit(width, integer);
    let integer = store.extract(width - 1, 0, integer);

    let some = any_bit(store, integer);
    let (result, sign_fits) = if signed {
        let opposite = store.bv_neg(integer);
        let result = store.ite(negative, opposite, integer);
        let result_negative = store.bit(width - 1, result);
        (result, store.eq(result_negative, negative))
    } else {
        (integer, store.not(negative))
    };
    let none = store.not(some);
    let sign_fits = store.or(&[sign_fits, none]);
    let in_range = exponent.less_than(store, i64::from(width));
    let no_carry = store.not(carry);
    let special = a.is_special(store);
    let finite = store.not(special);
    let valid = store.and(&[finite, in_range, no_carry, sign_fits]);
    let zero = store.bv(width, 0);
    store.ite(valid, result, zero)
}

/// The bit pattern in another format, and whether it may be subnormal.
pub(super) fn to_format(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    a: &Unpacked,
) -> (Term, bool) {
    let Unpacked { nan, infinite, zero, negative, exponent, significand } = *a;
    let exact = Exact { negative, exponent, significand };
    let magnitude = exact.round(store, format, mode);
    let outcome = Rounded { nan, infinite, zero, negative, magnitude };
    (outcome.pack(store, format), exact.may_be_subnormal(format))
}
