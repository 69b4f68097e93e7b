//! Source files, and errors that point into them.

use program::{SourceError, Span};
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl Source {
    /// Reads a file, which must be nonempty text.
    pub fn read(path: &Path) -> Result<Source, InputError> {
        let error = |message: String| InputError::new(path, message);
        if path.is_dir() {
            return Err(error("is a directory, not a file".to_owned()));
        }
        let bytes = std::fs::read(path).map_err(|e| error(format!("cannot be read: {e}")))?;
        let source = match String::from_utf8(bytes) {
            Ok(text) => Source { path: path.to_owned(), text },
            Err(invalid) => return Err(not_utf8(path, &invalid)),
        };
        if source.text.trim().is_empty() {
            return Err(error("is empty".to_owned()));
        }
        Ok(source)
    }

    /// An error at a line and a column, both from 1.
    pub fn error_at(&self, line: u32, column: u32, message: impl Into<String>) -> InputError {
        let text = self.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("").to_owned();
        let place = Some(LineInFile { line, column, text });
        InputError { path: self.path.clone(), place, message: message.into() }
    }
}

fn not_utf8(path: &Path, invalid: &std::string::FromUtf8Error) -> InputError {
    let (bytes, offset) = (invalid.as_bytes(), invalid.utf8_error().valid_up_to());
    let source = Source {
        path: path.to_owned(),
        text: String::from_utf8_lossy(&bytes[..offset]).into_owned() + "\u{fffd}",
    };
    let line = source.text.lines().count();
    let column = source.text.lines().last().map_or(0, |last| last.chars().count());
    let message = format!("byte {:#04x} is not UTF-8 text", bytes[offset]);
    source.error_at(line as u32, column as u32, message)
}

/// Invalid input: the error and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct InputError {
    /// The file.
    pub path: PathBuf,
    /// The place in the file, unless the error concerns the whole file.
    pub place: Option<LineInFile>,
    /// A description of the error.
    pub message: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineInFile {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The text of the line.
    pub text: String,
}

impl InputError {
    /// An error about a file as a whole.
    pub fn new(path: &Path, message: impl Into<String>) -> InputError {
        InputError { path: path.to_owned(), place: None, message: message.into() }
    }
}

impl From<SourceError> for InputError {
    fn from(error: SourceError) -> InputError {
        match error.place {
            Some(place) => at_line(&error.path, place.line, place.column, error.message),
            None => InputError::new(&error.path, error.message),
        }
    }
}

/// An error at a place of one of the named files.
pub fn at_span(files: &[String], span: Span, message: &str) -> InputError {
    at_line(Path::new(&files[span.file.index()]), span.line, span.column, message)
}

fn at_line(path: &Path, line: u32, column: u32, message: impl Into<String>) -> InputError {
    // The file may be gone, or invented by the preprocessor; then the line cannot be shown.
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    Source { path: path.to_owned(), text }.error_at(line, column, message)
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path.display())?;
        if let Some(place) = &self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        write!(f, " {}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content: &[u8], expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("model.cfa");
        std::fs::write(&path, content).unwrap();
        let found = Source::read(&path).unwrap_err().to_string();
        let prefix = directory.path().join("").display().to_string();
        assert_eq!(found.replace(&prefix, ""), expected);
    }

    #[test]
    fn unreadable_files() {
        check(b"", "model.cfa: is empty");
        check(b" \n\t\n", "model.cfa: is empty");
        check(b"one\ntw\xff\n", "model.cfa:2:3: byte 0xff is not UTF-8 text");
        check(b"\xff", "model.cfa:1:1: byte 0xff is not UTF-8 text");
        check(
            "one\nä\n".as_bytes().strip_suffix(b"\n").unwrap().split_at(5).0,
            "model.cfa:2:1: byte 0xc3 is not UTF-8 text",
        );
    }

    #[test]
    fn missing_files_and_directories() {
        let directory = tempfile::tempdir().unwrap();
        let error = Source::read(directory.path()).unwrap_err();
        assert_eq!(error.message, "is a directory, not a file");
        let error = Source::read(&directory.path().join("missing.cfa")).unwrap_err();
        assert!(error.message.starts_with("cannot be read: "), "{error}");
    }
}
