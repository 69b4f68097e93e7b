//! Exact numbers between unpacking and rounding.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{FloatFormat, RoundingMode};

/// The number `significand · 2^exponent`, negated if `negative`. Zero has a sign, too.
#[derive(Clone, Debug)]
pub(super) struct Dyadic {
    pub(super) negative: bool,
    pub(super) significand: BigUint,
    pub(super) exponent: i64,
}

impl Dyadic {
    pub(super) fn zero(negative: bool) -> Self {
        Self { negative, significand: BigUint::zero(), exponent: 0 }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.significand.is_zero()
    }

    /// The exponent of the leading bit of a number other than zero.
    pub(super) fn leading_exponent(&self) -> i64 {
        self.exponent + self.significand.bits() as i64 - 1
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            significand: &self.significand * &other.significand,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The sum; a zero sum of numbers with different signs gets the sign that `rounding` asks
    /// for.
    pub(super) fn add(&self, other: &Self, rounding: RoundingMode) -> Self {
        if self.negative != other.negative {
            return self.add_opposite(other, rounding);
        }
        let (left, right, exponent) = self.align(other);
        Self { negative: self.negative, significand: left + right, exponent }
    }

    fn add_opposite(&self, other: &Self, rounding: RoundingMode) -> Self {
        let (left, right, exponent) = self.align(other);
        match left.cmp(&right) {
            Ordering::Equal => Self::zero(rounding == RoundingMode::TowardNegative),
            Ordering::Greater => {
                Self { negative: self.negative, significand: left - right, exponent }
            }
            Ordering::Less => {
                Self { negative: other.negative, significand: right - left, exponent }
            }
        }
    }

    /// The significands of both numbers at a common exponent.
    fn align(&self, other: &Self) -> (BigUint, BigUint, i64) {
        // The exponent of zero is arbitrary and must not cause needless shifts.
        if self.is_zero() {
            return (BigUint::zero(), other.significand.clone(), other.exponent);
        }
        if other.is_zero() {
            return (self.significand.clone(), BigUint::zero(), self.exponent);
        }
        let exponent = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.significand << (x.exponent - exponent) as u64;
        (at(self), at(other), exponent)
    }

    /// The magnitude as a multiple of `2^unit`, rounded to an integer.
    pub(super) fn round_to_multiple(&self, unit: i64, rounding: RoundingMode) -> BigUint {
        if self.is_zero() {
            return BigUint::zero();
        }
        let discarded = unit - self.exponent;
        if discarded <= 0 {
            return &self.significand << discarded.unsigned_abs();
        }
        let discarded = discarded as u64;
        let kept = &self.significand >> discarded;
        let half = self.significand.bit(discarded - 1);
        let rest = self.significand.trailing_zeros().is_some_and(|zeros| zeros < discarded - 1);
        if rounding.rounds_up(self.negative, kept.bit(0), half, rest) {
            kept + BigUint::one()
        } else {
            kept
        }
    }

    /// The bits of exponent and fraction of this number in the given format.
    pub(super) fn round(&self, format: FloatFormat, rounding: RoundingMode) -> BigUint {
        if self.is_zero() {
            return BigUint::zero();
        }
        let leading = self.leading_exponent().max(format.min_exponent());
        let unit = leading - i64::from(format.fraction_width());
        // The hidden bit adds one to the exponent field, as it must. So does the carry of a
        // significand that was rounded up to a power of two. Subnormals lack the bit and get no
        // increment.
        let binade = BigUint::from((unit - format.unit_exponent()) as u64);
        let magnitude =
            (binade << format.fraction_width()) + self.round_to_multiple(unit, rounding);
        let infinity = infinity_magnitude(format);
        if magnitude < infinity {
            magnitude
        } else if rounding.overflows_to_infinity(self.negative) {
            infinity
        } else {
            infinity - BigUint::one()
        }
    }
}

/// The bits of exponent and fraction of infinity.
pub(super) fn infinity_magnitude(format: FloatFormat) -> BigUint {
    BigUint::from((1u64 << format.exponent) - 1) << format.fraction_width()
}
