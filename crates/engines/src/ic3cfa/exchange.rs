//! Exchange of lemmas with other engines.

use super::Cube;
use super::search::Search;
use model::Location;
use term::Term;

/// With more lemmas than this, it is too expensive to find out which of them are inductive.
const MAX_LEMMAS: u64 = 2_000;

impl Search<'_> {
    /// Takes the lemmas that others have proved since the last call. This starts only after some
    /// time: proofs that rely on them have invariants at cut points only, and are several times
    /// harder to check.
    pub(super) fn take_lemmas(&mut self) {
        if !self.exchange.has_new() || self.frames.learnt() < self.config.take_after {
            return;
        }
        for lemma in self.exchange.take_new(&mut self.store) {
            let (solver, store) = self.solver(lemma.location);
            solver.add_invariant(store, lemma.term);
        }
        self.failed.clear();
    }

    /// Whether it is time to find out which lemmas are inductive, for others to use. This happens
    /// rarely, at growing distances.
    pub(super) fn is_offer_due(&self) -> bool {
        self.exchange.is_shared()
            && self.k >= 4
            && self.k.is_power_of_two()
            && self.frames.learnt() <= MAX_LEMMAS
    }

    /// Publishes lemmas that are inductive together.
    pub(super) fn publish(&mut self, lemmas: &[(Location, Vec<Cube>)]) {
        if !self.exchange.is_shared() {
            return;
        }
        let mut batch: Vec<(Location, Term)> = Vec::new();
        for (location, cubes) in lemmas {
            for cube in cubes {
                batch.push((*location, cube.clause(&mut self.store)));
            }
        }
        self.exchange.publish(&self.store, 1, &batch);
    }
}
