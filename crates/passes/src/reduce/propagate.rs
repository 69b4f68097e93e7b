//! Constant and copy propagation: a variable that is known to equal a constant or another variable
//! is replaced, and terms are simplified. The analysis is flow-sensitive and conditional (Wegman
//! and Zadeck, "Constant Propagation with Conditional Branches"): it assumes at first that every
//! edge is infeasible, and learns from assumptions too.
//!
//! The way back: runs stay. Invariants are extended by the facts at their location about variables
//! that are live there; unreachable locations get `false`.

use super::commands::with_commands;
use super::facts::{Facts, Propagator, join};
use super::liveness::Liveness;
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use model::{Cfa, Command, EdgeId, Location};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Symbol, Term, TermStore};

/// The pass.
pub(super) struct Propagate;

/// How often a location is visited on average before the analysis gives up.
const EFFORT: usize = 50;

impl Pass for Propagate {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut propagator = Propagator::new(terms);
        let facts = analyse(&mut propagator, input)?;
        let commands = input.edges().map(|e| {
            let edge = input.edge(e);
            (e, propagator.pass(&edge.command, &mut facts[edge.source.index()].clone()))
        });
        let output = with_commands(input, commands.collect::<Vec<(EdgeId, Command)>>())?;
        let back = Propagated { input: input.clone(), facts };
        Some((Arc::new(output), Box::new(back)))
    }
}

/// The facts at each location; `None` if it is unreachable.
fn analyse(propagator: &mut Propagator<'_>, cfa: &Cfa) -> Option<Vec<Option<Facts>>> {
    let cut_points = cfa.cut_points();
    let order = cut_points.topological_order();
    let mut position = vec![0; cfa.locations().len()];
    for (i, location) in order.iter().enumerate() {
        position[location.index()] = i;
    }
    let mut facts: Vec<Option<Facts>> = vec![None; cfa.locations().len()];
    facts[cfa.initial().index()] = Some(Facts::new());
    let mut pending = BTreeSet::from([position[cfa.initial().index()]]);
    let mut effort = EFFORT * order.len();
    while let Some(next) = pending.pop_first() {
        effort = effort.checked_sub(1)?;
        let location = order[next];
        for &id in cfa.outgoing(location) {
            let edge = cfa.edge(id);
            let mut after = facts[location.index()].clone();
            propagator.pass(&edge.command, &mut after);
            if join(&mut facts[edge.target.index()], after) {
                pending.insert(position[edge.target.index()]);
            }
        }
    }
    Some(facts)
}

struct Propagated {
    input: Arc<Cfa>,
    facts: Vec<Option<Facts>>,
}

impl Propagated {
    fn invariants(&self, terms: &mut TermStore, mut at: ByLocation) -> ByLocation {
        let mut known: Vec<(Location, Vec<(Symbol, Term)>)> = Vec::new();
        Liveness::of(terms, &self.input).sweep(
            |_, _| {},
            |location, live| {
                if at.contains_key(&location)
                    && let Some(facts) = &self.facts[location.index()]
                {
                    let entries = facts.entries().into_iter();
                    let entries = entries.map(|(i, value)| (Symbol::from_index(i), value));
                    let entries = entries.filter(|(variable, _)| live.contains(*variable));
                    known.push((location, entries.collect()));
                }
            },
        );
        for (location, facts) in known {
            let mut conjuncts = vec![at[&location]];
            for (variable, value) in facts {
                let variable = terms.var(variable);
                conjuncts.push(terms.eq(variable, value));
            }
            at.insert(location, terms.and(&conjuncts));
        }
        for (location, invariant) in &mut at {
            if self.facts[location.index()].is_none() {
                *invariant = terms.bool(false);
            }
        }
        at
    }
}

impl Back for Propagated {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        claim.with_invariants(|at| self.invariants(terms, at))
    }
}
