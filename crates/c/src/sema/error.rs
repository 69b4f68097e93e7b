//! What is wrong with a program.

use crate::source::rewrite::NO_COMPLEX_NUMBERS;
use crate::source::user_name;
use program::Span;
use thiserror::Error;

/// A violated rule of the language, or something that is not supported: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(super) struct SemaError {
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// Whether nothing is wrong with it, but it is not supported.
    unsupported: bool,
}

impl SemaError {
    /// Whether nothing is wrong with the program, but with us.
    pub fn is_unsupported(&self) -> bool {
        self.unsupported || ["<complex>", "<vector>"].iter().any(|ty| self.message.contains(ty))
    }

    /// What is not supported, in words of the user.
    pub fn what(&self) -> String {
        let message = self.user_message();
        let endings = [" is not supported", " are not supported"];
        let what = endings.iter().find_map(|ending| message.strip_suffix(ending));
        what.map_or(message.clone(), str::to_owned)
    }

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
    Err(SemaError { span, message: message.into(), unsupported: false })
}

/// Something that is not supported, at a place.
pub(super) fn unsupported<T>(span: Span, message: impl Into<String>) -> Result<T> {
    Err(SemaError { span, message: message.into(), unsupported: true })
}
