//! Concrete IEEE 754 numbers of any binary format, with the semantics of the SMT-LIB theory
//! `FloatingPoint`.
//!
//! Every operation unpacks its operands to exact numbers, computes exactly and rounds once.

mod arithmetic;
mod compare;
mod convert;
mod display;
mod dyadic;
mod format;
mod rounding;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::BitVec;
use dyadic::{Dyadic, infinity_magnitude};
pub use format::FloatFormat;
pub use rounding::RoundingMode;

/// A floating-point number: its format and its IEEE bit pattern.
///
/// Each format has one NaN, so that equal values have equal patterns. `==` compares values, and
/// tells the two zeros apart; [`Float::ieee_eq`] is the equality of IEEE 754.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    format: FloatFormat,
    bits: BitVec,
}

/// The value of a bit pattern.
enum Unpacked {
    Nan,
    Infinite { negative: bool },
    Finite(Dyadic),
}

impl Float {
    /// The number with the given bit pattern; every pattern of a NaN gives [`Float::nan`].
    ///
    /// # Panics
    ///
    /// Panics if the pattern does not have the width of the format.
    pub fn from_bits(format: FloatFormat, bits: BitVec) -> Self {
        assert_eq!(bits.width(), format.width(), "a bit pattern of another format");
        let float = Self { format, bits };
        if float.magnitude() > infinity_magnitude(format) { Self::nan(format) } else { float }
    }

    /// Zero with the given sign.
    pub fn zero(format: FloatFormat, negative: bool) -> Self {
        Self::from_magnitude(format, negative, BigUint::zero())
    }

    /// Infinity with the given sign.
    pub fn infinity(format: FloatFormat, negative: bool) -> Self {
        Self::from_magnitude(format, negative, infinity_magnitude(format))
    }

    /// The only NaN of the format: positive, quiet, without payload.
    pub fn nan(format: FloatFormat) -> Self {
        let quiet = BigUint::one() << (format.significand - 2);
        Self::from_magnitude(format, false, infinity_magnitude(format) + quiet)
    }

    /// The format of this number.
    pub fn format(&self) -> FloatFormat {
        self.format
    }

    /// The IEEE bit pattern of this number.
    pub fn bits(&self) -> &BitVec {
        &self.bits
    }

    /// Whether this is NaN.
    pub fn is_nan(&self) -> bool {
        self.magnitude() > infinity_magnitude(self.format)
    }

    /// Whether this is one of the two infinities.
    pub fn is_infinite(&self) -> bool {
        self.magnitude() == infinity_magnitude(self.format)
    }

    /// Whether this is one of the two zeros.
    pub fn is_zero(&self) -> bool {
        self.magnitude().is_zero()
    }

    /// Whether this is a number other than zero with the full precision of the format.
    pub fn is_normal(&self) -> bool {
        let magnitude = self.magnitude();
        magnitude.bits() >= u64::from(self.format.significand)
            && magnitude < infinity_magnitude(self.format)
    }

    /// Whether this is a number other than zero that is too small to be normal.
    pub fn is_subnormal(&self) -> bool {
        let magnitude = self.magnitude();
        !magnitude.is_zero() && magnitude.bits() < u64::from(self.format.significand)
    }

    /// Whether this is a number with a negative sign, `-0` included.
    pub fn is_negative(&self) -> bool {
        self.sign_bit() && !self.is_nan()
    }

    /// Whether this is a number with a positive sign, `+0` included.
    pub fn is_positive(&self) -> bool {
        !self.sign_bit() && !self.is_nan()
    }

    fn sign_bit(&self) -> bool {
        self.bits.bit(self.format.width() - 1)
    }

    /// The bits of exponent and fraction.
    fn magnitude(&self) -> BigUint {
        self.bits.extract(self.format.width() - 2, 0).to_biguint()
    }

    fn from_magnitude(format: FloatFormat, negative: bool, mut magnitude: BigUint) -> Self {
        magnitude.set_bit(u64::from(format.width() - 1), negative);
        Self { format, bits: BitVec::from_biguint(format.width(), &magnitude) }
    }

    fn unpack(&self) -> Unpacked {
        let negative = self.sign_bit();
        let magnitude = self.magnitude();
        let infinity = infinity_magnitude(self.format);
        if magnitude > infinity {
            return Unpacked::Nan;
        }
        if magnitude == infinity {
            return Unpacked::Infinite { negative };
        }
        let fraction_width = self.format.fraction_width();
        let biased = &magnitude >> fraction_width;
        // Subnormal numbers share the exponent of the first binade but have no hidden bit.
        let binade = biased.iter_u64_digits().next().unwrap_or(0).saturating_sub(1);
        Unpacked::Finite(Dyadic {
            negative,
            significand: magnitude - (BigUint::from(binade) << fraction_width),
            exponent: self.format.unit_exponent() + binade as i64,
        })
    }

    fn round(format: FloatFormat, rounding: RoundingMode, exact: &Dyadic) -> Self {
        Self::from_magnitude(format, exact.negative, exact.round(format, rounding))
    }
}
