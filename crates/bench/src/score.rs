//! Correctness of answers, and their score in SV-COMP.

use crate::status::{Status, violated};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The expected answer of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Expected {
    /// The property holds.
    True,
    /// The property is violated; also which part of it, if that is known.
    False(Option<String>),
    /// Not known.
    Unknown,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::True => f.write_str("true"),
            Expected::False(None) => f.write_str("false"),
            Expected::False(Some(property)) => write!(f, "false({property})"),
            Expected::Unknown => f.write_str("unknown"),
        }
    }
}

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Expected, String> {
        match text {
            "true" => Ok(Expected::True),
            "false" => Ok(Expected::False(None)),
            "unknown" | "" | "-" => Ok(Expected::Unknown),
            _ => match violated(text) {
                Some(property) => Ok(Expected::False(Some(property))),
                None => Err(format!("'{text}' is no expected answer")),
            },
        }
    }
}

impl TryFrom<String> for Expected {
    type Error = String;

    fn try_from(text: String) -> Result<Expected, String> {
        text.parse()
    }
}

impl From<Expected> for String {
    fn from(expected: Expected) -> String {
        expected.to_string()
    }
}

/// A judgement of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// A proof or an alarm that contradicts the expected answer.
    Wrong,
    /// No answer, or no expected answer.
    Open,
    /// The expected answer.
    Correct,
}

/// The parts of memory safety; an alarm that names the wrong part is a wrong alarm.
const MEMORY_SAFETY: [&str; 4] =
    ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"];

/// Judges how a run ended by the expected answer.
pub fn judge(expected: &Expected, status: &Status) -> Judgement {
    match (expected, status) {
        (Expected::True, Status::True) => Judgement::Correct,
        (Expected::False(expected), Status::False(found)) => match (expected, found) {
            (Some(expected), Some(found))
                if expected != found && MEMORY_SAFETY.contains(&found.as_str()) =>
            {
                Judgement::Wrong
            }
            _ => Judgement::Correct,
        },
        (Expected::True, Status::False(_)) | (Expected::False(_), Status::True) => Judgement::Wrong,
        _ => Judgement::Open,
    }
}

/// The points of SV-COMP: a proof is worth 2, a bug 1, a wrong proof -32, a wrong alarm -16.
pub fn points(expected: &Expected, status: &Status) -> i64 {
    match (judge(expected, status), status) {
        (Judgement::Correct, Status::True) => 2,
        (Judgement::Correct, _) => 1,
        (Judgement::Wrong, Status::True) => -32,
        (Judgement::Wrong, _) => -16,
        (Judgement::Open, _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_sv_comp() {
        let check = |expected: &str, status: &str, score: i64| {
            assert_eq!(points(&expected.parse().unwrap(), &status.parse().unwrap()), score);
        };
        check("true", "true", 2);
        check("false", "false", 1);
        check("false", "false(unreach-call)", 1);
        check("false", "true", -32);
        check("true", "false(unreach-call)", -16);
        check("unknown", "true", 0);
        check("unknown", "false", 0);
        for status in ["unknown", "timeout", "memory", "crash", "error"] {
            check("true", status, 0);
            check("false", status, 0);
        }
    }

    #[test]
    fn memory_safety_has_parts() {
        let check = |status: &str, score: i64| {
            assert_eq!(
                points(&"false(valid-deref)".parse().unwrap(), &status.parse().unwrap()),
                score
            );
        };
        check("false(valid-deref)", 1);
        check("false(valid-free)", -16);
        check("false", 1);
        check("false(valid-memsafety)", 1);
        check("true", -32);
    }
}
