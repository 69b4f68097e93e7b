//! Statements.

use super::{Expr, Initialiser, VarId};
use num_bigint::BigInt;
use program::Span;
use term::id;

id!(
    /// A label of a function, for `goto`.
    LabelId,
    "L"
);

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of statement.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Nothing.
    Empty,
    /// An expression whose value is not used, except as the last one of a statement expression.
    Expr(Expr),
    /// `{ ... }`: variables declared directly in it live until its end.
    Block(Vec<Stmt>),
    /// Statements that belong together without a scope, such as the declarators of one
    /// declaration.
    Group(Vec<Stmt>),
    /// Declares a local variable, with its initial value if it has one. Its lifetime is that of the
    /// enclosing block; that of a variable-length array starts here.
    Declare(VarId, Option<Initialiser>),
    /// Evaluates the length of a variable-length array type (index into [`super::Types::lengths`]);
    /// `sizeof` and indexing use the value from then on.
    EvaluateLength(u32),
    /// `if`; the condition is any scalar.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`.
    While(Expr, Box<Stmt>),
    /// `do ... while`.
    DoWhile(Box<Stmt>, Expr),
    /// `for`: it is a scope; the first statement declares or is an expression.
    For(Box<Stmt>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// `switch` on a promoted integer.
    Switch(Expr, Box<Stmt>),
    /// A `case` of the innermost switch, and the statement it labels.
    Case(CaseRange, Box<Stmt>),
    /// The `default` of the innermost switch, and the statement it labels.
    Default(Box<Stmt>),
    /// A label, and the statement it labels.
    Label(LabelId, Box<Stmt>),
    /// `goto`.
    Goto(LabelId),
    /// `goto *p`, to a label of [`super::Function::label_objects`].
    GotoAddress(Expr),
    /// `break` out of the innermost loop or switch.
    Break,
    /// `continue` of the innermost loop.
    Continue,
    /// `return`; the value is converted to the function's result type.
    Return(Option<Expr>),
    /// Something that is not modelled, such as inline assembly with effects, with its description.
    Unsupported(String),
}

/// The values of a case: one, or a GNU range; both ends included and converted to the type of the
/// switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseRange {
    /// The first value.
    pub first: BigInt,
    /// The last value.
    pub last: BigInt,
}
