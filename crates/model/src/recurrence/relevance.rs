//! The variables that decide whether a run stays in a component.

use super::components::{Component, continuing};
use crate::cfa::Cfa;
use crate::command::Command;
use rustc_hash::FxHashMap;
use term::{Symbol, Term, TermStore, free_vars};

/// The variables whose values at the head decide which ways inside of the component can be gone, in
/// the order of declaration. Runs from two states that agree on them can go the same ways with the
/// same open values, and then agree on them again.
pub(super) fn relevant(cfa: &Cfa, terms: &TermStore, component: &Component) -> Vec<Symbol> {
    let words = terms.symbols().count().div_ceil(64);
    let mut place = FxHashMap::default();
    for (number, &location) in component.locations.iter().enumerate() {
        place.insert(location, number);
    }
    let mut analysis = Analysis { terms, uses: FxHashMap::default() };
    let mut live = vec![Set::empty(words); component.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, &location) in component.locations.iter().enumerate() {
            for &edge in continuing(cfa, location) {
                let edge = cfa.edge(edge);
                let Some(&target) = place.get(&edge.target) else { continue };
                let mut before = live[target].clone();
                analysis.transfer(&edge.command, &mut before);
                changed |= live[number].unite(&before);
            }
        }
    }
    let at_head = &live[place[&component.head]];
    terms.symbols().filter(|&symbol| at_head.contains(symbol)).collect()
}

struct Analysis<'a> {
    terms: &'a TermStore,
    /// The variables of the terms met so far.
    uses: FxHashMap<Term, Vec<Symbol>>,
}

impl Analysis<'_> {
    /// Takes what matters after a command to what matters before.
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
                commands.iter().rev().for_each(|command| self.transfer(command, live));
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
        let uses = self.uses.entry(term).or_insert_with(|| free_vars(self.terms, &[term]));
        uses.iter().for_each(|&variable| live.insert(variable));
    }
}

/// A set of symbols as bits.
#[derive(Clone, PartialEq, Eq)]
struct Set(Box<[u64]>);

impl Set {
    fn empty(words: usize) -> Set {
        Set(vec![0; words].into())
    }

    fn contains(&self, symbol: Symbol) -> bool {
        self.0[symbol.index() / 64] >> (symbol.index() % 64) & 1 == 1
    }

    fn insert(&mut self, symbol: Symbol) {
        self.0[symbol.index() / 64] |= 1 << (symbol.index() % 64);
    }

    /// Removes a symbol and says whether it was there.
    fn remove(&mut self, symbol: Symbol) -> bool {
        let was_there = self.contains(symbol);
        self.0[symbol.index() / 64] &= !(1 << (symbol.index() % 64));
        was_there
    }

    /// Adds all of another set and says whether that changes anything.
    fn unite(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }
}
