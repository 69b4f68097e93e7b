//! Labels of nodes: sets of clauses.

use super::Cube;
use crate::frames::Frames;
use term::{Term, TermStore};

/// A conjunction of clauses, as the cubes that they exclude: a frame of one level.
#[derive(Clone, Debug)]
pub(super) struct Label {
    frame: Frames<(), Term>,
}

impl Default for Label {
    /// No clauses: any values are possible.
    fn default() -> Label {
        Label { frame: Frames::new(1) }
    }
}

impl Label {
    /// Adds the clause that excludes a cube. Says whether that is news.
    pub(super) fn exclude(&mut self, cube: &Cube) -> bool {
        self.frame.block((), 0, cube)
    }

    /// Whether a clause excludes a cube.
    pub(super) fn excludes(&self, cube: &Cube) -> bool {
        self.frame.is_blocked((), 0, cube)
    }

    /// Whether there is the empty clause: no values are possible.
    pub(super) fn is_contradiction(&self) -> bool {
        self.excludes(&Cube::all_states())
    }

    /// The cubes that are excluded.
    pub(super) fn cubes(&self) -> &[Cube] {
        self.frame.delta((), 0)
    }

    /// The clauses.
    pub(super) fn clauses(&self, store: &mut TermStore) -> Vec<Term> {
        self.cubes().iter().map(|cube| cube.clause(store)).collect()
    }

    /// Number of clauses that were ever added.
    pub(super) fn learnt(&self) -> u64 {
        self.frame.learnt()
    }
}
