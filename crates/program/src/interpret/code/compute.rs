//! The machine that computes values.

use super::arithmetic::{wide, word};
use super::bank::{Banks, Raw, Slot};
use super::floats;
use super::instruction::{Code, Compute};
use term::eval::apply_op;
use term::{Op, Sort, Value};

/// An application that has no instruction of its own.
#[derive(Clone, Debug)]
pub struct Application {
    pub op: Op,
    pub sort: Sort,
    pub args: Vec<(Slot, Sort)>,
    pub target: Slot,
}

/// Runs instructions one after the other.
pub fn run(code: &[Compute], applications: &[Application], banks: &mut Banks<'_>) {
    for step in code {
        let width = u32::from(step.width);
        let words = &mut *banks.words;
        let a = || words[step.a as usize];
        let b = || words[step.b as usize];
        let result = match step.code {
            Code::General => {
                apply(&applications[step.a as usize], banks);
                continue;
            }
            Code::Copy => a(),
            Code::Not => word::truncate(width, !a()),
            Code::And => a() & b(),
            Code::Or => a() | b(),
            Code::Xor => a() ^ b(),
            Code::Equal => u64::from(a() == b()),
            Code::Ite => words[if a() != 0 { step.b } else { step.c } as usize],
            Code::Neg => word::truncate(width, a().wrapping_neg()),
            Code::Add => word::truncate(width, a().wrapping_add(b())),
            Code::Sub => word::truncate(width, a().wrapping_sub(b())),
            Code::Mul => word::truncate(width, a().wrapping_mul(b())),
            Code::Udiv => word::udiv(width, a(), b()),
            Code::Urem => word::urem(a(), b()),
            Code::Sdiv => word::sdiv(width, a(), b()),
            Code::Srem => word::srem(width, a(), b()),
            Code::Shl => word::shl(width, a(), b()),
            Code::Lshr => word::lshr(width, a(), b()),
            Code::Ashr => word::ashr(width, a(), b()),
            Code::Ult => u64::from(a() < b()),
            Code::Ule => u64::from(a() <= b()),
            Code::Slt => u64::from(word::signed(width, a()) < word::signed(width, b())),
            Code::Sle => u64::from(word::signed(width, a()) <= word::signed(width, b())),
            Code::Extract => word::truncate(width, a() >> step.b),
            Code::SignExtend => word::truncate(width, word::signed(step.b, a()) as u64),
            Code::Concat => a() << step.c | b(),
            Code::WideEqual
            | Code::WideUlt
            | Code::WideUle
            | Code::WideSlt
            | Code::WideSle
            | Code::WideExtractWord => wide_to_word(step, banks.wides),
            Code::WideIte
            | Code::WideZeroExtend
            | Code::WideSignExtendWord
            | Code::WideConcatWords => {
                banks.wides[step.target as usize] = word_to_wide(step, words, banks.wides);
                continue;
            }
            code if code.is_wide() => {
                banks.wides[step.target as usize] = wide_result(step, banks.wides);
                continue;
            }
            _ => floats::compute(step, words),
        };
        words[step.target as usize] = result;
    }
}

fn apply(application: &Application, banks: &mut Banks<'_>) {
    let args: Vec<Value> =
        application.args.iter().map(|(slot, sort)| banks.get(*slot).decode(sort)).collect();
    let args: Vec<&Value> = args.iter().collect();
    let value = apply_op(application.op, &application.sort, &args);
    banks.set(application.target, Raw::encode(&value));
}

fn wide_to_word(step: &Compute, wides: &[u128]) -> u64 {
    let width = u32::from(step.width);
    let a = wides[step.a as usize];
    if step.code == Code::WideExtractWord {
        return word::truncate(width, (a >> step.b) as u64);
    }
    let b = wides[step.b as usize];
    u64::from(match step.code {
        Code::WideEqual => a == b,
        Code::WideUlt => a < b,
        Code::WideUle => a <= b,
        Code::WideSlt => wide::signed(width, a) < wide::signed(width, b),
        Code::WideSle => wide::signed(width, a) <= wide::signed(width, b),
        code => unreachable!("{code:?} does not give a word"),
    })
}

fn word_to_wide(step: &Compute, words: &[u64], wides: &[u128]) -> u128 {
    let a = words[step.a as usize];
    match step.code {
        Code::WideIte => wides[if a != 0 { step.b } else { step.c } as usize],
        Code::WideZeroExtend => u128::from(a),
        Code::WideSignExtendWord => {
            wide::truncate(u32::from(step.width), i128::from(word::signed(step.b, a)) as u128)
        }
        Code::WideConcatWords => u128::from(a) << step.c | u128::from(words[step.b as usize]),
        code => unreachable!("{code:?} does not take a word"),
    }
}

fn wide_result(step: &Compute, wides: &[u128]) -> u128 {
    let width = u32::from(step.width);
    let a = wides[step.a as usize];
    let b = || wides[step.b as usize];
    match step.code {
        Code::WideCopy => a,
        Code::WideNot => wide::truncate(width, !a),
        Code::WideAnd => a & b(),
        Code::WideOr => a | b(),
        Code::WideXor => a ^ b(),
        Code::WideNeg => wide::truncate(width, a.wrapping_neg()),
        Code::WideAdd => wide::truncate(width, a.wrapping_add(b())),
        Code::WideSub => wide::truncate(width, a.wrapping_sub(b())),
        Code::WideMul => wide::truncate(width, a.wrapping_mul(b())),
        Code::WideUdiv => wide::udiv(width, a, b()),
        Code::WideUrem => wide::urem(a, b()),
        Code::WideSdiv => wide::sdiv(width, a, b()),
        Code::WideSrem => wide::srem(width, a, b()),
        Code::WideShl => wide::shl(width, a, b()),
        Code::WideLshr => wide::lshr(width, a, b()),
        Code::WideAshr => wide::ashr(width, a, b()),
        Code::WideSignExtend => wide::truncate(width, wide::signed(step.b, a) as u128),
        Code::WideExtract => wide::truncate(width, a >> step.b),
        code => unreachable!("{code:?} is not an operation on wide slots"),
    }
}
