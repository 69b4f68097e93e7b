//! The formats of IEEE 754 binary floating-point numbers.

use std::fmt;

/// A binary interchange format: the widths of exponent and significand, the latter counted
/// with its hidden bit as in SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    /// Number of exponent bits.
    pub exponent: u32,
    /// Number of significand bits (the precision), including the hidden bit.
    pub significand: u32,
}

impl FloatFormat {
    /// IEEE binary16, `_Float16`.
    pub const F16: Self = Self { exponent: 5, significand: 11 };
    /// IEEE binary32, `float`.
    pub const F32: Self = Self { exponent: 8, significand: 24 };
    /// IEEE binary64, `double`.
    pub const F64: Self = Self { exponent: 11, significand: 53 };
    /// The values of the x87 80-bit format, stored as IEEE would: with a hidden bit.
    pub const X87: Self = Self { exponent: 15, significand: 64 };
    /// IEEE binary128, `_Float128`.
    pub const F128: Self = Self { exponent: 15, significand: 113 };

    /// The widest exponent supported; every number of such a format is still a rational that
    /// fits into memory.
    pub const MAX_EXPONENT: u32 = 30;

    /// The format with the given widths, if all operations support it: at least two bits each, and
    /// at most [`Self::MAX_EXPONENT`] bits of exponent.
    pub fn new(exponent: u32, significand: u32) -> Option<Self> {
        let supported = (2..=Self::MAX_EXPONENT).contains(&exponent)
            && significand >= 2
            && exponent.checked_add(significand).is_some();
        supported.then_some(Self { exponent, significand })
    }

    /// Number of bits of a number: sign, exponent, and significand without its hidden bit.
    pub const fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The number added to an exponent to store it; also the greatest exponent of a number.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the smallest normal number, shared by all subnormal ones.
    pub const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Number of stored significand bits, without the hidden one.
    pub(super) const fn fraction_width(self) -> u32 {
        self.significand - 1
    }

    /// The exponent of the unit that all numbers are multiples of: the smallest subnormal
    /// number is two to this power.
    pub(super) const fn unit_exponent(self) -> i64 {
        self.min_exponent() - self.fraction_width() as i64
    }
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(_ FloatingPoint {} {})", self.exponent, self.significand)
    }
}
