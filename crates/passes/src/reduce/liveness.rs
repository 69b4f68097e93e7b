//! Live variables: those whose values can still decide whether an error is reached. A variable that
//! is read only to compute dead variables is dead too.

use super::commands::Reads;
use model::{Cfa, Command, EdgeId, Location};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Symbol, TermStore};

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
        let nothing = VariableSet::over(numbering(terms, cfa, &mut reads));
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
                    Some(live) => live.unite(&before),
                    None => live = Some(before),
                }
            }
            let live = live.unwrap_or_else(|| self.nothing.clone());
            at_location(location, &live);
            match self.at_joins.get_mut(&location) {
                Some(known) if known.bits == live.bits => {}
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

/// Turns the variables live after a command into those live before it.
pub(super) fn pass_back(
    terms: &TermStore,
    reads: &mut Reads,
    command: &Command,
    live: &mut VariableSet,
) {
    match command {
        Command::Skip | Command::Call(_) => {}
        Command::Assume(condition) => live.extend(&reads.of(terms, *condition)),
        Command::Assign(variable, value) => {
            if live.remove(*variable) {
                live.extend(&reads.of(terms, *value));
            }
        }
        Command::Havoc(variable) => {
            live.remove(*variable);
        }
        Command::Seq(commands) => {
            for command in commands.iter().rev() {
                pass_back(terms, reads, command, live);
            }
        }
        Command::Choice(branches) => {
            let after = live.take();
            for branch in branches {
                let mut before = after.clone();
                pass_back(terms, reads, branch, &mut before);
                live.unite(&before);
            }
        }
    }
}

/// Numbers the variables that an automaton reads; no others are ever live. The store contains all
/// variables there ever were, so sets over them would be large.
fn numbering(terms: &TermStore, cfa: &Cfa, reads: &mut Reads) -> Numbering {
    let mut numbers = vec![NO_NUMBER; terms.symbols().count()];
    let mut next = 0;
    for edge in cfa.edges() {
        for command in cfa.edge(edge).command.iter() {
            let (Command::Assume(read) | Command::Assign(_, read)) = command else { continue };
            for variable in reads.of(terms, *read).iter() {
                let number = &mut numbers[variable.index()];
                if *number == NO_NUMBER {
                    *number = next;
                    next += 1;
                }
            }
        }
    }
    Numbering { numbers: numbers.into(), len: next as usize }
}

const NO_NUMBER: u32 = u32::MAX;

/// The numbers of some variables, by their symbols.
#[derive(Clone)]
struct Numbering {
    numbers: Arc<[u32]>,
    len: usize,
}

/// A set of variables that have numbers, as bits.
#[derive(Clone)]
pub(super) struct VariableSet {
    numbering: Numbering,
    bits: Box<[u64]>,
}

impl VariableSet {
    fn over(numbering: Numbering) -> VariableSet {
        let bits = vec![0; numbering.len.div_ceil(64)].into();
        VariableSet { numbering, bits }
    }

    /// Empties the set and returns what was in it.
    pub(super) fn take(&mut self) -> VariableSet {
        let nothing = VariableSet::over(self.numbering.clone());
        std::mem::replace(self, nothing)
    }

    /// The position of a variable's bit: the word, and the bit in it.
    fn place(&self, variable: Symbol) -> Option<(usize, u64)> {
        match *self.numbering.numbers.get(variable.index())? {
            NO_NUMBER => None,
            number => Some((number as usize / 64, 1 << (number % 64))),
        }
    }

    /// Whether a variable is in the set.
    pub(super) fn contains(&self, variable: Symbol) -> bool {
        self.place(variable).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    fn extend(&mut self, variables: &[Symbol]) {
        for &variable in variables {
            let (word, bit) = self.place(variable).expect("what is read has a number");
            self.bits[word] |= bit;
        }
    }

    /// Removes a variable; returns whether it was in the set.
    fn remove(&mut self, variable: Symbol) -> bool {
        let Some((word, bit)) = self.place(variable) else { return false };
        let present = self.bits[word] & bit != 0;
        self.bits[word] &= !bit;
        present
    }

    /// Adds the variables of another set.
    pub(super) fn unite(&mut self, other: &VariableSet) {
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            *word |= more;
        }
    }
}
