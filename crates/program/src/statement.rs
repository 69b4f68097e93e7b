//! Statements: what happens inside a basic block.

use crate::{Check, Condition, FunctionId, Span};
use model::Gap;
use term::{Symbol, Term};

/// A statement and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What happens.
    pub kind: StatementKind,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// What happens. Targets are registers of the function; terms are over its registers and over the
/// addresses of its objects, of globals and of functions. Addresses and sizes are bit-vectors as
/// wide as the machine's pointers.
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
    /// Runs that violate the Boolean term are not looked at.
    Assume(Term),
    /// Must hold.
    Check(Check),
    /// A register, a bit-vector of whole bytes, takes the bytes from an address on.
    Load {
        /// The register.
        target: Symbol,
        /// Address of the lowest byte.
        address: Term,
    },
    /// Memory from an address on takes the value of a term, a bit-vector of whole bytes.
    Store {
        /// Address of the lowest byte.
        address: Term,
        /// The bytes.
        value: Term,
    },
    /// Pointer arithmetic: a register takes the address `delta` bytes (signed) after `base`, which
    /// still belongs to the object of `base` even where it lies outside of it.
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
    /// The lifetime of a local object ends. Where a function returns, all of its objects end.
    End(Symbol),
    /// The variable in a register goes out of scope: its value is gone, so it points to nothing.
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
    /// An allocated object ends together with a local object, if nothing ends it before.
    Bind {
        /// Where it is.
        object: Term,
        /// The local object.
        owner: Symbol,
    },
    /// A register takes the size in bytes of the live object that an address points into; any value
    /// if there is none.
    ObjectSize {
        /// The register, as wide as a pointer.
        target: Symbol,
        /// The address.
        address: Term,
    },
    /// Ends the life of an allocated object; nothing happens on a null pointer.
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
    /// Writes to the standard output as C's `printf` does. It matters to who runs a program only.
    Print {
        /// The address of the format, a string that ends with a zero byte.
        format: Term,
        /// What the format asks for, promoted as C promotes variable arguments.
        args: Vec<Term>,
    },
    /// Something that is not modelled. Nothing is known of runs that come here.
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
    /// What is evaluated first in an expression; its text. Zero is the usual order.
    Order(String),
    /// What the environment made of a volatile object: whether it has changed, and its value then;
    /// the text of the object.
    Volatile(String),
}

impl ChoiceSource {
    /// The input that says whether an allocation fails, where every one may.
    pub const ALLOCATION_FAILS: &str = "allocation_fails";
}

/// What ends the life of an allocated object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// [`StatementKind::Free`].
    Heap,
    /// The return of the function that allocated it, if it was not freed by this before.
    Stack,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// The function at an address. Calling anything else has no meaning; front ends put a check
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
