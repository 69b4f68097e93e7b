//! Compiled functions: terms become straight-line code over the slots of a frame, jumps connect it.
//!
//! A value lives in one of three banks of its frame: [`Bank::Word`] for truth values, rounding modes
//! and everything of at most 64 bits, [`Bank::Wide`] up to 128 bits, [`Bank::Big`] for the rest.
//! Bit-vectors and floats are kept as their bits, the bits above their width being zero and NaN
//! being the canonical one, so that equality of values is equality of bits.

pub(super) mod arithmetic;
mod bank;
pub(super) mod compute;
mod floats;
mod function;
mod instruction;
mod jumps;
mod select;
mod terms;
#[cfg(test)]
mod tests;

pub(super) use bank::{Bank, Banks, Raw, Slot};
pub(super) use function::{Action, FunctionCode, Operand, compile};
