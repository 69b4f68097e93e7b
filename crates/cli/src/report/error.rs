//! Errors for programs.

use driver::source::InputError;
use serde_json::{Value, json};

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Options and arguments.
    Usage,
    /// A file that was read.
    Input,
    /// A file that could not be written.
    Output,
}

impl ErrorKind {
    fn name(self) -> &'static str {
        match self {
            ErrorKind::Usage => "usage",
            ErrorKind::Input => "input",
            ErrorKind::Output => "output",
        }
    }
}

/// An error in a JSON document.
pub fn error_json(kind: ErrorKind, message: &str) -> Value {
    json!({ "kind": kind.name(), "message": message })
}

/// An error in the input, with its place.
pub fn input_error_json(error: &InputError) -> Value {
    let mut document = error_json(ErrorKind::Input, &error.message);
    let mut place = json!({ "file": error.path.display().to_string() });
    if let Some(at) = &error.place {
        place["line"] = at.line.into();
        place["column"] = at.column.into();
    }
    document["place"] = place;
    document
}
