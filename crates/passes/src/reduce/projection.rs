//! The way back of passes that turn operations on variables that do not matter into `skip`.
//!
//! A run of the input is one of the output but for these variables. So it may give them any value;
//! and what invariants say of them is left out, conjunct by conjunct: where an engine has built on
//! values that do not matter the result may not be inductive, which the checker will find.

use super::commands::{Reads, restore_choices};
use super::liveness::Liveness;
use super::pass::{Back, ByLocation, Claim};
use evidence::TraceStep;
use model::{Cfa, Command, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Assignment, Op, Symbol, Term, TermStore};

/// The variables that matter.
pub(super) enum Kept {
    /// These, everywhere.
    Variables(FxHashSet<Symbol>),
    /// Those that are live at a location of the input.
    Live,
}

/// The way back, between automata that differ in operations that became `skip`.
pub(super) struct Projected {
    pub(super) input: Arc<Cfa>,
    pub(super) output: Arc<Cfa>,
    pub(super) kept: Kept,
}

impl Projected {
    fn invariants(
        &self,
        terms: &mut TermStore,
        parameters: &[Symbol],
        at: ByLocation,
    ) -> ByLocation {
        let mut reads = Reads::default();
        let mut kept_at: Vec<(Location, Vec<Term>)> = Vec::new();
        let mut project = |location, keeps: &dyn Fn(Symbol) -> bool| {
            if let Some(&invariant) = at.get(&location) {
                let keeps = |symbol| keeps(symbol) || parameters.contains(&symbol);
                kept_at.push((location, kept_conjuncts(terms, &mut reads, invariant, &keeps)));
            }
        };
        match &self.kept {
            Kept::Variables(kept) => {
                let keeps = |variable| kept.contains(&variable);
                at.keys().for_each(|&location| project(location, &keeps));
            }
            Kept::Live => {
                let dropped = self.dropped();
                Liveness::of(terms, &self.input).sweep(
                    |_, _| {},
                    |location, live| {
                        let keeps = |v| live.contains(v) || !dropped.contains(&v);
                        project(location, &keeps);
                    },
                );
            }
        }
        let mut projected = at;
        for (location, kept) in kept_at {
            projected.insert(location, terms.and(&kept));
        }
        projected
    }
}

impl Projected {
    /// The variables that some operation on is left out. The others have the same values as before
    /// wherever they are: an operation that is kept reads nothing but what is live there.
    fn dropped(&self) -> FxHashSet<Symbol> {
        let mut dropped = FxHashSet::default();
        for edge in self.input.edges() {
            let operations = |cfa: &Cfa| {
                let mut counts: FxHashMap<Symbol, usize> = FxHashMap::default();
                for command in cfa.edge(edge).command.iter() {
                    if let Command::Assign(variable, _) | Command::Havoc(variable) = command {
                        *counts.entry(*variable).or_default() += 1;
                    }
                }
                counts
            };
            let left = operations(&self.output);
            let is_less = |(v, before): &(Symbol, usize)| left.get(v).unwrap_or(&0) < before;
            let before = operations(&self.input).into_iter();
            dropped.extend(before.filter(is_less).map(|(variable, _)| variable));
        }
        dropped
    }
}

impl Back for Projected {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        match claim {
            Claim::Invariants { by, at } => {
                let at = self.invariants(terms, &by.parameters, at);
                Claim::Invariants { by, at }
            }
            Claim::Unwinding { bound } => Claim::Unwinding { bound },
        }
    }

    fn steps(
        &self,
        terms: &mut TermStore,
        _: &Assignment,
        mut steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        for step in &mut steps {
            let before = &self.input.edge(step.edge).command;
            let after = &self.output.edge(step.edge).command;
            let mut given = std::mem::take(&mut step.choices).into_iter();
            restore_choices(terms, before, after, &mut given, &mut step.choices);
        }
        steps
    }
}

/// The conjuncts of an invariant that read only variables that matter.
fn kept_conjuncts(
    terms: &TermStore,
    reads: &mut Reads,
    invariant: Term,
    keeps: &dyn Fn(Symbol) -> bool,
) -> Vec<Term> {
    let mut kept = Vec::new();
    let mut pending = vec![invariant];
    while let Some(term) = pending.pop() {
        if reads.of(terms, term).iter().all(|&variable| keeps(variable)) {
            kept.push(term);
        } else if terms.op(term) == Op::And {
            pending.extend(terms.args(term).iter().rev());
        }
    }
    kept
}
