//! Measures that depend on where a run is: which candidates the known steps allow at which cut point.

use super::steps::{Change, ConcreteStep};
use model::Location;
use rustc_hash::FxHashMap;
use term::{Term, TermStore};

/// Most cut points of a loop that get measures of their own.
const MAX_LOCATIONS: usize = 4;

/// Most candidates a cut point.
const MAX_CANDIDATES: usize = 60;

/// Most partial assignments that are looked at in one search.
const MAX_VISITED: usize = 20_000;

/// A candidate for each location such that no known step makes the measure grow and the witness makes it
/// shrink, and which was not seen before. Only loops with several cut points have one.
pub(super) fn assignment(
    store: &TermStore,
    locations: &[Location],
    candidates: &[Term],
    known: &[ConcreteStep],
    witness: usize,
    seen: &[Vec<(Location, Term)>],
) -> Option<Vec<(Location, Term)>> {
    if !(2..=MAX_LOCATIONS).contains(&locations.len()) {
        return None;
    }
    let candidates = &candidates[..candidates.len().min(MAX_CANDIDATES)];
    let mut search = AssignmentSearch { store, known, witness, changes: FxHashMap::default() };
    // The stack of choices: which candidate each of the first locations has.
    let mut chosen: Vec<usize> = vec![0];
    for _ in 0..MAX_VISITED {
        let last = chosen.len() - 1;
        if chosen[last] == candidates.len() {
            chosen.pop();
            *chosen.last_mut()? += 1;
            continue;
        }
        let measures: Vec<(Location, Term)> =
            locations.iter().copied().zip(chosen.iter().map(|&one| candidates[one])).collect();
        if !search.is_consistent(&measures) {
            chosen[last] += 1;
        } else if chosen.len() < locations.len() {
            chosen.push(0);
        } else if seen.contains(&measures) {
            chosen[last] += 1;
        } else {
            return Some(measures);
        }
    }
    None
}

struct AssignmentSearch<'a> {
    store: &'a TermStore,
    known: &'a [ConcreteStep],
    witness: usize,
    /// How steps change measures, by step, the measure before and the one after.
    changes: FxHashMap<(usize, Term, Term), Option<Change>>,
}

impl AssignmentSearch<'_> {
    /// Whether the known steps allow measures for some locations. Only steps to or from the last location
    /// matter, for the others were looked at before it was added.
    fn is_consistent(&mut self, measures: &[(Location, Term)]) -> bool {
        let Some(&(last, _)) = measures.last() else { return true };
        let at = |location: Location| {
            measures.iter().find(|(known, _)| *known == location).map(|&(_, measure)| measure)
        };
        for (number, step) in self.known.iter().enumerate() {
            if step.from != last && step.to != last {
                continue;
            }
            let (Some(before), Some(after)) = (at(step.from), at(step.to)) else { continue };
            let change = *self
                .changes
                .entry((number, before, after))
                .or_insert_with(|| step.change_from_to(self.store, before, after));
            let is_good = match change {
                Some(Change::Shrinks) => true,
                Some(Change::Stays) => number != self.witness,
                Some(Change::Grows) | None => false,
            };
            if !is_good {
                return false;
            }
        }
        true
    }
}
