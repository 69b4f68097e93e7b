//! Every operation on every number of tiny formats in every rounding mode. The expected result is
//! found by searching the numbers of the format for the neighbours of the exact rational.

use super::*;
use num_traits::Signed;

/// All finite numbers of a format in ascending order, `-0` left out, with their values.
struct NumberLine {
    format: FloatFormat,
    numbers: Vec<(BigRational, Float)>,
}

impl NumberLine {
    fn new(exponent: u32, significand: u32) -> Self {
        let format = FloatFormat::new(exponent, significand).unwrap();
        let mut numbers: Vec<_> = all_numbers(format)
            .into_iter()
            .filter_map(|float| Some((value_by_definition(&float)?, float)))
            .filter(|(_, float)| *float != Float::zero(format, true))
            .collect();
        numbers.sort();
        Self { format, numbers }
    }

    /// The rational rounded by the definition of the mode. `zero_sign` is the sign of an exact
    /// zero.
    fn round(&self, exact: &BigRational, mode: RoundingMode, zero_sign: bool) -> Float {
        if exact.is_zero() {
            return Float::zero(self.format, zero_sign);
        }
        let negative = exact.is_negative();
        let above = self.numbers.iter().find(|(value, _)| value >= exact);
        let below = self.numbers.iter().rfind(|(value, _)| value <= exact);
        let up = above.map_or(Float::infinity(self.format, false), |(_, float)| float.clone());
        let down = below.map_or(Float::infinity(self.format, true), |(_, float)| float.clone());
        let chosen = match mode {
            _ if up == down => up,
            RoundingMode::TowardPositive => up,
            RoundingMode::TowardNegative => down,
            RoundingMode::TowardZero => {
                if negative {
                    up
                } else {
                    down
                }
            }
            RoundingMode::NearestEven | RoundingMode::NearestAway => {
                // Infinity counts as the number that would follow the greatest one.
                let to_up = self.extended_value(&up) - exact;
                let to_down = exact - self.extended_value(&down);
                let even_up = !up.bits().bit(0);
                let away_up = !negative;
                let tie_up = if mode == RoundingMode::NearestEven { even_up } else { away_up };
                if to_up < to_down || (to_up == to_down && tie_up) { up } else { down }
            }
        };
        if chosen.is_zero() { Float::zero(self.format, negative) } else { chosen }
    }

    fn extended_value(&self, float: &Float) -> BigRational {
        let greatest = self.numbers.len() - 1;
        let step = &self.numbers[greatest].0 - &self.numbers[greatest - 1].0;
        match (float.is_infinite(), float.is_negative()) {
            (false, _) => value_by_definition(float).unwrap(),
            (true, false) => &self.numbers[greatest].0 + step,
            (true, true) => &self.numbers[0].0 - step,
        }
    }
}

/// The value of a finite number as IEEE 754 defines it from the fields.
fn value_by_definition(float: &Float) -> Option<BigRational> {
    let format = float.format();
    let (width, precision) = (format.width(), format.significand);
    let bits = float.bits().to_u64().unwrap();
    let fraction = (bits & ((1 << (precision - 1)) - 1)) as i64;
    let biased = (bits >> (precision - 1) & ((1 << format.exponent) - 1)) as i32;
    if biased == (1 << format.exponent) - 1 {
        return None;
    }
    let one = 1i64 << (precision - 1);
    let significand = if biased == 0 { fraction } else { one + fraction };
    let scale = rational(2, 1).pow(biased.max(1) - format.bias() as i32);
    let magnitude = rational(significand, one) * scale;
    Some(if bits >> (width - 1) == 1 { -magnitude } else { magnitude })
}

/// Runs the check on every rounding mode of every tiny format.
fn for_tiny_formats(check: impl Fn(&NumberLine, &[Float], RoundingMode)) {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 3), (3, 4)] {
        let line = NumberLine::new(exponent, significand);
        let numbers = all_numbers(line.format);
        for mode in RoundingMode::ALL {
            check(&line, &numbers, mode);
        }
    }
}

/// Calls the check with each pair of finite numbers and their values.
fn for_finite_pairs(
    numbers: &[Float],
    mut check: impl FnMut(&Float, &Float, &BigRational, &BigRational),
) {
    let finite: Vec<_> =
        numbers.iter().filter_map(|x| Some((x, value_by_definition(x)?))).collect();
    for (x, a) in &finite {
        for (y, b) in &finite {
            check(x, y, a, b);
        }
    }
}

#[test]
fn sums_and_differences() {
    for_tiny_formats(|line, numbers, mode| {
        for_finite_pairs(numbers, |x, y, a, b| {
            let toward_negative = mode == RoundingMode::TowardNegative;
            let (x_negative, y_negative) = (x.is_negative(), y.is_negative());
            let zero = if x_negative == y_negative { x_negative } else { toward_negative };
            assert_eq!(x.add(y, mode), line.round(&(a + b), mode, zero), "{x} + {y} {mode}");
            let zero = if x_negative != y_negative { x_negative } else { toward_negative };
            assert_eq!(x.sub(y, mode), line.round(&(a - b), mode, zero), "{x} - {y} {mode}");
        });
    });
}

#[test]
fn products_and_quotients() {
    for_tiny_formats(|line, numbers, mode| {
        for_finite_pairs(numbers, |x, y, a, b| {
            let negative = x.is_negative() != y.is_negative();
            assert_eq!(x.mul(y, mode), line.round(&(a * b), mode, negative), "{x} · {y} {mode}");
            let quotient = match (a.is_zero(), b.is_zero()) {
                (true, true) => Float::nan(line.format),
                (false, true) => Float::infinity(line.format, negative),
                _ => line.round(&(a / b), mode, negative),
            };
            assert_eq!(x.div(y, mode), quotient, "{x} / {y} {mode}");
        });
    });
}

#[test]
fn fused_products() {
    let line = NumberLine::new(2, 3);
    let numbers = all_numbers(line.format);
    for mode in RoundingMode::ALL {
        for_finite_pairs(&numbers, |x, y, a, b| {
            for z in &numbers {
                let Some(c) = value_by_definition(z) else {
                    continue;
                };
                let product_negative = x.is_negative() != y.is_negative();
                let zero = if product_negative == z.is_negative() {
                    product_negative
                } else {
                    mode == RoundingMode::TowardNegative
                };
                let expected = line.round(&(a * b + c), mode, zero);
                assert_eq!(x.fma(y, z, mode), expected, "{x} · {y} + {z} {mode}");
            }
        });
    }
}

#[test]
fn special_operands() {
    for_tiny_formats(|line, numbers, mode| {
        let format = line.format;
        let nan = Float::nan(format);
        for negative in [false, true] {
            let infinity = Float::infinity(format, negative);
            for x in numbers {
                assert!(x.add(&nan, mode).is_nan() && nan.mul(x, mode).is_nan());
                assert!(x.div(&nan, mode).is_nan() && nan.fma(x, x, mode).is_nan());
                assert!(
                    x.fma(x, &nan, mode).is_nan() && nan.rem(x).is_nan() && x.rem(&nan).is_nan()
                );
                if x.is_nan() {
                    continue;
                }
                let finite = !x.is_infinite();
                let same_sign = x.is_negative() == negative;
                let signed = Float::infinity(format, !same_sign);
                let or_nan = |defined: bool, float: &Float| {
                    if defined { float.clone() } else { nan.clone() }
                };
                assert_eq!(x.add(&infinity, mode), or_nan(finite || same_sign, &infinity));
                assert_eq!(infinity.sub(x, mode), or_nan(finite || !same_sign, &infinity));
                assert_eq!(x.mul(&infinity, mode), or_nan(!x.is_zero(), &signed));
                assert_eq!(infinity.div(x, mode), or_nan(finite, &signed));
                let zero = Float::zero(format, !same_sign);
                assert_eq!(x.div(&infinity, mode), or_nan(finite, &zero));
                assert_eq!(x.rem(&infinity), or_nan(finite, x));
                assert!(infinity.rem(x).is_nan() && x.rem(&Float::zero(format, negative)).is_nan());
            }
        }
    });
}

#[test]
fn square_roots() {
    for_tiny_formats(|line, numbers, mode| {
        for x in numbers {
            let root = x.sqrt(mode);
            let Some(square) = value_by_definition(x) else {
                let infinite = x.is_infinite() && x.is_positive();
                assert!(if infinite { root == *x } else { root.is_nan() });
                continue;
            };
            if square.is_zero() || square.is_negative() {
                assert!(if square.is_zero() { root == *x } else { root.is_nan() });
                continue;
            }
            // An approximation of the root that lies between the same neighbours, and on the same
            // side of their middle, unless the root is exact.
            let scale = BigInt::from(1u64 << 40);
            let scaled = (&square * &scale * &scale).floor().to_integer().sqrt();
            let exact = BigRational::new(scaled.clone(), scale.clone());
            let approximation = if &exact * &exact == square {
                exact
            } else {
                BigRational::new(scaled * 2 + 1, scale * 2)
            };
            assert_eq!(root, line.round(&approximation, mode, false), "sqrt {x} {mode}");
        }
    });
}

#[test]
fn remainders() {
    for_tiny_formats(|line, numbers, mode| {
        for_finite_pairs(numbers, |x, y, a, b| {
            if b.is_zero() {
                return assert!(x.rem(y).is_nan());
            }
            let quotient = a / b;
            let floor = quotient.floor();
            let is_odd = floor.numer().bit(0);
            let half = rational(1, 2);
            let fraction = &quotient - &floor;
            let up = fraction > half || (fraction == half && is_odd);
            let nearest = if up { floor + rational(1, 1) } else { floor };
            let expected = line.round(&(a - nearest * b), mode, x.is_negative());
            assert_eq!(x.rem(y), expected, "{x} rem {y}");
        });
    });
}

#[test]
fn integers() {
    for_tiny_formats(|line, numbers, mode| {
        for x in numbers {
            let Some(value) = value_by_definition(x) else {
                assert_eq!(x.round_to_integral(mode), *x);
                assert_eq!(x.to_signed(8, mode), None);
                continue;
            };
            let floor = value.floor();
            let fraction = &value - &floor;
            let half = rational(1, 2);
            let up = !fraction.is_zero()
                && match mode {
                    RoundingMode::TowardPositive => true,
                    RoundingMode::TowardNegative => false,
                    RoundingMode::TowardZero => value.is_negative(),
                    _ if fraction != half => fraction > half,
                    RoundingMode::NearestEven => floor.numer().bit(0),
                    RoundingMode::NearestAway => value.is_positive(),
                };
            let integer = if up { floor + rational(1, 1) } else { floor };
            // A tiny format may lack the integer; then it is rounded in turn.
            let expected = line.round(&integer, mode, x.is_negative());
            assert_eq!(x.round_to_integral(mode), expected, "integral {x} {mode}");
            for width in [1, 2, 3, 8] {
                let integer = integer.numer();
                let signed = BitVec::from_bigint(width, integer);
                let unsigned = BitVec::from_bigint(width, integer);
                let fits_signed = signed.to_bigint() == *integer;
                let fits_unsigned = BigInt::from(unsigned.to_biguint()) == *integer;
                assert_eq!(x.to_signed(width, mode), fits_signed.then_some(signed));
                assert_eq!(x.to_unsigned(width, mode), fits_unsigned.then_some(unsigned));
            }
        }
        for n in 0..64 {
            let bits = BitVec::new(6, n);
            let unsigned = line.round(&rational(n as i64, 1), mode, false);
            assert_eq!(Float::from_unsigned(line.format, &bits, mode), unsigned);
            let signed = line.round(&rational(bits.to_i64().unwrap(), 1), mode, false);
            assert_eq!(Float::from_signed(line.format, &bits, mode), signed);
        }
    });
}

#[test]
fn formats_and_rationals() {
    let source = NumberLine::new(3, 4);
    for_tiny_formats(|line, _, mode| {
        for x in all_numbers(source.format) {
            let expected = match value_by_definition(&x) {
                Some(value) => line.round(&value, mode, x.is_negative()),
                None if x.is_nan() => Float::nan(line.format),
                None => Float::infinity(line.format, x.is_negative()),
            };
            assert_eq!(x.to_format(line.format, mode), expected, "{x} {mode}");
            assert_eq!(x.to_rational(), value_by_definition(&x));
        }
        for numerator in -40..40 {
            for denominator in [1, 2, 3, 7, 16, 48] {
                let value = rational(numerator, denominator);
                let expected = line.round(&value, mode, false);
                assert_eq!(Float::from_rational(line.format, &value, mode), expected, "{value}");
            }
        }
    });
}
