//! Exact rational numbers that are fast while they are small.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A rational number. Numerators and denominators of 63 bits are kept in place; whatever does not fit
/// becomes a [`BigRational`], and comes back once it fits again. So every number has one form, and equal
/// numbers are structurally equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// In lowest terms; neither is larger than `i64::MAX` in magnitude.
    Small(i64, NonZeroU64),
    Big(Box<BigRational>),
}

use Form::{Big, Small};

const ONE: NonZeroU64 = NonZeroU64::MIN;

impl Rational {
    /// The number 0.
    pub const ZERO: Rational = Rational(Small(0, ONE));
    /// The number 1.
    pub const ONE: Rational = Rational(Small(1, ONE));

    /// A fraction in lowest terms, whose denominator is positive.
    fn reduced(numerator: i128, denominator: u128) -> Rational {
        if let (Ok(num), Ok(den)) = (i64::try_from(numerator), i64::try_from(denominator))
            && num != i64::MIN
            && let Some(den) = NonZeroU64::new(den.cast_unsigned())
        {
            return Rational(Small(num, den));
        }
        let (numerator, denominator) = (BigInt::from(numerator), BigInt::from(denominator));
        Rational(Big(Box::new(BigRational::new_raw(numerator, denominator))))
    }

    /// The number as a big one.
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Small(num, den) => BigRational::new_raw(BigInt::from(*num), BigInt::from(den.get())),
            Big(big) => (**big).clone(),
        }
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    /// Whether the number is 1.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1, ONE))
    }

    /// Whether the number is greater than 0.
    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Small(num, _) => *num > 0,
            Big(big) => big.is_positive(),
        }
    }

    /// Whether the number is less than 0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(num, _) => *num < 0,
            Big(big) => big.is_negative(),
        }
    }

    /// Whether the number is whole.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, den) => *den == ONE,
            Big(big) => big.is_integer(),
        }
    }

    /// The distance from 0.
    #[must_use]
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest whole number that is not greater.
    #[must_use]
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Small(_, ONE) => self.clone(),
            Small(num, den) => Rational(Small(num.div_euclid(den.get().cast_signed()), ONE)),
            Big(big) => big.floor().into(),
        }
    }

    /// The least whole number that is not less.
    #[must_use]
    pub fn ceil(&self) -> Rational {
        -&(-self).floor()
    }

    /// One divided by the number, which is not 0.
    ///
    /// # Panics
    /// If the number is 0.
    #[must_use]
    pub fn recip(&self) -> Rational {
        match &self.0 {
            Small(num, den) => {
                let magnitude = NonZeroU64::new(num.unsigned_abs()).expect("not zero");
                let den = den.get().cast_signed();
                Rational(Small(if *num < 0 { -den } else { den }, magnitude))
            }
            Big(big) => big.recip().into(),
        }
    }

    /// The denominator in lowest terms.
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Small(_, den) => BigInt::from(den.get()),
            Big(big) => big.denom().clone(),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Small(num, _) => BigInt::from(*num),
            Big(big) => big.numer().clone(),
        }
    }

    /// Adds a product.
    pub fn add_product(&mut self, a: &Rational, b: &Rational) {
        *self += &(a * b);
    }
}

impl From<i64> for Rational {
    fn from(number: i64) -> Rational {
        Rational::reduced(i128::from(number), 1)
    }
}

impl From<BigRational> for Rational {
    fn from(big: BigRational) -> Rational {
        let small = big.numer().to_i64().zip(big.denom().to_i64());
        match small.filter(|&(num, _)| num != i64::MIN) {
            Some((num, den)) => Rational::reduced(i128::from(num), u128::from(den.cast_unsigned())),
            None => Rational(Big(Box::new(big))),
        }
    }
}

impl From<BigInt> for Rational {
    fn from(number: BigInt) -> Rational {
        BigRational::from_integer(number).into()
    }
}

impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        let (Small(a, b), Small(c, d)) = (&self.0, &other.0) else {
            return (self.to_big() + other.to_big()).into();
        };
        if (*b, *d) == (ONE, ONE) {
            return Rational::reduced(i128::from(*a) + i128::from(*c), 1);
        }
        // With g the common divisor of the denominators, only a divisor of g can be left to cancel
        // (Knuth, The Art of Computer Programming 2, 4.5.1).
        let (b, d) = (b.get(), d.get());
        let common = b.gcd(&d);
        let (b, d) = (b / common, d / common);
        let sum = i128::from(*a) * i128::from(d) + i128::from(*c) * i128::from(b);
        let rest = (sum.unsigned_abs() % u128::from(common)) as u64;
        let left = rest.gcd(&common);
        let denominator = u128::from(b) * u128::from(d) * u128::from(common / left);
        Rational::reduced(sum / i128::from(left), denominator)
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        let (Small(a, b), Small(c, d)) = (&self.0, &other.0) else {
            return (self.to_big() * other.to_big()).into();
        };
        if (*b, *d) == (ONE, ONE) {
            return Rational::reduced(i128::from(*a) * i128::from(*c), 1);
        }
        let (b, d) = (b.get(), d.get());
        let (first, second) = (a.unsigned_abs().gcd(&d), c.unsigned_abs().gcd(&b));
        let numerator = i128::from(*a) / i128::from(first) * (i128::from(*c) / i128::from(second));
        Rational::reduced(numerator, u128::from(b / second) * u128::from(d / first))
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        match &self.0 {
            Small(num, den) => Rational(Small(-num, *den)),
            // No small number has a big negation.
            Big(big) => Rational(Big(Box::new(-&**big))),
        }
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let (Small(a, b), Small(c, d)) = (&self.0, &other.0) else {
            return self.to_big().cmp(&other.to_big());
        };
        if b == d {
            return a.cmp(c);
        }
        let (left, right) =
            (i128::from(*a) * i128::from(d.get()), i128::from(*c) * i128::from(b.get()));
        left.cmp(&right)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_big(), f)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

/// The greatest common divisor of whole numbers, 0 if all are 0.
pub(crate) fn gcd<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Rational {
    let mut divisor = BigInt::zero();
    for number in numbers {
        if divisor.is_one() {
            break;
        }
        divisor = divisor.gcd(&number.numerator());
    }
    divisor.into()
}

/// The least common multiple of the denominators.
pub(crate) fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Rational {
    let mut multiple = BigInt::one();
    for number in numbers.filter(|number| !number.is_integer()) {
        multiple = multiple.lcm(&number.denominator());
    }
    multiple.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers around the limits of the small form as well as tiny ones.
    fn number() -> impl Strategy<Value = BigRational> {
        let part = prop_oneof![
            -20i128..20,
            (i128::from(i64::MAX) - 3)..(i128::from(i64::MAX) + 4),
            (i128::from(i64::MIN) - 3)..(i128::from(i64::MIN) + 4),
            any::<i64>().prop_map(i128::from),
            any::<i128>(),
        ];
        (part.clone(), part).prop_map(|(num, den)| {
            let den = if den == 0 { 1 } else { den };
            BigRational::new(BigInt::from(num), BigInt::from(den))
        })
    }

    /// The number is right and has the only form that it may have.
    fn check(found: &Rational, expected: &BigRational) {
        assert_eq!(&found.to_big(), expected);
        assert_eq!(found, &Rational::from(expected.clone()));
        assert_eq!(found.is_integer(), expected.is_integer());
        assert_eq!(found.is_negative(), expected.is_negative());
        assert_eq!(found.is_positive(), expected.is_positive());
        assert_eq!(found.is_zero(), expected.is_zero());
        assert_eq!(found.is_one(), expected.is_one());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn arithmetic_is_that_of_big_rationals(a in number(), b in number()) {
            let (x, y) = (Rational::from(a.clone()), Rational::from(b.clone()));
            check(&x, &a);
            check(&(&x + &y), &(&a + &b));
            check(&(&x - &y), &(&a - &b));
            check(&(&x * &y), &(&a * &b));
            check(&-&x, &-&a);
            check(&x.floor(), &a.floor());
            check(&x.ceil(), &a.ceil());
            check(&x.abs(), &a.abs());
            if !a.is_zero() {
                check(&x.recip(), &a.recip());
            }
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x == y, a == b);
            let mut sum = x.clone();
            sum.add_product(&x, &y);
            check(&sum, &(&a + &a * &b));
        }
    }

    #[test]
    fn small_numbers_take_two_words() {
        assert_eq!(size_of::<Rational>(), 16);
    }
}
