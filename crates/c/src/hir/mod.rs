//! The typed tree of a C program: names resolved, types known, every conversion explicit.
//!
//! `sema` makes it from the parsed syntax, `lower` makes a program of it. What the standard leaves
//! to the reader of the syntax is settled here: scopes, integer promotions, the usual arithmetic
//! conversions, array and function decay, loads from lvalues, sizes and offsets, values of constant
//! expressions, the slots that initialisers fill. What remains is evaluation: order, control flow,
//! memory, library functions and checks.

mod expr;
mod layout;
pub mod print;
mod queries;
mod stmt;
mod types;

pub use expr::{
    ArithmeticOp, AtomicOp, BuiltinCall, Comparison, CompoundOp, Expr, ExprKind, InitItem,
    Initialiser, Place, PlaceKind, ShiftOp, UnaryOp,
};
pub use stmt::{CaseRange, LabelId, Stmt, StmtKind};
pub use types::{
    ArrayLength, BitField, EnumId, FloatType, FunctionType, IntType, Member, Qualifiers, Record,
    RecordId, Ty, Type, Types,
};

use program::{Machine, Span};
use term::id;

id!(
    /// A variable of any scope.
    VarId,
    "v"
);
id!(
    /// A function, defined or only declared.
    FnId,
    "fn"
);

/// All translation units of a program, linked.
#[derive(Debug)]
pub struct Unit {
    /// The data model.
    pub machine: Machine,
    /// Names of the source files that spans refer to.
    pub files: Vec<String>,
    /// All types.
    pub types: Types,
    /// All variables: globals, static locals, locals, parameters, compound literals.
    pub vars: Vec<Var>,
    /// Variables with static storage, in the order of their definitions.
    pub globals: Vec<VarId>,
    /// All functions.
    pub functions: Vec<Function>,
}

/// A variable.
#[derive(Debug)]
pub struct Var {
    /// The name in the source; compound literals have one in brackets.
    pub name: String,
    /// Its type. A parameter of array or function type is a pointer already.
    pub ty: Ty,
    /// Where it lives.
    pub storage: Storage,
    /// Alignment that an attribute or `_Alignas` asks for, in bytes.
    pub align: Option<u64>,
    /// Whether other files can name it.
    pub external: bool,
    /// Whether it is declared to keep its initial content for ever.
    pub constant: bool,
    /// Whether an expression takes its address (`&`, decay of an array, a member thereof).
    pub address_taken: bool,
    /// The variable that this is another name of, which is none itself.
    pub alias: Option<VarId>,
    /// Whether it may be missing, so that its address is null, if it is defined nowhere.
    pub weak: bool,
    /// What a variable with static storage contains at the start; zeros if there is none. A local
    /// variable's initialiser is in its [`StmtKind::Declare`].
    pub init: Option<Initialiser>,
    /// Where it is declared.
    pub span: Span,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// From the start of the program to its end.
    Static,
    /// Declared `extern` and defined nowhere: static, with arbitrary content.
    Extern,
    /// In its block.
    Local,
    /// As a parameter of its function.
    Parameter,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name. Static functions of equal names in different files get different ones.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its parameters if it is defined.
    pub params: Vec<VarId>,
    /// What it does if it is defined.
    pub body: Option<Stmt>,
    /// Number of labels in the body.
    pub labels: u32,
    /// Labels whose addresses are taken, and the variables whose addresses stand for them.
    pub label_objects: Vec<(LabelId, VarId)>,
    /// The loops of the body, in the order of the source.
    pub loops: Vec<LoopScope>,
    /// The function that this is another name of, which is none itself.
    pub alias: Option<FnId>,
    /// Whether it may be missing, so that its address is null, if it is defined nowhere.
    pub weak: bool,
    /// Whether its address is taken.
    pub address_taken: bool,
    /// Whether an expression names it.
    pub mentioned: bool,
    /// Whether it is declared never to return.
    pub noreturn: bool,
    /// Its place among the definitions of all functions.
    pub definition: u32,
    /// Whether it runs before the program starts; those with smaller numbers run first.
    pub constructor: Option<u64>,
    /// Alignment that an attribute asks for, in bytes.
    pub align: Option<u64>,
    /// Where it is defined, or first declared.
    pub span: Span,
}

/// A loop, and what names mean there.
#[derive(Clone, Debug)]
pub struct LoopScope {
    /// Where the loop is.
    pub span: Span,
    /// Where the first statement of its body is, if nothing is declared before, it has no label,
    /// and the body is a block.
    pub first: Option<Span>,
    /// The variables whose names mean them.
    pub visible: Vec<VarId>,
}

impl Unit {
    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// A function.
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    /// The variable itself where a number stands for another name of it.
    pub fn aliased_var(&self, id: VarId) -> VarId {
        self.var(id).alias.unwrap_or(id)
    }

    /// The function itself where a number stands for another name of it.
    pub fn aliased_function(&self, id: FnId) -> FnId {
        self.function(id).alias.unwrap_or(id)
    }
}
