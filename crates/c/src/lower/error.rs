//! Errors of lowering.

use program::Span;
use thiserror::Error;

/// A unit that no program can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LowerError {
    /// What is wrong.
    pub message: String,
    /// Where, unless it is about the whole.
    pub span: Option<Span>,
}

impl LowerError {
    pub(crate) fn new(span: Option<Span>, message: impl Into<String>) -> LowerError {
        LowerError { message: message.into(), span }
    }
}
