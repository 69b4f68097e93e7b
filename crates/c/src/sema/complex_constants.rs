//! Products and quotients of complex constants.
//!
//! gcc computes them exactly and rounds once, but its library rounds in each step. Which of the two
//! happens depends on the optimisation, so only results that are the same both ways are modelled.

use super::Analyser;
use super::constants::Value;
use crate::hir::{Expr, FloatType, Ty};
use num_rational::BigRational;
use num_traits::Zero;
use term::{Float, FloatFormat, RoundingMode};

const ROUNDING: RoundingMode = RoundingMode::NearestEven;

/// Numbers between `2^-LIMIT` and `2^LIMIT` are divided without scaling.
const LIMIT: usize = 30;

/// A result for each part.
type Parts = [Float; 2];

impl Analyser<'_> {
    /// The product or quotient of complex floats, given as four parts. `None` if compilers do not
    /// fold it, because a part is not constant or no finite number; `Some(None)` if they may fold
    /// it to something else than the library computes.
    pub(super) fn folded_product(
        &self,
        product: bool,
        element: Ty,
        operands: [&Expr; 4],
    ) -> Option<Option<Parts>> {
        let float = self.types.as_float(element)?;
        let mut numbers = Vec::new();
        for operand in operands {
            match self.evaluate(operand)? {
                Value::Float(number) => numbers.push(number),
                Value::Int(_) => return None,
            }
        }
        let exact: Option<Vec<BigRational>> = numbers.iter().map(Float::to_rational).collect();
        let exact = once(product, &exact?)?
            .map(|part| Float::from_rational(float.format(), &part, ROUNDING));
        if exact.iter().any(Float::is_infinite) {
            return None;
        }
        let [a, b, c, d] = <[Float; 4]>::try_from(numbers).ok()?;
        let steps = match (product, float) {
            (true, _) => Some(multiplied([&a, &b, &c, &d])),
            (false, _) if ![&a, &b, &c, &d].into_iter().all(is_moderate) => None,
            (false, FloatType::Float) => {
                let wide = [&a, &b, &c, &d].map(|part| part.to_format(FloatFormat::F64, ROUNDING));
                let quotient = divided_plainly(wide.each_ref());
                Some(quotient.map(|part| part.to_format(float.format(), ROUNDING)))
            }
            (false, _) => Some(divided([&a, &b, &c, &d])),
        };
        Some(steps.filter(|steps| *steps == exact))
    }
}

/// The exact result; `None` for a division by zero.
fn once(product: bool, parts: &[BigRational]) -> Option<[BigRational; 2]> {
    let [a, b, c, d] = parts else { return None };
    if product {
        return Some([a * c - b * d, a * d + b * c]);
    }
    let divisor = c * c + d * d;
    (!divisor.is_zero()).then(|| [(a * c + b * d) / &divisor, (b * c - a * d) / &divisor])
}

fn multiplied([a, b, c, d]: [&Float; 4]) -> Parts {
    let times = |a: &Float, b: &Float| a.mul(b, ROUNDING);
    [times(a, c).sub(&times(b, d), ROUNDING), times(a, d).add(&times(b, c), ROUNDING)]
}

/// As the library divides `float`, in `double`.
fn divided_plainly([a, b, c, d]: [&Float; 4]) -> Parts {
    let times = |a: &Float, b: &Float| a.mul(b, ROUNDING);
    let divisor = times(c, c).add(&times(d, d), ROUNDING);
    let real = times(a, c).add(&times(b, d), ROUNDING);
    let imaginary = times(b, c).sub(&times(a, d), ROUNDING);
    [real.div(&divisor, ROUNDING), imaginary.div(&divisor, ROUNDING)]
}

/// Smith's method, as in the library for numbers that need no scaling.
fn divided([a, b, c, d]: [&Float; 4]) -> Parts {
    let times = |a: &Float, b: &Float| a.mul(b, ROUNDING);
    let swapped = c.abs().compare(&d.abs()).is_some_and(std::cmp::Ordering::is_lt);
    let (small, large) = if swapped { (c, d) } else { (d, c) };
    let ratio = small.div(large, ROUNDING);
    let divisor = times(small, &ratio).add(large, ROUNDING);
    let [real, imaginary] = if swapped {
        [times(a, &ratio).add(b, ROUNDING), times(b, &ratio).sub(a, ROUNDING)]
    } else {
        [times(b, &ratio).add(a, ROUNDING), b.sub(&times(a, &ratio), ROUNDING)]
    };
    [real.div(&divisor, ROUNDING), imaginary.div(&divisor, ROUNDING)]
}

fn is_moderate(number: &Float) -> bool {
    let Some(exact) = number.to_rational() else { return false };
    let limit = BigRational::from_integer(num_bigint::BigInt::from(1) << LIMIT);
    let size = if exact < BigRational::zero() { -exact } else { exact };
    size.is_zero() || size <= limit && size >= limit.recip()
}
