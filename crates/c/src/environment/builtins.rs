//! Functions on the bits of integers, absolute values, and builtins without effect.

use super::{ExternalCall, Model, unsigned};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};
use program::Property;
use term::{BitVec, Term};

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    let bits = |stem: &str| {
        let rest = name.strip_prefix("__builtin_")?.strip_prefix(stem)?;
        matches!(rest, "" | "l" | "ll").then_some(())
    };
    Some(match name {
        "abs" | "labs" | "llabs" | "imaxabs" => absolute,
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => swap_bytes,
        "ffs" | "ffsl" | "ffsll" => first_set,
        "__builtin_expect" => first_argument,
        "__builtin_prefetch" | "__sync_synchronize" => nothing,
        _ if bits("clz").is_some() => leading_zeros,
        _ if bits("ctz").is_some() => trailing_zeros,
        _ if bits("popcount").is_some() => population,
        _ if bits("parity").is_some() => parity,
        _ if bits("ffs").is_some() => first_set,
        _ if bits("clrsb").is_some() => leading_sign_bits,
        _ => return None,
    })
}

fn nothing(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    call.any_result(lowering)
}

fn first_argument(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let scalar = lowering.scalar_type(call.result)?;
    Ok(Value::Scalar(call.arg(lowering, 0, scalar)?))
}

/// The width that the last letters of a name stand for.
fn width(lowering: &Lowering<'_, '_>, name: &str) -> u32 {
    if name.ends_with("ll") {
        64
    } else if name.ends_with('l') {
        lowering.machine().pointer_bits()
    } else {
        32
    }
}

fn absolute(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let bits = match call.name.trim_start_matches("__builtin_") {
        "llabs" | "imaxabs" => 64,
        "labs" => lowering.machine().pointer_bits(),
        _ => 32,
    };
    let scalar = Scalar::Int { bits, signed: true };
    let x = call.arg(lowering, 0, scalar)?;
    let x = lowering.pin(x, scalar.register_type());
    let message = || format!("signed overflow in '{}'", call.name);
    lowering.check(
        Property::Overflow,
        |terms| {
            let smallest = terms.bv_const(BitVec::min_signed(bits));
            let equal = terms.eq(x, smallest);
            terms.not(equal)
        },
        message,
    );
    let terms = lowering.terms();
    let zero = terms.bv(bits, 0);
    let negative = terms.bv_slt(x, zero);
    let mirrored = terms.bv_neg(x);
    let result = terms.ite(negative, mirrored, x);
    Ok(call.give(lowering, result, scalar))
}

fn swap_bytes(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let bits: u32 = match call.name {
        "__builtin_bswap16" => 16,
        "__builtin_bswap32" => 32,
        _ => 64,
    };
    let scalar = Scalar::Int { bits, signed: false };
    let x = call.arg(lowering, 0, scalar)?;
    let terms = lowering.terms();
    let mut result = terms.extract(7, 0, x);
    for low in (8..bits).step_by(8) {
        let byte = terms.extract(low + 7, low, x);
        result = terms.concat(result, byte);
    }
    Ok(call.give(lowering, result, scalar))
}

/// The argument of a bit function, kept in a register.
fn bits_argument(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Term, LowerError> {
    let bits = width(lowering, call.name);
    let scalar = Scalar::Int { bits, signed: false };
    let x = call.arg(lowering, 0, scalar)?;
    Ok(lowering.pin(x, scalar.register_type()))
}

fn check_not_zero(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>, x: Term) {
    lowering.check(
        Property::Undefined,
        |terms| {
            let zero = terms.bv(terms.width(x), 0);
            let equal = terms.eq(x, zero);
            terms.not(equal)
        },
        || format!("'{}' of zero", call.name),
    );
}

/// The number that a function returns for the first set bit in some order, or `none`.
fn scan(
    lowering: &mut Lowering<'_, '_>,
    x: Term,
    order: impl Iterator<Item = u32>,
    number: impl Fn(u32) -> u32,
    none: u32,
) -> Term {
    let terms = lowering.terms();
    let mut result = terms.bv(32, u64::from(none));
    for i in order {
        let set = terms.bit(i, x);
        let value = terms.bv(32, u64::from(number(i)));
        result = terms.ite(set, value, result);
    }
    result
}

fn leading_zeros(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    check_not_zero(lowering, call, x);
    let width = lowering.terms().width(x);
    let result = scan(lowering, x, 0..width, |i| width - 1 - i, width);
    Ok(call.give(lowering, result, Scalar::INT))
}

/// How many bits after the first are equal to it.
fn leading_sign_bits(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    let terms = lowering.terms();
    let width = terms.width(x);
    let last = terms.bv(width, u64::from(width - 1));
    let sign = terms.bv_ashr(x, last);
    let differing = terms.bv_xor(x, sign);
    let result = scan(lowering, differing, 0..width - 1, |i| width - 2 - i, width - 1);
    Ok(call.give(lowering, result, Scalar::INT))
}

fn trailing_zeros(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    check_not_zero(lowering, call, x);
    let width = lowering.terms().width(x);
    let result = scan(lowering, x, (0..width).rev(), |i| i, width);
    Ok(call.give(lowering, result, Scalar::INT))
}

fn first_set(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    let width = lowering.terms().width(x);
    let result = scan(lowering, x, (0..width).rev(), |i| i + 1, 0);
    Ok(call.give(lowering, result, Scalar::INT))
}

/// Counts set bits by adding up neighbouring groups of growing width.
fn count(lowering: &mut Lowering<'_, '_>, x: Term) -> Term {
    let width = lowering.terms().width(x);
    let mut sum = x;
    let mut group = 1;
    while group < width {
        let terms = lowering.terms();
        let mask = terms.bv_const(BitVec::from_bits(width, |i| (i / group) % 2 == 0));
        let by = terms.bv(width, u64::from(group));
        let high = terms.bv_lshr(sum, by);
        let (even, odd) = (terms.bv_and(sum, mask), terms.bv_and(high, mask));
        let next = terms.bv_add(even, odd);
        sum = lowering.pin(next, program::ScalarType::Int { bits: width, signed: false });
        group *= 2;
    }
    unsigned(lowering, 32, sum)
}

fn population(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    let result = count(lowering, x);
    Ok(call.give(lowering, result, Scalar::INT))
}

fn parity(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let x = bits_argument(lowering, call)?;
    let sum = count(lowering, x);
    let terms = lowering.terms();
    let one = terms.bv(32, 1);
    let result = terms.bv_and(sum, one);
    Ok(call.give(lowering, result, Scalar::INT))
}
