//! Floating-point functions whose results are exact.
//!
//! Functions that no sequence of IEEE operations computes exactly (`sin`, `exp`, `pow`, ...) are
//! only approximated by the tables: an arbitrary result makes impossible runs look possible.

use super::{ExternalCall, Model};
use crate::hir::FloatType;
use crate::lower::{FunctionLowering, LowerError, Scalar, Value, rounding};
use term::{Float, RoundingMode, Term, Value as Constant};

/// Functions of one float: rounding, absolute value, root.
const UNARY: [&str; 9] =
    ["floor", "ceil", "trunc", "round", "rint", "nearbyint", "roundeven", "fabs", "sqrt"];
/// Functions of two floats.
const BINARY: [&str; 7] = ["fmin", "fmax", "fdim", "fmod", "remainder", "drem", "copysign"];
/// Functions that round to an integer type.
const TO_INTEGER: [&str; 4] = ["lrint", "llrint", "lround", "llround"];
type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    let (base, _) = split(name);
    Some(match base {
        _ if UNARY.contains(&base) => unary,
        _ if BINARY.contains(&base) => binary,
        _ if TO_INTEGER.contains(&base) => to_integer,
        "fma" => fused,
        "nan" => not_a_number,
        _ => return None,
    })
}

/// The name without the letter of its type, and the type.
pub(super) fn split(name: &str) -> (&str, FloatType) {
    let known = |base: &str| {
        [&UNARY[..], &BINARY, &TO_INTEGER, &["fma", "nan"]].iter().any(|list| list.contains(&base))
    };
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    if known(name) {
        return (name, FloatType::Double);
    }
    for (suffix, float) in [('f', FloatType::Float), ('l', FloatType::LongDouble)] {
        if let Some(base) = name.strip_suffix(suffix).filter(|base| known(base)) {
            return (base, float);
        }
    }
    (name, FloatType::Double)
}

fn float_arg(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    index: usize,
    scalar: Scalar,
) -> Result<Term, LowerError> {
    let value = call.arg(lowering, index, scalar)?;
    Ok(lowering.pin(value, scalar.register_type()))
}

fn rounded(lowering: &mut Lowering<'_, '_>, mode: RoundingMode, x: Term) -> Term {
    let mode = rounding(lowering.terms(), mode);
    lowering.terms().fp_round_to_integral(mode, x)
}

fn unary(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (base, float) = split(call.name);
    let scalar = Scalar::Float(float);
    let x = float_arg(lowering, call, 0, scalar)?;
    let result = match base {
        "floor" => rounded(lowering, RoundingMode::TowardNegative, x),
        "ceil" => rounded(lowering, RoundingMode::TowardPositive, x),
        "trunc" => rounded(lowering, RoundingMode::TowardZero, x),
        "round" => rounded(lowering, RoundingMode::NearestAway, x),
        "fabs" => lowering.terms().fp_abs(x),
        "sqrt" => {
            let mode = rounding(lowering.terms(), RoundingMode::NearestEven);
            lowering.terms().fp_sqrt(mode, x)
        }
        _ => rounded(lowering, RoundingMode::NearestEven, x),
    };
    Ok(call.give(lowering, result, scalar))
}

fn binary(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (base, float) = split(call.name);
    let scalar = Scalar::Float(float);
    let x = float_arg(lowering, call, 0, scalar)?;
    let y = float_arg(lowering, call, 1, scalar)?;
    let result = match base {
        "fmin" | "fmax" => {
            let terms = lowering.terms();
            let first = if base == "fmin" { terms.fp_le(x, y) } else { terms.fp_le(y, x) };
            let no_second = terms.fp_is_nan(y);
            let take_first = terms.or(&[first, no_second]);
            terms.ite(take_first, x, y)
        }
        "fdim" => {
            let mode = rounding(lowering.terms(), RoundingMode::NearestEven);
            let zero =
                lowering.terms().constant(Constant::Float(Float::zero(float.format(), false)));
            let terms = lowering.terms();
            let difference = terms.fp_sub(mode, x, y);
            let none = terms.fp_le(x, y);
            terms.ite(none, zero, difference)
        }
        "fmod" => remainder_of_truncation(lowering, float, x, y),
        "copysign" => {
            // The sign of a NaN cannot be observed.
            let negative = sign(lowering, y);
            sign(lowering, x);
            let terms = lowering.terms();
            let positive = terms.fp_abs(x);
            let mirrored = terms.fp_neg(positive);
            terms.ite(negative, mirrored, positive)
        }
        _ => lowering.terms().fp_rem(x, y),
    };
    Ok(call.give(lowering, result, scalar))
}

/// `fmod`. The IEEE remainder rounds the quotient to nearest; if it rounded up, one divisor is
/// added back, which is exact. The result has the sign of `x`.
fn remainder_of_truncation(
    lowering: &mut Lowering<'_, '_>,
    float: FloatType,
    x: Term,
    y: Term,
) -> Term {
    let mode = rounding(lowering.terms(), RoundingMode::NearestEven);
    let zero = lowering.terms().constant(Constant::Float(Float::zero(float.format(), false)));
    let terms = lowering.terms();
    let (size, step) = (terms.fp_abs(x), terms.fp_abs(y));
    let nearest = terms.fp_rem(size, step);
    let nearest = lowering.pin(nearest, Scalar::Float(float).register_type());
    let terms = lowering.terms();
    let too_low = terms.fp_lt(nearest, zero);
    let raised = terms.fp_add(mode, nearest, step);
    let result = terms.ite(too_low, raised, nearest);
    let negative = terms.fp_is_negative(x);
    let mirrored = terms.fp_neg(result);
    terms.ite(negative, mirrored, result)
}

/// The sign bit. Terms have only one NaN, so the sign of a NaN is unknown.
pub(super) fn sign(lowering: &mut Lowering<'_, '_>, x: Term) -> Term {
    let is_nan = lowering.terms().fp_is_nan(x);
    if lowering.terms().as_bool(is_nan) != Some(false) {
        let [nan, number] = [(); 2].map(|()| lowering.new_block());
        lowering.branch(is_nan, nan, number);
        lowering.switch_to(nan);
        lowering.unsupported("the sign of a NaN");
        lowering.goto(number);
        lowering.switch_to(number);
    }
    lowering.terms().fp_is_negative(x)
}

fn to_integer(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let (base, float) = split(call.name);
    let scalar = Scalar::Float(float);
    let x = float_arg(lowering, call, 0, scalar)?;
    let away = base.ends_with("round");
    let mode = if away { RoundingMode::NearestAway } else { RoundingMode::NearestEven };
    let whole = rounded(lowering, mode, x);
    let whole = lowering.pin(whole, scalar.register_type());
    let bits = if base.starts_with("ll") { 64 } else { lowering.machine().pointer_bits() };
    let to = Scalar::Int { bits, signed: true };
    // A value that does not fit gives an unspecified result.
    let result = lowering.converted_anyway(whole, scalar, to);
    Ok(call.give(lowering, result, to))
}

fn fused(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let scalar = Scalar::Float(split(call.name).1);
    let x = float_arg(lowering, call, 0, scalar)?;
    let y = float_arg(lowering, call, 1, scalar)?;
    let z = float_arg(lowering, call, 2, scalar)?;
    let mode = rounding(lowering.terms(), RoundingMode::NearestEven);
    let result = lowering.terms().fp_fma(mode, x, y, z);
    Ok(call.give(lowering, result, scalar))
}

fn not_a_number(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let float = split(call.name).1;
    let nan = lowering.terms().constant(Constant::Float(Float::nan(float.format())));
    Ok(call.give(lowering, nan, Scalar::Float(float)))
}
