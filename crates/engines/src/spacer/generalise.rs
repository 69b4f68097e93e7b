//! Lemmas that block more than the obligation they were learnt for.

use super::Cube;
use super::search::Search;
use crate::frames::drop_literals;
use evidence::Reason;
use model::PredicateId;

impl Search<'_> {
    /// Learns that no fact of a region is derived within a level, and more of the kind.
    pub(super) fn learn(
        &mut self,
        predicate: PredicateId,
        level: u32,
        core: Cube,
    ) -> Result<(), Reason> {
        self.count.lemmas += 1;
        let known = &mut self.known;
        let mut cube = core;
        if self.config.interpolate {
            let rules = known.rules.deriving[predicate.index()].clone();
            if let Some(interpolated) = known.interpolated(&rules, level, &cube)? {
                self.count.interpolated += 1;
                cube = interpolated;
            }
        }
        let cube =
            drop_literals(known, cube, |known, cube| known.blocking_core(predicate, level, cube))?;
        let mut highest = level;
        while highest <= self.bound && known.blocking_core(predicate, highest + 1, &cube)?.is_some()
        {
            highest += 1;
        }
        known.add_lemma(predicate, highest, &cube);
        Ok(())
    }
}
