//! The one table of operators: name, arity, typing and algebraic properties of each.
//!
//! Printer, reader, sort inference, evaluator and simplifier all look here.

use crate::ids::{Symbol, ValueId};

/// An operator. Operators that can be defined by others are not here: the reader and the
/// constructors express them (`bvuge` swaps `bvule`, `distinct` is a conjunction, ...).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // the SMT-LIB name in the table below is the documentation
pub enum Op {
    /// A concrete value.
    Const(ValueId),
    /// A declared constant: a variable of the formula.
    Var(Symbol),
    /// Application of a declared function.
    Apply(Symbol),

    // Core
    Not,
    And,
    Or,
    Xor,
    Eq,
    Ite,

    // Bit-vectors
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvSmod,
    BvShl,
    BvLshr,
    BvAshr,
    BvConcat,
    BvExtract {
        high: u32,
        low: u32,
    },
    BvZeroExtend(u32),
    BvSignExtend(u32),
    BvRotateLeft(u32),
    BvRotateRight(u32),
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,

    // Arrays
    Select,
    Store,
    /// The array that maps every index to the argument; the node's sort says which array sort.
    ConstArray,

    // Integers and reals
    Add,
    Sub,
    Neg,
    Mul,
    /// Integer division, rounding so that the remainder is not negative; anything by zero is 0.
    IntDiv,
    /// Remainder of `IntDiv`; the dividend when dividing by zero.
    IntMod,
    /// Division of reals; anything by zero is 0.
    RealDiv,
    Le,
    Lt,
    ToReal,
    ToInt,
    IsInt,
    /// Unsigned value of a bit-vector.
    BvToInt,
    /// An integer modulo 2^width; the node's sort says which width.
    IntToBv,

    // Floating point; the result format of a conversion is the node's sort
    FpAbs,
    FpNeg,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    FpFma,
    FpSqrt,
    FpRem,
    FpRoundToIntegral,
    FpMin,
    FpMax,
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
    /// Reinterpretation of an IEEE bit pattern.
    FpFromBits,
    /// The IEEE bit pattern, with the canonical NaN. SMT-LIB lacks this operator, but every solver
    /// has it.
    FpToBits,
    FpFromFp,
    FpFromSbv,
    FpFromUbv,
    FpFromReal,
    FpToUbv,
    FpToSbv,
    FpToReal,
}

/// How many arguments an operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly this many.
    Exactly(u8),
    /// Two or more.
    AtLeastTwo,
    /// As the declaration of the symbol says.
    Declared,
}

/// The typing rule of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// Constants, variables and applications: the sort comes from the store.
    Declared,
    /// `Bool... -> Bool`
    Bools,
    /// `s s -> Bool`
    Equality,
    /// `Bool s s -> s`
    Ite,
    /// `(_ BitVec n)... -> (_ BitVec n)`
    BitVecs,
    /// `(_ BitVec m) (_ BitVec n) -> (_ BitVec m+n)`
    Concat,
    /// `(_ BitVec n) -> (_ BitVec high-low+1)`
    Extract,
    /// `(_ BitVec n) -> (_ BitVec n+extra)`
    Extend,
    /// `(_ BitVec n) (_ BitVec n) -> Bool`
    BitVecPredicate,
    /// `(Array i e) i -> e`
    Select,
    /// `(Array i e) i e -> (Array i e)`
    Store,
    /// `e -> (Array i e)`
    ConstArray,
    /// `Int... -> Int` or `Real... -> Real`
    Arithmetic,
    /// `Int Int -> Int`
    Ints,
    /// `Real Real -> Real`
    Reals,
    /// `Int Int -> Bool` or `Real Real -> Bool`
    ArithmeticPredicate,
    /// `Int -> Real`
    IntToReal,
    /// `Real -> Int`
    RealToInt,
    /// `Real -> Bool`
    RealPredicate,
    /// `(_ BitVec n) -> Int`
    BvToInt,
    /// `Int -> (_ BitVec n)`
    IntToBv,
    /// `f... -> f`
    Floats,
    /// `RoundingMode f... -> f`
    RoundedFloats,
    /// `f... -> Bool`
    FloatPredicate,
    /// `(_ BitVec e+s) -> (_ FloatingPoint e s)`
    FloatFromBits,
    /// `(_ FloatingPoint e s) -> (_ BitVec e+s)`
    FloatToBits,
    /// `RoundingMode f -> g`
    FloatFromFloat,
    /// `RoundingMode (_ BitVec n) -> f`
    FloatFromBitVec,
    /// `RoundingMode Real -> f`
    FloatFromReal,
    /// `RoundingMode f -> (_ BitVec n)`
    FloatToBitVec,
    /// `f -> Real`
    FloatToReal,
}

/// A row of the operator table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// SMT-LIB name, without indices.
    pub name: &'static str,
    /// Number of arguments.
    pub arity: Arity,
    /// Typing rule.
    pub signature: Signature,
    /// Whether the two arguments may be swapped.
    pub commutative: bool,
}

impl Op {
    /// Every operator except leaves and applications. An indexed operator occurs once, with some
    /// index.
    pub const ALL: &'static [Op] = &[
        Op::Not,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Eq,
        Op::Ite,
        Op::BvNot,
        Op::BvNeg,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvConcat,
        Op::BvExtract { high: 0, low: 0 },
        Op::BvZeroExtend(1),
        Op::BvSignExtend(1),
        Op::BvRotateLeft(1),
        Op::BvRotateRight(1),
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::Select,
        Op::Store,
        Op::ConstArray,
        Op::Add,
        Op::Sub,
        Op::Neg,
        Op::Mul,
        Op::IntDiv,
        Op::IntMod,
        Op::RealDiv,
        Op::Le,
        Op::Lt,
        Op::ToReal,
        Op::ToInt,
        Op::IsInt,
        Op::BvToInt,
        Op::IntToBv,
        Op::FpAbs,
        Op::FpNeg,
        Op::FpAdd,
        Op::FpSub,
        Op::FpMul,
        Op::FpDiv,
        Op::FpFma,
        Op::FpSqrt,
        Op::FpRem,
        Op::FpRoundToIntegral,
        Op::FpMin,
        Op::FpMax,
        Op::FpLe,
        Op::FpLt,
        Op::FpEq,
        Op::FpIsNormal,
        Op::FpIsSubnormal,
        Op::FpIsZero,
        Op::FpIsInfinite,
        Op::FpIsNan,
        Op::FpIsNegative,
        Op::FpIsPositive,
        Op::FpFromBits,
        Op::FpToBits,
        Op::FpFromFp,
        Op::FpFromSbv,
        Op::FpFromUbv,
        Op::FpFromReal,
        Op::FpToUbv,
        Op::FpToSbv,
        Op::FpToReal,
    ];

    /// This operator's row of the table.
    pub fn info(self) -> OpInfo {
        use Arity::{AtLeastTwo, Declared, Exactly};
        use Signature as S;
        let row = |name, arity, signature| OpInfo { name, arity, signature, commutative: false };
        let commuting =
            |name, arity, signature| OpInfo { name, arity, signature, commutative: true };
        match self {
            Op::Const(_) => row("const", Exactly(0), S::Declared),
            Op::Var(_) => row("var", Exactly(0), S::Declared),
            Op::Apply(_) => row("apply", Declared, S::Declared),

            Op::Not => row("not", Exactly(1), S::Bools),
            Op::And => commuting("and", AtLeastTwo, S::Bools),
            Op::Or => commuting("or", AtLeastTwo, S::Bools),
            Op::Xor => commuting("xor", Exactly(2), S::Bools),
            Op::Eq => commuting("=", Exactly(2), S::Equality),
            Op::Ite => row("ite", Exactly(3), S::Ite),

            Op::BvNot => row("bvnot", Exactly(1), S::BitVecs),
            Op::BvNeg => row("bvneg", Exactly(1), S::BitVecs),
            Op::BvAnd => commuting("bvand", Exactly(2), S::BitVecs),
            Op::BvOr => commuting("bvor", Exactly(2), S::BitVecs),
            Op::BvXor => commuting("bvxor", Exactly(2), S::BitVecs),
            Op::BvAdd => commuting("bvadd", Exactly(2), S::BitVecs),
            Op::BvSub => row("bvsub", Exactly(2), S::BitVecs),
            Op::BvMul => commuting("bvmul", Exactly(2), S::BitVecs),
            Op::BvUdiv => row("bvudiv", Exactly(2), S::BitVecs),
            Op::BvUrem => row("bvurem", Exactly(2), S::BitVecs),
            Op::BvSdiv => row("bvsdiv", Exactly(2), S::BitVecs),
            Op::BvSrem => row("bvsrem", Exactly(2), S::BitVecs),
            Op::BvSmod => row("bvsmod", Exactly(2), S::BitVecs),
            Op::BvShl => row("bvshl", Exactly(2), S::BitVecs),
            Op::BvLshr => row("bvlshr", Exactly(2), S::BitVecs),
            Op::BvAshr => row("bvashr", Exactly(2), S::BitVecs),
            Op::BvConcat => row("concat", Exactly(2), S::Concat),
            Op::BvExtract { .. } => row("extract", Exactly(1), S::Extract),
            Op::BvZeroExtend(_) => row("zero_extend", Exactly(1), S::Extend),
            Op::BvSignExtend(_) => row("sign_extend", Exactly(1), S::Extend),
            Op::BvRotateLeft(_) => row("rotate_left", Exactly(1), S::BitVecs),
            Op::BvRotateRight(_) => row("rotate_right", Exactly(1), S::BitVecs),
            Op::BvUlt => row("bvult", Exactly(2), S::BitVecPredicate),
            Op::BvUle => row("bvule", Exactly(2), S::BitVecPredicate),
            Op::BvSlt => row("bvslt", Exactly(2), S::BitVecPredicate),
            Op::BvSle => row("bvsle", Exactly(2), S::BitVecPredicate),

            Op::Select => row("select", Exactly(2), S::Select),
            Op::Store => row("store", Exactly(3), S::Store),
            Op::ConstArray => row("const", Exactly(1), S::ConstArray),

            Op::Add => commuting("+", AtLeastTwo, S::Arithmetic),
            Op::Sub => row("-", Exactly(2), S::Arithmetic),
            Op::Neg => row("-", Exactly(1), S::Arithmetic),
            Op::Mul => commuting("*", AtLeastTwo, S::Arithmetic),
            Op::IntDiv => row("div", Exactly(2), S::Ints),
            Op::IntMod => row("mod", Exactly(2), S::Ints),
            Op::RealDiv => row("/", Exactly(2), S::Reals),
            Op::Le => row("<=", Exactly(2), S::ArithmeticPredicate),
            Op::Lt => row("<", Exactly(2), S::ArithmeticPredicate),
            Op::ToReal => row("to_real", Exactly(1), S::IntToReal),
            Op::ToInt => row("to_int", Exactly(1), S::RealToInt),
            Op::IsInt => row("is_int", Exactly(1), S::RealPredicate),
            Op::BvToInt => row("bv2nat", Exactly(1), S::BvToInt),
            Op::IntToBv => row("int2bv", Exactly(1), S::IntToBv),

            Op::FpAbs => row("fp.abs", Exactly(1), S::Floats),
            Op::FpNeg => row("fp.neg", Exactly(1), S::Floats),
            Op::FpAdd => row("fp.add", Exactly(3), S::RoundedFloats),
            Op::FpSub => row("fp.sub", Exactly(3), S::RoundedFloats),
            Op::FpMul => row("fp.mul", Exactly(3), S::RoundedFloats),
            Op::FpDiv => row("fp.div", Exactly(3), S::RoundedFloats),
            Op::FpFma => row("fp.fma", Exactly(4), S::RoundedFloats),
            Op::FpSqrt => row("fp.sqrt", Exactly(2), S::RoundedFloats),
            Op::FpRem => row("fp.rem", Exactly(2), S::Floats),
            Op::FpRoundToIntegral => row("fp.roundToIntegral", Exactly(2), S::RoundedFloats),
            Op::FpMin => row("fp.min", Exactly(2), S::Floats),
            Op::FpMax => row("fp.max", Exactly(2), S::Floats),
            Op::FpLe => row("fp.leq", Exactly(2), S::FloatPredicate),
            Op::FpLt => row("fp.lt", Exactly(2), S::FloatPredicate),
            Op::FpEq => commuting("fp.eq", Exactly(2), S::FloatPredicate),
            Op::FpIsNormal => row("fp.isNormal", Exactly(1), S::FloatPredicate),
            Op::FpIsSubnormal => row("fp.isSubnormal", Exactly(1), S::FloatPredicate),
            Op::FpIsZero => row("fp.isZero", Exactly(1), S::FloatPredicate),
            Op::FpIsInfinite => row("fp.isInfinite", Exactly(1), S::FloatPredicate),
            Op::FpIsNan => row("fp.isNaN", Exactly(1), S::FloatPredicate),
            Op::FpIsNegative => row("fp.isNegative", Exactly(1), S::FloatPredicate),
            Op::FpIsPositive => row("fp.isPositive", Exactly(1), S::FloatPredicate),
            Op::FpFromBits => row("to_fp", Exactly(1), S::FloatFromBits),
            Op::FpToBits => row("fp.to_ieee_bv", Exactly(1), S::FloatToBits),
            Op::FpFromFp => row("to_fp", Exactly(2), S::FloatFromFloat),
            Op::FpFromSbv => row("to_fp", Exactly(2), S::FloatFromBitVec),
            Op::FpFromUbv => row("to_fp_unsigned", Exactly(2), S::FloatFromBitVec),
            Op::FpFromReal => row("to_fp", Exactly(2), S::FloatFromReal),
            Op::FpToUbv => row("fp.to_ubv", Exactly(2), S::FloatToBitVec),
            Op::FpToSbv => row("fp.to_sbv", Exactly(2), S::FloatToBitVec),
            Op::FpToReal => row("fp.to_real", Exactly(1), S::FloatToReal),
        }
    }

    /// Whether the arguments do not determine the sort of an application.
    pub fn needs_result_sort(self) -> bool {
        matches!(
            self,
            Op::ConstArray
                | Op::IntToBv
                | Op::FpFromBits
                | Op::FpFromFp
                | Op::FpFromSbv
                | Op::FpFromUbv
                | Op::FpFromReal
                | Op::FpToUbv
                | Op::FpToSbv
        )
    }
}
