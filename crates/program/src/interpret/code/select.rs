//! Selects the instruction for an operator.

use super::bank::{Bank, Slot};
use super::instruction::{Code, Instruction};
use term::{FloatFormat, Op, RoundingMode, Sort, Value};

/// An argument of an application.
#[derive(Clone, Copy)]
pub struct Argument<'a> {
    /// Where it is.
    pub slot: Slot,
    /// Its sort.
    pub sort: &'a Sort,
    /// Its value, if it is a constant.
    pub value: Option<&'a Value>,
}

/// The instruction for an application, if there is one. Conjunctions and disjunctions have two
/// arguments here.
pub fn select(op: Op, sort: &Sort, args: &[Argument<'_>], target: Slot) -> Option<Instruction> {
    let first = args.first()?;
    let slot = |i: usize| args.get(i).map_or(0, |arg| arg.slot.index);
    let banks: Vec<Bank> = args.iter().map(|arg| arg.slot.bank).collect();
    let make = |code, width: u32, b, c| {
        let width = u8::try_from(width).expect("at most 128 bits");
        Some(Instruction { code, width, target: target.index, a: first.slot.index, b, c })
    };
    // The operands of a rounded operation come after the mode.
    if let Sort::RoundingMode = first.sort {
        if op == Op::Eq {
            return make(Code::Equal, 1, slot(1), 0);
        }
        return rounded(op, sort, args, target);
    }
    let plain = |code, width| make(code, width, slot(1), slot(2));
    if op == Op::Ite {
        return match target.bank {
            Bank::Word => plain(Code::Ite, 64),
            Bank::Wide => plain(Code::WideIte, 128),
            Bank::Big => None,
        };
    }
    if banks.contains(&Bank::Big) || target.bank == Bank::Big {
        return None;
    }
    let is_word = banks.iter().all(|bank| *bank == Bank::Word);
    if op == Op::Eq {
        return plain(if is_word { Code::Equal } else { Code::WideEqual }, 1);
    }
    match first.sort {
        Sort::Bool => plain(truth_code(op)?, 1),
        Sort::BitVec(width) => match (op, is_word, target.bank == Bank::Word) {
            (Op::FpFromBits, true, _) => {
                host_width(sort).and_then(|width| plain(Code::FpFromBits, width))
            }
            (Op::BvExtract { high, low }, ..) => {
                let code = match (is_word, target.bank == Bank::Word) {
                    (true, _) => Code::Extract,
                    (false, true) => Code::WideExtractWord,
                    (false, false) => Code::WideExtract,
                };
                make(code, high - low + 1, low, 0)
            }
            (Op::BvZeroExtend(extra), true, true) => make(Code::Copy, width + extra, 0, 0),
            (Op::BvZeroExtend(extra), true, false) => {
                make(Code::WideZeroExtend, width + extra, 0, 0)
            }
            (Op::BvZeroExtend(extra), false, _) => make(Code::WideCopy, width + extra, 0, 0),
            (Op::BvSignExtend(extra), true, true) => {
                make(Code::SignExtend, width + extra, *width, 0)
            }
            (Op::BvSignExtend(extra), true, false) => {
                make(Code::WideSignExtendWord, width + extra, *width, 0)
            }
            (Op::BvSignExtend(extra), false, _) => {
                make(Code::WideSignExtend, width + extra, *width, 0)
            }
            (Op::BvConcat, true, to_word) => {
                let low = args[1].sort.bit_width()?;
                let code = if to_word { Code::Concat } else { Code::WideConcatWords };
                make(code, width + low, slot(1), low)
            }
            (Op::BvConcat, false, _) => None,
            _ => plain(bit_vector_code(op, is_word)?, *width),
        },
        Sort::Float(_) if op == Op::FpToBits => {
            plain(if is_word { Code::Copy } else { Code::WideCopy }, 1)
        }
        Sort::Float(_) => {
            let width = host_width(first.sort)?;
            plain(float_code(op)?, width)
        }
        _ => None,
    }
}

fn truth_code(op: Op) -> Option<Code> {
    match op {
        Op::Not => Some(Code::Not),
        Op::And => Some(Code::And),
        Op::Or => Some(Code::Or),
        Op::Xor => Some(Code::Xor),
        _ => None,
    }
}

fn bit_vector_code(op: Op, is_word: bool) -> Option<Code> {
    let (word, wide) = match op {
        Op::BvNot => (Code::Not, Code::WideNot),
        Op::BvNeg => (Code::Neg, Code::WideNeg),
        Op::BvAnd => (Code::And, Code::WideAnd),
        Op::BvOr => (Code::Or, Code::WideOr),
        Op::BvXor => (Code::Xor, Code::WideXor),
        Op::BvAdd => (Code::Add, Code::WideAdd),
        Op::BvSub => (Code::Sub, Code::WideSub),
        Op::BvMul => (Code::Mul, Code::WideMul),
        Op::BvUdiv => (Code::Udiv, Code::WideUdiv),
        Op::BvUrem => (Code::Urem, Code::WideUrem),
        Op::BvSdiv => (Code::Sdiv, Code::WideSdiv),
        Op::BvSrem => (Code::Srem, Code::WideSrem),
        Op::BvShl => (Code::Shl, Code::WideShl),
        Op::BvLshr => (Code::Lshr, Code::WideLshr),
        Op::BvAshr => (Code::Ashr, Code::WideAshr),
        Op::BvUlt => (Code::Ult, Code::WideUlt),
        Op::BvUle => (Code::Ule, Code::WideUle),
        Op::BvSlt => (Code::Slt, Code::WideSlt),
        Op::BvSle => (Code::Sle, Code::WideSle),
        _ => return None,
    };
    Some(if is_word { word } else { wide })
}

fn float_code(op: Op) -> Option<Code> {
    Some(match op {
        Op::FpAbs => Code::FpAbs,
        Op::FpNeg => Code::FpNeg,
        Op::FpLe => Code::FpLe,
        Op::FpLt => Code::FpLt,
        Op::FpEq => Code::FpEq,
        Op::FpIsNormal => Code::FpIsNormal,
        Op::FpIsSubnormal => Code::FpIsSubnormal,
        Op::FpIsZero => Code::FpIsZero,
        Op::FpIsInfinite => Code::FpIsInfinite,
        Op::FpIsNan => Code::FpIsNan,
        Op::FpIsNegative => Code::FpIsNegative,
        Op::FpIsPositive => Code::FpIsPositive,
        _ => return None,
    })
}

/// The instruction for an operator whose first argument is a rounding mode.
fn rounded(op: Op, sort: &Sort, args: &[Argument<'_>], target: Slot) -> Option<Instruction> {
    let &Value::RoundingMode(mode) = args[0].value? else { return None };
    let operand = args.get(1)?;
    let nearest = mode == RoundingMode::NearestEven;
    let slot = |i: usize| args.get(i).map_or(0, |arg| arg.slot.index);
    let (a, target) = (operand.slot.index, target.index);
    let make = |code, width: u32, b, c| {
        let width = u8::try_from(width).expect("at most 64 bits");
        Some(Instruction { code, width, target, a, b, c })
    };
    if let Op::FpToSbv | Op::FpToUbv = op {
        let code = if op == Op::FpToSbv { Code::FpToSbv } else { Code::FpToUbv };
        let width = sort.bit_width().filter(|&width| width <= 64)?;
        let from = host_width(operand.sort)?;
        return (mode == RoundingMode::TowardZero).then(|| make(code, width, from, 0))?;
    }
    let width = host_width(sort)?;
    match op {
        Op::FpRoundToIntegral => {
            let mode = RoundingMode::ALL.iter().position(|known| *known == mode)?;
            make(Code::FpRoundToIntegral, width, mode as u32, 0)
        }
        _ if !nearest => None,
        Op::FpAdd => make(Code::FpAdd, width, slot(2), 0),
        Op::FpSub => make(Code::FpSub, width, slot(2), 0),
        Op::FpMul => make(Code::FpMul, width, slot(2), 0),
        Op::FpDiv => make(Code::FpDiv, width, slot(2), 0),
        Op::FpFma => make(Code::FpFma, width, slot(2), slot(3)),
        Op::FpSqrt => make(Code::FpSqrt, width, 0, 0),
        Op::FpFromFp => match host_width(operand.sort)? {
            from if from == width => make(Code::Copy, width, 0, 0),
            _ => make(Code::FpFromFp, width, 0, 0),
        },
        Op::FpFromSbv | Op::FpFromUbv if operand.slot.bank == Bank::Word => {
            let code = if op == Op::FpFromSbv { Code::FpFromSbv } else { Code::FpFromUbv };
            make(code, width, operand.sort.bit_width()?, 0)
        }
        _ => None,
    }
}

/// The width of a format that the host supports.
fn host_width(sort: &Sort) -> Option<u32> {
    match sort {
        Sort::Float(FloatFormat::F32) => Some(32),
        Sort::Float(FloatFormat::F64) => Some(64),
        _ => None,
    }
}
