//! The comparisons of IEEE 754: zeros are equal, NaN is unordered.

use std::cmp::Ordering;

use super::Float;

impl Float {
    /// The order of two numbers, if neither is NaN.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        assert_eq!(self.format, other.format, "operands of different formats");
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let magnitudes = self.magnitude().cmp(&other.magnitude());
        Some(match (self.sign_bit(), other.sign_bit()) {
            (false, false) => magnitudes,
            (true, true) => magnitudes.reverse(),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        })
    }

    /// IEEE equality.
    pub fn ieee_eq(&self, other: &Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// Whether both are numbers and this is less.
    pub fn ieee_lt(&self, other: &Self) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// Whether both are numbers and this is less or equal.
    pub fn ieee_le(&self, other: &Self) -> bool {
        matches!(self.compare(other), Some(Ordering::Less | Ordering::Equal))
    }

    /// The lesser number, or the other operand if one is NaN. For zeros of different sign SMT-LIB
    /// leaves the choice open; the result is the second operand.
    pub fn ieee_min(&self, other: &Self) -> Self {
        if other.is_nan() || self.ieee_lt(other) { self.clone() } else { other.clone() }
    }

    /// The greater number, or the other operand if one is NaN. For zeros of different sign SMT-LIB
    /// leaves the choice open; the result is the second operand.
    pub fn ieee_max(&self, other: &Self) -> Self {
        if other.is_nan() || other.ieee_lt(self) { self.clone() } else { other.clone() }
    }
}
