//! The inner loop of the interpreter: computes values and follows jumps.

use super::arithmetic::{wide, word};
use super::bank::{Banks, Raw, Slot};
use super::floats;
use super::instruction::{Code, Instruction};
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

/// The progress of a run inside a function.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The next instruction.
    pub at: usize,
    /// Actions and jumps so far.
    pub steps: u64,
    /// The loop pauses at the first jump after this many steps.
    pub pause: u64,
    /// Events are recorded after this many steps.
    pub recorded_from: u64,
}

/// Why the instruction loop stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// An action of the function must be done.
    Act(u32),
    /// The requested number of steps was done.
    Pause,
    /// There are no more instructions.
    End,
}

/// The interpreter state that instructions need besides slots. Memory instructions handle the usual
/// case only; `action` is the number of the action that handles every case.
pub trait Surroundings {
    /// Records whether the branch at an instruction was taken.
    fn visit(&mut self, at: usize, taken: bool);
    /// A word of up to eight bytes, in the usual case.
    fn load(&mut self, action: u32, address: u64, bytes: usize) -> Option<u64>;
    /// Stores the low bytes of a word; returns whether this was the usual case.
    fn store(&mut self, action: u32, address: u64, bytes: usize, word: u64) -> bool;
    /// Whether an access stays inside the object of its base pointer.
    fn may_access(&mut self, action: u32, access: Access) -> bool;
    /// Pointer arithmetic that stays inside an object.
    fn offset(&mut self, action: u32, base: u64, delta: u64) -> Option<u64>;
}

/// An access to memory that is to be checked.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// A pointer to the object.
    pub base: u64,
    /// The first byte.
    pub address: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether they are written.
    pub write: bool,
}

/// Runs instructions until one needs an action or a pause.
pub fn run(
    code: &[Instruction],
    applications: &[Application],
    banks: &mut Banks<'_>,
    progress: &mut Progress,
    mut surroundings: impl Surroundings,
) -> Exit {
    let Progress { mut at, mut steps, pause, recorded_from } = *progress;
    let exit = loop {
        let Some(step) = code.get(at) else { break Exit::End };
        at += 1;
        let width = u32::from(step.width);
        let words = &mut *banks.words;
        let a = || words[step.a as usize];
        let b = || words[step.b as usize];
        // There is a single `match`: a second one would cost another jump for each instruction.
        macro_rules! go_to {
            ($target:expr) => {{
                at = $target as usize;
                steps += 1;
                if steps >= pause {
                    break Exit::Pause;
                }
                continue;
            }};
        }
        macro_rules! branch {
            ($condition:expr) => {{
                let taken = $condition;
                surroundings.visit(at - 1, taken);
                if taken {
                    // The processor should predict the next instruction. If this became a
                    // conditional move, it would have to wait for the condition.
                    std::hint::black_box(());
                    go_to!(step.target)
                }
                go_to!(step.c)
            }};
        }
        let result = match step.code {
            Code::Jump => go_to!(step.target),
            Code::Branch => branch!(a() != 0),
            Code::BranchEqual => branch!(a() == b()),
            Code::BranchUlt => branch!(a() < b()),
            Code::BranchUle => branch!(a() <= b()),
            Code::BranchSlt => branch!(word::signed(width, a()) < word::signed(width, b())),
            Code::BranchSle => branch!(word::signed(width, a()) <= word::signed(width, b())),
            Code::Act => {
                steps += 1;
                break Exit::Act(step.a);
            }
            Code::ActUnless => {
                steps += 1;
                if a() == 0 {
                    break Exit::Act(step.b);
                }
                continue;
            }
            Code::Report => {
                if steps >= recorded_from {
                    break Exit::Act(step.a);
                }
                continue;
            }
            Code::Load => {
                steps += 1;
                match surroundings.load(step.b, a(), width as usize) {
                    Some(loaded) => loaded,
                    None => break Exit::Act(step.b),
                }
            }
            Code::Store => {
                steps += 1;
                let (address, word) = (a(), b());
                if steps < recorded_from
                    && surroundings.store(step.c, address, width as usize, word)
                {
                    continue;
                }
                break Exit::Act(step.c);
            }
            Code::CheckRead | Code::CheckWrite => {
                steps += 1;
                let (base, address, size) = (a(), b(), words[step.c as usize]);
                let write = step.code == Code::CheckWrite;
                let access = Access { base, address, size, write };
                if surroundings.may_access(step.target, access) {
                    continue;
                }
                break Exit::Act(step.target);
            }
            Code::Offset => {
                steps += 1;
                match surroundings.offset(step.c, a(), b()) {
                    Some(pointer) => pointer,
                    None => break Exit::Act(step.c),
                }
            }
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
    };
    (progress.at, progress.steps) = (at, steps);
    exit
}

fn apply(application: &Application, banks: &mut Banks<'_>) {
    let args: Vec<Value> =
        application.args.iter().map(|(slot, sort)| banks.get(*slot).decode(sort)).collect();
    let args: Vec<&Value> = args.iter().collect();
    let value = apply_op(application.op, &application.sort, &args);
    banks.set(application.target, Raw::encode(&value));
}

fn wide_to_word(step: &Instruction, wides: &[u128]) -> u64 {
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

fn word_to_wide(step: &Instruction, words: &[u64], wides: &[u128]) -> u128 {
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

fn wide_result(step: &Instruction, wides: &[u128]) -> u128 {
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
