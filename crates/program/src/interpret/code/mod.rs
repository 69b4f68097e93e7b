//! Compiled functions: terms become straight-line code over the slots of a frame, and jumps connect
//! the pieces.
//!
//! A value lives in one of three banks of its frame: [`Bank::Word`] for truth values, rounding
//! modes and everything of at most 64 bits, [`Bank::Wide`] up to 128 bits, [`Bank::Big`] for the
//! rest. Bit-vectors and floats are stored as bits; the bits above the width are zero and NaN is
//! canonical. So two values are equal exactly if their bits are.

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
