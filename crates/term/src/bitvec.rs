//! Concrete bit-vectors of any width: the values of `(_ BitVec n)`.
//!
//! Widths up to 64 live in one machine word, as nearly all of C does; wider ones in a big
//! integer. Every operation has SMT-LIB's meaning, division by zero and oversized shifts included.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// A bit-vector value. Bits past the width are always zero, so equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVec {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Bits {
    /// Width at most 64.
    Word(u64),
    /// Width above 64.
    Wide(BigUint),
}

fn word_mask(width: u32) -> u64 {
    debug_assert!((1..=64).contains(&width));
    u64::MAX >> (64 - width)
}

fn big_mask(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

impl BitVec {
    /// The low `width` bits of `value`.
    pub fn new(width: u32, value: u64) -> BitVec {
        assert!(width > 0, "a bit-vector has at least one bit");
        let bits = if width <= 64 {
            Bits::Word(value & word_mask(width))
        } else {
            Bits::Wide(BigUint::from(value))
        };
        BitVec { width, bits }
    }

    /// `value` modulo 2^width, sign-extended when wider than 64.
    pub fn from_i64(width: u32, value: i64) -> BitVec {
        if width <= 64 {
            BitVec::new(width, value as u64)
        } else {
            BitVec::from_bigint(width, &BigInt::from(value))
        }
    }

    /// `value` modulo 2^width.
    pub fn from_biguint(width: u32, value: &BigUint) -> BitVec {
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            BitVec::new(width, low)
        } else {
            let bits = Bits::Wide(value & big_mask(width));
            BitVec { width, bits }
        }
    }

    /// `value` modulo 2^width, in two's complement.
    pub fn from_bigint(width: u32, value: &BigInt) -> BitVec {
        let (sign, magnitude) = value.clone().into_parts();
        let vector = BitVec::from_biguint(width, &magnitude);
        if sign == Sign::Minus { vector.neg() } else { vector }
    }

    /// The vector whose bit `i` is `bit(i)`.
    pub fn from_bits(width: u32, mut bit: impl FnMut(u32) -> bool) -> BitVec {
        if width <= 64 {
            let value = (0..width).fold(0, |acc, i| acc | (u64::from(bit(i)) << i));
            return BitVec::new(width, value);
        }
        let mut value = BigUint::zero();
        for i in (0..width).filter(|&i| bit(i)) {
            value.set_bit(u64::from(i), true);
        }
        BitVec::from_biguint(width, &value)
    }

    /// All bits zero.
    pub fn zero(width: u32) -> BitVec {
        BitVec::new(width, 0)
    }

    /// The number one.
    pub fn one(width: u32) -> BitVec {
        BitVec::new(width, 1)
    }

    /// All bits one.
    pub fn ones(width: u32) -> BitVec {
        BitVec::zero(width).not()
    }

    /// The least signed value: only the sign bit set.
    pub fn min_signed(width: u32) -> BitVec {
        BitVec::from_bits(width, |i| i + 1 == width)
    }

    /// The greatest signed value.
    pub fn max_signed(width: u32) -> BitVec {
        BitVec::min_signed(width).not()
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Bit `i`, the least significant being 0.
    pub fn bit(&self, i: u32) -> bool {
        debug_assert!(i < self.width);
        match &self.bits {
            Bits::Word(w) => w >> i & 1 == 1,
            Bits::Wide(b) => b.bit(u64::from(i)),
        }
    }

    /// The sign bit in two's complement.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Word(w) => *w == 0,
            Bits::Wide(b) => b.is_zero(),
        }
    }

    /// Whether this is the number one.
    pub fn is_one(&self) -> bool {
        match &self.bits {
            Bits::Word(w) => *w == 1,
            Bits::Wide(b) => b.is_one(),
        }
    }

    /// Whether every bit is one.
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Word(w) => *w == word_mask(self.width),
            Bits::Wide(b) => b.count_ones() == u64::from(self.width),
        }
    }

    /// `Some(i)` if the value is 2^i.
    pub fn power_of_two(&self) -> Option<u32> {
        match &self.bits {
            Bits::Word(w) => w.is_power_of_two().then(|| w.trailing_zeros()),
            Bits::Wide(b) => (b.count_ones() == 1).then(|| b.trailing_zeros().unwrap_or(0) as u32),
        }
    }

    /// Number of zero bits below the lowest one bit; the width if the value is zero.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Word(0) => self.width,
            Bits::Word(w) => w.trailing_zeros(),
            Bits::Wide(b) => b.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// Number of zero bits above the highest one bit; the width if the value is zero.
    pub fn leading_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Word(w) => w.leading_zeros() - (64 - self.width),
            Bits::Wide(b) => self.width - b.bits() as u32,
        }
    }

    /// The unsigned value if it fits a word.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Word(w) => Some(*w),
            Bits::Wide(b) => b.to_u64(),
        }
    }

    /// The signed value if it fits a word.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Word(w) => Some(((*w << (64 - self.width)) as i64) >> (64 - self.width)),
            Bits::Wide(_) => self.to_bigint().to_i64(),
        }
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        match &self.bits {
            Bits::Word(w) => BigUint::from(*w),
            Bits::Wide(b) => b.clone(),
        }
    }

    /// The signed value.
    pub fn to_bigint(&self) -> BigInt {
        let value = BigInt::from(self.to_biguint());
        if self.sign() { value - (BigInt::one() << self.width) } else { value }
    }

    /// Applies a word operation, or the big-integer one above 64 bits; both results are truncated.
    fn map2(
        &self,
        other: &BitVec,
        word: impl FnOnce(u64, u64) -> u64,
        wide: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> BitVec {
        debug_assert_eq!(self.width, other.width);
        match (&self.bits, &other.bits) {
            (Bits::Word(a), Bits::Word(b)) => BitVec::new(self.width, word(*a, *b)),
            (Bits::Wide(a), Bits::Wide(b)) => BitVec::from_biguint(self.width, &wide(a, b)),
            _ => unreachable!("equal widths have equal representations"),
        }
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)] // the operators of the literature, by reference
    pub fn not(&self) -> BitVec {
        match &self.bits {
            Bits::Word(w) => BitVec::new(self.width, !w),
            Bits::Wide(b) => BitVec::from_biguint(self.width, &(b ^ big_mask(self.width))),
        }
    }

    /// Bitwise conjunction.
    pub fn and(&self, other: &BitVec) -> BitVec {
        self.map2(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, other: &BitVec) -> BitVec {
        self.map2(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &BitVec) -> BitVec {
        self.map2(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Two's complement negation.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> BitVec {
        match &self.bits {
            Bits::Word(w) => BitVec::new(self.width, w.wrapping_neg()),
            Bits::Wide(b) => {
                BitVec::from_biguint(self.width, &((BigUint::one() << self.width) - b))
            }
        }
    }

    /// Sum modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &BitVec) -> BitVec {
        self.map2(other, u64::wrapping_add, |a, b| a + b)
    }

    /// Difference modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &BitVec) -> BitVec {
        self.add(&other.neg())
    }

    /// Product modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &BitVec) -> BitVec {
        self.map2(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones when dividing by zero.
    pub fn udiv(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return BitVec::ones(self.width);
        }
        self.map2(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend when dividing by zero.
    pub fn urem(&self, other: &BitVec) -> BitVec {
        if other.is_zero() {
            return self.clone();
        }
        self.map2(other, |a, b| a % b, |a, b| a % b)
    }

    fn abs(&self) -> BitVec {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, rounded towards zero.
    pub fn sdiv(&self, other: &BitVec) -> BitVec {
        let quotient = self.abs().udiv(&other.abs());
        if self.sign() != other.sign() { quotient.neg() } else { quotient }
    }

    /// Signed remainder with the sign of the dividend.
    pub fn srem(&self, other: &BitVec) -> BitVec {
        let remainder = self.abs().urem(&other.abs());
        if self.sign() { remainder.neg() } else { remainder }
    }

    /// Signed remainder with the sign of the divisor.
    pub fn smod(&self, other: &BitVec) -> BitVec {
        let remainder = self.abs().urem(&other.abs());
        match (remainder.is_zero(), self.sign(), other.sign()) {
            (true, _, _) | (_, false, false) => remainder,
            (_, true, false) => remainder.neg().add(other),
            (_, false, true) => remainder.add(other),
            (_, true, true) => remainder.neg(),
        }
    }

    /// The shift distance, or `None` when it is at least the width.
    fn distance(&self, by: &BitVec) -> Option<u32> {
        let by = by.to_u64()?;
        (by < u64::from(self.width)).then_some(by as u32)
    }

    /// Left shift; zero once the distance reaches the width.
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, by: &BitVec) -> BitVec {
        match self.distance(by) {
            None => BitVec::zero(self.width),
            Some(n) => match &self.bits {
                Bits::Word(w) => BitVec::new(self.width, w << n),
                Bits::Wide(b) => BitVec::from_biguint(self.width, &(b << n)),
            },
        }
    }

    /// Right shift filling with zeros.
    pub fn lshr(&self, by: &BitVec) -> BitVec {
        match self.distance(by) {
            None => BitVec::zero(self.width),
            Some(n) => match &self.bits {
                Bits::Word(w) => BitVec::new(self.width, w >> n),
                Bits::Wide(b) => BitVec::from_biguint(self.width, &(b >> n)),
            },
        }
    }

    /// Right shift filling with the sign.
    pub fn ashr(&self, by: &BitVec) -> BitVec {
        if self.sign() { self.not().lshr(by).not() } else { self.lshr(by) }
    }

    /// Rotation to the left by `n` modulo the width.
    pub fn rotate_left(&self, n: u32) -> BitVec {
        let n = n % self.width;
        BitVec::from_bits(self.width, |i| self.bit((i + self.width - n) % self.width))
    }

    /// Rotation to the right by `n` modulo the width.
    pub fn rotate_right(&self, n: u32) -> BitVec {
        self.rotate_left(self.width - n % self.width)
    }

    /// Bits `high` down to `low`.
    pub fn extract(&self, high: u32, low: u32) -> BitVec {
        debug_assert!(low <= high && high < self.width);
        let width = high - low + 1;
        match &self.bits {
            Bits::Word(w) => BitVec::new(width, w >> low),
            Bits::Wide(b) => BitVec::from_biguint(width, &(b >> low)),
        }
    }

    /// `self` followed by the less significant `low`.
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Word(a), Bits::Word(b)) if width <= 64 => BitVec::new(width, a << low.width | b),
            _ => {
                let high = self.to_biguint() << low.width;
                BitVec::from_biguint(width, &(high | low.to_biguint()))
            }
        }
    }

    /// `extra` zero bits on top.
    pub fn zero_extend(&self, extra: u32) -> BitVec {
        match &self.bits {
            Bits::Word(w) => BitVec::new(self.width + extra, *w),
            Bits::Wide(b) => BitVec::from_biguint(self.width + extra, b),
        }
    }

    /// `extra` copies of the sign bit on top.
    pub fn sign_extend(&self, extra: u32) -> BitVec {
        if self.sign() { self.not().zero_extend(extra).not() } else { self.zero_extend(extra) }
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &BitVec) -> bool {
        self.bits < other.bits
    }

    /// Signed less than.
    pub fn slt(&self, other: &BitVec) -> bool {
        match (self.sign(), other.sign()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }
}

/// SMT-LIB's binary notation, or hexadecimal when the width allows it.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_biguint();
        if self.width.is_multiple_of(4) {
            write!(f, "#x{value:0digits$x}", digits = self.width as usize / 4)
        } else {
            write!(f, "#b{value:0digits$b}", digits = self.width as usize)
        }
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same number at a width above 64, so that the word and the wide path can be compared.
    fn widened(value: &BitVec) -> BitVec {
        value.sign_extend(100)
    }

    #[test]
    fn divides_by_zero_as_smtlib_says() {
        let (x, zero) = (BitVec::new(8, 0x85), BitVec::zero(8));
        assert_eq!(x.udiv(&zero), BitVec::ones(8));
        assert_eq!(x.urem(&zero), x);
        assert_eq!(x.sdiv(&zero), BitVec::one(8));
        assert_eq!(x.neg().sdiv(&zero), BitVec::ones(8));
        assert_eq!(x.srem(&zero), x);
        assert_eq!(x.smod(&zero), x);
    }

    #[test]
    fn prints_in_smtlib_notation() {
        assert_eq!(BitVec::new(8, 10).to_string(), "#x0a");
        assert_eq!(BitVec::new(3, 5).to_string(), "#b101");
        assert_eq!(BitVec::ones(68).to_string(), "#xfffffffffffffffff");
    }

    proptest! {
        #[test]
        fn words_agree_with_machine_arithmetic(a: i32, b: i32) {
            let (x, y) = (BitVec::from_i64(32, a.into()), BitVec::from_i64(32, b.into()));
            let is = |v: BitVec, n: i32| v == BitVec::from_i64(32, n.into());
            prop_assert!(is(x.add(&y), a.wrapping_add(b)));
            prop_assert!(is(x.sub(&y), a.wrapping_sub(b)));
            prop_assert!(is(x.mul(&y), a.wrapping_mul(b)));
            if b != 0 {
                prop_assert!(is(x.sdiv(&y), a.wrapping_div(b)));
                prop_assert!(is(x.srem(&y), a.wrapping_rem(b)));
            }
            prop_assert!(is(x.rotate_left(b as u32), a.rotate_left(b as u32 % 32)));
            let by = BitVec::new(32, u64::from(b as u32 % 32));
            prop_assert!(is(x.ashr(&by), a >> (b as u32 % 32)));
            prop_assert!(is(x.lshr(&by), (a as u32 >> (b as u32 % 32)) as i32));
            prop_assert_eq!(x.slt(&y), a < b);
            prop_assert_eq!(x.ult(&y), (a as u32) < b as u32);
        }

        #[test]
        fn wide_vectors_agree_with_words(a: i32, b: i32, n in 0u64..40) {
            let (x, y) = (BitVec::from_i64(40, a.into()), BitVec::from_i64(40, b.into()));
            let (wx, wy) = (widened(&x), widened(&y));
            prop_assert_eq!(widened(&x.add(&y)), wx.add(&wy));
            prop_assert_eq!(widened(&x.sub(&y)), wx.sub(&wy));
            prop_assert_eq!(x.mul(&y), wx.mul(&wy).extract(39, 0));
            if b != 0 {
                prop_assert_eq!(widened(&x.sdiv(&y)), wx.sdiv(&wy));
                prop_assert_eq!(widened(&x.srem(&y)), wx.srem(&wy));
                prop_assert_eq!(widened(&x.smod(&y)), wx.smod(&wy));
            }
            let by = BitVec::new(140, n);
            prop_assert_eq!(widened(&x.ashr(&BitVec::new(40, n))), wx.ashr(&by));
            prop_assert_eq!(x.slt(&y), wx.slt(&wy));
            prop_assert_eq!(x.not().concat(&y).extract(39, 0), y.clone());
            prop_assert_eq!(wx.not().concat(&y).extract(179, 40), wx.not());
            prop_assert_eq!(x.to_i64(), wx.to_i64());
            prop_assert_eq!(BitVec::from_bigint(140, &wx.to_bigint()), wx);
        }
    }
}
