//! Rounding: the only place where an exact number becomes a float.

use super::constant;
use super::unpack::{normalise, signed_number};
use crate::circuits::{Bits, sign};
use crate::gates::Gates;
use crate::sat::Lit;
use term::{Float, FloatFormat};

/// A number; its first bit has the weight two to the power of the exponent. The last bit may be
/// sticky, that is, stand for any nonzero fraction of itself. That is allowed if, without leading
/// zeros, there are at least two more bits than the format has.
pub struct Exact {
    pub negative: Lit,
    /// In two's complement.
    pub exponent: Bits,
    pub significand: Bits,
}

/// A rounding mode; exactly one of the literals holds.
pub struct Mode {
    pub nearest_even: Lit,
    pub nearest_away: Lit,
    pub up: Lit,
    pub down: Lit,
}

impl Mode {
    /// Decodes a mode, in the order of `RoundingMode::ALL`. The fifth is that toward zero.
    pub fn new(gates: &mut Gates, bits: &[Lit]) -> Mode {
        let mut is = |number| {
            let number = gates.number(3, number);
            gates.equal(bits, &number)
        };
        Mode { nearest_even: is(0), nearest_away: is(1), up: is(2), down: is(3) }
    }

    /// Whether the magnitude is rounded up: `odd` is the last kept bit, `half` the next one, and
    /// `more` tells whether any other discarded bit is set.
    pub fn rounds_up(
        &self,
        gates: &mut Gates,
        negative: Lit,
        odd: Lit,
        half: Lit,
        more: Lit,
    ) -> Lit {
        let more_or_odd = gates.or(more, odd);
        let to_even = gates.and(half, more_or_odd);
        let inexact = gates.or(half, more);
        let outward = self.is_outward(gates, negative);
        let cases = [
            gates.and(self.nearest_even, to_even),
            gates.and(self.nearest_away, half),
            gates.and(outward, inexact),
        ];
        gates.any(&cases)
    }

    /// Whether the mode is away from zero for a number of the sign.
    fn is_outward(&self, gates: &mut Gates, negative: Lit) -> Lit {
        gates.choose(negative, self.down, self.up)
    }

    /// Whether a number that is too large becomes infinite. Otherwise it becomes the largest
    /// number.
    fn overflows(&self, gates: &mut Gates, negative: Lit) -> Lit {
        let outward = self.is_outward(gates, negative);
        gates.any(&[self.nearest_even, self.nearest_away, outward])
    }
}

/// The float nearest to an exact number in the direction of the mode. Zero keeps its sign.
pub fn round(gates: &mut Gates, format: FloatFormat, mode: &Mode, exact: Exact) -> Bits {
    let precision = format.significand as usize;
    let Exact { negative, exponent, significand } = exact;
    let width = exponent.len();
    let (significand, exponent) = normalise(gates, significand, &exponent);
    let is_number = sign(&significand);
    // At least two bits follow the kept ones.
    let missing = (precision + 2).saturating_sub(significand.len());
    let significand = [gates.number(missing, 0), significand].concat();

    // Below the smallest normal number the last place is fixed.
    let least = signed_number(gates, width, format.min_exponent());
    let above_least = gates.sub(&exponent, &least);
    let subnormal = sign(&above_least);
    let distance = gates.neg(&above_least);
    let distance: Bits = distance.iter().map(|&bit| gates.and(bit, subnormal)).collect();
    let significand = shift_right_sticky(gates, &significand, &distance);
    let normal = gates.and(!subnormal, is_number);
    let binade: Bits = above_least.iter().map(|&bit| gates.and(bit, normal)).collect();

    let lost = significand.len() - precision;
    let kept = &significand[lost..];
    let more = gates.any(&significand[..lost - 1]);
    let up = mode.rounds_up(gates, negative, kept[0], significand[lost - 1], more);

    // The hidden bit adds one to the exponent, and so does a carry out of the significand.
    let base = [gates.number(precision - 1, 0), binade].concat();
    let kept = gates.resized(kept, base.len());
    let magnitude = gates.sum(&base, &kept, up).0;
    let greatest = gates.number(width, (1 << format.exponent) - 1);
    let too_large = !gates.less(&magnitude[precision - 1..], &greatest);
    let fits = &magnitude[..format.width() as usize - 1];

    let infinity = constant(gates, Float::infinity(format, false).bits());
    // All bits of the pattern just below infinity.
    let mut largest = gates.number(infinity.len(), 0);
    for (i, bit) in largest.iter_mut().enumerate().take(infinity.len() - 1) {
        *bit = gates.constant(i != precision - 1);
    }
    let overflows = mode.overflows(gates, negative);
    let limit = gates.choose_word(overflows, &infinity, &largest);
    let mut bits = gates.choose_word(too_large, &limit, fits);
    bits.push(negative);
    bits
}

/// The result of an operation: NaN, infinity with a sign, or the rounded number.
pub fn finish(
    gates: &mut Gates,
    format: FloatFormat,
    nan: Lit,
    infinite: Lit,
    negative: Lit,
    rounded: &[Lit],
) -> Bits {
    let mut infinity = constant(gates, Float::infinity(format, false).bits());
    *infinity.last_mut().expect("a sign") = negative;
    let number = gates.choose_word(infinite, &infinity, rounded);
    let the_nan = constant(gates, Float::nan(format).bits());
    gates.choose_word(nan, &the_nan, &number)
}

/// Right shift with an additional last bit that tells whether any other bit was lost.
pub fn shift_right_sticky(gates: &mut Gates, a: &[Lit], by: &[Lit]) -> Bits {
    let no = gates.constant(false);
    let mut bits = [&[no], a].concat();
    let mut lost = no;
    for (distance, moves) in gates.distances(bits.len(), by) {
        let ends = gates.any(&bits[..distance]);
        let loses = gates.and(moves, ends);
        lost = gates.or(lost, loses);
        let moved: Bits =
            (distance..distance + bits.len()).map(|k| *bits.get(k).unwrap_or(&no)).collect();
        bits = gates.choose_word(moves, &moved, &bits);
    }
    bits[0] = gates.or(bits[0], lost);
    bits
}
