//! The outline of a program's source, for output that refers to the source.
//!
//! It has no effect on runs, and the text form omits it.

use crate::{BlockId, FunctionId, ScalarType, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
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
    /// The enumerators of each enumeration with their values.
    pub enumerations: Vec<Vec<(String, BigInt)>>,
    /// The registers of variables with an enumeration as their type: which one it is.
    pub enumerated: FxHashMap<Symbol, usize>,
    /// What statements store to, by their places; `None` for a place with several such statements.
    pub stored: FxHashMap<Span, Option<StoredPlace>>,
}

/// What a statement stores to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlace {
    /// The lvalue as its source has it; empty for a part of an initialiser.
    pub text: String,
    /// Its type.
    pub ty: ScalarType,
    /// The enumeration that is its type.
    pub enumeration: Option<usize>,
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
    /// Records what the statement at a place stores to.
    pub fn note_stored(&mut self, span: Span, stored: StoredPlace) {
        match self.stored.entry(span) {
            Entry::Vacant(place) => _ = place.insert(Some(stored)),
            Entry::Occupied(mut place) if place.get().as_ref() != Some(&stored) => {
                place.insert(None);
            }
            Entry::Occupied(_) => {}
        }
    }

    /// What the only store at a place stores to.
    pub fn stored_at(&self, span: Span) -> Option<&StoredPlace> {
        self.stored.get(&span)?.as_ref()
    }

    /// The enumerator of an enumeration that has a value.
    pub fn enumerator(&self, enumeration: usize, value: &BigInt) -> Option<&str> {
        let all = self.enumerations.get(enumeration)?;
        all.iter().find(|(_, of)| of == value).map(|(name, _)| name.as_str())
    }

    /// The start of the statement or full expression that contains a place.
    pub fn start_of(&self, place: Span) -> Option<Span> {
        let after = self.starts.partition_point(|&start| start <= place);
        let start = self.starts[..after].last().copied();
        start.filter(|start| start.file == place.file)
    }
}
