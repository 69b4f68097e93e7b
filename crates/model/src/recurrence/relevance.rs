//! The variables that decide whether a run stays in a component.

use super::components::{Component, continuing};
use crate::cfa::Cfa;
use crate::live::{Reads, VariableSet, pass_back};
use rustc_hash::FxHashMap;
use term::{Symbol, TermStore};

/// The variables whose values at the head decide which ways inside of the component can be gone, in
/// the order of declaration. Runs from two states that agree on them can go the same ways with the
/// same open values, and then agree on them again.
pub(super) fn relevant(cfa: &Cfa, terms: &TermStore, component: &Component) -> Vec<Symbol> {
    let mut place = FxHashMap::default();
    for (number, &location) in component.locations.iter().enumerate() {
        place.insert(location, number);
    }
    let mut reads = Reads::default();
    let nothing = VariableSet::over(terms, cfa, &mut reads);
    let mut live = vec![nothing; component.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, &location) in component.locations.iter().enumerate() {
            for &edge in continuing(cfa, location) {
                let edge = cfa.edge(edge);
                let Some(&target) = place.get(&edge.target) else { continue };
                let mut before = live[target].clone();
                pass_back(terms, &mut reads, &edge.command, &mut before);
                changed |= live[number].unite(&before);
            }
        }
    }
    let at_head = &live[place[&component.head]];
    terms.symbols().filter(|&symbol| at_head.contains(symbol)).collect()
}
