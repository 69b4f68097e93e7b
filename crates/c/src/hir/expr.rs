//! Expressions.

use super::{FnId, RecordId, Stmt, Ty, VarId};
use num_bigint::BigInt;
use program::Span;
use rustc_hash::FxHashMap;
use term::Float;

/// An expression that has a value (an rvalue), possibly of record or void type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions. Operands have exactly the types that the operation works on: `sema`
/// inserts [`ExprKind::Convert`] wherever C converts.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant of integer, `_Bool` or pointer type, in the range of its type. Constant
    /// expressions that C requires are folded (sizes, cases, enumerators); others may be.
    Int(BigInt),
    /// A floating-point constant in the format of its type.
    Float(Float),
    /// The value of a place.
    Load(Place),
    /// The address of a place: `&x`, and the decay of an array to a pointer to its first element
    /// (then the type is a pointer to the element).
    AddressOf(Place),
    /// The number of elements of a variable-length array as it was last evaluated, a `size_t`;
    /// index into [`super::Types::lengths`].
    VariableLength(u32),
    /// The address of a function.
    Function(FnId),
    /// `-x`, `~x` on promoted operands; `+x` has no node.
    Unary(UnaryOp, Box<Expr>),
    /// `!x` of scalar `x`: an `int`.
    Not(Box<Expr>),
    /// `+ - * / % & | ^` on operands of the result's arithmetic type.
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// Shifts; each operand is promoted separately.
    Shift(ShiftOp, Box<Expr>, Box<Expr>),
    /// `p + i` or `p - i` in elements of the pointer's target; the index has an integer type.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The number of elements.
        index: Box<Expr>,
        /// Whether it is subtracted.
        subtract: bool,
    },
    /// `p - q` in elements: a `ptrdiff_t`.
    PointerDifference(Box<Expr>, Box<Expr>),
    /// A comparison of operands of one arithmetic or pointer type: an `int`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `a && b`: an `int`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`: an `int`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; both of the result's type.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?: b`: `a` is evaluated once. Both have the result's type, and the conversion of `a`
    /// preserves whether it is zero.
    Elvis(Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// A conversion to the expression's type: between arithmetic types, pointers, integers and
    /// pointers, to `_Bool`, to `void`. The flag tells whether the user wrote it.
    Convert(Box<Expr>, bool),
    /// `place = value`; the value has the place's type. Its value is the new value of the place.
    Assign(Place, Box<Expr>),
    /// `place op= value`: the place is read once, converted to `computed_in`, combined with the
    /// value, and converted back. The value already has that type, or its own promoted type for
    /// shifts.
    CompoundAssign {
        /// The place that is changed.
        place: Place,
        /// The operation.
        op: CompoundOp,
        /// The right operand.
        value: Box<Expr>,
        /// The type of the computation; for pointers, the pointer type.
        computed_in: Ty,
    },
    /// `++x`, `x++`, `--x`, `x--`, also of pointers and floats.
    Step {
        /// The place that is changed.
        place: Place,
        /// Whether one is added or subtracted.
        increment: bool,
        /// Whether the value is the one before.
        postfix: bool,
        /// The (promoted) type of the computation; for pointers, the pointer type.
        computed_in: Ty,
    },
    /// Some values are stored in new variables, in any order, and then an expression is evaluated
    /// as one step: operators on vectors and complex numbers, which use each part of an operand.
    Let {
        /// The variables, which nothing else refers to, and their values.
        bindings: Vec<(VarId, Expr)>,
        /// The expression.
        body: Box<Expr>,
    },
    /// A call. Arguments are converted to the parameters' types, variable ones promoted.
    Call {
        /// A function or a pointer to one.
        callee: Box<Expr>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// A compiler builtin that is not an ordinary function.
    Builtin(BuiltinCall),
    /// `({ ... })`: the value is that of the last statement, if it is an expression.
    StatementExpr(Box<Stmt>),
    /// Something that is not modelled, with its description.
    Unsupported(String),
}

/// The operation of a compound assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompoundOp {
    /// An arithmetic one.
    Arithmetic(ArithmeticOp),
    /// A shift.
    Shift(ShiftOp),
    /// `p += i`; `true` for `p -= i`.
    Pointer(bool),
}

/// A unary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
}

/// An arithmetic operation; the type determines sign and format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum ArithmeticOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
}

/// A shift; `>>` is arithmetic if the left operand is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum ShiftOp {
    Left,
    Right,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// An lvalue.
#[derive(Clone, Debug)]
pub struct Place {
    /// The kind of lvalue.
    pub kind: PlaceKind,
    /// The type of the object.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of lvalues.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// A variable.
    Var(VarId),
    /// A string literal: an array of its characters with the final zero, as bytes in memory.
    String(Vec<u8>),
    /// A compound literal: a variable that is initialised whenever it is evaluated.
    CompoundLiteral(VarId, Initialiser),
    /// What a pointer points to: `*p`, `p->m` (below a member), `p[i]` (of a pointer addition).
    Deref(Box<Expr>),
    /// An element of an array that is a place itself: `a[i]`. It is distinguished from `*(a + i)`
    /// because of its bounds. The index has an integer type.
    Index(Box<Place>, Box<Expr>),
    /// A member of a record that is a place itself.
    Member(Box<Place>, RecordId, usize),
    /// The value of an expression of record type, stored in a temporary (for `f().m`).
    Temporary(Box<Expr>),
}

/// The values that a variable is initialised with, and where they are stored. The rest of the
/// variable becomes zero, except for padding bytes of a local variable, see [`crate::lower`].
#[derive(Clone, Debug, Default)]
pub struct Initialiser {
    /// The values in the order of their evaluation; a later one may override an earlier one.
    pub items: Vec<InitItem>,
    /// Where the elements of a flexible array member end, in bytes; 0 if there are none. The
    /// variable is then larger than its type.
    pub end: u64,
    /// For each union, by offset and type, the member that has a value.
    pub members: FxHashMap<(u64, RecordId), u64>,
}

/// One value of an initialiser.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// Distance in bytes from the start of the variable.
    pub offset: u64,
    /// The bits, for a bit-field.
    pub bits: Option<super::BitField>,
    /// The value, converted to the type of the initialised part: a scalar or a whole record. A
    /// string that initialises an array is an [`ExprKind::Load`] of a [`PlaceKind::String`] of
    /// exactly the array's type.
    pub value: Expr,
}

/// Builtins with special rules. All others are calls of functions by name.
#[derive(Clone, Debug)]
pub enum BuiltinCall {
    /// `va_start(list, …)`.
    VaStart(Place),
    /// `va_arg(list, type)`: the type is the expression's.
    VaArg(Place),
    /// `va_end(list)`.
    VaEnd(Place),
    /// `va_copy(to, from)`.
    VaCopy(Place, Place),
    /// `__builtin_{add,sub,mul}_overflow(a, b, p)` and related: computes exactly, stores the
    /// truncated result through the pointer, and gives a `_Bool` that tells whether the result did
    /// not fit.
    Overflow(ArithmeticOp, Box<Expr>, Box<Expr>, Box<Expr>),
    /// `__sync_*` and `__atomic_*`, executed sequentially: the old value is read, the operation
    /// applied, and the result written. The value is the old or the new one.
    Atomic {
        /// The operation on the old value.
        op: AtomicOp,
        /// The pointer.
        pointer: Box<Expr>,
        /// The operands, converted to the pointer's target.
        args: Vec<Expr>,
        /// Whether the value is the new one.
        new_value: bool,
    },
}

/// The operation of an atomic builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// Combines with the operand.
    Arithmetic(ArithmeticOp),
    /// Takes the operand.
    Exchange,
    /// Takes the second operand if it is equal to the first; the value is the old one.
    CompareExchange,
    /// As `CompareExchange`; the value is whether it was equal.
    CompareExchangeFlag,
    /// Only reads.
    Load,
}

impl ArithmeticOp {
    /// Its sign in C.
    pub fn sign(self) -> &'static str {
        match self {
            ArithmeticOp::Add => "+",
            ArithmeticOp::Subtract => "-",
            ArithmeticOp::Multiply => "*",
            ArithmeticOp::Divide => "/",
            ArithmeticOp::Remainder => "%",
            ArithmeticOp::BitAnd => "&",
            ArithmeticOp::BitOr => "|",
            ArithmeticOp::BitXor => "^",
        }
    }
}

impl ShiftOp {
    /// Its sign in C.
    pub fn sign(self) -> &'static str {
        match self {
            ShiftOp::Left => "<<",
            ShiftOp::Right => ">>",
        }
    }
}

impl Comparison {
    /// Its sign in C.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}
