//! Bit-exact comparison with the host's `f32` and `f64`.

use super::*;
use proptest::prelude::*;

const RNE: RoundingMode = RoundingMode::NearestEven;

/// Bit patterns of doubles: special ones, neighbours of those, numbers of similar exponents, and
/// arbitrary ones.
fn doubles() -> impl Strategy<Value = f64> {
    let special = prop::sample::select(vec![
        0.0,
        1.0,
        1.5,
        0.5,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        f64::EPSILON,
        4_503_599_627_370_496.0,
        9_223_372_036_854_775_808.0,
    ]);
    let near_special = (special, -3i64..=3, any::<bool>()).prop_map(|(value, step, negative)| {
        let near = f64::from_bits(value.to_bits().wrapping_add_signed(step) & (u64::MAX >> 1));
        if negative { -near } else { near }
    });
    let moderate = (any::<u64>(), 1000u64..1100)
        .prop_map(|(bits, exponent)| f64::from_bits(bits & !(0x7ff << 52) | exponent << 52));
    // Sparse significands make ties and exact results likely.
    let sparse = (any::<i16>(), -40i32..40).prop_map(|(n, e)| f64::from(n) * 2f64.powi(e));
    prop_oneof![near_special, moderate, sparse, any::<u64>().prop_map(f64::from_bits)]
}

/// As [`doubles`], for single precision.
fn singles() -> impl Strategy<Value = f32> {
    let moderate = (any::<u32>(), 100u32..150)
        .prop_map(|(bits, exponent)| f32::from_bits(bits & !(0xff << 23) | exponent << 23));
    prop_oneof![
        doubles().prop_map(|value| value as f32),
        moderate,
        any::<u32>().prop_map(f32::from_bits)
    ]
}

fn double(value: f64) -> Float {
    Float::from_f64(value)
}

fn single(value: f32) -> Float {
    Float::from_f32(value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn double_arithmetic(x in doubles(), y in doubles(), z in doubles()) {
        let (a, b, c) = (double(x), double(y), double(z));
        prop_assert_eq!(a.add(&b, RNE), double(x + y));
        prop_assert_eq!(a.sub(&b, RNE), double(x - y));
        prop_assert_eq!(a.mul(&b, RNE), double(x * y));
        prop_assert_eq!(a.div(&b, RNE), double(x / y));
        prop_assert_eq!(a.sqrt(RNE), double(x.sqrt()));
        prop_assert_eq!(a.fma(&b, &c, RNE), double(x.mul_add(y, z)));
        prop_assert_eq!(a.neg(), double(-x));
        prop_assert_eq!(a.abs(), double(x.abs()));
    }

    #[test]
    fn single_arithmetic(x in singles(), y in singles(), z in singles()) {
        let (a, b, c) = (single(x), single(y), single(z));
        prop_assert_eq!(a.add(&b, RNE), single(x + y));
        prop_assert_eq!(a.sub(&b, RNE), single(x - y));
        prop_assert_eq!(a.mul(&b, RNE), single(x * y));
        prop_assert_eq!(a.div(&b, RNE), single(x / y));
        prop_assert_eq!(a.sqrt(RNE), single(x.sqrt()));
        prop_assert_eq!(a.fma(&b, &c, RNE), single(x.mul_add(y, z)));
    }

    #[test]
    fn cancelling_fma(x in doubles(), y in doubles()) {
        let expected = x.mul_add(y, -(x * y));
        let actual = double(x).fma(&double(y), &double(-(x * y)), RNE);
        prop_assert_eq!(actual, double(expected));
    }

    #[test]
    fn comparisons(x in doubles(), y in doubles()) {
        let (a, b) = (double(x), double(y));
        prop_assert_eq!(a.compare(&b), x.partial_cmp(&y));
        prop_assert_eq!(a.ieee_lt(&b), x < y);
        prop_assert_eq!(a.ieee_le(&b), x <= y);
        prop_assert_eq!(a.ieee_eq(&b), x == y);
        if x != 0.0 || y != 0.0 {
            prop_assert_eq!(a.ieee_min(&b), double(x.min(y)));
            prop_assert_eq!(a.ieee_max(&b), double(x.max(y)));
        }
    }

    #[test]
    fn classes(x in doubles()) {
        let a = double(x);
        prop_assert_eq!(a.is_normal(), x.is_normal());
        prop_assert_eq!(a.is_subnormal(), x.is_subnormal());
        prop_assert_eq!(a.is_infinite(), x.is_infinite());
        prop_assert_eq!(a.is_nan(), x.is_nan());
        prop_assert_eq!(a.is_zero(), x == 0.0);
        prop_assert_eq!(a.is_negative(), x.is_sign_negative() && !x.is_nan());
        prop_assert_eq!(a.is_positive(), x.is_sign_positive() && !x.is_nan());
    }

    #[test]
    fn formats(x in doubles(), y in singles()) {
        prop_assert_eq!(double(x).to_format(FloatFormat::F32, RNE), single(x as f32));
        prop_assert_eq!(single(y).to_format(FloatFormat::F64, RNE), double(y.into()));
        prop_assert_eq!(double(double(x).to_f64()), double(x));
        prop_assert_eq!(double(single(y).to_f64()), double(y.into()));
    }

    #[test]
    fn integral_rounding(x in doubles()) {
        let a = double(x);
        prop_assert_eq!(a.round_to_integral(RNE), double(x.round_ties_even()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::NearestAway), double(x.round()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardZero), double(x.trunc()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardPositive), double(x.ceil()));
        prop_assert_eq!(a.round_to_integral(RoundingMode::TowardNegative), double(x.floor()));
    }

    #[test]
    fn from_integers(n: u64) {
        let bits = BitVec::new(64, n);
        let (f32, f64) = (FloatFormat::F32, FloatFormat::F64);
        prop_assert_eq!(Float::from_unsigned(f64, &bits, RNE), double(n as f64));
        prop_assert_eq!(Float::from_unsigned(f32, &bits, RNE), single(n as f32));
        prop_assert_eq!(Float::from_signed(f64, &bits, RNE), double(n as i64 as f64));
        prop_assert_eq!(Float::from_signed(f32, &bits, RNE), single(n as i64 as f32));
    }

    #[test]
    fn to_integers(x in doubles()) {
        // The host saturates where SMT-LIB leaves the result open.
        let toward_zero = x.trunc();
        let to = |width| double(x).to_signed(width, RoundingMode::TowardZero);
        let to_unsigned = |width| double(x).to_unsigned(width, RoundingMode::TowardZero);
        let expect = |fits: bool, width, bits| fits.then(|| BitVec::new(width, bits));
        let within = |low: f64, high: f64| low <= toward_zero && toward_zero < high;
        let two_64 = 18_446_744_073_709_551_616.0;
        let two_31 = 2_147_483_648.0;
        prop_assert_eq!(to_unsigned(64), expect(within(0.0, two_64), 64, x as u64));
        prop_assert_eq!(to(64), expect(within(-two_64 / 2.0, two_64 / 2.0), 64, x as i64 as u64));
        prop_assert_eq!(to(32), expect(within(-two_31, two_31), 32, x as i32 as u64));
        prop_assert_eq!(to_unsigned(32), expect(within(0.0, two_31 * 2.0), 32, (x as u32).into()));
    }

    #[test]
    fn rationals(x in doubles(), y in doubles()) {
        if let Some(value) = double(x).to_rational() {
            let back = Float::from_rational(FloatFormat::F64, &value, RNE);
            prop_assert!(back.ieee_eq(&double(x)));
        }
        // The quotient rounds like the rational.
        if let (Some(a), Some(b)) = (double(x).to_rational(), double(y).to_rational())
            && !b.is_zero()
        {
            let quotient = Float::from_rational(FloatFormat::F64, &(a / b), RNE);
            prop_assert!(quotient.ieee_eq(&double(x / y)));
        }
    }

    #[test]
    fn remainders(x in doubles(), y in doubles()) {
        let actual = double(x).rem(&double(y));
        // The host truncates the quotient: the IEEE remainder follows from comparing halves.
        let truncated = x % y;
        let expected = if !truncated.is_finite() || y.is_infinite() {
            double(truncated)
        } else {
            nearest_remainder(&double(x), &double(y), truncated)
        };
        prop_assert_eq!(actual, expected);
    }
}

/// The IEEE remainder by exact rationals, from the truncated one.
fn nearest_remainder(x: &Float, y: &Float, truncated: f64) -> Float {
    let exact = |float: &Float| float.to_rational().unwrap();
    let (dividend, divisor) = (exact(x), exact(y));
    let quotient = &dividend / &divisor;
    let floor = quotient.floor();
    let half = rational(1, 2);
    let fraction = &quotient - &floor;
    let up = fraction > half || (fraction == half && (floor.numer() % 2) != BigInt::zero());
    let nearest = if up { floor + rational(1, 1) } else { floor };
    let remainder = dividend - nearest * divisor;
    if remainder.is_zero() {
        return double(0f64.copysign(truncated));
    }
    let float = Float::from_rational(FloatFormat::F64, &remainder, RNE);
    assert_eq!(exact(&float), remainder, "IEEE remainders are exact");
    float
}
