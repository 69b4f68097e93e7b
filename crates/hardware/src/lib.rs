//! Hardware models: files of the hardware model checking competition as transition systems.
//!
//! [`read`] reads AIGER 1.9 (`aiger`) and BTOR2 (`btor2`). Both become a
//! [`model::TransitionSystem`]; a [`Design`] also knows how the file numbers its inputs and states,
//! for witnesses.

mod aiger;
mod btor2;
pub mod circuit;
mod design;
mod error;
mod names;
mod witness;

pub use design::{Design, DesignState, Format};
pub use error::{Place, ReadError};

/// Reads a file by its content: AIGER starts with `aag` or `aig`, all else is BTOR2.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(bytes: &[u8]) -> Result<Design, ReadError> {
    if bytes.starts_with(b"aag ") || bytes.starts_with(b"aig ") {
        return aiger::read(bytes)?.design();
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        ReadError::at_line(line, "the line is not UTF-8 text")
    })?;
    btor2::read(text)
}
