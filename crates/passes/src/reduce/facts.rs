//! Facts about the values of variables at a location.

use super::persistent::PersistentMap;
use model::{Command, Reads};
use rustc_hash::FxHashMap;
use term::{Op, Substitution, Symbol, Term, TermStore};

/// Maps variables to the constant or other variable that they equal.
pub(super) type Facts = PersistentMap<Term>;

/// The maximal number of known copies of one variable.
const MAX_COPIES: usize = 64;

/// Propagates facts forward over commands.
pub(super) struct Propagator<'a> {
    pub(super) terms: &'a mut TermStore,
    reads: Reads,
    /// For each variable, the variables that were a copy of it somewhere.
    copies: FxHashMap<Symbol, Vec<Symbol>>,
}

impl<'a> Propagator<'a> {
    /// A propagator over the terms of a store.
    pub(super) fn new(terms: &'a mut TermStore) -> Propagator<'a> {
        Propagator { terms, reads: Reads::default(), copies: FxHashMap::default() }
    }

    /// The command, simplified by the facts that hold before it. The facts become those that hold
    /// after it, or `None` if it is infeasible. Without facts the command stays as it is.
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

    /// The term with variables replaced by the values they are known to have.
    fn rewritten(&mut self, term: Term, known: &Facts) -> Term {
        let mut equal = Substitution::new();
        for variable in self.reads.of(self.terms, term).iter() {
            if let Some(value) = known.get(variable.index()) {
                equal.insert(self.terms.var(*variable), value);
            }
        }
        equal.apply(self.terms, term)
    }

    /// Adds the facts that follow from a condition, which is already rewritten.
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

    /// Forgets the value of a variable that is about to change.
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

/// Keeps the facts that hold on both paths; the second may be unreachable. Returns whether facts
/// were lost.
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
