//! Slicing by the property: only variables in the cone of influence of the assumptions matter, that
//! is, those that an assumption reads directly or through assignments. Assignments to other
//! variables, and choices for them, become `skip`. All assumptions stay, so the same runs are
//! feasible.
//!
//! The way back: invariants lose their conjuncts about other variables, and runs give them any
//! value.

use super::commands::with_commands;
use super::pass::{Pass, Reduction};
use super::projection::{Kept, Projected};
use model::{Cfa, Command, Reads};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Symbol, Term, TermStore};

/// The pass.
pub(super) struct Slice;

impl Pass for Slice {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let relevant = cone_of_influence(terms, input);
        let commands = input.edges().map(|e| (e, sliced(&input.edge(e).command, &relevant)));
        let output = Arc::new(with_commands(input, commands)?);
        let (input, kept) = (input.clone(), Kept::Variables(relevant));
        let back = Projected { input, output: output.clone(), kept };
        Some((output, Box::new(back)))
    }
}

fn cone_of_influence(terms: &TermStore, cfa: &Cfa) -> FxHashSet<Symbol> {
    let mut reads = Reads::default();
    let mut relevant: FxHashSet<Symbol> = FxHashSet::default();
    let mut pending: Vec<Symbol> = Vec::new();
    let mut assigned: FxHashMap<Symbol, Vec<Term>> = FxHashMap::default();
    for edge in cfa.edges() {
        for command in cfa.edge(edge).command.iter() {
            match command {
                Command::Assume(condition) => {
                    let read = reads.of(terms, *condition);
                    pending.extend(read.iter().filter(|v| relevant.insert(**v)));
                }
                Command::Assign(variable, value) => {
                    assigned.entry(*variable).or_default().push(*value);
                }
                _ => {}
            }
        }
    }
    while let Some(variable) = pending.pop() {
        for value in assigned.remove(&variable).unwrap_or_default() {
            let read = reads.of(terms, value);
            pending.extend(read.iter().filter(|v| relevant.insert(**v)));
        }
    }
    relevant
}

fn sliced(command: &Command, relevant: &FxHashSet<Symbol>) -> Command {
    let inside = |parts: &[Command]| parts.iter().map(|part| sliced(part, relevant)).collect();
    match command {
        Command::Assign(variable, _) | Command::Havoc(variable) if !relevant.contains(variable) => {
            Command::Skip
        }
        Command::Seq(parts) => Command::Seq(inside(parts)),
        Command::Choice(branches) => Command::Choice(inside(branches)),
        other => other.clone(),
    }
}
