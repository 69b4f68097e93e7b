//! The outline of a program's source, for output that refers to the source.
//!
//! It has no effect on runs, and the text form omits it.

use crate::{BlockId, FunctionId, Span};
use term::Symbol;

/// The places of the source that output may refer to.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The loops of defined functions.
    pub loops: Vec<SourceLoop>,
    /// Where statements and full expressions start, in ascending order.
    pub starts: Vec<Span>,
    /// Registers declared without a value, each with the next statement; nothing else happens
    /// before that statement.
    pub uninitialised: Vec<(Symbol, Span)>,
}

/// A loop of the source.
#[derive(Clone, Debug)]
pub struct SourceLoop {
    /// The function it is in.
    pub function: FunctionId,
    /// The block where each round starts.
    pub head: BlockId,
    /// Where its keyword is.
    pub span: Span,
    /// Where each round starts in the source.
    pub point: LoopPoint,
    /// Registers and addresses of objects whose names are visible there.
    pub visible: Vec<Symbol>,
}

/// Where a round of a loop starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopPoint {
    /// Before the condition.
    Condition,
    /// Before the statement at a place, the first of the body.
    Body(Span),
}

impl Outline {
    /// The start of the statement or full expression that contains a place.
    pub fn start_of(&self, place: Span) -> Option<Span> {
        let after = self.starts.partition_point(|&start| start <= place);
        let start = self.starts[..after].last().copied();
        start.filter(|start| start.file == place.file)
    }
}
