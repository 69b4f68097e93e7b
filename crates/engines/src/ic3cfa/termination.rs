//! Stopping before two frames are equal (section 3.3 of the thesis).
//!
//! The criteria of the thesis concern iterations without new obligations. They only make proposals:
//! a frame is accepted if its inductive part excludes all errors.

use super::Cube;
use super::config::Termination;
use super::cycles::{CycleSum, sum_of_cycles};
use super::search::Search;
use crate::edges::EncodedAutomaton;
use crate::frames::ObligationId;
use evidence::{Proof, Reason};
use model::{EdgeId, Location};
use rustc_hash::FxHashSet;
use term::Term;

/// Counts stable iterations (algorithm 16).
pub(super) struct TerminationCheck {
    /// The sum of the lengths of elementary cycles, if there is a criterion.
    cycles: Option<u64>,
    stable: u64,
}

impl TerminationCheck {
    pub(super) fn new(criterion: Termination, automaton: &EncodedAutomaton) -> TerminationCheck {
        let cycles = match criterion {
            Termination::None => None,
            Termination::New => sum_of_cycles(automaton, CycleSum::All),
            Termination::Greedy => sum_of_cycles(automaton, CycleSum::Unique),
        };
        TerminationCheck { cycles, stable: 0 }
    }

    /// Whether more iterations in a row were stable than the total length of the cycles. An
    /// iteration is stable if it begins and ends with the same obligations (definition 26).
    pub(super) fn proposes(
        &mut self,
        before: &[(ObligationId, u32)],
        after: &[(ObligationId, u32)],
    ) -> bool {
        let Some(cycles) = self.cycles else { return false };
        let set = |queue: &[(ObligationId, u32)]| -> FxHashSet<(ObligationId, u32)> {
            queue.iter().copied().collect()
        };
        if !after.is_empty() && set(before) == set(after) {
            self.stable += 1;
        } else {
            self.stable = 0;
        }
        self.stable > cycles
    }
}

/// Facts about locations besides lemmas.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// Facts that other engines proved.
    Invariants,
}

impl Search<'_> {
    /// A proof from the lemmas of all levels, if they form one. Their inductive part is published
    /// for other engines in any case.
    pub(super) fn proposal(&mut self) -> Result<Option<Proof>, Reason> {
        self.count.proposals += 1;
        let kept = self.inductive_lemmas()?;
        self.publish(&kept);
        if self.reaches_errors(&kept, Known::Invariants)? {
            return Ok(None);
        }
        Ok(Some(self.proof(kept)?))
    }

    /// Whether lemmas are inductive and exclude all errors without facts of other engines.
    pub(super) fn proves_alone(
        &mut self,
        lemmas: &[(Location, Vec<Cube>)],
    ) -> Result<bool, Reason> {
        let initial = self.initial;
        for (location, cubes) in lemmas.iter().filter(|(location, _)| *location != initial) {
            for cube in cubes {
                if !self.is_inductive(*location, cube, lemmas, Known::Nothing)? {
                    return Ok(false);
                }
            }
        }
        Ok(!self.reaches_errors(lemmas, Known::Nothing)?)
    }

    fn reaches_errors(
        &mut self,
        lemmas: &[(Location, Vec<Cube>)],
        known: Known,
    ) -> Result<bool, Reason> {
        for i in 0..self.automaton.to_error().len() {
            let edge = self.automaton.to_error()[i];
            if self.can_be_taken(edge, None, lemmas, known)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The lemmas that remain after dropping those that do not follow from the others one step
    /// before.
    fn inductive_lemmas(&mut self) -> Result<Vec<(Location, Vec<Cube>)>, Reason> {
        let mut kept: Vec<(Location, Vec<Cube>)> = Vec::new();
        for location in self.automaton.locations().to_vec() {
            let lemmas = self.frames.lemmas(location, 1).cloned().collect();
            kept.push((location, lemmas));
        }
        loop {
            let mut changed = false;
            for i in 0..kept.len() {
                let (location, cubes) = kept[i].clone();
                for cube in cubes {
                    if !self.is_inductive(location, &cube, &kept, Known::Invariants)? {
                        kept[i].1.retain(|other| *other != cube);
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(kept);
            }
        }
    }

    fn is_inductive(
        &mut self,
        location: Location,
        cube: &Cube,
        kept: &[(Location, Vec<Cube>)],
        known: Known,
    ) -> Result<bool, Reason> {
        for i in 0..self.automaton.incoming(location).len() {
            let edge = self.automaton.incoming(location)[i];
            if self.can_be_taken(edge, Some(cube), kept, known)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an edge leads from the states that the lemmas allow into a region, or can be taken
    /// at all.
    fn can_be_taken(
        &mut self,
        edge: EdgeId,
        region: Option<&Cube>,
        kept: &[(Location, Vec<Cube>)],
        known: Known,
    ) -> Result<bool, Reason> {
        let source = self.automaton.edge(edge).source;
        let mut assumptions: Vec<Term> = self.automaton.edge(edge).guard.clone();
        for &literal in region.map_or(&[][..], Cube::literals) {
            let before = self.automaton.edge_mut(edge).before(&mut self.store, literal);
            assumptions.push(before);
        }
        if source != self.initial {
            let lemmas = kept.iter().find(|(location, _)| *location == source);
            for cube in lemmas.map_or(&[][..], |(_, cubes)| cubes) {
                assumptions.push(cube.clause(&mut self.store));
            }
        }
        // No lemma reaches this level, not even those from distances: only the assumptions apply.
        let above = self.automaton.depth().max(self.k) + 2;
        let level = match known {
            Known::Nothing => None,
            Known::Invariants => Some(above),
        };
        self.has_state(source, level, &assumptions)
    }
}
