//! What a program looks like in its source: for whoever speaks about it there.
//!
//! Nothing of it has a meaning for runs, and the text form leaves it out.

use crate::{BlockId, FunctionId, Span};
use term::Symbol;

/// The places of the source that can be spoken about.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The loops of functions that are defined.
    pub loops: Vec<SourceLoop>,
    /// Where statements and full expressions start, in ascending order.
    pub starts: Vec<Span>,
    /// Registers that are declared without a value, and a statement that comes next, before which
    /// nothing else happens.
    pub uninitialised: Vec<(Symbol, Span)>,
}

/// A loop as it is written.
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
    /// Registers and addresses of objects whose names mean them there.
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
    /// Where the statement or full expression starts that a place belongs to.
    pub fn start_of(&self, place: Span) -> Option<Span> {
        let after = self.starts.partition_point(|&start| start <= place);
        let start = self.starts[..after].last().copied();
        start.filter(|start| start.file == place.file)
    }
}
