//! The meaning of the floating-point operators on concrete values.

use super::apply::ill_sorted;
use crate::bitvec::BitVec;
use crate::float::{Float, FloatFormat, RoundingMode};
use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;
use num_rational::BigRational;
use num_traits::Zero;

/// Applies an operator whose first argument is a float or a rounding mode.
pub(super) fn apply(op: Op, sort: &Sort, args: &[&Value]) -> Value {
    match args {
        [a, b] if op == Op::Eq => Value::Bool(a == b),
        [Value::Float(x)] => apply_unary(op, x),
        [Value::Float(x), Value::Float(y)] => apply_binary(op, x, y),
        [Value::RoundingMode(mode), rest @ ..] => apply_rounded(op, sort, *mode, rest),
        _ => ill_sorted(op),
    }
}

/// The float with the given bit pattern.
pub(super) fn from_bits(sort: &Sort, bits: &BitVec) -> Value {
    Value::Float(Float::from_bits(format_of(sort), bits.clone()))
}

fn format_of(sort: &Sort) -> FloatFormat {
    sort.float_format().expect("a floating-point sort")
}

fn apply_unary(op: Op, x: &Float) -> Value {
    Value::Bool(match op {
        Op::FpIsNormal => x.is_normal(),
        Op::FpIsSubnormal => x.is_subnormal(),
        Op::FpIsZero => x.is_zero(),
        Op::FpIsInfinite => x.is_infinite(),
        Op::FpIsNan => x.is_nan(),
        Op::FpIsNegative => x.is_negative(),
        Op::FpIsPositive => x.is_positive(),
        Op::FpAbs => return Value::Float(x.abs()),
        Op::FpNeg => return Value::Float(x.neg()),
        Op::FpToBits => return Value::BitVec(x.bits().clone()),
        Op::FpToReal => return Value::Real(x.to_rational().unwrap_or_else(BigRational::zero)),
        _ => ill_sorted(op),
    })
}

fn apply_binary(op: Op, x: &Float, y: &Float) -> Value {
    match op {
        Op::FpRem => Value::Float(x.rem(y)),
        Op::FpMin => Value::Float(x.ieee_min(y)),
        Op::FpMax => Value::Float(x.ieee_max(y)),
        Op::FpLe => Value::Bool(x.ieee_le(y)),
        Op::FpLt => Value::Bool(x.ieee_lt(y)),
        Op::FpEq => Value::Bool(x.ieee_eq(y)),
        _ => ill_sorted(op),
    }
}

fn apply_rounded(op: Op, sort: &Sort, mode: RoundingMode, args: &[&Value]) -> Value {
    Value::Float(match (op, args) {
        (Op::FpAdd, [Value::Float(x), Value::Float(y)]) => x.add(y, mode),
        (Op::FpSub, [Value::Float(x), Value::Float(y)]) => x.sub(y, mode),
        (Op::FpMul, [Value::Float(x), Value::Float(y)]) => x.mul(y, mode),
        (Op::FpDiv, [Value::Float(x), Value::Float(y)]) => x.div(y, mode),
        (Op::FpFma, [Value::Float(x), Value::Float(y), Value::Float(z)]) => x.fma(y, z, mode),
        (Op::FpSqrt, [Value::Float(x)]) => x.sqrt(mode),
        (Op::FpRoundToIntegral, [Value::Float(x)]) => x.round_to_integral(mode),
        (Op::FpFromFp, [Value::Float(x)]) => x.to_format(format_of(sort), mode),
        (Op::FpFromSbv, [Value::BitVec(a)]) => Float::from_signed(format_of(sort), a, mode),
        (Op::FpFromUbv, [Value::BitVec(a)]) => Float::from_unsigned(format_of(sort), a, mode),
        (Op::FpFromReal, [Value::Real(q)]) => Float::from_rational(format_of(sort), q, mode),
        (Op::FpToSbv, [Value::Float(x)]) => return to_bits(sort, |w| x.to_signed(w, mode)),
        (Op::FpToUbv, [Value::Float(x)]) => return to_bits(sort, |w| x.to_unsigned(w, mode)),
        _ => ill_sorted(op),
    })
}

/// The converted integer, or zero where SMT-LIB leaves the result open.
fn to_bits(sort: &Sort, convert: impl FnOnce(u32) -> Option<BitVec>) -> Value {
    let width = sort.bit_width().expect("a bit-vector sort");
    Value::BitVec(convert(width).unwrap_or_else(|| BitVec::zero(width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::TermStore;

    fn float(value: f64) -> Value {
        Value::Float(Float::from_f64(value))
    }

    /// Evaluates an operator by folding its application to constants.
    fn check(op: Op, sort: &Sort, args: &[Value], expected: &Value) {
        let mut store = TermStore::new();
        let args: Vec<_> = args.iter().map(|v| store.constant(v.clone())).collect();
        let folded = store.apply(op, &args, Some(sort)).unwrap();
        assert_eq!(store.as_value(folded), Some(expected), "{op:?}");
    }

    #[test]
    fn operators_have_their_meaning() {
        let f64 = Sort::Float(FloatFormat::F64);
        let up = Value::RoundingMode(RoundingMode::TowardPositive);
        let truth = Value::Bool(true);
        check(Op::FpAdd, &f64, &[up.clone(), float(1.0), float(2.0)], &float(3.0));
        check(Op::FpFma, &f64, &[up.clone(), float(3.0), float(2.0), float(1.0)], &float(7.0));
        check(Op::FpRem, &f64, &[float(5.0), float(3.0)], &float(-1.0));
        check(Op::FpEq, &Sort::Bool, &[float(0.0), float(-0.0)], &truth);
        check(Op::Eq, &Sort::Bool, &[float(0.0), float(-0.0)], &Value::Bool(false));
        check(Op::Eq, &Sort::Bool, &[up.clone(), up.clone()], &truth);
        check(Op::FpFromBits, &f64, &[Value::bv(64, 1.5f64.to_bits())], &float(1.5));
        check(Op::FpToBits, &Sort::BitVec(64), &[float(1.5)], &Value::bv(64, 1.5f64.to_bits()));
        check(Op::FpToSbv, &Sort::BitVec(8), &[up.clone(), float(-2.5)], &Value::bv(8, 0xfe));
        check(Op::FpFromSbv, &f64, &[up.clone(), Value::bv(8, 0xfe)], &float(-2.0));
        check(Op::FpFromUbv, &f64, &[up, Value::bv(8, 0xfe)], &float(254.0));
    }

    #[test]
    fn what_smtlib_leaves_open_is_zero() {
        let nearest = Value::RoundingMode(RoundingMode::NearestEven);
        for open in [f64::NAN, f64::INFINITY, 1e300] {
            for op in [Op::FpToSbv, Op::FpToUbv] {
                let args = [nearest.clone(), float(open)];
                check(op, &Sort::BitVec(8), &args, &Value::bv(8, 0));
            }
        }
        check(Op::FpToReal, &Sort::Real, &[float(f64::NAN)], &Value::default_of(&Sort::Real));
    }
}
