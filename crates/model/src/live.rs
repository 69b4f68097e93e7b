//! Live variables: those whose values still matter after a command, and what that means before it.

use crate::cfa::Cfa;
use crate::command::Command;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Symbol, Term, TermStore, free_vars};

/// Remembers which variables each term reads.
#[derive(Default)]
pub struct Reads {
    known: FxHashMap<Term, Arc<[Symbol]>>,
}

impl Reads {
    /// The variables that a term reads.
    pub fn of(&mut self, terms: &TermStore, term: Term) -> Arc<[Symbol]> {
        let read = self.known.entry(term).or_insert_with(|| free_vars(terms, &[term]).into());
        read.clone()
    }
}

/// Turns the variables live after a command into those live before it. A variable that is read only
/// to compute dead variables is dead too.
pub fn pass_back(terms: &TermStore, reads: &mut Reads, command: &Command, live: &mut VariableSet) {
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

const NO_NUMBER: u32 = u32::MAX;

/// The numbers of the variables that may be in a set, by their symbols: of live variables, those that an
/// automaton reads. The store contains all variables there ever were, so sets over them would be large.
#[derive(Clone)]
struct Numbering {
    numbers: Arc<[u32]>,
    len: usize,
}

impl Numbering {
    fn of(terms: &TermStore, cfa: &Cfa, reads: &mut Reads) -> Numbering {
        let commands = cfa.edges().flat_map(|edge| cfa.edge(edge).command.iter());
        let read = commands.filter_map(|command| match command {
            Command::Assume(read) | Command::Assign(_, read) => Some(*read),
            _ => None,
        });
        Numbering::among(terms, read.flat_map(|read| reads.of(terms, read).to_vec()))
    }

    fn among(terms: &TermStore, variables: impl IntoIterator<Item = Symbol>) -> Numbering {
        let mut numbers = vec![NO_NUMBER; terms.symbols().count()];
        let mut next = 0;
        for variable in variables {
            let number = &mut numbers[variable.index()];
            if *number == NO_NUMBER {
                *number = next;
                next += 1;
            }
        }
        Numbering { numbers: numbers.into(), len: next as usize }
    }
}

/// A set of variables out of some, as bits.
#[derive(Clone)]
pub struct VariableSet {
    numbering: Numbering,
    bits: Box<[u64]>,
}

impl PartialEq for VariableSet {
    /// Whether two sets over the same automaton contain the same variables.
    fn eq(&self, other: &VariableSet) -> bool {
        self.bits == other.bits
    }
}

impl VariableSet {
    /// The empty set over the variables that an automaton reads.
    pub fn over(terms: &TermStore, cfa: &Cfa, reads: &mut Reads) -> VariableSet {
        VariableSet::empty(Numbering::of(terms, cfa, reads))
    }

    /// The empty set over the given variables.
    pub fn among(terms: &TermStore, variables: impl IntoIterator<Item = Symbol>) -> VariableSet {
        VariableSet::empty(Numbering::among(terms, variables))
    }

    fn empty(numbering: Numbering) -> VariableSet {
        let bits = vec![0; numbering.len.div_ceil(64)].into();
        VariableSet { numbering, bits }
    }

    /// Empties the set and returns what was in it.
    pub fn take(&mut self) -> VariableSet {
        let nothing = VariableSet::empty(self.numbering.clone());
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
    pub fn contains(&self, variable: Symbol) -> bool {
        self.place(variable).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    fn extend(&mut self, variables: &[Symbol]) {
        for &variable in variables {
            let (word, bit) = self.place(variable).expect("what is read has a number");
            self.bits[word] |= bit;
        }
    }

    /// Adds a variable, if it is one of those that may be in the set.
    pub fn insert(&mut self, variable: Symbol) {
        if let Some((word, bit)) = self.place(variable) {
            self.bits[word] |= bit;
        }
    }

    /// Removes a variable; returns whether it was in the set.
    pub fn remove(&mut self, variable: Symbol) -> bool {
        let Some((word, bit)) = self.place(variable) else { return false };
        let present = self.bits[word] & bit != 0;
        self.bits[word] &= !bit;
        present
    }

    /// Adds the variables of another set; returns whether any was new.
    pub fn unite(&mut self, other: &VariableSet) -> bool {
        let mut grew = false;
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            grew |= *more & !*word != 0;
            *word |= more;
        }
        grew
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_before_a_command() {
        let model = crate::parse(
            "var a, b, c, d, e : bv8
             procedure main {
               initial start
               error bad \"\"
               start -> end { a := b; choice { c := d } or { havoc c }; e := a }
               end -> bad { assume (= c e) }
             }",
        )
        .expect("the model is well-formed");
        let cfa = &model.procedures[model.entry.index()].cfa;
        let mut reads = Reads::default();
        let mut live = VariableSet::over(&model.terms, cfa, &mut reads);
        let names = |live: &VariableSet| -> String {
            let symbols = model.terms.symbols().filter(|&symbol| live.contains(symbol));
            symbols.map(|symbol| model.terms.name(symbol).to_string()).collect()
        };
        let edges: Vec<_> = cfa.edges().collect();
        pass_back(&model.terms, &mut reads, &cfa.edge(edges[1]).command, &mut live);
        assert_eq!(names(&live), "ce");
        pass_back(&model.terms, &mut reads, &cfa.edge(edges[0]).command, &mut live);
        assert_eq!(names(&live), "bd");
        let before = live.clone();
        assert!(!live.unite(&before) && live == before);
    }
}
