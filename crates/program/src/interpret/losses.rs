//! Where a run loses its last pointer to an object on the heap.
//!
//! Only output depends on it. Lost memory stays lost, so the first object that no pointer leads to is the
//! same from the statement that lost it to the end of the run.

use super::code::Action;
use super::machine::Machine;
use super::memory::ObjectId;
use crate::{Property, Span};

/// How many bytes are searched for pointers in a whole run.
const MAX_BYTES: u64 = 1 << 24;

/// What a search costs besides the bytes of objects.
const SEARCH_BYTES: u64 = 256;

/// The first object that no pointer leads to.
#[derive(Default)]
pub(super) struct Losses {
    /// The number of the object, and the last statement before the loss was noticed.
    lost: Option<(u64, Option<Span>)>,
    /// How many bytes were searched.
    searched: u64,
    /// Whether there was a search.
    has_searched: bool,
}

impl Losses {
    /// The statement that lost an object, if it was noticed at once.
    pub fn statement(&self, number: u64) -> Option<Span> {
        self.lost.filter(|lost| lost.0 == number && self.searched <= MAX_BYTES)?.1
    }
}

impl Machine<'_, '_, '_, '_> {
    /// Whether it is noted which statements lose memory.
    pub fn notes_losses(&self) -> bool {
        let watched = self.interpreter.options.watched;
        self.is_recorded()
            && self.environment.observer.is_some()
            && (watched.contains(Property::Memtrack) || watched.contains(Property::Memcleanup))
            && self.memory.allocated() > 0
            && self.losses.searched <= MAX_BYTES
    }

    /// Notes whether memory is lost after a statement. The result of a call, which nothing has taken yet, may be
    /// a pointer.
    pub fn note_losses(&mut self, statement: Option<Span>, result: Option<u64>) {
        self.losses.searched += self.memory.used() + SEARCH_BYTES;
        let first = self.first_untracked(result).map(|id: ObjectId| self.memory.object(id).number);
        // What was lost before the first search was lost by another statement.
        let is_new = self.losses.has_searched || self.recorded_from == 0;
        self.losses.has_searched = true;
        if first != self.losses.lost.map(|lost| lost.0) {
            self.losses.lost = first.map(|number| (number, statement.filter(|_| is_new)));
        }
    }
}

impl Action {
    /// Whether a pointer may be gone after it.
    pub(super) fn may_lose_pointers(&self) -> bool {
        matches!(
            self,
            Action::Assigned { .. }
                | Action::Forget(_)
                | Action::Store { .. }
                | Action::Copy { .. }
                | Action::Fill { .. }
                | Action::Begin(_)
                | Action::End(_)
                | Action::Allocate { .. }
                | Action::Free(_)
        )
    }
}
