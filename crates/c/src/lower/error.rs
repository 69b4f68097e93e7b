//! Errors of lowering.

use program::Span;
use thiserror::Error;

/// Why a unit cannot be lowered to a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LowerError {
    /// A description of the error.
    pub message: String,
    /// The place of the error, unless it concerns the whole program.
    pub span: Option<Span>,
}

impl LowerError {
    pub(crate) fn new(span: Option<Span>, message: impl Into<String>) -> LowerError {
        LowerError { message: message.into(), span }
    }
}
