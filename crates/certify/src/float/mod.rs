//! Floats as IEEE bit patterns with a single NaN.
//!
//! An operation unpacks its operands, computes the exact result (or enough of it for rounding), and
//! rounds once.

mod arithmetic;
mod compare;
mod integer;
mod remainder;
mod round;
mod unpack;

use crate::circuits::{Bits, inverted};
use crate::gates::Gates;
use crate::sat::Lit;
use round::{Exact, Mode};
use term::{BitVec, Float, FloatFormat, Op, RoundingMode, Sort};
use unpack::Unpacked;

/// The bits of a rounding mode.
pub fn mode_bits(gates: &Gates, mode: RoundingMode) -> Bits {
    let number = RoundingMode::ALL.iter().position(|&m| m == mode).expect("all modes are there");
    gates.number(3, number as u64)
}

/// An arbitrary rounding mode: one of five numbers.
pub fn any_mode(gates: &mut Gates) -> Bits {
    let bits = gates.inputs(3);
    let five = gates.number(3, RoundingMode::ALL.len() as u64);
    let is_mode = gates.less(&bits, &five);
    gates.sat.clause(&[is_mode]);
    bits
}

/// An arbitrary float: any bit pattern except those of non-canonical NaNs.
pub fn any_float(gates: &mut Gates, format: FloatFormat) -> Bits {
    let bits = gates.inputs(format.width() as usize);
    let canonical = canonical(gates, format, &bits);
    let is_canonical = gates.equal(&bits, &canonical);
    gates.sat.clause(&[is_canonical]);
    bits
}

/// The bits of a value.
pub fn constant(gates: &Gates, value: &BitVec) -> Bits {
    (0..value.width()).map(|i| gates.constant(value.bit(i))).collect()
}

/// The pattern with any NaN replaced by the canonical one.
fn canonical(gates: &mut Gates, format: FloatFormat, bits: &[Lit]) -> Bits {
    let x = unpack::classify(gates, format, bits);
    let nan = constant(gates, Float::nan(format).bits());
    gates.choose_word(x.nan, &nan, bits)
}

/// Encodes an operator on floats. `sort` is the sort of the result, `format` that of the float
/// arguments. `None` for an unknown operator.
pub fn encode(
    gates: &mut Gates,
    op: Op,
    sort: &Sort,
    format: Option<FloatFormat>,
    args: &[&[Lit]],
) -> Option<Bits> {
    let target = sort.float_format();
    match (op, args) {
        (Op::FpFromBits, [bits]) => Some(canonical(gates, target?, bits)),
        (Op::FpFromSbv, [mode, number]) => {
            let exact = integer::signed(gates, number, target?);
            let mode = Mode::new(gates, mode);
            Some(round::round(gates, target?, &mode, exact))
        }
        (Op::FpFromUbv, [mode, number]) => {
            let exact = integer::unsigned(gates, number, target?);
            let mode = Mode::new(gates, mode);
            Some(round::round(gates, target?, &mode, exact))
        }
        (Op::FpToReal | Op::FpFromReal, _) => None,
        (_, [mode, rest @ ..]) if is_rounded(op) => {
            let mode = Mode::new(gates, mode);
            rounded(gates, op, sort, format?, &mode, rest)
        }
        _ => unrounded(gates, op, format?, args),
    }
}

fn is_rounded(op: Op) -> bool {
    matches!(
        op,
        Op::FpAdd
            | Op::FpSub
            | Op::FpMul
            | Op::FpDiv
            | Op::FpFma
            | Op::FpSqrt
            | Op::FpRoundToIntegral
            | Op::FpFromFp
            | Op::FpToUbv
            | Op::FpToSbv
    )
}

/// Operators with a rounding mode.
fn rounded(
    gates: &mut Gates,
    op: Op,
    sort: &Sort,
    format: FloatFormat,
    mode: &Mode,
    args: &[&[Lit]],
) -> Option<Bits> {
    let target = sort.float_format().unwrap_or(format);
    let width = unpack::exponent_width(&[format, target]);
    let x: Vec<Unpacked> =
        args.iter().map(|bits| unpack::unpack(gates, format, width, bits)).collect();
    Some(match (op, &x[..]) {
        (Op::FpAdd, [x, y]) => arithmetic::add(gates, format, mode, x, y),
        (Op::FpSub, [x, y]) => arithmetic::add(gates, format, mode, x, &y.negated()),
        (Op::FpMul, [x, y]) => arithmetic::multiply(gates, format, mode, x, y),
        (Op::FpDiv, [x, y]) => arithmetic::divide(gates, format, mode, x, y),
        (Op::FpFma, [x, y, z]) => arithmetic::multiply_add(gates, format, mode, x, y, z),
        (Op::FpSqrt, [x]) => arithmetic::square_root(gates, format, mode, x),
        (Op::FpRoundToIntegral, [x]) => integer::to_integral(gates, format, mode, x, args[0]),
        (Op::FpFromFp, [x]) => {
            let exact = Exact {
                negative: x.class.negative,
                exponent: x.exponent.clone(),
                significand: x.significand.clone(),
            };
            let rounded = round::round(gates, target, mode, exact);
            let class = &x.class;
            round::finish(gates, target, class.nan, class.infinite, class.negative, &rounded)
        }
        (Op::FpToUbv, [x]) => integer::to_unsigned(gates, sort.bit_width()?, mode, x),
        (Op::FpToSbv, [x]) => integer::to_signed(gates, sort.bit_width()?, mode, x),
        _ => return None,
    })
}

/// Operators without a rounding mode.
fn unrounded(gates: &mut Gates, op: Op, format: FloatFormat, args: &[&[Lit]]) -> Option<Bits> {
    let is = |lit: Lit| Some(vec![lit]);
    match (op, args) {
        (Op::FpToBits, [x]) => Some(x.to_vec()),
        (Op::FpAbs | Op::FpNeg, [bits]) => {
            let class = unpack::classify(gates, format, bits);
            let (&sign, magnitude) = bits.split_last()?;
            let sign = if op == Op::FpNeg { !sign } else { gates.constant(false) };
            let changed = [magnitude, &[sign]].concat();
            Some(gates.choose_word(class.nan, bits, &changed))
        }
        (Op::FpLt, [x, y]) => is(compare::less(gates, format, x, y)),
        (Op::FpEq, [x, y]) => is(compare::equal(gates, format, x, y)),
        (Op::FpLe, [x, y]) => {
            let (less, equal) =
                (compare::less(gates, format, x, y), compare::equal(gates, format, x, y));
            is(gates.or(less, equal))
        }
        (Op::FpMin, [x, y]) => Some(compare::lesser(gates, format, x, y, [x, y])),
        (Op::FpMax, [x, y]) => Some(compare::lesser(gates, format, x, y, [y, x])),
        (Op::FpRem, [x, y]) => remainder::remainder(gates, format, x, y),
        (_, [bits]) => {
            let class = unpack::classify(gates, format, bits);
            let parts = unpack::split(format, bits);
            match op {
                Op::FpIsNan => is(class.nan),
                Op::FpIsInfinite => is(class.infinite),
                Op::FpIsZero => is(class.zero),
                Op::FpIsSubnormal => {
                    let smallest = gates.all(&inverted(parts.exponent));
                    is(gates.and(smallest, !class.zero))
                }
                Op::FpIsNormal => {
                    let smallest = gates.all(&inverted(parts.exponent));
                    let greatest = gates.all(parts.exponent);
                    is(gates.and(!smallest, !greatest))
                }
                Op::FpIsNegative => is(gates.and(parts.sign, !class.nan)),
                Op::FpIsPositive => is(gates.and(!parts.sign, !class.nan)),
                _ => None,
            }
        }
        _ => None,
    }
}
