//! The typed tree of a C program: names resolved, types known, every conversion explicit.
//!
//! `sema` builds it from the parsed syntax, and `lower` turns it into a program. It settles
//! everything that the standard derives from syntax: scopes, integer promotions, the usual
//! arithmetic conversions, array and function decay, loads from lvalues, sizes and offsets, values
//! of constant expressions, the slots that initialisers fill. What remains is evaluation: order,
//! control flow, memory, library functions and checks.

mod expr;
mod layout;
pub mod print;
mod queries;
mod search;
mod stmt;
mod tuples;
mod types;

pub use expr::{
    ArithmeticOp, AtomicOp, BuiltinCall, Comparison, CompoundOp, Expr, ExprKind, InitItem,
    Initialiser, Place, PlaceKind, ShiftOp, UnaryOp,
};
pub use search::any;
pub use stmt::{CaseRange, LabelId, Stmt, StmtKind};
pub use tuples::Tuple;
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
    /// Its storage class.
    pub storage: Storage,
    /// Alignment requested by an attribute or `_Alignas`, in bytes.
    pub align: Option<u64>,
    /// Whether other files can refer to it.
    pub external: bool,
    /// Whether it is declared constant.
    pub constant: bool,
    /// Whether an expression takes its address (`&`, decay of an array, or of a member).
    pub address_taken: bool,
    /// The variable that this is an alias of; aliases are resolved completely.
    pub alias: Option<VarId>,
    /// Whether it is weak: if it is not defined, its address is null.
    pub weak: bool,
    /// The initial content of a variable with static storage; zeros if there is none. A local
    /// variable's initialiser is in its [`StmtKind::Declare`].
    pub init: Option<Initialiser>,
    /// Where it is declared.
    pub span: Span,
}

/// The storage class of a variable.
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
    /// Its body, if it is defined.
    pub body: Option<Stmt>,
    /// Number of labels in the body.
    pub labels: u32,
    /// Labels whose addresses are taken, with the variables whose addresses represent them.
    pub label_objects: Vec<(LabelId, VarId)>,
    /// The loops of the body, in the order of the source.
    pub loops: Vec<LoopScope>,
    /// The function that this is an alias of; aliases are resolved completely.
    pub alias: Option<FnId>,
    /// Whether it is weak: if it is not defined, its address is null.
    pub weak: bool,
    /// Whether it is static, so that only its own file can name it.
    pub is_static: bool,
    /// Whether its address is taken.
    pub address_taken: bool,
    /// Whether an expression mentions it.
    pub mentioned: bool,
    /// Whether it is declared never to return.
    pub noreturn: bool,
    /// Its position among the definitions of all functions.
    pub definition: u32,
    /// The priority of a constructor, which runs before the program starts; smaller numbers run
    /// first.
    pub constructor: Option<u64>,
    /// The priority of a destructor, which runs when the program ends; larger numbers run first.
    pub destructor: Option<u64>,
    /// Alignment requested by an attribute, in bytes.
    pub align: Option<u64>,
    /// Where it is defined, or first declared.
    pub span: Span,
}

/// A loop and the names that are visible there.
#[derive(Clone, Debug)]
pub struct LoopScope {
    /// Where the loop is.
    pub span: Span,
    /// The position of the first statement of its body, if the body is a block and the statement is
    /// the first thing in it and has no label.
    pub first: Option<Span>,
    /// The variables that can be referred to by name.
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

    /// The variable behind an alias, or the variable itself.
    pub fn aliased_var(&self, id: VarId) -> VarId {
        self.var(id).alias.unwrap_or(id)
    }

    /// The function behind an alias, or the function itself.
    pub fn aliased_function(&self, id: FnId) -> FnId {
        self.function(id).alias.unwrap_or(id)
    }
}
