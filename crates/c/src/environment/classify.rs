//! Classification of floats: `isnan` and related functions in all their spellings.

use super::math::sign;
use super::{ExternalCall, Model};
use crate::hir::FloatType;
use crate::lower::{FunctionLowering, LowerError, Scalar, Value, truth_to_bv};
use term::{Term, TermStore};

/// `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL`, `FP_NORMAL` of glibc.
const GLIBC_CLASSES: [u64; 5] = [0, 1, 2, 3, 4];

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match base(name) {
        "isnan" | "isfinite" | "finite" | "isnormal" | "signbit" => predicate,
        "isinf" | "isinf_sign" => infinite,
        "isunordered" | "islessgreater" | "isgreater" | "isgreaterequal" | "isless"
        | "islessequal" => ordering,
        "fpclassify" => classify,
        _ => return None,
    })
}

/// The name without leading underscores and without the letter of the type.
fn base(name: &str) -> &str {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.strip_prefix("__").unwrap_or(plain);
    let known = ["isnan", "isinf", "finite", "fpclassify", "signbit"];
    let stem = plain.strip_suffix(['f', 'l']).filter(|stem| known.contains(stem));
    if known.contains(&plain) { plain } else { stem.unwrap_or(plain) }
}

/// A floating-point argument in its own type.
fn number(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    index: usize,
) -> Result<Term, LowerError> {
    let own = call.args.get(index).and_then(|arg| lowering.scalar_type(arg.ty).ok());
    let scalar = match own {
        Some(scalar @ Scalar::Float(_)) => scalar,
        _ => Scalar::Float(FloatType::Double),
    };
    let value = call.arg(lowering, index, scalar)?;
    Ok(lowering.pin(value, scalar.register_type()))
}

fn give_truth(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>, truth: Term) -> Value {
    let value = truth_to_bv(lowering.terms(), 32, truth);
    call.give(lowering, value, Scalar::INT)
}

fn predicate(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = number(lowering, call, 0)?;
    let truth = match base(call.name) {
        "isnan" => lowering.terms().fp_is_nan(x),
        "isnormal" => lowering.terms().fp_is_normal(x),
        "signbit" => sign(lowering, x),
        _ => {
            let terms = lowering.terms();
            let (nan, infinite) = (terms.fp_is_nan(x), terms.fp_is_infinite(x));
            let special = terms.or(&[nan, infinite]);
            terms.not(special)
        }
    };
    Ok(give_truth(lowering, call, truth))
}

/// 1 or -1 for an infinity. The builtin `isinf` does not report the sign.
fn infinite(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let x = number(lowering, call, 0)?;
    let infinite = lowering.terms().fp_is_infinite(x);
    if call.name == "__builtin_isinf" {
        return Ok(give_truth(lowering, call, infinite));
    }
    let terms = lowering.terms();
    let negative = terms.fp_is_negative(x);
    let (zero, one, minus) = (terms.bv(32, 0), terms.bv(32, 1), terms.bv(32, u64::MAX));
    let sign = terms.ite(negative, minus, one);
    let result = terms.ite(infinite, sign, zero);
    Ok(call.give(lowering, result, Scalar::INT))
}

fn ordering(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (x, y) = (number(lowering, call, 0)?, number(lowering, call, 1)?);
    let terms = lowering.terms();
    let truth = match base(call.name) {
        "isunordered" => {
            let (a, b) = (terms.fp_is_nan(x), terms.fp_is_nan(y));
            terms.or(&[a, b])
        }
        "isgreater" => terms.fp_lt(y, x),
        "isgreaterequal" => terms.fp_le(y, x),
        "isless" => terms.fp_lt(x, y),
        "islessequal" => terms.fp_le(x, y),
        _ => {
            let (a, b) = (terms.fp_lt(x, y), terms.fp_lt(y, x));
            terms.or(&[a, b])
        }
    };
    Ok(give_truth(lowering, call, truth))
}

/// `__fpclassify(x)`, and the builtin, whose first five arguments are the possible results.
fn classify(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let given = call.args.len() == 6;
    let x = number(lowering, call, if given { 5 } else { 0 })?;
    let mut classes = Vec::new();
    // The builtin takes them in the order nan, infinite, normal, subnormal, zero.
    for (position, class) in [0, 1, 4, 3, 2].into_iter().zip(GLIBC_CLASSES) {
        classes.push(if given {
            call.arg(lowering, position, Scalar::INT)?
        } else {
            lowering.terms().bv(32, class)
        });
    }
    let tests: [fn(&mut TermStore, Term) -> Term; 4] = [
        TermStore::fp_is_nan,
        TermStore::fp_is_infinite,
        TermStore::fp_is_zero,
        TermStore::fp_is_subnormal,
    ];
    let mut result = classes[4];
    for (test, &class) in tests.iter().zip(&classes) {
        let holds = test(lowering.terms(), x);
        result = lowering.terms().ite(holds, class, result);
    }
    Ok(call.give(lowering, result, Scalar::INT))
}
