//! Runs that remember their visits of cut points, for induction over simple paths.

use crate::encoding::{Encoder, Runs};
use crate::liveness::live_variables;
use model::{Cfa, Location};
use std::collections::{BTreeMap, BTreeSet};
use term::{Sort, Symbol, Term};

/// The visits of cut points by runs. The memory of a run is part of its variables' values, so joins
/// treat it like any other value.
pub struct History {
    /// The live variables of each cut point.
    live: BTreeMap<Location, BTreeSet<Symbol>>,
    /// The memory of each visit.
    memories: Vec<Memory>,
}

/// The memory of one visit.
struct Memory {
    /// The number of the location.
    location: Symbol,
    /// The values of the variables that may matter.
    values: BTreeMap<Symbol, Symbol>,
}

impl History {
    /// No visits yet, with room for some. Runs must start after this.
    pub fn new(
        cfa: &Cfa,
        encoder: &mut Encoder<'_>,
        invariants: &BTreeMap<Location, Term>,
        visits: u32,
    ) -> History {
        let all = live_variables(cfa, encoder, invariants);
        let live: BTreeMap<Location, BTreeSet<Symbol>> =
            invariants.keys().map(|&location| (location, all[location.index()].clone())).collect();
        let variables: BTreeSet<Symbol> = live.values().flatten().copied().collect();
        let memories = (0..visits).map(|_| Memory {
            location: encoder.store.fresh("location", Sort::BitVec(32)),
            values: variables
                .iter()
                .map(|&variable| {
                    let sort = encoder.store.symbol_sort(variable).clone();
                    (variable, encoder.store.fresh("memory", sort))
                })
                .collect(),
        });
        History { memories: memories.collect(), live }
    }

    /// The runs that visit a location, as their visit of the given number (from 0 on), with values
    /// that differ from all their earlier visits. They remember the visit.
    pub fn visit(
        &self,
        encoder: &mut Encoder<'_>,
        number: usize,
        location: Location,
        mut runs: Runs,
    ) -> Runs {
        let here = encoder.store.bv(32, location.index() as u64);
        let live = &self.live[&location];
        for memory in &self.memories[..number] {
            let then = encoder.store.var(memory.location);
            let mut same = vec![encoder.store.eq(then, here)];
            for &variable in live {
                let now = encoder.store.var(variable);
                let then = encoder.store.var(memory.values[&variable]);
                same.push(encoder.store.eq(now, then));
            }
            let same = encoder.store.and(&same);
            let different = encoder.store.not(same);
            runs = encoder.assume(runs, different);
        }
        let memory = &self.memories[number];
        runs.values.set(memory.location, here);
        for &variable in live {
            let held = runs.values.get(variable).unwrap_or_else(|| encoder.store.var(variable));
            runs.values.set(memory.values[&variable], held);
        }
        runs
    }
}
