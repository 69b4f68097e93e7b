//! Conversions between scalar types, bit-exact with gcc's code for x86.
//!
//! A float that does not fit the integer it is converted to is undefined in C, and checked by
//! [`fits_integer`]. If that check is not asked for, the result is that of the machine's
//! instructions: the "integer indefinite" (only the highest bit set) of the 32- or 64-bit
//! conversion that gcc uses, truncated to the width. Narrow types go through `int`, `unsigned int`
//! through 64 bits, 64-bit unsigned types through two ranges. Conversions to `__int128` that do not
//! fit give 0.

use super::scalar::{Scalar, is_nonzero, truth_to_bv};
use crate::hir::FloatType;
use num_bigint::BigInt;
use num_traits::One;
use program::Machine;
use term::{BitVec, Float, FloatFormat, RoundingMode, Term, TermStore, Value};

/// A value of one scalar type converted to another.
pub(crate) fn convert(
    terms: &mut TermStore,
    machine: Machine,
    value: Term,
    from: Scalar,
    to: Scalar,
) -> Term {
    match (from, to) {
        _ if from == to => value,
        (_, Scalar::Bool) => {
            let truth = is_nonzero(terms, from, value);
            truth_to_bv(terms, 8, truth)
        }
        (Scalar::Float(from), Scalar::Float(to)) => float_to_float(terms, from, to, value),
        (Scalar::Float(from), _) => {
            let bits = to.bits(machine).unwrap_or(64);
            float_to_int(terms, from.format(), bits, to.is_signed(), value)
        }
        (_, Scalar::Float(to)) => {
            let mode = rounding(terms, RoundingMode::NearestEven);
            match from.is_signed() {
                true => terms.fp_from_sbv(to.format(), mode, value),
                false => terms.fp_from_ubv(to.format(), mode, value),
            }
        }
        _ => {
            let bits = to.bits(machine).expect("an integer or a pointer");
            resize(terms, bits, from.is_signed(), value)
        }
    }
}

fn float_to_float(terms: &mut TermStore, from: FloatType, to: FloatType, value: Term) -> Term {
    if from == to {
        return value;
    }
    let mode = rounding(terms, RoundingMode::NearestEven);
    terms.fp_from_fp(to.format(), mode, value)
}

/// A bit-vector truncated or extended to another width, with zeros or with its sign.
pub(crate) fn resize(terms: &mut TermStore, bits: u32, signed: bool, value: Term) -> Term {
    let width = terms.width(value);
    match bits.cmp(&width) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Less => terms.extract(bits - 1, 0, value),
        std::cmp::Ordering::Greater if signed => terms.sign_extend(bits - width, value),
        std::cmp::Ordering::Greater => terms.zero_extend(bits - width, value),
    }
}

/// The term of a rounding mode.
pub(crate) fn rounding(terms: &mut TermStore, mode: RoundingMode) -> Term {
    terms.constant(Value::RoundingMode(mode))
}

/// A float as an integer, truncated.
fn float_to_int(
    terms: &mut TermStore,
    format: FloatFormat,
    bits: u32,
    signed: bool,
    value: Term,
) -> Term {
    match (bits, signed) {
        (32 | 64, true) => machine_conversion(terms, format, bits, value),
        (..=63, _) => {
            let wider = if bits < 32 { 32 } else { 64 };
            let converted = machine_conversion(terms, format, wider, value);
            resize(terms, bits, false, converted)
        }
        (64, false) => {
            let half = power_of_two(terms, format, 63);
            let is_small = terms.fp_lt(value, half);
            let unordered = terms.fp_is_nan(value);
            let direct = terms.or(&[is_small, unordered]);
            let low = machine_conversion(terms, format, 64, value);
            let mode = rounding(terms, RoundingMode::NearestEven);
            let rest = terms.fp_sub(mode, value, half);
            let high = machine_conversion(terms, format, 64, rest);
            let top = terms.bv(64, 1 << 63);
            let high = terms.bv_xor(high, top);
            terms.ite(direct, low, high)
        }
        _ => {
            let mode = rounding(terms, RoundingMode::TowardZero);
            match signed {
                true => terms.fp_to_sbv(bits, mode, value),
                false => terms.fp_to_ubv(bits, mode, value),
            }
        }
    }
}

/// Whether the truncated value of a float fits an integer type.
pub(super) fn fits_integer(
    terms: &mut TermStore,
    format: FloatFormat,
    bits: u32,
    signed: bool,
    value: Term,
) -> Term {
    let upper = power_of_two(terms, format, if signed { bits - 1 } else { bits });
    let not_above = terms.fp_lt(value, upper);
    let not_below = if signed {
        not_below(terms, format, bits, value)
    } else {
        let limit = integer(terms, format, &-BigInt::one());
        terms.fp_lt(limit, value)
    };
    terms.and(&[not_above, not_below])
}

/// Whether the truncated value of a float is at least the smallest signed integer of a width.
fn not_below(terms: &mut TermStore, format: FloatFormat, bits: u32, value: Term) -> Term {
    // The value is above `-2^(bits-1) - 1` if the format can represent that number; otherwise no
    // number lies between it and `-2^(bits-1)`.
    let smallest = -(BigInt::one() << (bits - 1));
    if format.significand >= bits {
        let limit = integer(terms, format, &(smallest - 1));
        terms.fp_lt(limit, value)
    } else {
        let limit = integer(terms, format, &smallest);
        terms.fp_le(limit, value)
    }
}

/// Conversion to a signed integer; values that do not fit give the smallest one.
fn machine_conversion(terms: &mut TermStore, format: FloatFormat, bits: u32, value: Term) -> Term {
    let fits = fits_integer(terms, format, bits, true, value);
    let mode = rounding(terms, RoundingMode::TowardZero);
    let exact = terms.fp_to_sbv(bits, mode, value);
    let indefinite = terms.bv(bits, 1 << (bits - 1));
    terms.ite(fits, exact, indefinite)
}

fn power_of_two(terms: &mut TermStore, format: FloatFormat, exponent: u32) -> Term {
    integer(terms, format, &(BigInt::one() << exponent))
}

/// An integer that the format can represent.
fn integer(terms: &mut TermStore, format: FloatFormat, value: &BigInt) -> Term {
    let bits = BitVec::from_bigint(value.bits() as u32 + 1, value);
    let float = Float::from_signed(format, &bits, RoundingMode::NearestEven);
    terms.constant(Value::Float(float))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: f64, bits: u32, signed: bool, expected: u64) {
        let mut terms = TermStore::new();
        let value = terms.constant(Value::Float(Float::from_f64(number)));
        let from = Scalar::Float(FloatType::Double);
        let to = Scalar::Int { bits, signed };
        let term = convert(&mut terms, Machine::Lp64, value, from, to);
        let expected = terms.bv(bits, expected);
        assert_eq!(term, expected, "{number} to {bits} bits");
    }

    #[test]
    fn floats_become_integers_as_on_x86() {
        check(-1.9, 32, true, -1i64 as u64);
        check(2147483647.5, 32, true, 0x7fff_ffff);
        check(2147483648.0, 32, true, 0x8000_0000);
        check(-2147483648.9, 32, true, 0x8000_0000);
        check(f64::NAN, 32, true, 0x8000_0000);
        check(300.0, 8, false, 44);
        check(-1.0, 8, false, 255);
        check(-1.0, 32, false, 0xffff_ffff);
        check(4294967296.0, 32, false, 0);
        check(9223372036854775808.0, 64, true, 1 << 63);
        check(9223372036854775808.0, 64, false, 1 << 63);
        check(18446744073709549568.0, 64, false, 18446744073709549568);
        check(18446744073709551616.0, 64, false, 0);
        check(-1.0, 64, false, u64::MAX);
    }

    #[test]
    fn floats_that_fit_integers() {
        let mut terms = TermStore::new();
        let mut check = |number: f64, bits, signed, expected| {
            let value = terms.constant(Value::Float(Float::from_f64(number)));
            let fits = fits_integer(&mut terms, FloatType::Double.format(), bits, signed, value);
            assert_eq!(terms.as_bool(fits), Some(expected), "{number} in {bits} bits");
        };
        for (number, expected) in [(127.9, true), (128.0, false), (-128.9, true), (-129.0, false)] {
            check(number, 8, true, expected);
        }
        for (number, expected) in [(255.9, true), (256.0, false), (-0.9, true), (-1.0, false)] {
            check(number, 8, false, expected);
        }
        let (two63, two64) = (9223372036854775808.0, 18446744073709551616.0);
        for (number, expected) in [(two63, false), (-two63, true), (-two63 - 2048.0, false)] {
            check(number, 64, true, expected);
        }
        for (number, expected) in [(two63, true), (two64, false), (f64::NAN, false)] {
            check(number, 64, false, expected);
        }
        check(f64::INFINITY, 32, true, false);
        check(f64::NEG_INFINITY, 128, true, false);
        check(f64::NAN, 32, true, false);
    }

    #[test]
    fn truth_of_floats() {
        let mut terms = TermStore::new();
        for (number, expected) in [(0.0, 0), (-0.0, 0), (0.1, 1), (f64::NAN, 1)] {
            let value = terms.constant(Value::Float(Float::from_f64(number)));
            let from = Scalar::Float(FloatType::Double);
            let truth = convert(&mut terms, Machine::Lp64, value, from, Scalar::Bool);
            assert_eq!(truth, terms.bv(8, expected));
        }
    }
}
