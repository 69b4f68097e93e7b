//! Conversions between integers and floats.

use super::round::{Exact, Mode, finish, round};
use super::unpack::{Unpacked, exponent_width, signed_number};
use crate::circuits::{Bits, sign};
use crate::gates::Gates;
use crate::sat::Lit;
use term::FloatFormat;

/// An unsigned number, exactly.
pub fn unsigned(gates: &Gates, number: &[Lit], target: FloatFormat) -> Exact {
    exact(gates, gates.constant(false), number.to_vec(), target)
}

/// A signed number, exactly.
pub fn signed(gates: &mut Gates, number: &[Lit], target: FloatFormat) -> Exact {
    let negative = sign(number);
    let magnitude = gates.negate_if(number, negative);
    exact(gates, negative, magnitude, target)
}

fn exact(gates: &Gates, negative: Lit, magnitude: Bits, target: FloatFormat) -> Exact {
    let places = usize::BITS - magnitude.len().leading_zeros();
    let width = exponent_width(&[target]).max(places as usize + 3);
    let exponent = signed_number(gates, width, magnitude.len() as i64 - 1);
    Exact { negative, exponent, significand: magnitude }
}

/// The magnitude as an integer with one bit more than the given width, and whether it may need even
/// more bits. In that case the integer is meaningless.
fn rounded(gates: &mut Gates, width: usize, mode: &Mode, x: &Unpacked) -> (Bits, Lit) {
    let places = x.significand.len();
    let exponent_places = usize::BITS - width.leading_zeros();
    let exponent_width = x.exponent.len().max(exponent_places as usize + 3);
    let extension = vec![sign(&x.exponent); exponent_width - x.exponent.len()];
    let exponent = [&x.exponent[..], &extension].concat();

    // The unit is chosen such that the significand of a number in [1/4, 1/2) is a multiple of it.
    // Smaller numbers are rounded like that one.
    let two = signed_number(gates, exponent_width, 2);
    let distance = gates.add(&exponent, &two);
    let is_small = sign(&distance);
    let distance: Bits = distance.iter().map(|&bit| gates.and(bit, !is_small)).collect();
    let units = gates.resized(&x.significand, width + 1 + places + 1);
    let units = gates.shift_left(&units, &distance);
    let limit = signed_number(gates, exponent_width, width as i64);
    let too_large = gates.signed_less(&limit, &exponent);
    let too_large = gates.and(too_large, !x.class.zero);

    let integer = &units[places + 1..];
    let more = gates.any(&units[..places]);
    let up = mode.rounds_up(gates, x.class.negative, integer[0], units[places], more);
    let zero = gates.number(integer.len(), 0);
    (gates.sum(integer, &zero, up).0, too_large)
}

/// The nearest integer in the direction of the mode, as a float.
pub fn to_integral(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    bits: &[Lit],
) -> Bits {
    let places = x.significand.len();
    let (integer, too_large) = rounded(gates, places, mode, x);
    // A number without a fraction stays unchanged.
    let last = signed_number(gates, x.exponent.len(), places as i64 - 1);
    let has_fraction = gates.signed_less(&x.exponent, &last);
    let changes = gates.and(has_fraction, !too_large);
    let exact = Exact {
        negative: x.class.negative,
        exponent: signed_number(gates, x.exponent.len(), integer.len() as i64 - 1),
        significand: integer,
    };
    let rounded = round(gates, format, mode, exact);
    let number = gates.choose_word(changes, &rounded, bits);
    finish(gates, format, x.class.nan, x.class.infinite, x.class.negative, &number)
}

/// The rounded integer as an unsigned number; zero if it does not fit.
pub fn to_unsigned(gates: &mut Gates, width: u32, mode: &Mode, x: &Unpacked) -> Bits {
    let width = width as usize;
    let (magnitude, too_large) = rounded(gates, width, mode, x);
    let is_zero = gates.is_zero(&magnitude);
    let negative = gates.and(x.class.negative, !is_zero);
    let outside = [too_large, magnitude[width], negative, x.class.nan, x.class.infinite];
    let outside = gates.any(&outside);
    magnitude[..width].iter().map(|&bit| gates.and(bit, !outside)).collect()
}

/// The rounded integer as a signed number; zero if it does not fit.
pub fn to_signed(gates: &mut Gates, width: u32, mode: &Mode, x: &Unpacked) -> Bits {
    let width = width as usize;
    let (magnitude, too_large) = rounded(gates, width, mode, x);
    // The magnitude of the least number is one more than that of the greatest.
    let half = [gates.number(width - 1, 0), vec![gates.constant(true), gates.constant(false)]];
    let below_half = gates.less(&magnitude, &half.concat());
    let is_half = gates.equal(&magnitude, &half.concat());
    let is_least = gates.and(is_half, x.class.negative);
    let fits = gates.or(below_half, is_least);
    let outside = gates.any(&[too_large, !fits, x.class.nan, x.class.infinite]);
    let number = gates.negate_if(&magnitude[..width], x.class.negative);
    number.iter().map(|&bit| gates.and(bit, !outside)).collect()
}
