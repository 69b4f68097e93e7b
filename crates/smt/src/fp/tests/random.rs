//! Random terms over the formats of C with random operands.

use super::*;
use proptest::prelude::*;

/// Bit patterns that are likely to be special, near each other, or of few bits.
fn floats(format: FloatFormat) -> impl Strategy<Value = Value> {
    let width = format.width();
    let special = prop::sample::select(vec![
        Float::zero(format, false),
        Float::infinity(format, false),
        Float::nan(format),
        Float::from_unsigned(format, &BitVec::new(2, 1), RoundingMode::NearestEven),
        Float::from_unsigned(format, &BitVec::new(2, 3), RoundingMode::NearestEven),
        Float::from_bits(format, BitVec::new(width, 1)),
        Float::from_bits(
            format,
            BitVec::ones(format.significand - 1).zero_extend(format.exponent + 1),
        ),
    ]);
    let near = (special, -2i64..=2, any::<bool>()).prop_map(move |(float, step, negative)| {
        let bits = float.bits().add(&BitVec::from_i64(width, step));
        let float = Float::from_bits(format, bits);
        if negative { float.neg() } else { float }
    });
    let any_bits = prop::collection::vec(any::<u64>(), 2)
        .prop_map(move |words| BitVec::new(64, words[0]).concat(&BitVec::new(64, words[1])))
        .prop_map(move |bits| Float::from_bits(format, bits.extract(width - 1, 0)));
    let integers = any::<i16>().prop_map(move |n| {
        let bits = BitVec::from_i64(16, n.into());
        Float::from_signed(format, &bits, RoundingMode::NearestEven)
    });
    let divisor = Float::from_unsigned(format, &BitVec::new(8, 37), RoundingMode::NearestEven);
    let fractions = any::<i16>().prop_map(move |n| {
        let bits = BitVec::from_i64(16, n.into());
        let float = Float::from_signed(format, &bits, RoundingMode::NearestEven);
        float.div(&divisor, RoundingMode::NearestEven)
    });
    prop_oneof![near, any_bits, integers, fractions].prop_map(Value::Float)
}

fn modes() -> impl Strategy<Value = Value> {
    prop::sample::select(all_modes().to_vec())
}

/// Operators on floats of one format: rounded ones with their number of float operands.
const ROUNDED: [(Op, usize); 7] = [
    (Op::FpAdd, 2),
    (Op::FpSub, 2),
    (Op::FpMul, 2),
    (Op::FpDiv, 2),
    (Op::FpFma, 3),
    (Op::FpSqrt, 1),
    (Op::FpRoundToIntegral, 1),
];

/// Checks every operator on the same operands.
fn check_operators(format: FloatFormat, rem: bool, mode: &Value, operands: &[Value]) {
    let float = Sort::Float(format);
    for (op, count) in ROUNDED {
        let mut sorts = vec![Sort::RoundingMode];
        sorts.resize(count + 1, float.clone());
        let lowered = Lowered::new(&sorts, |store, x| store.make(op, &float, x));
        let mut values = vec![mode.clone()];
        values.extend_from_slice(&operands[..count]);
        lowered.check(&values);
    }
    let mut exact = vec![Op::FpMin, Op::FpMax, Op::FpLt, Op::FpLe, Op::FpEq];
    exact.extend(rem.then_some(Op::FpRem));
    for op in exact {
        let sorts = [float.clone(), float.clone()];
        let lowered = Lowered::new(&sorts, |store, x| store.apply(op, x, None).unwrap());
        lowered.check(&operands[..2]);
    }
    for target in [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
        let sorts = [Sort::RoundingMode, float.clone()];
        let lowered = Lowered::new(&sorts, |store, x| store.fp_from_fp(target, x[0], x[1]));
        lowered.check(&[mode.clone(), operands[0].clone()]);
    }
    for width in [8, 32, 64] {
        for op in [Op::FpToSbv, Op::FpToUbv] {
            let sorts = [Sort::RoundingMode, float.clone()];
            let lowered = Lowered::new(&sorts, |store, x| store.make(op, &Sort::BitVec(width), x));
            lowered.check(&[mode.clone(), operands[0].clone()]);
        }
    }
}

fn operands(format: FloatFormat) -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(floats(format), 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn half_precision(mode in modes(), x in operands(FloatFormat::F16)) {
        check_operators(FloatFormat::F16, true, &mode, &x);
    }

    #[test]
    fn single_precision(mode in modes(), x in operands(FloatFormat::F32)) {
        check_operators(FloatFormat::F32, true, &mode, &x);
    }

    #[test]
    fn double_precision(mode in modes(), x in operands(FloatFormat::F64)) {
        check_operators(FloatFormat::F64, false, &mode, &x);
    }

    #[test]
    fn extended_precision(mode in modes(), x in operands(FloatFormat::X87)) {
        check_operators(FloatFormat::X87, false, &mode, &x);
    }

    #[test]
    fn integers(mode in modes(), n: u64, width in 1u32..=64) {
        let bits = Value::BitVec(BitVec::new(64, n).extract(width - 1, 0));
        for format in [FloatFormat::F16, FloatFormat::F32, FloatFormat::F64] {
            for op in [Op::FpFromSbv, Op::FpFromUbv] {
                let sorts = [Sort::RoundingMode, Sort::BitVec(width)];
                let lowered =
                    Lowered::new(&sorts, |store, x| store.make(op, &Sort::Float(format), x));
                lowered.check(&[mode.clone(), bits.clone()]);
            }
        }
    }

    #[test]
    fn chains(
        ops in prop::collection::vec((0..ROUNDED.len() + 2, 0usize..4, 0usize..4), 1..6),
        mode in modes(),
        x in operands(FloatFormat::F32),
    ) {
        let float = Sort::Float(FloatFormat::F32);
        let sorts = [Sort::RoundingMode, float.clone(), float.clone(), float.clone()];
        let lowered = Lowered::new(&sorts, |store, vars| {
            let mode = vars[0];
            let mut terms = vars[1..].to_vec();
            for &(op, i, j) in &ops {
                let (a, b, c) = (terms[i % terms.len()], terms[j % terms.len()], vars[1]);
                let term = match ROUNDED.get(op) {
                    Some((op, count)) => {
                        let args = [mode, a, b, c];
                        store.make(*op, &float, &args[..=*count])
                    }
                    // By way of another format and back.
                    None if op == ROUNDED.len() => {
                        let wide = store.fp_from_fp(FloatFormat::F64, mode, a);
                        let product = store.fp_mul(mode, wide, wide);
                        store.fp_from_fp(FloatFormat::F32, mode, product)
                    }
                    None => {
                        let less = store.fp_lt(a, b);
                        let negated = store.fp_neg(b);
                        store.ite(less, a, negated)
                    }
                };
                terms.insert(0, term);
            }
            terms[0]
        });
        let mut values = vec![mode];
        values.extend(x);
        lowered.check(&values);
    }
}

#[test]
fn double_precision_remainder() {
    let float = Sort::Float(FloatFormat::F64);
    let lowered = Lowered::new(&[float.clone(), float], |store, x| store.fp_rem(x[0], x[1]));
    let double = |value: f64| Value::Float(Float::from_f64(value));
    for (x, y) in [(1e300, 3.0), (5.0, 3.0), (-5.5, 1e-300), (f64::MAX, f64::from_bits(7))] {
        lowered.check(&[double(x), double(y)]);
    }
}
