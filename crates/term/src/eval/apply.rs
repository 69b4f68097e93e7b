//! The meaning of each operator on concrete values.

use super::floats;
use crate::bitvec::BitVec;
use crate::op::Op;
use crate::sort::Sort;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

/// Applies an operator other than a leaf or a declared function to well-sorted values.
///
/// Results that SMT-LIB leaves unspecified are fixed here: integer and real division by zero give
/// 0, `mod` by zero gives the dividend, and conversions of floats out of range give 0.
pub fn apply_op(op: Op, sort: &Sort, args: &[&Value]) -> Value {
    match args {
        [element] if op == Op::ConstArray => constant_array(sort, element),
        [Value::Float(_), ..] | [Value::RoundingMode(_), ..] => floats::apply(op, sort, args),
        [Value::BitVec(bits)] if op == Op::FpFromBits => floats::from_bits(sort, bits),
        [Value::Bool(_), ..] => apply_bool(op, args),
        [Value::BitVec(a)] => apply_bv_unary(op, a),
        [Value::BitVec(a), Value::BitVec(b)] => apply_bv_binary(op, a, b),
        [Value::Int(_), ..] | [Value::Real(_), ..] => apply_arithmetic(op, sort, args),
        [Value::Array(array), rest @ ..] => apply_array(op, array, rest),
        _ => ill_sorted(op),
    }
}

pub(super) fn ill_sorted(op: Op) -> ! {
    unreachable!("'{}' on values it has no meaning for", op.info().name)
}

fn constant_array(sort: &Sort, element: &Value) -> Value {
    let array = sort.as_array().expect("the sort of a constant array");
    Value::Array(Box::new(ArrayValue::constant(array.index.clone(), element.clone())))
}

fn apply_bool(op: Op, args: &[&Value]) -> Value {
    let truth = |v: &Value| v.as_bool().expect("a truth value");
    match (op, args) {
        (Op::Not, [a]) => Value::Bool(!truth(a)),
        (Op::And, _) => Value::Bool(args.iter().all(|v| truth(v))),
        (Op::Or, _) => Value::Bool(args.iter().any(|v| truth(v))),
        (Op::Xor, [a, b]) => Value::Bool(truth(a) != truth(b)),
        (Op::Eq, [a, b]) => Value::Bool(a == b),
        (Op::Ite, [c, a, b]) => (if truth(c) { *a } else { *b }).clone(),
        _ => ill_sorted(op),
    }
}

fn apply_bv_unary(op: Op, a: &BitVec) -> Value {
    Value::BitVec(match op {
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::BvExtract { high, low } => a.extract(high, low),
        Op::BvZeroExtend(extra) => a.zero_extend(extra),
        Op::BvSignExtend(extra) => a.sign_extend(extra),
        Op::BvRotateLeft(by) => a.rotate_left(by),
        Op::BvRotateRight(by) => a.rotate_right(by),
        Op::BvToInt => return Value::Int(a.to_biguint().into()),
        _ => ill_sorted(op),
    })
}

fn apply_bv_binary(op: Op, a: &BitVec, b: &BitVec) -> Value {
    Value::BitVec(match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvSmod => a.smod(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::BvConcat => a.concat(b),
        Op::Eq => return Value::Bool(a == b),
        Op::BvUlt => return Value::Bool(a.ult(b)),
        Op::BvUle => return Value::Bool(!b.ult(a)),
        Op::BvSlt => return Value::Bool(a.slt(b)),
        Op::BvSle => return Value::Bool(!b.slt(a)),
        _ => ill_sorted(op),
    })
}

fn apply_array(op: Op, array: &ArrayValue, rest: &[&Value]) -> Value {
    match (op, rest) {
        (Op::Select, [index]) => array.select(index).clone(),
        (Op::Store, [index, value]) => {
            let stored = array.clone().store((*index).clone(), (*value).clone());
            Value::Array(Box::new(stored))
        }
        (Op::Eq, [Value::Array(other)]) => Value::Bool(*array == **other),
        _ => ill_sorted(op),
    }
}

fn apply_arithmetic(op: Op, sort: &Sort, args: &[&Value]) -> Value {
    match args[0] {
        Value::Int(_) => {
            let ints: Vec<&BigInt> = args
                .iter()
                .map(|v| match v {
                    Value::Int(n) => n,
                    _ => ill_sorted(op),
                })
                .collect();
            apply_ints(op, sort, &ints)
        }
        _ => {
            let reals: Vec<&BigRational> = args
                .iter()
                .map(|v| match v {
                    Value::Real(q) => q,
                    _ => ill_sorted(op),
                })
                .collect();
            apply_reals(op, &reals)
        }
    }
}

fn apply_ints(op: Op, sort: &Sort, args: &[&BigInt]) -> Value {
    Value::Int(match (op, args) {
        (Op::Add, _) => args.iter().copied().sum(),
        (Op::Mul, _) => args.iter().copied().product(),
        (Op::Sub, [a, b]) => *a - *b,
        (Op::Neg, [a]) => -*a,
        (Op::IntDiv, [a, b]) => euclidean(a, b).0,
        (Op::IntMod, [a, b]) => euclidean(a, b).1,
        (Op::Eq, [a, b]) => return Value::Bool(a == b),
        (Op::Le, [a, b]) => return Value::Bool(a <= b),
        (Op::Lt, [a, b]) => return Value::Bool(a < b),
        (Op::ToReal, [a]) => return Value::Real(BigRational::from_integer((*a).clone())),
        (Op::IntToBv, [a]) => {
            let width = sort.bit_width().expect("a bit-vector sort");
            return Value::BitVec(BitVec::from_bigint(width, a));
        }
        _ => ill_sorted(op),
    })
}

/// Quotient and remainder with a remainder that is not negative.
fn euclidean(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    if b.is_zero() {
        return (BigInt::zero(), a.clone());
    }
    let (quotient, remainder) = a.div_mod_floor(b);
    // Flooring gives the remainder the sign of the divisor.
    if remainder.sign() == num_bigint::Sign::Minus {
        (quotient + 1, remainder - b)
    } else {
        (quotient, remainder)
    }
}

fn apply_reals(op: Op, args: &[&BigRational]) -> Value {
    Value::Real(match (op, args) {
        (Op::Add, _) => args.iter().copied().sum(),
        (Op::Mul, _) => args.iter().copied().product(),
        (Op::Sub, [a, b]) => *a - *b,
        (Op::Neg, [a]) => -*a,
        (Op::RealDiv, [_, b]) if b.is_zero() => BigRational::zero(),
        (Op::RealDiv, [a, b]) => *a / *b,
        (Op::Eq, [a, b]) => return Value::Bool(a == b),
        (Op::Le, [a, b]) => return Value::Bool(a <= b),
        (Op::Lt, [a, b]) => return Value::Bool(a < b),
        (Op::ToInt, [a]) => return Value::Int(a.floor().to_integer()),
        (Op::IsInt, [a]) => return Value::Bool(a.is_integer()),
        _ => ill_sorted(op),
    })
}
