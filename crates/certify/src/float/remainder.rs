//! The remainder of IEEE 754.

use super::mode_bits;
use super::round::{Exact, Mode, finish, round};
use super::unpack::{exponent_width, signed_number, unpack};
use crate::circuits::{Bits, sign};
use crate::gates::Gates;
use crate::sat::Lit;
use term::{FloatFormat, RoundingMode};

/// Formats with wider exponents would need tens of thousands of subtractions.
const WIDEST_EXPONENT: u32 = 11;

/// `x - n * y` for the integer `n` nearest to the quotient, ties to even. It is computed by long
/// division, with one step for each possible difference of exponents.
pub fn remainder(gates: &mut Gates, format: FloatFormat, x: &[Lit], y: &[Lit]) -> Option<Bits> {
    if format.exponent > WIDEST_EXPONENT {
        return None;
    }
    let dividend = x;
    let width = exponent_width(&[format]);
    let (x, y) = (unpack(gates, format, width, x), unpack(gates, format, width, y));
    let places = format.significand as usize;
    let no = gates.constant(false);
    let difference = gates.sub(&x.exponent, &y.exponent);
    let is_below = sign(&difference);
    let divisor = gates.resized(&y.significand, places + 1);
    let mut rest = gates.resized(&x.significand, places + 1);
    let mut odd = no;
    let steps = (1i64 << format.exponent) + places as i64;
    for step in 0..steps {
        let number = signed_number(gates, width, step);
        let done = gates.signed_less(&difference, &number);
        let next = if step == 0 { rest.clone() } else { [&[no], &rest[..places]].concat() };
        let fits = !gates.less(&next, &divisor);
        let smaller = gates.sub(&next, &divisor);
        let left = gates.choose_word(fits, &smaller, &next);
        rest = gates.choose_word(done, &rest, &left);
        odd = gates.choose(done, odd, fits);
    }
    // In units of half the last place of the divisor. A dividend whose exponent is one lower was
    // not changed, and is a multiple of this unit.
    let halves = [&[no], &rest[..]].concat();
    let untouched = gates.resized(&x.significand, places + 2);
    let halves = gates.choose_word(is_below, &untouched, &halves);
    let divisor = gates.resized(&y.significand, places + 2);
    let more_than_half = gates.less(&divisor, &halves);
    let is_half = gates.equal(&divisor, &halves);
    let half_to_even = gates.and(is_half, odd);
    let rounds_up = gates.or(more_than_half, half_to_even);
    let twice = [&[no], &divisor[..places + 1]].concat();
    let over = gates.sub(&twice, &halves);
    let significand = gates.choose_word(rounds_up, &over, &halves);
    let crosses = gates.xor(x.class.negative, rounds_up);
    let is_zero = gates.is_zero(&significand);
    let negative = gates.choose(is_zero, x.class.negative, crosses);
    // Two bits more than the divisor; the last one is a half.
    let one = signed_number(gates, width, 1);
    let exponent = gates.add(&y.exponent, &one);
    let nearest = mode_bits(gates, RoundingMode::NearestEven);
    let mode = Mode::new(gates, &nearest);
    let rounded = round(gates, format, &mode, Exact { negative, exponent, significand });
    // A dividend below half of the divisor is its own remainder.
    let minus_one = signed_number(gates, width, -1);
    let far_below = gates.signed_less(&difference, &minus_one);
    let itself = gates.any(&[far_below, y.class.infinite, x.class.zero]);
    let result = gates.choose_word(itself, dividend, &rounded);
    let nan = gates.any(&[x.class.nan, y.class.nan, x.class.infinite, y.class.zero]);
    Some(finish(gates, format, nan, no, no, &result))
}
