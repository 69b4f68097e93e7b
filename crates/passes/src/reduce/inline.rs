//! Assignment inlining: if a command assigns a temporary variable and reads it later, the read
//! becomes the assigned term. The assignment is then dead and is removed with other dead
//! assignments. A variable is temporary for a command if it is dead after it.
//!
//! The way back: the values of all variables stay the same, so all evidence does too.

use super::commands::with_commands;
use super::liveness::Liveness;
use super::pass::{Pass, Reduction};
use super::unchanged::Unchanged;
use model::{Cfa, Command, EdgeId, Reads, VariableSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Substitution, Symbol, Term, TermStore};

/// The pass.
pub(super) struct Inline {
    /// The maximal number of different subterms of a substituted term.
    pub(super) limit: usize,
}

impl Pass for Inline {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut candidates: Vec<(EdgeId, FxHashSet<Symbol>)> = Vec::new();
        Liveness::of(terms, input).sweep(
            |edge, live| {
                let temporaries = temporaries(&input.edge(edge).command, live);
                if !temporaries.is_empty() {
                    candidates.push((edge, temporaries));
                }
            },
            |_, _| {},
        );
        let mut reads = Reads::default();
        let commands = candidates.into_iter().map(|(edge, temporaries)| {
            let mut inliner = Inliner {
                terms,
                reads: &mut reads,
                temporaries: &temporaries,
                limit: self.limit,
                known: FxHashMap::default(),
                changed: FxHashMap::default(),
                now: 0,
            };
            (edge, inliner.inlined(&input.edge(edge).command))
        });
        let output = with_commands(input, commands)?;
        Some((Arc::new(output), Box::new(Unchanged)))
    }
}

/// The variables that a composite command assigns and that are dead after it.
fn temporaries(command: &Command, live: &VariableSet) -> FxHashSet<Symbol> {
    if !matches!(command, Command::Seq(_) | Command::Choice(_)) {
        return FxHashSet::default();
    }
    let assigned = command.iter().filter_map(|part| match part {
        Command::Assign(variable, _) if !live.contains(*variable) => Some(*variable),
        _ => None,
    });
    assigned.collect()
}

struct Inliner<'a> {
    terms: &'a mut TermStore,
    reads: &'a mut Reads,
    temporaries: &'a FxHashSet<Symbol>,
    limit: usize,
    /// The value of each temporary, and since when it has it.
    known: FxHashMap<Symbol, (Term, u32)>,
    /// When variables were last changed. A term keeps its meaning until one of its variables
    /// changes.
    changed: FxHashMap<Symbol, u32>,
    now: u32,
}

impl Inliner<'_> {
    fn inlined(&mut self, command: &Command) -> Command {
        match command {
            Command::Assume(condition) => Command::Assume(self.substituted(*condition)),
            Command::Assign(variable, value) => {
                let value = self.substituted(*value);
                self.change(*variable);
                if self.temporaries.contains(variable)
                    && !self.reads.of(self.terms, value).contains(variable)
                {
                    self.known.insert(*variable, (value, self.now));
                }
                Command::Assign(*variable, value)
            }
            Command::Havoc(variable) => {
                self.change(*variable);
                command.clone()
            }
            Command::Seq(parts) => Command::Seq(parts.iter().map(|c| self.inlined(c)).collect()),
            Command::Choice(branches) => {
                let (known, changed) = (self.known.clone(), self.changed.clone());
                let mut new = Vec::with_capacity(branches.len());
                for branch in branches {
                    new.push(self.inlined(branch));
                    self.known.clone_from(&known);
                    self.changed.clone_from(&changed);
                }
                for variable in command.modified() {
                    self.change(variable);
                }
                Command::Choice(new)
            }
            Command::Skip | Command::Call(_) => command.clone(),
        }
    }

    fn change(&mut self, variable: Symbol) {
        self.now += 1;
        self.changed.insert(variable, self.now);
        self.known.remove(&variable);
    }

    fn substituted(&mut self, term: Term) -> Term {
        let mut held = Substitution::new();
        let mut any = false;
        for &variable in self.reads.of(self.terms, term).iter() {
            if let Some(value) = self.held(variable) {
                held.insert(self.terms.var(variable), value);
                any = true;
            }
        }
        if !any {
            return term;
        }
        let new = held.apply(self.terms, term);
        if has_at_most(self.terms, new, self.limit) { new } else { term }
    }

    /// The known value of a variable, in terms of current values.
    fn held(&mut self, variable: Symbol) -> Option<Term> {
        let (value, since) = *self.known.get(&variable)?;
        let reads = self.reads.of(self.terms, value);
        let holds = reads.iter().all(|v| self.changed.get(v).is_none_or(|&when| when <= since));
        holds.then_some(value)
    }
}

/// Whether a term has at most `limit` different subterms.
fn has_at_most(terms: &TermStore, term: Term, limit: usize) -> bool {
    let mut seen: FxHashSet<Term> = FxHashSet::from_iter([term]);
    let mut pending = vec![term];
    while let Some(part) = pending.pop() {
        if seen.len() > limit {
            return false;
        }
        pending.extend(terms.args(part).iter().filter(|arg| seen.insert(**arg)));
    }
    seen.len() <= limit
}
