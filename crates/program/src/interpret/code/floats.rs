//! Host floats: `float` and `double` rounded to nearest, bit-exact with IEEE 754.

use super::arithmetic::word;
use super::instruction::{Code, Instruction};
use term::RoundingMode;

/// The canonical NaNs, positive and quiet without payload.
const NAN_32: u64 = 0x7fc0_0000;
const NAN_64: u64 = 0x7ff8_0000_0000_0000;

/// The operations that the interpreter needs of a host float type.
trait HostFloat: Copy + PartialOrd {
    fn from_word(word: u64) -> Self;
    /// The bits, with the canonical NaN.
    fn to_word(self) -> u64;
}

impl HostFloat for f32 {
    fn from_word(word: u64) -> f32 {
        f32::from_bits(word as u32)
    }

    fn to_word(self) -> u64 {
        if self.is_nan() { NAN_32 } else { u64::from(self.to_bits()) }
    }
}

impl HostFloat for f64 {
    fn from_word(word: u64) -> f64 {
        f64::from_bits(word)
    }

    fn to_word(self) -> u64 {
        if self.is_nan() { NAN_64 } else { self.to_bits() }
    }
}

/// The operations inside one format.
macro_rules! in_format {
    ($float:ty, $step:expr, $operand:expr) => {{
        let float = |index: u32| <$float>::from_word($operand(index));
        let x = float($step.a);
        match $step.code {
            Code::FpAdd => (x + float($step.b)).to_word(),
            Code::FpSub => (x - float($step.b)).to_word(),
            Code::FpMul => (x * float($step.b)).to_word(),
            Code::FpDiv => (x / float($step.b)).to_word(),
            Code::FpSqrt => x.sqrt().to_word(),
            Code::FpFma => x.mul_add(float($step.b), float($step.c)).to_word(),
            Code::FpAbs => x.abs().to_word(),
            Code::FpNeg => (-x).to_word(),
            Code::FpLe => u64::from(x <= float($step.b)),
            Code::FpLt => u64::from(x < float($step.b)),
            Code::FpEq => u64::from(x == float($step.b)),
            Code::FpIsNormal => u64::from(x.is_normal()),
            Code::FpIsSubnormal => u64::from(x.is_subnormal()),
            Code::FpIsZero => u64::from(x == 0.0),
            Code::FpIsInfinite => u64::from(x.is_infinite()),
            Code::FpIsNan => u64::from(x.is_nan()),
            Code::FpIsNegative => u64::from(!x.is_nan() && x.is_sign_negative()),
            Code::FpIsPositive => u64::from(!x.is_nan() && x.is_sign_positive()),
            Code::FpFromBits => x.to_word(),
            Code::FpRoundToIntegral => match RoundingMode::ALL[$step.b as usize] {
                RoundingMode::NearestEven => x.round_ties_even(),
                RoundingMode::NearestAway => x.round(),
                RoundingMode::TowardPositive => x.ceil(),
                RoundingMode::TowardNegative => x.floor(),
                RoundingMode::TowardZero => x.trunc(),
            }
            .to_word(),
            code => unreachable!("{code:?} is not an operation on floats"),
        }
    }};
}
/// The result of a floating-point operation.
pub fn compute(step: &Instruction, words: &[u64]) -> u64 {
    let operand = |index: u32| words[index as usize];
    match (step.code, step.width) {
        (Code::FpFromFp, 32) => (f64::from_word(operand(step.a)) as f32).to_word(),
        (Code::FpFromFp, _) => f64::from(f32::from_word(operand(step.a))).to_word(),
        // Widening is exact, so one conversion to integers is enough.
        (Code::FpToSbv | Code::FpToUbv, width) => {
            let float = match step.b {
                32 => f64::from(f32::from_word(operand(step.a))),
                _ => f64::from_word(operand(step.a)),
            };
            to_integer(float.trunc(), u32::from(width), step.code == Code::FpToSbv)
        }
        (Code::FpFromSbv, 32) => (word::signed(step.b, operand(step.a)) as f32).to_word(),
        (Code::FpFromSbv, _) => (word::signed(step.b, operand(step.a)) as f64).to_word(),
        (Code::FpFromUbv, 32) => (operand(step.a) as f32).to_word(),
        (Code::FpFromUbv, _) => (operand(step.a) as f64).to_word(),
        (_, 32) => in_format!(f32, step, operand),
        _ => in_format!(f64, step, operand),
    }
}

/// An integral number as a bit-vector; zero if it does not fit.
fn to_integer(float: f64, width: u32, is_signed: bool) -> u64 {
    let power = |exponent: u32| (u128::from(1u8) << exponent) as f64;
    let (low, high) =
        if is_signed { (-power(width - 1), power(width - 1)) } else { (0.0, power(width)) };
    match float {
        _ if !(low <= float && float < high) => 0,
        _ if is_signed => word::truncate(width, float as i64 as u64),
        _ => float as u64,
    }
}
