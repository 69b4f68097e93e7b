//! What is wrong with a program.

use program::Span;
use thiserror::Error;

/// A violated rule of the language: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(super) struct SemaError {
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, SemaError>;

/// An error at a place.
pub(super) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(SemaError { span, message: message.into() })
}
