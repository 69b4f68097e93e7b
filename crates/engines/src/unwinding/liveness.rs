//! Live variables: those whose values can still decide whether an error is reached.

use super::outline::Graph;
use model::{Location, Reads, VariableSet, pass_back};
use rustc_hash::FxHashMap;
use term::{Symbol, TermStore};

/// The live variables of each join of the graph, in the order of declaration.
pub(crate) struct Liveness {
    live: FxHashMap<Location, Vec<Symbol>>,
}

impl Liveness {
    /// Analyses backward until nothing changes. A variable that is only used to compute dead
    /// variables is dead too.
    ///
    /// Sets are stored only at joins: every other location has one predecessor, which takes over
    /// its set. So long straight lines need only one set.
    pub(crate) fn of(graph: &Graph<'_>, store: &TermStore) -> Liveness {
        let mut reads = Reads::default();
        let nothing = VariableSet::over(store, graph.cfa, &mut reads);
        let joins = graph.order().iter().filter(|&&l| graph.is_join(l));
        let mut at_join: FxHashMap<Location, VariableSet> =
            joins.map(|&join| (join, nothing.clone())).collect();
        let mut elsewhere: FxHashMap<Location, VariableSet> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for &location in graph.order().iter().rev() {
                let mut live: Option<VariableSet> = None;
                for edge in graph.edges(location) {
                    let edge = graph.cfa.edge(edge);
                    let mut before = match at_join.get(&edge.target) {
                        Some(set) => set.clone(),
                        None => elsewhere.remove(&edge.target).expect("it was visited"),
                    };
                    pass_back(store, &mut reads, &edge.command, &mut before);
                    match &mut live {
                        Some(live) => {
                            live.unite(&before);
                        }
                        None => live = Some(before),
                    }
                }
                let live = live.unwrap_or_else(|| nothing.clone());
                match at_join.get_mut(&location) {
                    Some(known) => {
                        if *known != live {
                            *known = live;
                            changed = true;
                        }
                    }
                    None => {
                        elsewhere.insert(location, live);
                    }
                }
            }
        }
        let members = |set: &VariableSet| store.symbols().filter(|&s| set.contains(s)).collect();
        Liveness { live: at_join.iter().map(|(&join, set)| (join, members(set))).collect() }
    }

    /// The variables that are live at a join.
    pub(crate) fn at_join(&self, join: Location) -> &[Symbol] {
        &self.live[&join]
    }
}
