//! The gaps of a program's model, and their places.

use crate::program::ProgramTask;
use model::Gap;
use program::Span;
use std::fmt;

/// A gap and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedGap {
    /// The place: file, line, column.
    pub place: Option<String>,
    /// The gap.
    pub gap: Gap,
}

impl fmt::Display for PlacedGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        let kind = if self.gap.is_limit() { "beyond a limit" } else { "not modelled" };
        write!(f, "{kind}: {}", self.gap)
    }
}

impl ProgramTask {
    /// The gaps that the control flow of the program leads to, in the order of the text. Each
    /// construct counts once, however many copies of its function there are.
    pub fn gaps(&self) -> Vec<PlacedGap> {
        let failures = self.lowered.failures.values();
        let mut found: Vec<(Option<Span>, &Gap)> =
            failures.filter_map(|failure| Some((failure.span, failure.kind.gap()?))).collect();
        let position = |span: &Span| (span.file.index(), span.line, span.column);
        found.sort_unstable_by_key(|(span, what)| (span.as_ref().map(position), what.to_string()));
        found.dedup();
        let gap = |(span, gap): (Option<Span>, &Gap)| PlacedGap {
            place: span.map(|span| self.place(span)),
            gap: gap.clone(),
        };
        found.into_iter().map(gap).collect()
    }
}
