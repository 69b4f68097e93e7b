//! What is known of the values of variables at a location.

use super::commands::Reads;
use super::persistent::PersistentMap;
use model::Command;
use rustc_hash::FxHashMap;
use term::{Op, Substitution, Symbol, Term, TermStore};

/// Variables with the constant or the other variable that they equal.
pub(super) type Facts = PersistentMap<Term>;

/// At most so many variables are known as copies of one.
const MAX_COPIES: usize = 64;

/// Takes facts forward over commands.
pub(super) struct Propagator<'a> {
    pub(super) terms: &'a mut TermStore,
    reads: Reads,
    /// The variables that were a copy of a variable somewhere.
    copies: FxHashMap<Symbol, Vec<Symbol>>,
}

impl<'a> Propagator<'a> {
    /// A propagator over the terms of a store.
    pub(super) fn new(terms: &'a mut TermStore) -> Propagator<'a> {
        Propagator { terms, reads: Reads::default(), copies: FxHashMap::default() }
    }

    /// The command as it may be written where the facts hold before it; they become those that
    /// hold after it, or none if it never goes on. Where there are none before it stays.
    pub(super) fn pass(&mut self, command: &Command, facts: &mut Option<Facts>) -> Command {
        let Some(known) = facts else { return command.clone() };
        match command {
            Command::Skip | Command::Call(_) => command.clone(),
            Command::Assume(condition) => {
                let condition = self.rewritten(*condition, known);
                if self.terms.as_bool(condition) == Some(false) {
                    *facts = None;
                } else {
                    self.learn(condition, known);
                }
                Command::Assume(condition)
            }
            Command::Assign(variable, value) => {
                let value = self.rewritten(*value, known);
                if self.terms.as_var(value) != Some(*variable) {
                    self.forget(*variable, known);
                    self.remember(*variable, value, known);
                }
                Command::Assign(*variable, value)
            }
            Command::Havoc(variable) => {
                self.forget(*variable, known);
                command.clone()
            }
            Command::Seq(parts) => {
                Command::Seq(parts.iter().map(|part| self.pass(part, facts)).collect())
            }
            Command::Choice(branches) => {
                let before = facts.take();
                let mut pass = |branch| {
                    let mut after = before.clone();
                    let branch = self.pass(branch, &mut after);
                    join(facts, after);
                    branch
                };
                Command::Choice(branches.iter().map(&mut pass).collect())
            }
        }
    }

    /// The term with variables replaced by what they are known to equal.
    fn rewritten(&mut self, term: Term, known: &Facts) -> Term {
        let mut equal = Substitution::new();
        for variable in self.reads.of(self.terms, term).iter() {
            if let Some(value) = known.get(variable.index()) {
                equal.insert(self.terms.var(*variable), value);
            }
        }
        equal.apply(self.terms, term)
    }

    /// Notes what follows from a condition, in which what is known is replaced.
    fn learn(&mut self, condition: Term, known: &mut Facts) {
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            let args = self.terms.args(term);
            let fact = match self.terms.op(term) {
                Op::And => {
                    pending.extend(args);
                    None
                }
                Op::Var(variable) => Some((variable, true)),
                Op::Not => self.terms.as_var(args[0]).map(|variable| (variable, false)),
                Op::Eq => {
                    let (a, b) = (args[0], args[1]);
                    for (variable, value) in [(a, b), (b, a)] {
                        if let Some(variable) = self.terms.as_var(variable)
                            && self.terms.as_value(value).is_some()
                        {
                            known.set(variable.index(), Some(value));
                        }
                    }
                    None
                }
                _ => None,
            };
            if let Some((variable, value)) = fact {
                known.set(variable.index(), Some(self.terms.bool(value)));
            }
        }
    }

    fn remember(&mut self, variable: Symbol, value: Term, known: &mut Facts) {
        if let Some(original) = self.terms.as_var(value) {
            let copies = self.copies.entry(original).or_default();
            if !copies.contains(&variable) {
                if copies.len() == MAX_COPIES {
                    return;
                }
                copies.push(variable);
            }
        } else if self.terms.as_value(value).is_none() {
            return;
        }
        known.set(variable.index(), Some(value));
    }

    /// The variable gets another value.
    fn forget(&mut self, variable: Symbol, known: &mut Facts) {
        known.set(variable.index(), None);
        if let Some(copies) = self.copies.get(&variable) {
            let value = self.terms.var(variable);
            for copy in copies {
                if known.get(copy.index()) == Some(value) {
                    known.set(copy.index(), None);
                }
            }
        }
    }
}

/// Keeps what holds on both ways, the second of which may be none, and says whether less is known.
pub(super) fn join(facts: &mut Option<Facts>, other: Option<Facts>) -> bool {
    match (facts, other) {
        (_, None) => false,
        (Some(facts), Some(other)) => facts.intersect(&other),
        (none, other) => {
            *none = other;
            true
        }
    }
}
