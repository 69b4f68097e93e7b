//! Errors that point into a source file.

use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Invalid input: the error and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SourceError {
    /// The path as the user gave it.
    pub path: PathBuf,
    /// The place in the file, unless the error concerns the whole file.
    pub place: Option<LineColumn>,
    /// A description of the error.
    pub message: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

impl SourceError {
    /// An error about a file as a whole.
    pub fn whole(path: &Path, message: impl Into<String>) -> SourceError {
        SourceError { path: path.to_owned(), place: None, message: message.into() }
    }

    /// An error at a line and a column, both from 1.
    pub fn at(path: &Path, line: u32, column: u32, message: impl Into<String>) -> SourceError {
        let place = Some(LineColumn { line, column });
        SourceError { path: path.to_owned(), place, message: message.into() }
    }
}

impl fmt::Display for SourceError {
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

    #[test]
    fn errors_name_their_place() {
        let path = Path::new("a.c");
        assert_eq!(SourceError::whole(path, "is empty").to_string(), "a.c: is empty");
        assert_eq!(SourceError::at(path, 3, 7, "no").to_string(), "a.c:3:7: no");
    }
}
