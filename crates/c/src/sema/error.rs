//! Errors of the analysis.

use crate::source::user_name;
use program::Span;
use thiserror::Error;

/// A violated rule of the language, or an unsupported feature: a message and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(super) struct SemaError {
    /// The place.
    pub span: Span,
    /// A description of the error.
    pub message: String,
    /// Whether the program is valid but not supported.
    unsupported: bool,
}

impl SemaError {
    /// Whether the program may be valid, but is not supported.
    pub fn is_unsupported(&self) -> bool {
        self.unsupported
    }

    /// The unsupported feature, in the user's terms.
    pub fn what(&self) -> String {
        let message = self.user_message();
        let endings = [" is not supported", " are not supported"];
        let what = endings.iter().find_map(|ending| message.strip_suffix(ending));
        what.map_or(message.clone(), str::to_owned)
    }

    /// The error, in the user's terms.
    pub fn user_message(&self) -> String {
        user_name(&self.message)
    }
}

pub(super) type Result<T> = std::result::Result<T, SemaError>;

/// An error at a place.
pub(super) fn fail<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(SemaError { span, message: message.into(), unsupported: false })
}

/// Something that is not supported, at a place.
pub(super) fn unsupported<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(SemaError { span, message: message.into(), unsupported: true })
}
