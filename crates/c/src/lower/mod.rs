//! From the typed tree to a program: evaluation order, control flow, memory, library and checks.
//!
//! Conventions of lowered programs:
//!
//! * Operands are evaluated from left to right, also arguments; the right side of a compound
//!   assignment is evaluated before the old value is read, as gcc does. Where another order may
//!   make a difference, the order is a choice; see `order`.
//! * A local scalar whose address is not taken is a register. All other variables are objects;
//!   those of a block live from the entry of the block to its exit, however it is entered or left.
//!   Variable-length arrays are allocated on the stack and live until the function returns.
//! * A record is passed as the address of the caller's value; the callee copies it into an object
//!   of its own. A function that returns a record has a hidden first parameter, the address of
//!   where it puts the result.
//! * A variadic function has a hidden last parameter: the address of an object in which the caller
//!   stored the promoted variable arguments, each at a multiple of 16 bytes (records may take more
//!   than one slot). A `va_list` is the address of the next slot.
//! * `float` operations are done in their own type (`FLT_EVAL_METHOD` is 0), rounded to nearest.
//! * All checks are emitted; callers that are interested in some properties remove the others.

mod access;
mod anywhere;
mod arguments;
mod arithmetic;
mod assign;
mod blocks;
mod branch;
mod builtin;
mod call;
mod convert;
mod describe;
mod entry;
mod error;
mod expr;
mod function;
mod init;
mod jumps;
mod order;
mod outline;
mod overflow;
mod padding;
mod place;
mod purity;
mod scalar;
mod scope;
mod statics;
mod stmt;
mod switch;
#[cfg(test)]
mod tests;
mod types;
mod unit;
mod unprototyped;
mod uses;
mod variadic;
mod volatile;

pub use error::LowerError;

pub(crate) use convert::{resize, rounding};
pub(crate) use function::{FunctionLowering, Value};
pub(crate) use order::Effects;
pub(crate) use place::{Location, Memory};
pub(crate) use scalar::{Scalar, is_nonzero, truth_to_bv};
pub(crate) use types::layout_of;
pub(crate) use unit::UnitLowering;
pub(crate) use uses::has_effects;

use crate::hir;
use program::Program;

/// Options of the lowering.
#[derive(Clone, Debug)]
pub struct Options {
    /// Functions whose call is the error of the property `unreach-call`.
    pub error_functions: Vec<String>,
    /// What globals hold at the start.
    pub globals: Globals,
    /// Whether strings that library functions read are checked to their ends. This wastes time if
    /// accesses are not checked.
    pub checks_strings: bool,
    /// What unknown functions do.
    pub externals: Externals,
    /// Whether unknown functions that return pointers return new objects.
    pub externals_return_objects: bool,
    /// Whether every allocation on the heap may fail.
    pub malloc_may_fail: bool,
}

/// The behaviour of functions that are neither defined nor part of a known library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// They return any value and leave memory alone.
    #[default]
    Pure,
    /// They may also change the objects that their arguments point to, and globals that they may
    /// know.
    Havoc,
}

/// What globals hold when a program starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Globals {
    /// Their initial values.
    #[default]
    Initial,
    /// Anything, unless they are constant.
    Any,
}

impl Default for Options {
    fn default() -> Options {
        let error_functions = ["reach_error", "__VERIFIER_error"].map(str::to_owned).into();
        let (globals, externals) = (Globals::Initial, Externals::Pure);
        Options {
            error_functions,
            globals,
            checks_strings: true,
            externals,
            externals_return_objects: false,
            malloc_may_fail: false,
        }
    }
}

/// Lowers a typed unit to a program.
pub fn lower(unit: &hir::Unit, options: &Options) -> Result<Program, LowerError> {
    UnitLowering::new(unit, options).run()
}
