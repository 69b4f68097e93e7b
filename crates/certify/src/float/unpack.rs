//! Unpacking of bit patterns.

use crate::circuits::{Bits, inverted};
use crate::gates::Gates;
use crate::sat::Lit;
use term::FloatFormat;

/// The fields of a bit pattern.
pub struct Fields<'a> {
    pub sign: Lit,
    pub exponent: &'a [Lit],
    pub fraction: &'a [Lit],
}

/// The class of a number.
#[derive(Clone, Copy)]
pub struct Class {
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub negative: Lit,
}

/// An unpacked float. If it is a nonzero number, the first bit of the significand is 1 and has the
/// weight two to the power of the exponent; a zero has a zero significand.
#[derive(Clone)]
pub struct Unpacked {
    pub class: Class,
    /// In two's complement.
    pub exponent: Bits,
    pub significand: Bits,
}

impl Unpacked {
    /// The same number with the opposite sign.
    pub fn negated(&self) -> Unpacked {
        let class = Class { negative: !self.class.negative, ..self.class };
        Unpacked { class, ..self.clone() }
    }
}

/// A width in which exponents of the formats, and sums of some of them and of significand widths,
/// do not overflow.
pub fn exponent_width(formats: &[FloatFormat]) -> usize {
    let widths = formats.iter().map(|format| {
        let places = u32::BITS - format.significand.leading_zeros();
        format.exponent.max(places + 3)
    });
    widths.max().expect("at least one format") as usize + 3
}

/// A signed constant.
pub fn signed_number(gates: &Gates, width: usize, value: i64) -> Bits {
    (0..width).map(|i| gates.constant(value >> i.min(63) & 1 == 1)).collect()
}

/// The fields of a bit pattern.
pub fn split(format: FloatFormat, bits: &[Lit]) -> Fields<'_> {
    let fraction = format.significand as usize - 1;
    let (magnitude, sign) = bits.split_at(bits.len() - 1);
    Fields { sign: sign[0], exponent: &magnitude[fraction..], fraction: &magnitude[..fraction] }
}

/// The class of a bit pattern.
pub fn classify(gates: &mut Gates, format: FloatFormat, bits: &[Lit]) -> Class {
    let fields = split(format, bits);
    let greatest = gates.all(fields.exponent);
    let smallest = gates.all(&inverted(fields.exponent));
    let no_fraction = gates.is_zero(fields.fraction);
    Class {
        nan: gates.and(greatest, !no_fraction),
        infinite: gates.and(greatest, no_fraction),
        zero: gates.and(smallest, no_fraction),
        negative: fields.sign,
    }
}

/// The parts of a float, with an exponent of the given width.
pub fn unpack(gates: &mut Gates, format: FloatFormat, width: usize, bits: &[Lit]) -> Unpacked {
    let class = classify(gates, format, bits);
    let fields = split(format, bits);
    let subnormal = gates.all(&inverted(fields.exponent));
    let significand = [fields.fraction, &[!subnormal]].concat();
    // Subnormal numbers have the exponent of the smallest normal ones.
    let mut stored = gates.resized(fields.exponent, width);
    stored[0] = gates.or(stored[0], subnormal);
    let bias = signed_number(gates, width, format.bias());
    let exponent = gates.sub(&stored, &bias);
    let (significand, exponent) = normalise(gates, significand, &exponent);
    Unpacked { class, exponent, significand }
}

/// The same number with a significand that starts with 1, unless it is zero.
pub fn normalise(gates: &mut Gates, mut significand: Bits, exponent: &[Lit]) -> (Bits, Bits) {
    let len = significand.len();
    let stages = len.next_power_of_two().trailing_zeros() as usize;
    let mut zeros = gates.number(exponent.len(), 0);
    for stage in (0..stages).rev() {
        let distance = 1 << stage;
        let moves = gates.is_zero(&significand[len - distance..]);
        let mut moved = gates.number(distance, 0);
        moved.extend(&significand[..len - distance]);
        significand = gates.choose_word(moves, &moved, &significand);
        zeros[stage] = moves;
    }
    let exponent = gates.sub(exponent, &zeros);
    (significand, exponent)
}
