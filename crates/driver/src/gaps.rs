//! What of a program is not modelled, and where.

use crate::program::ProgramTask;
use passes::limits::is_limit;
use passes::memory::ErrorKind;
use program::Span;
use std::fmt;

/// Something that is not modelled: nothing is known of runs that come there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where: file, line, column.
    pub place: Option<String>,
    /// What.
    pub what: String,
}

impl Gap {
    /// Whether it is about how much of something there may be, not about a construct.
    pub fn is_limit(&self) -> bool {
        is_limit(&self.what)
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        let kind = if self.is_limit() { "beyond a limit" } else { "not modelled" };
        write!(f, "{kind}: {}", self.what)
    }
}

impl ProgramTask {
    /// What the model leaves out of all that the control flow of the program leads to, in the order
    /// of the text. Each construct counts once, however many copies of its function there are.
    pub fn gaps(&self) -> Vec<Gap> {
        let failures = self.lowered.failures.values();
        let unsupported = failures.filter(|failure| failure.kind == ErrorKind::Unsupported);
        let mut found: Vec<(Option<Span>, &str)> =
            unsupported.map(|failure| (failure.span, failure.message.as_str())).collect();
        let position = |span: &Span| (span.file.index(), span.line, span.column);
        found.sort_unstable_by_key(|(span, what)| (span.as_ref().map(position), *what));
        found.dedup();
        let gap = |(span, what): (Option<Span>, &str)| Gap {
            place: span.map(|span| self.place(span)),
            what: what.to_owned(),
        };
        found.into_iter().map(gap).collect()
    }
}
