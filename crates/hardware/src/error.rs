//! Errors of readers.

use std::fmt;
use thiserror::Error;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub message: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of text, from 1.
    Line(usize),
    /// An offset in bytes, from 0, of a binary file.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

impl ReadError {
    /// An error in a line.
    pub(crate) fn at_line(line: usize, message: impl Into<String>) -> ReadError {
        ReadError { place: Place::Line(line), message: message.into() }
    }
}
