//! Linear arithmetic over reals and integers: numbers, simplex, whole solutions, certificates.
//!
//! Nothing here knows terms or SAT solvers. A [`Simplex`] has variables, bounds that come and go in
//! levels, and answers with values or with a [`Refutation`] that [`certificate::check`] verifies
//! without it.

pub mod certificate;
mod delta;
mod equations;
mod integers;
mod rational;
mod simplex;
#[cfg(test)]
mod tests;

pub use certificate::{Constraint, Lemma, Refutation, Source};
pub use delta::Delta;
pub use integers::WholeAnswer;
pub use rational::Rational;
pub(crate) use rational::{common_denominator, gcd};
pub use simplex::{Bound, Conflict, Side, Simplex};

/// Number of a variable of a [`Simplex`].
pub type Variable = u32;

/// A sum of multiples of variables: sorted by variable, without zeros.
pub type Form = Vec<(Variable, Rational)>;

/// The first form plus a multiple of the second.
pub(crate) fn add_multiple(a: &Form, factor: &Rational, b: &Form) -> Form {
    let mut sum = Form::with_capacity(a.len() + b.len());
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (Some((x, c)), Some((y, d))) if x == y => {
                let total = c + &(factor * d);
                if !total.is_zero() {
                    sum.push((*x, total));
                }
                left.next();
                right.next();
            }
            (Some((x, c)), Some((y, _))) if x < y => {
                sum.push((*x, c.clone()));
                left.next();
            }
            (_, Some((y, d))) => {
                sum.push((*y, factor * d));
                right.next();
            }
            (Some((x, c)), None) => {
                sum.push((*x, c.clone()));
                left.next();
            }
            (None, None) => return sum,
        }
    }
}
