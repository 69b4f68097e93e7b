//! What is wrong with a program.

use crate::source::rewrite::NO_COMPLEX_NUMBERS;
use crate::source::user_name;
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

impl SemaError {
    /// What is wrong, in words of the user.
    pub fn user_message(&self) -> String {
        // Whatever rule they break as the opaque records that they are here.
        if self.message.contains("<complex>") {
            return NO_COMPLEX_NUMBERS.to_owned();
        }
        if self.message.contains("<vector>") {
            return "operations on vectors are not supported".to_owned();
        }
        user_name(&self.message)
    }
}

pub(super) type Result<T> = std::result::Result<T, SemaError>;

/// An error at a place.
pub(super) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(SemaError { span, message: message.into() })
}
