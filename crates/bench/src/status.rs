//! How a run of a verifier ended.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a run ended. Answers, the ways of having none, and failures are kept apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Status {
    /// The property holds.
    True,
    /// The property is violated, and which one if that was said.
    False(Option<String>),
    /// The verifier gave up by itself.
    Unknown,
    /// CPU or wall-clock time was used up.
    Timeout,
    /// Memory was used up.
    Memory,
    /// The verifier failed: a signal, a panic, an internal error that it admits.
    Crash,
    /// The verifier ended without an answer and without saying so: wrong usage, input that it does
    /// not understand.
    Error,
}

impl Status {
    /// Whether this is an answer.
    pub fn is_answer(&self) -> bool {
        matches!(self, Status::True | Status::False(_))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::True => f.write_str("true"),
            Status::False(None) => f.write_str("false"),
            Status::False(Some(property)) => write!(f, "false({property})"),
            Status::Unknown => f.write_str("unknown"),
            Status::Timeout => f.write_str("timeout"),
            Status::Memory => f.write_str("memory"),
            Status::Crash => f.write_str("crash"),
            Status::Error => f.write_str("error"),
        }
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Status, String> {
        Ok(match text {
            "true" => Status::True,
            "false" => Status::False(None),
            "unknown" => Status::Unknown,
            "timeout" => Status::Timeout,
            "memory" => Status::Memory,
            "crash" => Status::Crash,
            "error" => Status::Error,
            _ => Status::False(Some(violated(text).ok_or(format!("'{text}' is no status"))?)),
        })
    }
}

/// `P` of `false(P)`.
pub(crate) fn violated(text: &str) -> Option<String> {
    Some(text.strip_prefix("false(")?.strip_suffix(')')?.to_owned())
}

impl TryFrom<String> for Status {
    type Error = String;

    fn try_from(text: String) -> Result<Status, String> {
        text.parse()
    }
}

impl From<Status> for String {
    fn from(status: Status) -> String {
        status.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_words() {
        let words =
            ["true", "false", "false(a(b))", "unknown", "timeout", "memory", "crash", "error"];
        for word in words {
            assert_eq!(word.parse::<Status>().unwrap().to_string(), word);
        }
        assert_eq!("false(".parse::<Status>(), Err("'false(' is no status".to_owned()));
    }
}
