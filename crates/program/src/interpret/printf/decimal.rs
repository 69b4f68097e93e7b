//! Exact decimal digits of fractions, rounded once, ties to even.

use num_bigint::BigUint;

/// A fraction that is not negative.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// Numerator.
    pub numerator: BigUint,
    /// Denominator, not zero.
    pub denominator: BigUint,
}

impl Fraction {
    fn is_zero(&self) -> bool {
        self.numerator == BigUint::ZERO
    }

    /// The fraction times a power of ten, rounded to an integer.
    fn scaled(&self, power: i64) -> BigUint {
        let factor = BigUint::from(10u8).pow(power.unsigned_abs() as u32);
        let (numerator, denominator) = if power >= 0 {
            (&self.numerator * factor, self.denominator.clone())
        } else {
            (self.numerator.clone(), &self.denominator * factor)
        };
        let quotient = &numerator / &denominator;
        let twice = (&numerator - &quotient * &denominator) * 2u8;
        let up = twice > denominator || twice == denominator && quotient.bit(0);
        if up { quotient + 1u8 } else { quotient }
    }

    /// Digits before and after the point, `precision` of the latter.
    pub fn fixed(&self, precision: usize) -> (String, String) {
        let digits = self.scaled(precision as i64).to_string();
        let digits = format!("{digits:0>width$}", width = precision + 1);
        let (whole, part) = digits.split_at(digits.len() - precision);
        (whole.to_owned(), part.to_owned())
    }

    /// The first digit, `precision` digits after it, and the power of ten of the first.
    pub fn scientific(&self, precision: usize) -> (String, i64) {
        if self.is_zero() {
            return ("0".repeat(precision + 1), 0);
        }
        // The estimated number of digits may be off by one, and rounding may add another.
        let bits = self.numerator.bits() as i64 - self.denominator.bits() as i64;
        let mut exponent = (bits as f64 * std::f64::consts::LOG10_2).floor() as i64 - 1;
        loop {
            let digits = self.scaled(precision as i64 - exponent).to_string();
            if digits.len() <= precision + 1 {
                return (digits, exponent);
            }
            exponent += 1;
        }
    }
}
