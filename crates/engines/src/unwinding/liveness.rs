//! Live variables: those whose values can still decide whether an error is reached.

use super::outline::Graph;
use model::{Command, Location};
use rustc_hash::FxHashMap;
use term::{Symbol, Term, TermStore, free_vars};

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
        let mut analysis = Analysis { store, uses: FxHashMap::default() };
        let words = store.symbols().count().div_ceil(64);
        let joins = graph.order().iter().filter(|&&l| graph.is_join(l));
        let mut at_join: FxHashMap<Location, Set> =
            joins.map(|&join| (join, Set::empty(words))).collect();
        let mut elsewhere: FxHashMap<Location, Set> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for &location in graph.order().iter().rev() {
                let mut live: Option<Set> = None;
                for edge in graph.edges(location) {
                    let edge = graph.cfa.edge(edge);
                    let mut before = match at_join.get(&edge.target) {
                        Some(set) => set.clone(),
                        None => elsewhere.remove(&edge.target).expect("it was visited"),
                    };
                    analysis.transfer(&edge.command, &mut before);
                    match &mut live {
                        Some(live) => live.unite(&before),
                        None => live = Some(before),
                    }
                }
                let live = live.unwrap_or_else(|| Set::empty(words));
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
        let symbols: Vec<Symbol> = store.symbols().collect();
        let live = at_join.into_iter().map(|(join, set)| (join, set.members(&symbols)));
        Liveness { live: live.collect() }
    }

    /// The variables that are live at a join.
    pub(crate) fn at_join(&self, join: Location) -> &[Symbol] {
        &self.live[&join]
    }
}

struct Analysis<'a> {
    store: &'a TermStore,
    /// The variables of the terms seen so far.
    uses: FxHashMap<Term, Vec<Symbol>>,
}

impl Analysis<'_> {
    /// Turns the variables live after a command into those live before it.
    fn transfer(&mut self, command: &Command, live: &mut Set) {
        match command {
            Command::Skip | Command::Call(_) => {}
            Command::Assume(condition) => self.read(*condition, live),
            Command::Assign(variable, term) => {
                if live.remove(*variable) {
                    self.read(*term, live);
                }
            }
            Command::Havoc(variable) => {
                live.remove(*variable);
            }
            Command::Seq(commands) => {
                for command in commands.iter().rev() {
                    self.transfer(command, live);
                }
            }
            Command::Choice(branches) => {
                let after = std::mem::replace(live, Set::empty(live.0.len()));
                for branch in branches {
                    let mut before = after.clone();
                    self.transfer(branch, &mut before);
                    live.unite(&before);
                }
            }
        }
    }

    fn read(&mut self, term: Term, live: &mut Set) {
        let uses = self.uses.entry(term).or_insert_with(|| free_vars(self.store, &[term]));
        for &variable in uses.iter() {
            live.insert(variable);
        }
    }
}

/// A set of symbols as bits.
#[derive(Clone, PartialEq, Eq)]
struct Set(Box<[u64]>);

impl Set {
    fn empty(words: usize) -> Set {
        Set(vec![0; words].into())
    }

    fn insert(&mut self, symbol: Symbol) {
        self.0[symbol.index() / 64] |= 1 << (symbol.index() % 64);
    }

    /// Removes a symbol; returns whether it was in the set.
    fn remove(&mut self, symbol: Symbol) -> bool {
        let (word, bit) = (&mut self.0[symbol.index() / 64], 1 << (symbol.index() % 64));
        let present = *word & bit != 0;
        *word &= !bit;
        present
    }

    fn unite(&mut self, other: &Set) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn members(&self, symbols: &[Symbol]) -> Vec<Symbol> {
        let member = |s: &Symbol| self.0[s.index() / 64] >> (s.index() % 64) & 1 == 1;
        symbols.iter().copied().filter(member).collect()
    }
}
