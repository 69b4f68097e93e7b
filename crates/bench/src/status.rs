//! How a run of a verifier ended.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a run ended: an answer, one of several ways of having none, or a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Status {
    /// The property holds.
    True,
    /// The property is violated; also which one, if it is reported.
    False(Option<String>),
    /// The verifier gave up by itself.
    Unknown,
    /// The CPU or wall-clock limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The verifier failed: a signal, a panic, or a reported internal error.
    Crash,
    /// The verifier ended without an answer and without UNKNOWN: wrong usage, or invalid input.
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
