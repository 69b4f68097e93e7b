//! Instructions: they compute values and jump.

/// One operation on slots of a frame. The code determines what `a`, `b` and `c` mean.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// The operation.
    pub code: Code,
    /// The width of the operation, in general that of the operands.
    pub width: u8,
    /// Where the result goes.
    pub target: u32,
    /// The first operand.
    pub a: u32,
    /// The second operand.
    pub b: u32,
    /// The third operand.
    pub c: u32,
}

/// Operations. Without a prefix, operands and result are words; `Wide` operations use wide slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // named after the operators of terms
pub enum Code {
    /// Any operator on any slots, done by the evaluator of terms: application `a` of the function.
    General,

    /// Action `a` of the function.
    Act,
    /// Action `b` of the function if the word `a` is zero.
    ActUnless,
    /// Action `a` of the function, if events are recorded.
    Report,
    /// Loads a word from the `width` bytes at address `a`; action `b` does the unusual cases.
    Load,
    /// Stores the `width` low bytes of the word `b` at address `a`; action `c` does the unusual
    /// cases.
    Store,
    /// Checks that the `c` bytes from address `b` may be read and belong to the object that `a`
    /// points to; otherwise action `target`.
    CheckRead,
    CheckWrite,
    /// The address `b` bytes after `a`; action `c` does the unusual cases.
    Offset,
    /// Jumps to instruction `target`.
    Jump,
    /// Jumps to instruction `target` if the word `a` is not zero, else to instruction `c`.
    Branch,
    /// The same for a comparison of `a` with `b`, as below.
    BranchEqual,
    BranchUlt,
    BranchUle,
    BranchSlt,
    BranchSle,

    Copy,
    /// Bitwise complement; a truth value has width 1.
    Not,
    And,
    Or,
    Xor,
    Equal,
    /// `b` if the word `a` is not zero, else `c`.
    Ite,
    Neg,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    Ult,
    Ule,
    Slt,
    Sle,
    /// `width` bits of `a` from bit `b` on.
    Extract,
    /// Sign extension from `b` bits to `width`.
    SignExtend,
    /// `a` above the `c` bits of `b`.
    Concat,

    WideCopy,
    WideNot,
    WideAnd,
    WideOr,
    WideXor,
    WideNeg,
    WideAdd,
    WideSub,
    WideMul,
    WideUdiv,
    WideUrem,
    WideSdiv,
    WideSrem,
    WideShl,
    WideLshr,
    WideAshr,
    /// The result is a word, as for the comparisons below.
    WideEqual,
    WideUlt,
    WideUle,
    WideSlt,
    WideSle,
    /// The condition is the word `a`.
    WideIte,
    /// The operand is a word.
    WideZeroExtend,
    /// The operand is a word of `b` bits.
    WideSignExtendWord,
    /// The operand has `b` bits.
    WideSignExtend,
    /// The result is a word.
    WideExtractWord,
    WideExtract,
    /// The operands are two words; the lower one has `c` bits.
    WideConcatWords,

    // Floats of `width` 32 or 64, rounded to nearest, ties to even.
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    FpSqrt,
    FpFma,
    FpAbs,
    FpNeg,
    FpLe,
    FpLt,
    FpEq,
    FpIsNormal,
    FpIsSubnormal,
    FpIsZero,
    FpIsInfinite,
    FpIsNan,
    FpIsNegative,
    FpIsPositive,
    /// A float from its bit pattern; NaN becomes canonical.
    FpFromBits,
    /// A float from the other one of the two formats.
    FpFromFp,
    /// A float from a signed word of `b` bits.
    FpFromSbv,
    FpFromUbv,
    /// From a float of `b` bits to an integer of `width` bits, rounded towards zero.
    FpToSbv,
    FpToUbv,
    /// `b` is the position of the rounding mode in the list of modes.
    FpRoundToIntegral,
}

impl Code {
    /// The instruction that fuses this comparison with a branch.
    pub fn branch(self) -> Option<Code> {
        Some(match self {
            Code::Equal => Code::BranchEqual,
            Code::Ult => Code::BranchUlt,
            Code::Ule => Code::BranchUle,
            Code::Slt => Code::BranchSlt,
            Code::Sle => Code::BranchSle,
            _ => return None,
        })
    }

    /// Whether it jumps to instruction `target` or `c`.
    pub fn is_branch(self) -> bool {
        (Code::Branch..=Code::BranchSle).contains(&self)
    }

    /// Whether operands and result are in wide slots.
    pub fn is_wide(self) -> bool {
        (Code::WideCopy..=Code::WideAshr).contains(&self)
            || matches!(self, Code::WideSignExtend | Code::WideExtract)
    }
}
