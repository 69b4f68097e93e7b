//! Arithmetic: each operation computes exactly and rounds once.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

use super::dyadic::Dyadic;
use super::{Float, FloatFormat, RoundingMode, Unpacked};

impl Float {
    /// The absolute value.
    pub fn abs(&self) -> Self {
        Self::from_magnitude(self.format, false, self.magnitude())
    }

    /// The number with the opposite sign; NaN stays NaN.
    pub fn neg(&self) -> Self {
        if self.is_nan() {
            return self.clone();
        }
        Self::from_magnitude(self.format, !self.sign_bit(), self.magnitude())
    }

    /// The sum, rounded.
    pub fn add(&self, other: &Self, rounding: RoundingMode) -> Self {
        self.assert_same_format(other);
        add_unpacked(self.format, rounding, &self.unpack(), &other.unpack())
    }

    /// The difference, rounded.
    pub fn sub(&self, other: &Self, rounding: RoundingMode) -> Self {
        self.add(&other.neg(), rounding)
    }

    /// The product, rounded.
    pub fn mul(&self, other: &Self, rounding: RoundingMode) -> Self {
        self.assert_same_format(other);
        round_unpacked(self.format, rounding, &mul_unpacked(&self.unpack(), &other.unpack()))
    }

    /// The fused product and sum `self · factor + summand`, rounded once.
    pub fn fma(&self, factor: &Self, summand: &Self, rounding: RoundingMode) -> Self {
        self.assert_same_format(factor);
        self.assert_same_format(summand);
        let product = mul_unpacked(&self.unpack(), &factor.unpack());
        add_unpacked(self.format, rounding, &product, &summand.unpack())
    }

    /// The quotient, rounded.
    pub fn div(&self, divisor: &Self, rounding: RoundingMode) -> Self {
        self.assert_same_format(divisor);
        let format = self.format;
        let negative = self.sign_bit() != divisor.sign_bit();
        match (self.unpack(), divisor.unpack()) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => Self::nan(format),
            (Unpacked::Infinite { .. }, Unpacked::Infinite { .. }) => Self::nan(format),
            (Unpacked::Infinite { .. }, Unpacked::Finite(_)) => Self::infinity(format, negative),
            (Unpacked::Finite(_), Unpacked::Infinite { .. }) => Self::zero(format, negative),
            (Unpacked::Finite(x), Unpacked::Finite(y)) if y.is_zero() => {
                if x.is_zero() {
                    Self::nan(format)
                } else {
                    Self::infinity(format, negative)
                }
            }
            (Unpacked::Finite(x), Unpacked::Finite(y)) => {
                let significand = quotient_for(format, &x.significand, &y.significand);
                let exponent = significand.exponent + x.exponent - y.exponent;
                Self::round(format, rounding, &Dyadic { negative, exponent, ..significand })
            }
        }
    }

    /// The square root, rounded; NaN for negative numbers except `-0`, its own root.
    pub fn sqrt(&self, rounding: RoundingMode) -> Self {
        match self.unpack() {
            Unpacked::Finite(x) if x.is_zero() => self.clone(),
            Unpacked::Infinite { negative: false } => self.clone(),
            Unpacked::Finite(x) if !x.negative => {
                // Two bits more than the precision: one to round by, and a sticky bit below.
                let wanted = 2 * (u64::from(self.format.significand) + 1);
                let mut shift = wanted.saturating_sub(x.significand.bits());
                if (x.exponent - shift as i64).is_odd() {
                    shift += 1;
                }
                let radicand = x.significand << shift;
                let root = radicand.sqrt();
                let inexact = &root * &root != radicand;
                let exponent = (x.exponent - shift as i64) / 2;
                Self::round(self.format, rounding, &with_sticky(root, exponent, inexact))
            }
            _ => Self::nan(self.format),
        }
    }

    /// The IEEE remainder `self - n · divisor`, where `n` is the integer nearest to the exact
    /// quotient, with ties to even. The remainder is always exact.
    pub fn rem(&self, divisor: &Self) -> Self {
        self.assert_same_format(divisor);
        match (self.unpack(), divisor.unpack()) {
            (Unpacked::Finite(x), Unpacked::Finite(y)) if !y.is_zero() => {
                let remainder = remainder(&x, &y);
                Self::round(self.format, RoundingMode::NearestEven, &remainder)
            }
            (Unpacked::Finite(_), Unpacked::Infinite { .. }) => self.clone(),
            _ => Self::nan(self.format),
        }
    }

    /// The nearest integer in the direction of the rounding mode; the sign stays.
    pub fn round_to_integral(&self, rounding: RoundingMode) -> Self {
        match self.unpack() {
            Unpacked::Finite(x) if x.exponent < 0 => {
                let significand = x.round_to_multiple(0, rounding);
                let exact = Dyadic { negative: x.negative, significand, exponent: 0 };
                // An integer below a power of two of the format rounds to a number of it.
                Self::round(self.format, rounding, &exact)
            }
            _ => self.clone(),
        }
    }

    fn assert_same_format(&self, other: &Self) {
        assert_eq!(self.format, other.format, "operands of different formats");
    }
}

fn round_unpacked(format: FloatFormat, rounding: RoundingMode, unpacked: &Unpacked) -> Float {
    match unpacked {
        Unpacked::Nan => Float::nan(format),
        Unpacked::Infinite { negative } => Float::infinity(format, *negative),
        Unpacked::Finite(exact) => Float::round(format, rounding, exact),
    }
}

fn add_unpacked(
    format: FloatFormat,
    rounding: RoundingMode,
    left: &Unpacked,
    right: &Unpacked,
) -> Float {
    match (left, right) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => Float::nan(format),
        (Unpacked::Infinite { negative: x }, Unpacked::Infinite { negative: y }) if x != y => {
            Float::nan(format)
        }
        (Unpacked::Infinite { negative }, _) | (_, Unpacked::Infinite { negative }) => {
            Float::infinity(format, *negative)
        }
        (Unpacked::Finite(x), Unpacked::Finite(y)) => {
            Float::round(format, rounding, &x.add(y, rounding))
        }
    }
}

fn mul_unpacked(left: &Unpacked, right: &Unpacked) -> Unpacked {
    match (left, right) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => Unpacked::Nan,
        (Unpacked::Infinite { negative: x }, Unpacked::Infinite { negative: y }) => {
            Unpacked::Infinite { negative: x != y }
        }
        (Unpacked::Infinite { negative }, Unpacked::Finite(x))
        | (Unpacked::Finite(x), Unpacked::Infinite { negative }) => {
            if x.is_zero() {
                Unpacked::Nan
            } else {
                Unpacked::Infinite { negative: *negative != x.negative }
            }
        }
        (Unpacked::Finite(x), Unpacked::Finite(y)) => Unpacked::Finite(x.mul(y)),
    }
}

/// A positive number that rounds like `numerator / denominator` in the given format.
pub(super) fn quotient_for(
    format: FloatFormat,
    numerator: &BigUint,
    denominator: &BigUint,
) -> Dyadic {
    // The quotient has at least one bit to round by; the sticky bit comes below.
    let wanted = denominator.bits() + u64::from(format.significand) + 1;
    let shift = wanted.saturating_sub(numerator.bits());
    let (quotient, rest) = (numerator << shift).div_rem(denominator);
    with_sticky(quotient, -(shift as i64), !rest.is_zero())
}

/// `significand · 2^exponent`, or, if `inexact`, a number slightly above it.
fn with_sticky(significand: BigUint, exponent: i64, inexact: bool) -> Dyadic {
    let significand = (significand << 1u32) + BigUint::from(inexact);
    Dyadic { negative: false, significand, exponent: exponent - 1 }
}

/// The IEEE remainder; the divisor is not zero.
fn remainder(x: &Dyadic, divisor: &Dyadic) -> Dyadic {
    // Below half the divisor nothing is subtracted. Otherwise a divisor with the greater exponent
    // is near enough to `x` to align the two.
    if x.is_zero() || x.leading_exponent() + 1 < divisor.leading_exponent() {
        return x.clone();
    }
    let exponent = x.exponent.min(divisor.exponent);
    let modulus = &divisor.significand << (divisor.exponent - exponent) as u64;
    // The remainder modulo twice the divisor keeps the parity of the quotient.
    let twice = &modulus << 1u32;
    let scale = BigUint::from(2u32).modpow(&BigUint::from((x.exponent - exponent) as u64), &twice);
    let rest = (&x.significand * scale) % twice;
    let odd = rest >= modulus;
    let rest = if odd { rest - &modulus } else { rest };
    let doubled = &rest << 1u32;
    if doubled > modulus || (doubled == modulus && odd) {
        Dyadic { negative: !x.negative, significand: modulus - rest, exponent }
    } else {
        Dyadic { negative: x.negative, significand: rest, exponent }
    }
}
