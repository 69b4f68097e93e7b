//! Tests against the host's hardware and against rounding by enumeration.

mod enumeration;
mod hardware;

use super::*;
use num_bigint::BigInt;
use num_rational::BigRational;

const EVERY_NAMED_FORMAT: [FloatFormat; 5] =
    [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::X87, FloatFormat::F128];

/// All numbers of a small format, each once.
fn all_numbers(format: FloatFormat) -> Vec<Float> {
    let patterns = (0..1u64 << format.width()).map(|bits| BitVec::new(format.width(), bits));
    let mut numbers: Vec<_> = patterns.map(|bits| Float::from_bits(format, bits)).collect();
    numbers.sort();
    numbers.dedup();
    numbers
}

fn rational(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

#[test]
fn constants_have_their_class_in_every_format() {
    let tiny = FloatFormat::new(2, 2).unwrap();
    for format in EVERY_NAMED_FORMAT.into_iter().chain([tiny]) {
        assert!(Float::nan(format).is_nan());
        for negative in [false, true] {
            let zero = Float::zero(format, negative);
            let infinity = Float::infinity(format, negative);
            assert!(zero.is_zero() && !zero.is_subnormal() && !zero.is_normal());
            assert!(infinity.is_infinite() && !infinity.is_nan() && !infinity.is_normal());
            assert_eq!((zero.is_negative(), zero.is_positive()), (negative, !negative));
            assert_eq!(infinity.neg(), Float::infinity(format, !negative));
            assert_eq!(zero.abs(), Float::zero(format, false));
        }
    }
}

#[test]
fn formats_with_degenerate_widths_do_not_exist() {
    assert_eq!(FloatFormat::new(11, 53), Some(FloatFormat::F64));
    for (exponent, significand) in [(1, 8), (8, 1), (0, 0), (31, 8), (8, u32::MAX)] {
        assert_eq!(FloatFormat::new(exponent, significand), None);
    }
}

#[test]
fn rounding_modes_have_two_names_each() {
    for mode in RoundingMode::ALL {
        assert_eq!(RoundingMode::from_name(mode.name()), Some(mode));
    }
    assert_eq!(RoundingMode::from_name("roundTowardZero"), Some(RoundingMode::TowardZero));
    assert_eq!(RoundingMode::from_name("rne"), None);
}

#[test]
fn prints_as_c_does() {
    let check = |value: f64, expected: &str| {
        assert_eq!(Float::from_f64(value).to_string(), expected);
    };
    check(0.0, "0x0p+0");
    check(-0.0, "-0x0p+0");
    check(1.0, "0x1p+0");
    check(-12.0, "-0x1.8p+3");
    check(0.1, "0x1.999999999999ap-4");
    check(1.0 + f64::EPSILON, "0x1.0000000000001p+0");
    check(f64::from_bits(1), "0x1p-1074");
    check(f64::from_bits(0x8_0000_0000_0001), "0x1.0000000000002p-1023");
    check(f64::NAN, "NaN");
    check(f64::INFINITY, "+oo");
    check(f64::NEG_INFINITY, "-oo");
}

#[test]
fn x87_memory_stores_the_integer_bit() {
    let check = |sign_and_exponent: u64, significand: u64, expected: &Float| {
        let memory = BitVec::new(16, sign_and_exponent).concat(&BitVec::new(64, significand));
        assert_eq!(Float::from_x87_bits(&memory), *expected);
        memory
    };
    let round_trips = |sign_and_exponent, significand, expected: &Float| {
        let memory = check(sign_and_exponent, significand, expected);
        assert_eq!(expected.to_x87_bits(), memory);
    };
    let x87 = FloatFormat::X87;
    let number = |value: f64| Float::from_f64(value).to_format(x87, RoundingMode::NearestEven);
    round_trips(0, 0, &Float::zero(x87, false));
    round_trips(0x8000, 0, &Float::zero(x87, true));
    round_trips(0x3fff, 1 << 63, &number(1.0));
    round_trips(0xc000, 0xc << 60, &number(-3.0));
    round_trips(0x7fff, 1 << 63, &Float::infinity(x87, false));
    round_trips(0x7fff, 0xc << 60, &Float::nan(x87));
    let unit = Float::from_bits(x87, BitVec::from_biguint(79, &BigUint::one()));
    round_trips(0, 1, &unit);
    let least_normal = Float::from_bits(x87, BitVec::from_biguint(79, &(BigUint::one() << 63u32)));
    round_trips(1, 1 << 63, &least_normal);
    check(0, 1 << 63, &least_normal);
    check(0x3fff, 1, &Float::nan(x87));
    check(0x7fff, 0, &Float::nan(x87));
}

#[test]
fn huge_exponent_differences_are_no_obstacle() {
    let wide = FloatFormat::new(24, 8).unwrap();
    let one = Float::from_rational(wide, &rational(1, 1), RoundingMode::NearestEven);
    let three = Float::from_rational(wide, &rational(3, 1), RoundingMode::NearestEven);
    let greatest = Float::infinity(wide, false).bits().sub(&BitVec::one(wide.width()));
    let greatest = Float::from_bits(wide, greatest);
    assert_eq!(greatest.add(&one, RoundingMode::NearestEven), greatest);
    assert_eq!(greatest.add(&one, RoundingMode::TowardPositive), Float::infinity(wide, false));
    // 255 · 2^n is a multiple of three.
    assert_eq!(greatest.rem(&three), Float::zero(wide, false));
    assert_eq!(one.rem(&greatest), one);
    assert_eq!(greatest.to_unsigned(64, RoundingMode::TowardZero), None);
}
