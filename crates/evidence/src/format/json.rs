//! The JSON form.

use super::document::Document;
use super::error::{ReadError, ReadErrorKind};

/// Prints a document.
pub fn print(document: &Document) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("strings and numbers only");
    text.push('\n');
    text
}

/// Reads a document.
pub fn parse(text: &str) -> Result<Document, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The position is a part of the error, not of its message.
        let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
        let kind = ReadErrorKind::Json(what.to_owned());
        ReadError { line: error.line(), column: error.column(), kind }
    })
}
