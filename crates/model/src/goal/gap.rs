//! Gaps of the model.

use std::fmt;

/// Something that is not modelled: nothing is known about a run that reaches it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// A language construct, a library function, or a feature of a format.
    Construct(String),
    /// An object that is too large for any process.
    ObjectSizes,
    /// A value that depends on the placement of objects in memory.
    AddressBits,
    /// A range of bytes in memory of the environment; only words of it are modelled.
    EnvironmentRange,
    /// An integer that was compared with addresses, so that it may be one.
    GuessedAddress,
    /// An integer that was compared with addresses of functions, so that it may be one.
    GuessedFunction,
    /// Recursion beyond the unrolling depth.
    Recursion {
        /// The recursive function.
        function: String,
        /// The maximal number of activations.
        depth: usize,
    },
    /// Calls beyond the limit on the program size.
    ProgramSize {
        /// The maximal number of statements.
        statements: usize,
    },
}

impl Gap {
    /// The gap for procedure calls where none are supported.
    pub fn calls() -> Gap {
        Gap::from("procedure calls")
    }

    /// Whether only some runs reach it, because of a limit or because of values. Otherwise it is a
    /// construct that is not modelled at all.
    pub fn is_limit(&self) -> bool {
        !matches!(self, Gap::Construct(_))
    }

    /// Whether calls were no longer inlined. If calls are kept, this gap does not occur.
    pub fn is_of_calls(&self) -> bool {
        matches!(self, Gap::Recursion { .. } | Gap::ProgramSize { .. })
    }

    /// Parses the output of [`fmt::Display`], for text forms.
    pub fn read(text: &str) -> Gap {
        let fixed = [
            Gap::ObjectSizes,
            Gap::AddressBits,
            Gap::EnvironmentRange,
            Gap::GuessedAddress,
            Gap::GuessedFunction,
        ];
        if let Some(gap) = fixed.into_iter().find(|gap| gap.to_string() == text) {
            return gap;
        }
        let recursion = || {
            let (function, depth) =
                text.strip_prefix("recursion of '")?.split_once("' deeper than ")?;
            Some(Gap::Recursion { function: function.to_owned(), depth: depth.parse().ok()? })
        };
        let size = || {
            let number =
                text.strip_prefix("a program of more than ")?.strip_suffix(" statements")?;
            Some(Gap::ProgramSize { statements: number.parse().ok()? })
        };
        recursion().or_else(size).unwrap_or_else(|| Gap::Construct(text.to_owned()))
    }
}

impl From<String> for Gap {
    fn from(construct: String) -> Gap {
        Gap::Construct(construct)
    }
}

impl From<&str> for Gap {
    fn from(construct: &str) -> Gap {
        Gap::Construct(construct.to_owned())
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Construct(what) => f.write_str(what),
            Gap::ObjectSizes => f.write_str("objects that are larger than what can be addressed"),
            Gap::AddressBits => f.write_str("a computation with the bits of an address"),
            Gap::EnvironmentRange => f.write_str("a range of bytes that the environment may own"),
            Gap::GuessedAddress => {
                f.write_str("a write through an integer that may be the address of an object")
            }
            Gap::GuessedFunction => {
                f.write_str("a call of an integer that may be the address of a function")
            }
            Gap::Recursion { function, depth } => {
                write!(f, "recursion of '{function}' deeper than {depth}")
            }
            Gap::ProgramSize { statements } => {
                write!(f, "a program of more than {statements} statements")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Gap> {
        vec![
            Gap::from("inline assembly"),
            Gap::ObjectSizes,
            Gap::AddressBits,
            Gap::EnvironmentRange,
            Gap::GuessedAddress,
            Gap::GuessedFunction,
            Gap::Recursion { function: "f".to_owned(), depth: 3 },
            Gap::ProgramSize { statements: 9 },
        ]
    }

    #[test]
    fn gaps_are_read_as_they_are_written() {
        for gap in all() {
            assert_eq!(Gap::read(&gap.to_string()), gap);
        }
    }

    #[test]
    fn limits_are_told_from_constructs() {
        let limits: Vec<bool> = all().iter().map(Gap::is_limit).collect();
        assert_eq!(limits, [false, true, true, true, true, true, true, true]);
        let of_calls: Vec<bool> = all().iter().map(Gap::is_of_calls).collect();
        assert_eq!(of_calls, [false, false, false, false, false, false, true, true]);
    }
}
