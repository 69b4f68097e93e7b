//! Variables that have no value yet which the program uses.
//!
//! A cell whose index is made of variables needs them wherever it is known. Before they are assigned,
//! they may hold anything, even if the model was made of one in which they did not: reductions drop
//! what nobody reads. So nothing must be said of them there.

use super::loops::closure;
use super::slots::Slots;
use crate::unwinding::Outline;
use model::{Cfa, Location};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::{Symbol, TermStore, free_vars};

/// At each cut point the variables of watched indices that are dead there, and that are only assigned
/// later.
pub(super) fn unset_at_cut_points(
    cfa: &Cfa,
    terms: &mut TermStore,
    slots: &Slots,
) -> BTreeMap<Location, Vec<Symbol>> {
    let outline = Outline::of(cfa, terms);
    let indices = slots.places.values().flatten();
    let used: BTreeSet<Symbol> = indices.flat_map(|&index| free_vars(terms, &[index])).collect();
    let mut unset: BTreeMap<Location, Vec<Symbol>> = BTreeMap::new();
    for variable in used {
        let assigned = after_assignments(cfa, variable);
        if assigned.is_empty() {
            continue; // it is an input
        }
        for location in outline.graph.cut_points() {
            let is_live = outline.live_at_join(location).contains(&variable);
            if !is_live && !assigned.contains(&location) {
                unset.entry(location).or_default().push(variable);
            }
        }
    }
    unset
}

/// The locations that runs come to after they have changed a variable.
fn after_assignments(cfa: &Cfa, variable: Symbol) -> FxHashSet<Location> {
    let changes = |&edge: &_| cfa.edge(edge).command.modified().contains(&variable);
    let targets = cfa.edges().filter(changes).map(|edge| cfa.edge(edge).target);
    let next = |l| cfa.outgoing(l).iter().map(|&e| cfa.edge(e).target).collect();
    targets.flat_map(|target| closure(target, next)).collect()
}
