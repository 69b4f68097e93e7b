//! The IEEE remainder.

use super::divide::subtract_if_not_less;
use super::mode::Mode;
use super::pattern::{Pattern, Unpacked};
use super::round::{Exact, Rounded};
use super::shift::{any_bit, normalise, zeros_above, zeros_below};
use term::{RoundingMode, Term, TermStore};

/// The bit pattern of `x - n · y` for the integer `n` nearest to the quotient.
///
/// This is a long division with one subtraction for each possible difference of exponents: some
/// 280 of 26 bits for single precision, 2,100 of 55 bits for double precision, and 33,000 for
/// formats with 15 exponent bits.
pub(super) fn remainder(
    store: &mut TermStore,
    dividend: Pattern,
    x: &Unpacked,
    y: &Unpacked,
) -> Term {
    let format = dividend.format;
    let precision = format.significand;
    let difference = x.exponent.sub(store, y.exponent);
    let divisor = zeros_above(store, 2, y.significand);
    let mut rest = zeros_above(store, 2, x.significand);
    let mut odd = store.bool(false);
    for step in 0..=difference.high {
        let behind = difference.less_than(store, step);
        let minuend = if step == 0 {
            rest
        } else {
            let low = store.extract(precision, 0, rest);
            zeros_below(store, low, 1)
        };
        let (digit, reduced) = subtract_if_not_less(store, minuend, divisor);
        rest = store.ite(behind, rest, reduced);
        odd = store.ite(behind, odd, digit);
    }

    // Now the rest is below the divisor, in units of the divisor's last place; if the exponent of
    // the divisor is greater by one, in units of half of that.
    let halved = difference.less_than(store, 0);
    let rest = store.extract(precision, 0, rest);
    let low = store.extract(precision - 1, 0, rest);
    let doubled = zeros_below(store, low, 1);
    let rest = store.ite(halved, rest, doubled);
    let half = zeros_above(store, 1, y.significand);
    let above = store.bv_ult(half, rest);
    let tie = store.eq(half, rest);
    let tie_up = store.and(&[tie, odd]);
    let up = store.or(&[above, tie_up]);
    let whole = zeros_below(store, y.significand, 1);
    let complement = store.bv_sub(whole, rest);
    let rest = store.ite(up, complement, rest);
    // At most half of the divisor is left, so the first bit is zero.
    let rest = store.extract(precision - 1, 0, rest);

    let some = any_bit(store, rest);
    let (significand, shifted) = normalise(store, rest);
    let exponent = y.exponent.offset(store, -1).sub(store, shifted);
    let least = format.min_exponent() - i64::from(precision - 1);
    let exponent = exponent.within(store, least, format.bias());
    let negative = store.xor(x.negative, up);
    // The remainder is a number of the format: nothing is rounded.
    let mode = Mode::constant(store, RoundingMode::TowardZero);
    let magnitude = Exact { negative, exponent, significand }.round(store, format, mode);

    let nan = store.or(&[x.nan, y.nan, x.infinite, y.zero]);
    let zero = store.not(some);
    let infinite = store.bool(false);
    let reduced = Rounded { nan, infinite, zero, negative, magnitude }.pack(store, format);
    let smaller = difference.less_than(store, -1);
    let unchanged = store.or(&[y.infinite, x.zero, smaller]);
    let defined = store.not(nan);
    let unchanged = store.and(&[unchanged, defined]);
    store.ite(unchanged, dividend.bits, reduced)
}
