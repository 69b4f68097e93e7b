//! The order of floats: zeros are equal, and a NaN is unordered.

use super::unpack::classify;
use crate::circuits::Bits;
use crate::gates::Gates;
use crate::sat::Lit;
use term::FloatFormat;

/// Whether `x < y`.
pub fn less(gates: &mut Gates, format: FloatFormat, x: &[Lit], y: &[Lit]) -> Lit {
    let (a, b) = (classify(gates, format, x), classify(gates, format, y));
    let last = x.len() - 1;
    // Bit patterns are ordered like magnitudes.
    let magnitude_less = gates.less(&x[..last], &y[..last]);
    let magnitude_greater = gates.less(&y[..last], &x[..last]);
    let of_negative = gates.or(magnitude_greater, !b.negative);
    let of_positive = gates.and(magnitude_less, !b.negative);
    let ordered = gates.choose(a.negative, of_negative, of_positive);
    let both_zero = gates.and(a.zero, b.zero);
    gates.all(&[!a.nan, !b.nan, !both_zero, ordered])
}

/// Whether `x` and `y` are the same number.
pub fn equal(gates: &mut Gates, format: FloatFormat, x: &[Lit], y: &[Lit]) -> Lit {
    let (a, b) = (classify(gates, format, x), classify(gates, format, y));
    let both_zero = gates.and(a.zero, b.zero);
    let same = gates.equal(x, y);
    let equal = gates.or(same, both_zero);
    gates.all(&[!a.nan, !b.nan, equal])
}

/// `x` if `y` is a NaN or `first` is less than `second`, else `y`.
pub fn lesser(
    gates: &mut Gates,
    format: FloatFormat,
    x: &[Lit],
    y: &[Lit],
    [first, second]: [&[Lit]; 2],
) -> Bits {
    let is_less = less(gates, format, first, second);
    let y_is_nan = classify(gates, format, y).nan;
    let takes_x = gates.or(y_is_nan, is_less);
    gates.choose_word(takes_x, x, y)
}
