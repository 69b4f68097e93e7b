//! Conversions between formats, integers, rationals, and the host's numbers.

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::arithmetic::quotient_for;
use super::dyadic::{Dyadic, infinity_magnitude};
use super::{Float, FloatFormat, RoundingMode, Unpacked};
use crate::BitVec;

/// Width of the x87 format in memory, which stores the integer bit.
const X87_MEMORY_WIDTH: u32 = 80;
/// Width of the x87 significand.
const X87_SIGNIFICAND: u32 = FloatFormat::X87.significand;

impl Float {
    /// This number in another format, rounded.
    pub fn to_format(&self, format: FloatFormat, rounding: RoundingMode) -> Self {
        match self.unpack() {
            Unpacked::Nan => Self::nan(format),
            Unpacked::Infinite { negative } => Self::infinity(format, negative),
            Unpacked::Finite(exact) => Self::round(format, rounding, &exact),
        }
    }

    /// The unsigned integer of a bit-vector, rounded.
    pub fn from_unsigned(format: FloatFormat, bits: &BitVec, rounding: RoundingMode) -> Self {
        Self::from_integer(format, false, bits.to_biguint(), rounding)
    }

    /// The two's complement integer of a bit-vector, rounded.
    pub fn from_signed(format: FloatFormat, bits: &BitVec, rounding: RoundingMode) -> Self {
        let negative = bits.bit(bits.width() - 1);
        let unsigned = bits.to_biguint();
        let magnitude =
            if negative { (BigUint::one() << bits.width()) - unsigned } else { unsigned };
        Self::from_integer(format, negative, magnitude, rounding)
    }

    fn from_integer(
        format: FloatFormat,
        negative: bool,
        significand: BigUint,
        rounding: RoundingMode,
    ) -> Self {
        Self::round(format, rounding, &Dyadic { negative, significand, exponent: 0 })
    }

    /// The rounded integer as an unsigned bit-vector, if this is a number in its range.
    pub fn to_unsigned(&self, width: u32, rounding: RoundingMode) -> Option<BitVec> {
        let (negative, magnitude) = self.to_integer(width, rounding)?;
        let fits = magnitude.bits() <= u64::from(width) && (!negative || magnitude.is_zero());
        fits.then(|| BitVec::from_biguint(width, &magnitude))
    }

    /// The rounded integer as a bit-vector in two's complement, if this is a number in its range.
    pub fn to_signed(&self, width: u32, rounding: RoundingMode) -> Option<BitVec> {
        let (negative, magnitude) = self.to_integer(width, rounding)?;
        let half = BigUint::one() << (width - 1);
        if !negative || magnitude.is_zero() {
            return (magnitude < half).then(|| BitVec::from_biguint(width, &magnitude));
        }
        let complement = || (half.clone() << 1u32) - &magnitude;
        (magnitude <= half).then(|| BitVec::from_biguint(width, &complement()))
    }

    /// Sign and magnitude of the rounded integer, unless it certainly needs more than `width`
    /// bits.
    fn to_integer(&self, width: u32, rounding: RoundingMode) -> Option<(bool, BigUint)> {
        match self.unpack() {
            Unpacked::Finite(exact) if exact.is_zero() => Some((exact.negative, BigUint::zero())),
            Unpacked::Finite(exact) if exact.leading_exponent() <= i64::from(width) => {
                Some((exact.negative, exact.round_to_multiple(0, rounding)))
            }
            _ => None,
        }
    }

    /// The rational, rounded.
    pub fn from_rational(
        format: FloatFormat,
        rational: &BigRational,
        rounding: RoundingMode,
    ) -> Self {
        if rational.is_zero() {
            return Self::zero(format, false);
        }
        let (numerator, denominator) = (rational.numer(), rational.denom());
        let quotient = quotient_for(format, numerator.magnitude(), denominator.magnitude());
        let negative = numerator.sign() != denominator.sign();
        Self::round(format, rounding, &Dyadic { negative, ..quotient })
    }

    /// The exact value, if this is neither NaN nor infinite; both zeros give zero.
    pub fn to_rational(&self) -> Option<BigRational> {
        let Unpacked::Finite(exact) = self.unpack() else {
            return None;
        };
        if exact.is_zero() {
            return Some(BigRational::zero());
        }
        let sign = if exact.negative { Sign::Minus } else { Sign::Plus };
        let power = BigInt::one() << exact.exponent.unsigned_abs();
        let significand = BigInt::from_biguint(sign, exact.significand);
        Some(if exact.exponent >= 0 {
            BigRational::from_integer(significand * power)
        } else {
            BigRational::new(significand, power)
        })
    }

    /// The host's single-precision number.
    pub fn from_f32(value: f32) -> Self {
        Self::from_bits(FloatFormat::F32, BitVec::new(32, u64::from(value.to_bits())))
    }

    /// The host's double-precision number.
    pub fn from_f64(value: f64) -> Self {
        Self::from_bits(FloatFormat::F64, BitVec::new(64, value.to_bits()))
    }

    /// The host's double-precision number nearest to this one.
    pub fn to_f64(&self) -> f64 {
        let double = self.to_format(FloatFormat::F64, RoundingMode::NearestEven);
        let digits = double.bits.to_biguint();
        f64::from_bits(digits.iter_u64_digits().next().unwrap_or(0))
    }

    /// The number with the given 80-bit x87 memory image: sign, exponent, integer bit, fraction.
    /// Patterns that the processor rejects as invalid operands (a missing integer bit) give NaN.
    ///
    /// # Panics
    ///
    /// Panics if there are not 80 bits.
    pub fn from_x87_bits(memory: &BitVec) -> Self {
        assert_eq!(memory.width(), X87_MEMORY_WIDTH, "not an x87 number");
        let format = FloatFormat::X87;
        let negative = memory.bit(X87_MEMORY_WIDTH - 1);
        let biased = memory.extract(X87_MEMORY_WIDTH - 2, X87_SIGNIFICAND).to_biguint();
        let significand = memory.extract(X87_SIGNIFICAND - 1, 0).to_biguint();
        let integer_bit = memory.bit(X87_SIGNIFICAND - 1);
        if !biased.is_zero() && !integer_bit {
            return Self::nan(format);
        }
        // The integer bit stands for one unit of the exponent, as the hidden bit does; without
        // an exponent it makes a pseudo-denormal, the same number as with exponent one.
        let binade = if biased.is_zero() { biased } else { biased - BigUint::one() };
        let magnitude = (binade << format.fraction_width()) + significand;
        if magnitude > infinity_magnitude(format) {
            return Self::nan(format);
        }
        Self::from_magnitude(format, negative, magnitude)
    }

    /// The 80 bits of this number of format [`FloatFormat::X87`] in the memory of an x87.
    ///
    /// # Panics
    ///
    /// Panics if this has another format.
    pub fn to_x87_bits(&self) -> BitVec {
        assert_eq!(self.format, FloatFormat::X87, "not an x87 number");
        let fraction_width = self.format.fraction_width();
        let sign_and_exponent = self.bits.extract(self.format.width() - 1, fraction_width);
        let fraction = self.bits.extract(fraction_width - 1, 0);
        let has_exponent = !self.is_zero() && !self.is_subnormal();
        sign_and_exponent.concat(&BitVec::new(1, u64::from(has_exponent))).concat(&fraction)
    }
}
