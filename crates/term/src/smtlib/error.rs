//! Errors in a text, with their positions.

use crate::typing::SortError;
use std::fmt;
use thiserror::Error;

/// A place in a text. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Bytes before the place.
    pub offset: usize,
    /// Line number.
    pub line: usize,
    /// Column number.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {kind}")]
pub struct Error {
    /// Where it is.
    pub position: Position,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The kinds of errors in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ErrorKind {
    /// The bytes are not UTF-8.
    #[error("invalid UTF-8")]
    InvalidUtf8,
    /// The text has more bytes than positions can count.
    #[error("the text is larger than 4 GiB")]
    TooLarge,
    /// A character that starts no token.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// A token that starts like a number but is none.
    #[error("malformed literal '{0}'")]
    MalformedLiteral(String),
    /// A string literal without its closing quote.
    #[error("unterminated string")]
    UnterminatedString,
    /// A quoted symbol without its closing bar.
    #[error("unterminated quoted symbol")]
    UnterminatedSymbol,
    /// A closing parenthesis too many.
    #[error("unexpected ')'")]
    UnexpectedClose,
    /// An opening parenthesis without its closing one.
    #[error("unclosed '('")]
    UnclosedList,
    /// Another token or form is needed here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A name without a meaning.
    #[error("unknown symbol '{0}'")]
    UnknownSymbol(String),
    /// A sort that does not exist.
    #[error("unknown sort '{0}'")]
    UnknownSort(String),
    /// A command that does not exist.
    #[error("unknown command '{0}'")]
    UnknownCommand(String),
    /// Correct SMT-LIB that is not supported here.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// A name that is bound or declared already.
    #[error("'{0}' is already defined")]
    Redefined(String),
    /// A number that is not possible at this place.
    #[error("number out of range: {0}")]
    OutOfRange(String),
    /// A wrong number of arguments.
    #[error("'{name}' does not take {found} argument(s)")]
    Arity {
        /// The operator or function.
        name: String,
        /// The number of arguments given.
        found: usize,
    },
    /// A term of another sort than is needed here.
    #[error("expected a term of sort {wanted}, found {found}")]
    WrongSort {
        /// The sort needed.
        wanted: String,
        /// The sort of the term.
        found: String,
    },
    /// An application that is not well sorted.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// More `pop` than `push`.
    #[error("pop without push")]
    PopWithoutPush,
}
