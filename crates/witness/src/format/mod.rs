//! The exchange format of verification witnesses, versions 2.0 and 2.1, a YAML document.
//!
//! A correctness witness is a set of invariants, each a C expression at a place of the source. A
//! violation witness is a sequence of waypoints that some violating run passes in this order;
//! everything else is left open. In version 2.1 it may end with a cycle that a run repeats for ever.
//! `docs/witnesses.md` says what Lemmatic writes.

mod read;
mod write;

pub use read::ReadError;

use crate::metadata::Metadata;

/// The version of the format without cycles.
pub const VERSION: &str = "2.0";

/// The version of the format with cycles.
pub const VERSION_WITH_CYCLES: &str = "2.1";

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The producer, the time and the task.
    pub metadata: Metadata,
    /// The content.
    pub content: Content,
}

impl Witness {
    /// The lowest version of the format that has everything that the witness has.
    pub fn version(&self) -> &'static str {
        let has_cycle = match &self.content {
            Content::Invariants(_) => false,
            Content::Violation(segments) => segments.iter().any(Segment::is_in_cycle),
        };
        if has_cycle { VERSION_WITH_CYCLES } else { VERSION }
    }
}

/// The content of a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Invariants of a correct program.
    Invariants(Vec<Invariant>),
    /// Segments that a violating run passes one after the other.
    Violation(Vec<Segment>),
}

/// A C expression that is true whenever a run is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Where it holds relative to the place.
    pub kind: InvariantKind,
    /// The place.
    pub location: Location,
    /// The expression.
    pub value: String,
}

/// Where an invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvariantKind {
    /// Before each evaluation of the condition of the loop at the place.
    Loop,
    /// Before the statement at the place.
    Location,
}

/// A part of a run: waypoints to avoid, and as the last one the waypoint to reach, once or in each turn
/// of the cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The waypoints.
    pub waypoints: Vec<Waypoint>,
}

impl Segment {
    /// Whether it is a part of what a run repeats for ever.
    pub fn is_in_cycle(&self) -> bool {
        self.waypoints.last().is_some_and(|last| last.action == Action::Cycle)
    }
}

/// An event in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// The kind of event.
    pub kind: WaypointKind,
    /// Whether it must or must not happen.
    pub action: Action,
    /// Where it happens.
    pub location: Location,
    /// Its condition.
    pub constraint: Option<Constraint>,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaypointKind {
    /// A C expression is true before a statement.
    Assumption,
    /// A branch is taken.
    Branching,
    /// A function is called; the place is the closing parenthesis of the call.
    FunctionEnter,
    /// A function returns; the place is the closing parenthesis of the call.
    FunctionReturn,
    /// The property is violated.
    Target,
    /// A C expression is true before a statement, where each turn of the cycle starts.
    Recurrence,
}

/// Whether a run passes a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The run passes it.
    Follow,
    /// The run does not pass it.
    Avoid,
    /// The run passes it again and again.
    Cycle,
}

/// The condition of a waypoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Its text.
    pub value: String,
    /// The language of the text, if it is given.
    pub format: Option<ExpressionFormat>,
}

/// The language of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionFormat {
    /// C without effects.
    C,
    /// ACSL, where `\result` is the result of a function.
    Acsl,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file name, as it is listed in the task.
    pub file_name: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: Option<u32>,
    /// The enclosing function.
    pub function: Option<String>,
}

/// Maps values to words of the format, for both reader and writer.
trait Word: Copy + PartialEq + 'static {
    /// All values with their words.
    const WORDS: &'static [(Self, &'static str)];

    /// The word of the value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The value of a word.
    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|row| row.1 == word).map(|row| row.0)
    }
}

impl Word for InvariantKind {
    const WORDS: &'static [(Self, &'static str)] =
        &[(InvariantKind::Loop, "loop_invariant"), (InvariantKind::Location, "location_invariant")];
}

impl Word for WaypointKind {
    const WORDS: &'static [(Self, &'static str)] = &[
        (WaypointKind::Assumption, "assumption"),
        (WaypointKind::Branching, "branching"),
        (WaypointKind::FunctionEnter, "function_enter"),
        (WaypointKind::FunctionReturn, "function_return"),
        (WaypointKind::Target, "target"),
        (WaypointKind::Recurrence, "recurrence_condition"),
    ];
}

impl Word for Action {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Action::Follow, "follow"), (Action::Avoid, "avoid"), (Action::Cycle, "cycle")];
}

impl Word for ExpressionFormat {
    const WORDS: &'static [(Self, &'static str)] =
        &[(ExpressionFormat::C, "c_expression"), (ExpressionFormat::Acsl, "acsl_expression")];
}

#[cfg(test)]
mod tests;
