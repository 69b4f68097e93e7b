//! Errors in evidence files.

use super::VERSION;
use super::fingerprint::Fingerprint;
use term::smtlib;
use thiserror::Error;

/// An error in a text, and its position. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ReadError {
    /// Line number.
    pub line: usize,
    /// Column number.
    pub column: usize,
    /// The error.
    pub kind: ReadErrorKind,
}

/// The kinds of errors in a file of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadErrorKind {
    /// A term, a value or the structure is malformed.
    #[error(transparent)]
    SmtLib(smtlib::ErrorKind),
    /// The JSON is malformed or has another structure.
    #[error("{0}")]
    Json(String),
    /// A part of the JSON form is malformed; the position is that of the part's text.
    #[error("in {part}: {kind}")]
    Part {
        /// Which part.
        part: String,
        /// The error in it.
        kind: Box<ReadErrorKind>,
    },
    /// Another form is needed here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The version of the file is not supported.
    #[error("version {0} of the format is not supported, only {VERSION}")]
    Version(u32),
    /// The evidence belongs to another model.
    #[error("the evidence is for another model: it names fingerprint {found}, this is {expected}")]
    OtherModel {
        /// The fingerprint in the file.
        found: Fingerprint,
        /// The fingerprint of the current model.
        expected: Fingerprint,
    },
    /// The model has no such location.
    #[error("unknown location '{0}'")]
    UnknownLocation(String),
    /// The clauses have no such predicate.
    #[error("unknown predicate '{0}'")]
    UnknownPredicate(String),
    /// The model has no such variable or function.
    #[error("unknown variable or function '{0}'")]
    UnknownSymbol(String),
    /// Something is given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
}

impl From<smtlib::Error> for ReadError {
    fn from(error: smtlib::Error) -> Self {
        let (line, column) = (error.position.line, error.position.column);
        ReadError { line, column, kind: ReadErrorKind::SmtLib(error.kind) }
    }
}
