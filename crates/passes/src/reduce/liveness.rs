//! Live variables: those whose values can still decide whether an error is reached. A variable that
//! is read only to compute dead variables is dead too.

use model::{Cfa, EdgeId, Location, Reads, VariableSet, pass_back};
use rustc_hash::FxHashMap;
use term::TermStore;

/// The live variables of an automaton.
pub(super) struct Liveness<'a> {
    terms: &'a TermStore,
    cfa: &'a Cfa,
    reads: Reads,
    /// Reachable locations; the targets of edges come first unless they are cut points.
    order: Vec<Location>,
    is_error: Vec<bool>,
    nothing: VariableSet,
    /// Sets are stored only where edges join. Any other location has one incoming edge, which takes
    /// over its set; so long straight lines need only one set.
    at_joins: FxHashMap<Location, VariableSet>,
}

impl<'a> Liveness<'a> {
    /// Analyses backward until nothing changes.
    pub(super) fn of(terms: &'a TermStore, cfa: &'a Cfa) -> Liveness<'a> {
        let cut_points = cfa.cut_points();
        let order: Vec<Location> = cut_points.topological_order().iter().rev().copied().collect();
        let is_join = |l: &Location| cfa.incoming(*l).len() > 1 || cut_points.contains(*l);
        let mut reads = Reads::default();
        let nothing = VariableSet::over(terms, cfa, &mut reads);
        let at_joins = order.iter().filter(|l| is_join(l)).map(|&l| (l, nothing.clone())).collect();
        let mut is_error = vec![false; cfa.locations().len()];
        for error in cfa.errors() {
            is_error[error.location.index()] = true;
        }
        let mut liveness = Liveness { terms, cfa, reads, order, is_error, nothing, at_joins };
        while liveness.sweep(|_, _| {}, |_, _| {}) {}
        liveness
    }

    /// Visits all reachable edges and locations with the variables that are live after the edge and
    /// at the location. Returns whether sets grew.
    pub(super) fn sweep(
        &mut self,
        mut at_edge: impl FnMut(EdgeId, &VariableSet),
        mut at_location: impl FnMut(Location, &VariableSet),
    ) -> bool {
        let mut grew = false;
        let mut elsewhere: FxHashMap<Location, VariableSet> = FxHashMap::default();
        for &location in &self.order {
            let mut live: Option<VariableSet> = None;
            let edges = self.cfa.outgoing(location);
            for &id in if self.is_error[location.index()] { &[] } else { edges } {
                let edge = self.cfa.edge(id);
                let mut before = match self.at_joins.get(&edge.target) {
                    Some(set) => set.clone(),
                    None => elsewhere.remove(&edge.target).expect("targets come first"),
                };
                at_edge(id, &before);
                pass_back(self.terms, &mut self.reads, &edge.command, &mut before);
                match &mut live {
                    Some(live) => {
                        live.unite(&before);
                    }
                    None => live = Some(before),
                }
            }
            let live = live.unwrap_or_else(|| self.nothing.clone());
            at_location(location, &live);
            match self.at_joins.get_mut(&location) {
                Some(known) if *known == live => {}
                Some(known) => {
                    *known = live;
                    grew = true;
                }
                None => {
                    elsewhere.insert(location, live);
                }
            }
        }
        grew
    }
}
