//! Goals, and the meaning of error locations.

mod gap;
mod property;

pub use gap::Gap;
pub use property::{Property, PropertySet};

use std::fmt;

/// The question about a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// No run reaches an error location.
    #[default]
    NoError,
    /// Every run ends.
    EveryRunEnds,
}

/// The meaning of reaching an error location.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    /// The program violates a property.
    Violation(Property),
    /// The run violates a property of the model that only has a name.
    Named(String),
    /// The run reaches something that is not modelled: nothing is known.
    Gap(Gap),
}

/// The prefix of an error location's text if nothing is known.
const UNSUPPORTED: &str = "unsupported: ";

impl ErrorKind {
    /// The gap, if it is one.
    pub fn gap(&self) -> Option<&Gap> {
        match self {
            ErrorKind::Gap(gap) => Some(gap),
            ErrorKind::Violation(_) | ErrorKind::Named(_) => None,
        }
    }
}

impl From<Property> for ErrorKind {
    fn from(property: Property) -> ErrorKind {
        ErrorKind::Violation(property)
    }
}

impl From<Gap> for ErrorKind {
    fn from(gap: Gap) -> ErrorKind {
        ErrorKind::Gap(gap)
    }
}

/// Parses the output of [`fmt::Display`], for text forms.
impl From<&str> for ErrorKind {
    fn from(text: &str) -> ErrorKind {
        if let Some(gap) = text.strip_prefix(UNSUPPORTED) {
            return ErrorKind::Gap(Gap::read(gap));
        }
        Property::from_name(text)
            .map_or_else(|| ErrorKind::Named(text.to_owned()), ErrorKind::Violation)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Violation(property) => write!(f, "{property}"),
            ErrorKind::Named(name) => f.write_str(name),
            ErrorKind::Gap(gap) => write!(f, "{UNSUPPORTED}{gap}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_errors_are_read_as_they_are_written() {
        let kinds = [
            ErrorKind::from(Property::Deref),
            ErrorKind::from(Gap::AddressBits),
            ErrorKind::from(Gap::from("inline assembly")),
            ErrorKind::Named("x is positive".to_owned()),
        ];
        for kind in kinds {
            assert_eq!(ErrorKind::from(kind.to_string().as_str()), kind);
        }
    }
}
