//! Every operator on all numbers of tiny formats in all rounding modes.

use super::*;

/// Calls the check with every combination of the values, one of each list.
fn for_all(choices: &[Vec<Value>], check: impl Fn(&[Value])) {
    let mut chosen = vec![0; choices.len()];
    loop {
        let values: Vec<Value> = chosen.iter().zip(choices).map(|(&i, c)| c[i].clone()).collect();
        check(&values);
        let Some(next) = (0..choices.len()).find(|&i| chosen[i] + 1 < choices[i].len()) else {
            return;
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// Checks an operator on all rounding modes and floats of tiny formats.
fn check_rounded(formats: &[(u32, u32)], op: Op, operands: usize) {
    for &(exponent, significand) in formats {
        let format = FloatFormat::new(exponent, significand).unwrap();
        let mut sorts = vec![Sort::RoundingMode];
        sorts.resize(operands + 1, Sort::Float(format));
        let lowered = Lowered::new(&sorts, |store, x| store.make(op, &Sort::Float(format), x));
        let mut choices = vec![all_modes().to_vec()];
        choices.resize(operands + 1, all_floats(format));
        for_all(&choices, |values| lowered.check(values));
    }
}

/// Checks an operator without rounding on all floats of tiny formats.
fn check_exact(formats: &[(u32, u32)], op: Op, operands: usize) {
    for &(exponent, significand) in formats {
        let format = FloatFormat::new(exponent, significand).unwrap();
        let sorts = vec![Sort::Float(format); operands];
        let lowered = Lowered::new(&sorts, |store, x| store.apply(op, x, None).unwrap());
        let choices = vec![all_floats(format); operands];
        for_all(&choices, |values| lowered.check(values));
    }
}

/// Formats with few and many exponent bits compared to the significand.
const TINY: [(u32, u32); 4] = [(2, 2), (2, 3), (3, 3), (2, 4)];

#[test]
fn sums() {
    check_rounded(&TINY, Op::FpAdd, 2);
    check_rounded(&TINY, Op::FpSub, 2);
}

#[test]
fn products() {
    check_rounded(&TINY, Op::FpMul, 2);
}

#[test]
fn fused_products() {
    check_rounded(&[(2, 2)], Op::FpFma, 3);
}

#[test]
fn quotients() {
    check_rounded(&TINY, Op::FpDiv, 2);
}

#[test]
fn square_roots() {
    check_rounded(&[(2, 2), (2, 3), (3, 3), (2, 5), (4, 5), (2, 8)], Op::FpSqrt, 1);
}

#[test]
fn remainders() {
    check_exact(&TINY, Op::FpRem, 2);
}

#[test]
fn integral_rounding() {
    let formats = [(2, 2), (2, 3), (3, 3), (2, 5), (4, 5), (2, 8), (5, 4)];
    check_rounded(&formats, Op::FpRoundToIntegral, 1);
}

#[test]
fn comparisons() {
    for op in [Op::FpLe, Op::FpLt, Op::FpEq, Op::Eq, Op::FpMin, Op::FpMax] {
        check_exact(&TINY, op, 2);
    }
}

#[test]
fn classes_and_signs() {
    let unary = [
        Op::FpAbs,
        Op::FpNeg,
        Op::FpIsNormal,
        Op::FpIsSubnormal,
        Op::FpIsZero,
        Op::FpIsInfinite,
        Op::FpIsNan,
        Op::FpIsNegative,
        Op::FpIsPositive,
        Op::FpToBits,
    ];
    for op in unary {
        check_exact(&TINY, op, 1);
    }
}

#[test]
fn choices() {
    let format = FloatFormat::new(2, 3).unwrap();
    let sorts = [Sort::Bool, Sort::Float(format), Sort::Float(format)];
    let lowered = Lowered::new(&sorts, |store, x| store.ite(x[0], x[1], x[2]));
    let booleans = vec![Value::Bool(false), Value::Bool(true)];
    let floats = all_floats(format);
    for_all(&[booleans, floats.clone(), floats], |values| lowered.check(values));
}

#[test]
fn other_formats() {
    let formats = [(2, 2), (2, 3), (3, 3), (2, 5), (3, 5), (4, 3), (2, 8), (5, 2)];
    let formats = formats.map(|(e, s)| FloatFormat::new(e, s).unwrap());
    for source in formats {
        for target in formats {
            let sorts = [Sort::RoundingMode, Sort::Float(source)];
            let lowered = Lowered::new(&sorts, |store, x| store.fp_from_fp(target, x[0], x[1]));
            let choices = [all_modes().to_vec(), all_floats(source)];
            for_all(&choices, |values| lowered.check(values));
        }
    }
}

#[test]
fn bit_vectors() {
    for (exponent, significand) in [(2, 2), (3, 3), (2, 6), (5, 3)] {
        let format = FloatFormat::new(exponent, significand).unwrap();
        for width in 1..=7 {
            let all = (0..1 << width).map(|bits| Value::bv(width, bits)).collect();
            let from = [all_modes().to_vec(), all];
            let to = [all_modes().to_vec(), all_floats(format)];
            for op in [Op::FpFromSbv, Op::FpFromUbv, Op::FpToSbv, Op::FpToUbv] {
                let is_from = matches!(op, Op::FpFromSbv | Op::FpFromUbv);
                let (vector, float) = (Sort::BitVec(width), Sort::Float(format));
                let (source, target) = if is_from { (vector, float) } else { (float, vector) };
                let sorts = [Sort::RoundingMode, source];
                let lowered = Lowered::new(&sorts, |store, x| store.make(op, &target, x));
                for_all(if is_from { &from } else { &to }, |values| lowered.check(values));
            }
        }
    }
}
