//! Numbers with an infinitesimal part, for strict bounds.

use super::rational::Rational;
use std::ops::{Add, Sub};

/// `real + delta * ε` for a positive ε smaller than any number that matters. Ordered so: `x < c` is
/// `x <= c - ε`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delta {
    /// The standard part.
    pub real: Rational,
    /// The factor of ε.
    pub delta: Rational,
}

impl Delta {
    /// A number with an infinitesimal part.
    pub fn new(real: Rational, delta: Rational) -> Delta {
        Delta { real, delta }
    }

    /// Whether it is a whole number without infinitesimal part.
    pub fn is_integer(&self) -> bool {
        self.delta.is_zero() && self.real.is_integer()
    }

    /// The product with a rational.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Delta {
        let delta = if self.delta.is_zero() { Rational::ZERO } else { &self.delta * factor };
        Delta { real: &self.real * factor, delta }
    }

    /// Adds a product with a rational.
    pub fn add_product(&mut self, factor: &Rational, other: &Delta) {
        self.real.add_product(factor, &other.real);
        if !other.delta.is_zero() {
            self.delta.add_product(factor, &other.delta);
        }
    }

    /// The number for a given ε.
    pub fn at(&self, epsilon: &Rational) -> Rational {
        if self.delta.is_zero() {
            return self.real.clone();
        }
        &self.real + &(&self.delta * epsilon)
    }

    /// The greatest whole number that is not greater.
    #[must_use]
    pub fn floor(&self) -> Rational {
        if self.real.is_integer() && self.delta.is_negative() {
            return &self.real - &Rational::ONE;
        }
        self.real.floor()
    }
}

impl From<Rational> for Delta {
    fn from(real: Rational) -> Delta {
        Delta { real, delta: Rational::ZERO }
    }
}

impl Add for &Delta {
    type Output = Delta;

    fn add(self, other: &Delta) -> Delta {
        Delta { real: &self.real + &other.real, delta: &self.delta + &other.delta }
    }
}

impl Sub for &Delta {
    type Output = Delta;

    fn sub(self, other: &Delta) -> Delta {
        Delta { real: &self.real - &other.real, delta: &self.delta - &other.delta }
    }
}
