//! Propagation: moves lemmas that also hold one level higher.

use super::Cube;
use super::consecution::Consecution;
use super::search::Search;
use evidence::Reason;
use model::Location;
use rustc_hash::FxHashMap;

/// Lemmas that could not be propagated, with the frames for which this is known.
#[derive(Debug, Default)]
pub(super) struct FailedPropagations {
    /// The version of the frames before the location.
    versions: FxHashMap<(Location, u32, Cube), u64>,
}

impl FailedPropagations {
    /// Forgets them, because frames became stronger by something other than lemmas.
    pub(super) fn clear(&mut self) {
        self.versions.clear();
    }
}

impl Search<'_> {
    /// Tries to move each lemma one level up, starting at the lowest level. Returns a level whose
    /// frame equals the next, if there is one.
    pub(super) fn propagate(&mut self) -> Result<Option<u32>, Reason> {
        for level in 1..=self.k {
            for i in 0..self.automaton.locations().len() {
                let location = self.automaton.locations()[i];
                for cube in self.frames.delta(location, level).to_vec() {
                    self.propagate_lemma(location, level, &cube)?;
                }
            }
            if self.frames.is_fixpoint(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn propagate_lemma(
        &mut self,
        location: Location,
        level: u32,
        cube: &Cube,
    ) -> Result<(), Reason> {
        let version = self.version_before(location, level);
        let key = (location, level, cube.clone());
        if self.failed.versions.get(&key) == Some(&version) {
            return Ok(());
        }
        // Another lemma may have made it redundant.
        if self.frames.is_blocked(location, level + 1, cube) {
            return Ok(());
        }
        match self.consecution(location, level + 1, cube)? {
            Consecution::Blocked(core) => {
                self.count.propagated += 1;
                self.failed.versions.remove(&key);
                self.block(location, level + 1, &core);
            }
            Consecution::Reached(_) => {
                self.failed.versions.insert(key, version);
            }
        }
        Ok(())
    }

    /// A number that changes whenever the frame of a level at a predecessor gets a lemma.
    fn version_before(&self, location: Location, level: u32) -> u64 {
        let incoming = self.automaton.incoming(location).iter();
        let sources = incoming.map(|&edge| self.automaton.edge(edge).source);
        sources.map(|source| self.frames.version(source, level)).max().unwrap_or(0)
    }
}
