//! Statements of basic blocks.

use crate::{Check, Condition, FunctionId, Span};
use model::Gap;
use term::{Symbol, Term};

/// A statement and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The effect of the statement.
    pub kind: StatementKind,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// The effect of a statement. Targets are registers of the function; terms are over its registers
/// and over the addresses of its objects, of globals and of functions. Addresses and sizes are
/// bit-vectors as wide as the machine's pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// A register takes the value of a term.
    Assign {
        /// The register.
        target: Symbol,
        /// Its new value.
        value: Term,
    },
    /// A register takes any value of its sort.
    Choose {
        /// The register.
        target: Symbol,
        /// Why the value is open.
        source: ChoiceSource,
    },
    /// Ignores runs in which the Boolean term is false.
    Assume(Term),
    /// A condition that must hold.
    Check(Check),
    /// Loads a register, a bit-vector of whole bytes, from memory.
    Load {
        /// The register.
        target: Symbol,
        /// Address of the lowest byte.
        address: Term,
    },
    /// Stores the value of a term, a bit-vector of whole bytes, in memory.
    Store {
        /// Address of the lowest byte.
        address: Term,
        /// The bytes.
        value: Term,
    },
    /// Pointer arithmetic: a register takes the address `delta` bytes (signed) after `base`. The
    /// result belongs to the object of `base`, even if it lies outside.
    Offset {
        /// The register.
        target: Symbol,
        /// The pointer.
        base: Term,
        /// Distance in bytes.
        delta: Term,
    },
    /// Copies bytes as if through a buffer.
    Copy {
        /// Where to.
        to: Term,
        /// Where from.
        from: Term,
        /// How many bytes.
        size: Term,
    },
    /// Makes every byte of a range the same.
    Fill {
        /// The first byte.
        to: Term,
        /// The value, a bit-vector of 8 bits.
        byte: Term,
        /// How many bytes.
        size: Term,
    },
    /// The lifetime of a local object starts; its content is arbitrary.
    Begin(Symbol),
    /// The lifetime of a local object ends. All objects of a function end when it returns.
    End(Symbol),
    /// The variable in a register goes out of scope. Its value is gone, so it no longer points to
    /// anything.
    Forget(Symbol),
    /// A register takes the address of a new object. Allocation never fails.
    Allocate {
        /// The register.
        target: Symbol,
        /// Size in bytes.
        size: Term,
        /// What ends its life.
        storage: Storage,
        /// Whether it is filled with zeros; arbitrary otherwise.
        zeroed: bool,
    },
    /// An allocated object ends together with a local object, unless it ends earlier.
    Bind {
        /// Where it is.
        object: Term,
        /// The local object.
        owner: Symbol,
    },
    /// A register takes the size in bytes of the live object that an address points into, or any
    /// value if there is none.
    ObjectSize {
        /// The register, as wide as a pointer.
        target: Symbol,
        /// The address.
        address: Term,
    },
    /// Ends the life of an allocated object; a null pointer has no effect.
    Free(Term),
    /// Runs a function.
    Call {
        /// Which one.
        callee: Callee,
        /// Values for its parameters.
        args: Vec<Term>,
        /// The register that takes its result.
        result: Option<Symbol>,
    },
    /// Writes to the standard output as C's `printf` does. Only the interpreter uses it.
    Print {
        /// The address of the format, a string that ends with a zero byte.
        format: Term,
        /// The arguments of the format, promoted as C promotes variable arguments.
        args: Vec<Term>,
    },
    /// Something that is not modelled. Nothing is known about runs that reach it.
    Unsupported(Gap),
}

/// Why a value is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceSource {
    /// An input function such as `__VERIFIER_nondet_int`.
    Input(String),
    /// The result of a function that is not defined anywhere.
    External(String),
    /// A variable without an initial value; its name.
    Uninitialised(String),
    /// The order of evaluation in an expression, given as text. Zero is the usual order.
    Order(String),
    /// The change of a volatile object by the environment: whether it changed, and its new value.
    /// The text names the object.
    Volatile(String),
}

impl ChoiceSource {
    /// The input that decides whether an allocation fails, if allocations may fail.
    pub const ALLOCATION_FAILS: &str = "allocation_fails";
}

/// What ends the life of an allocated object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// [`StatementKind::Free`].
    Heap,
    /// The return of the function that allocated it, unless it was freed before.
    Stack,
}

/// The function that is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// The function at an address. Calling any other address has no meaning; front ends put a check
    /// before the call.
    Indirect(Term),
}

impl StatementKind {
    /// The register that it changes.
    pub fn target(&self) -> Option<Symbol> {
        match *self {
            StatementKind::Assign { target, .. }
            | StatementKind::Choose { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::Offset { target, .. }
            | StatementKind::Allocate { target, .. }
            | StatementKind::Forget(target)
            | StatementKind::ObjectSize { target, .. } => Some(target),
            StatementKind::Call { result, .. } => result,
            StatementKind::Assume(_)
            | StatementKind::Check(_)
            | StatementKind::Store { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Fill { .. }
            | StatementKind::Begin(_)
            | StatementKind::End(_)
            | StatementKind::Bind { .. }
            | StatementKind::Free(_)
            | StatementKind::Print { .. }
            | StatementKind::Unsupported(_) => None,
        }
    }

    /// The terms that it evaluates.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            StatementKind::Assign { value, .. } => vec![*value],
            StatementKind::Choose { .. }
            | StatementKind::Begin(_)
            | StatementKind::End(_)
            | StatementKind::Forget(_)
            | StatementKind::Unsupported(_) => Vec::new(),
            StatementKind::Assume(condition) => vec![*condition],
            StatementKind::Check(check) => match check.condition {
                Condition::Holds(condition) => vec![condition],
                Condition::Readable { base, address, size }
                | Condition::Writable { base, address, size } => vec![base, address, size],
                Condition::Freeable(address) => vec![address],
                Condition::AllFreed | Condition::AllTracked | Condition::TrackedSoFar => Vec::new(),
            },
            StatementKind::Load { address, .. }
            | StatementKind::ObjectSize { address, .. }
            | StatementKind::Bind { object: address, .. }
            | StatementKind::Free(address) => vec![*address],
            StatementKind::Store { address, value } => vec![*address, *value],
            StatementKind::Offset { base, delta, .. } => vec![*base, *delta],
            StatementKind::Copy { to, from, size } => vec![*to, *from, *size],
            StatementKind::Fill { to, byte, size } => vec![*to, *byte, *size],
            StatementKind::Allocate { size, .. } => vec![*size],
            StatementKind::Call { callee, args, .. } => match *callee {
                Callee::Direct(_) => args.clone(),
                Callee::Indirect(address) => std::iter::once(address).chain(args.clone()).collect(),
            },
            StatementKind::Print { format, args } => {
                std::iter::once(*format).chain(args.iter().copied()).collect()
            }
        }
    }
}
