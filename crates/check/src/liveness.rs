//! Live variables: those whose values can still decide whether an error is reached or an invariant
//! violated.

use crate::encoding::Encoder;
use model::{Cfa, Command, Location};
use std::collections::{BTreeMap, BTreeSet};
use term::{Symbol, Term, free_vars};

/// The live variables of each location, as symbols of the checker.
pub fn live_variables(
    cfa: &Cfa,
    encoder: &Encoder<'_>,
    invariants: &BTreeMap<Location, Term>,
) -> Vec<BTreeSet<Symbol>> {
    let mut live = vec![BTreeSet::new(); cfa.locations().len()];
    for (location, &invariant) in invariants {
        live[location.index()].extend(free_vars(&encoder.store, &[invariant]));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for edge in cfa.edges().map(|edge| cfa.edge(edge)) {
            let mut before = live[edge.target.index()].clone();
            transfer(encoder, &edge.command, &mut before);
            let known = &mut live[edge.source.index()];
            let size = known.len();
            known.append(&mut before);
            changed |= known.len() > size;
        }
    }
    live
}

/// Turns the variables live after a command into those live before it.
fn transfer(encoder: &Encoder<'_>, command: &Command, live: &mut BTreeSet<Symbol>) {
    match command {
        // Runs with calls are not followed.
        Command::Skip | Command::Call(_) => {}
        Command::Assume(condition) => live.extend(encoder.variables(*condition)),
        Command::Assign(variable, term) => {
            if live.remove(&encoder.symbol(*variable)) {
                live.extend(encoder.variables(*term));
            }
        }
        Command::Havoc(variable) => {
            live.remove(&encoder.symbol(*variable));
        }
        Command::Seq(commands) => {
            commands.iter().rev().for_each(|command| transfer(encoder, command, live));
        }
        Command::Choice(branches) => {
            let after = std::mem::take(live);
            for branch in branches {
                let mut before = after.clone();
                transfer(encoder, branch, &mut before);
                live.append(&mut before);
            }
        }
    }
}
