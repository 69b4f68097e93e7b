//! Live-variable reduction: assignments to dead variables, and choices for them, become `skip`.
//!
//! The way back: invariants lose their conjuncts about variables whose last operation is missing, and runs give
//! these variables any value.

use super::commands::with_commands;
use super::liveness::Liveness;
use super::pass::{Pass, Reduction};
use super::projection::{Kept, Projected};
use model::{Cfa, Command, EdgeId, Reads, VariableSet, pass_back};
use std::sync::Arc;
use term::TermStore;

/// The pass.
pub(super) struct Live;

impl Pass for Live {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut reads = Reads::default();
        let mut commands: Vec<(EdgeId, Command)> = Vec::new();
        let rewrite = |edge, after: &VariableSet| {
            let command = &input.edge(edge).command;
            commands.push((edge, without_dead(terms, &mut reads, command, &mut after.clone())));
        };
        Liveness::of(terms, input).sweep(rewrite, |_, _| {});
        let output = Arc::new(with_commands(input, commands)?);
        let back = Projected { input: input.clone(), output: output.clone(), kept: Kept::UpToDate };
        Some((output, Box::new(back)))
    }
}

/// The command without operations on dead variables. Turns the variables live after it into those
/// live before it.
fn without_dead(
    terms: &TermStore,
    reads: &mut Reads,
    command: &Command,
    live: &mut VariableSet,
) -> Command {
    match command {
        Command::Assign(variable, _) | Command::Havoc(variable) if !live.contains(*variable) => {
            Command::Skip
        }
        Command::Seq(parts) => {
            let parts = parts.iter().rev().map(|part| without_dead(terms, reads, part, live));
            let mut parts: Vec<Command> = parts.collect();
            parts.reverse();
            Command::Seq(parts)
        }
        Command::Choice(branches) => {
            let after = live.take();
            let rewrite = |branch| {
                let mut before = after.clone();
                let new = without_dead(terms, reads, branch, &mut before);
                live.unite(&before);
                new
            };
            Command::Choice(branches.iter().map(rewrite).collect())
        }
        other => {
            pass_back(terms, reads, other, live);
            other.clone()
        }
    }
}
