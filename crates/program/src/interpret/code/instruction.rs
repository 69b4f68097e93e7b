//! Instructions: they compute values and lead from one to the next.

/// One operation on slots of a frame. What `a`, `b` and `c` mean is up to the code.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// What to do.
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

/// Operations. Without a prefix, operands and result are words; `Wide` ones are on wide slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // named as the operators of terms
pub enum Code {
    /// Any operator on any slots, by the evaluator of terms: application `a` of the function.
    General,

    /// Action `a` of the function.
    Act,
    /// Action `b` of the function if the word `a` is zero.
    ActUnless,
    /// Action `a` of the function, if what happens is recorded.
    Report,
    /// To a word from the `width` bytes at address `a`; action `b` if that takes more.
    Load,
    /// Stores the `width` bytes of the word `b` at address `a`; action `c` if that takes more.
    Store,
    /// Whether from address `b` on `c` bytes may be read that belong to the object that `a` points
    /// to; action `target` if that is not so.
    CheckRead,
    CheckWrite,
    /// The address `b` bytes after `a`; action `c` if that takes more.
    Offset,
    /// To instruction `target`.
    Jump,
    /// To instruction `target` if the word `a` is not zero, else to instruction `c`.
    Branch,
    /// The same on a comparison of `a` with `b`, as those below.
    BranchEqual,
    BranchUlt,
    BranchUle,
    BranchSlt,
    BranchSle,

    Copy,
    /// Bitwise, or of a truth value, which has width 1.
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
    /// From `b` bits to `width`.
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
    /// To a word, as the comparisons below.
    WideEqual,
    WideUlt,
    WideUle,
    WideSlt,
    WideSle,
    /// On the word `a`.
    WideIte,
    /// From a word.
    WideZeroExtend,
    /// From a word of `b` bits.
    WideSignExtendWord,
    /// From `b` bits.
    WideSignExtend,
    /// To a word.
    WideExtractWord,
    WideExtract,
    /// Of two words, the lower one having `c` bits.
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
    /// A pattern with the canonical NaN.
    FpFromBits,
    /// From the other one of the two formats.
    FpFromFp,
    /// From a signed word of `b` bits.
    FpFromSbv,
    FpFromUbv,
    /// From a float of `b` bits to `width` bits, towards zero.
    FpToSbv,
    FpToUbv,
    /// In mode `b`, a position in the list of rounding modes.
    FpRoundToIntegral,
}

impl Code {
    /// The branch on what a comparison gives.
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

    /// Whether it leads to instruction `target` or `c`.
    pub fn is_branch(self) -> bool {
        (Code::Branch..=Code::BranchSle).contains(&self)
    }

    /// Whether it is an operation from wide slots to wide ones.
    pub fn is_wide(self) -> bool {
        (Code::WideCopy..=Code::WideAshr).contains(&self)
            || matches!(self, Code::WideSignExtend | Code::WideExtract)
    }
}
