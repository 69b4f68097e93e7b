//! Removes everything that cannot be on a run that misses the goal: infeasible edges, unreachable
//! locations, and locations from which no error can be reached (or no loop, if every run is to
//! end).
//!
//! The way back: a removed location gets the invariant `false` if it is unreachable, and `true` if
//! it leads to no error. Invariants are added where a cycle through removed locations needs one.
//! The bound of an unwinding is adapted to the cut points of the input. If all cycles were removed
//! and the input has no bound, the proof consists of the invariants of the removed locations.

use super::bounds::{carry_bound, marked};
use super::pass::{Back, ByLocation, Claim, Pass, Reduction, Scheme};
use super::selection::Selection;
use evidence::TraceStep;
use model::{Cfa, Command, EdgeId, Goal, Location};
use std::sync::Arc;
use term::{Assignment, TermStore};

/// The pass.
pub(super) struct Prune {
    /// The goal of the verification.
    pub(super) goal: Goal,
}

impl Pass for Prune {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let selection = Selection::of(terms, input, self.goal);
        let is_small = input.locations().len() == 1 && input.edges().len() == 0;
        let all_alive = selection.alive.iter().all(|&alive| alive);
        if is_small || all_alive && selection.usable.iter().all(|&usable| usable) {
            return None;
        }
        let never = Command::Assume(terms.bool(false));
        let (output, back) = build(selection, input, &never);
        Some((Arc::new(output), Box::new(back)))
    }
}

fn build(selection: Selection, input: &Arc<Cfa>, never: &Command) -> (Cfa, Pruned) {
    let mut output = Cfa::new();
    let mut new = vec![None; selection.alive.len()];
    let mut origins = Vec::new();
    let alive = |location: Location| selection.alive[location.index()];
    for location in input.locations().filter(|&l| l == input.initial() || alive(l)) {
        let info = input.location(location);
        new[location.index()] = Some(output.add_location(info.name.clone(), info.span));
        origins.push(location);
    }
    let at = |location: Location| new[location.index()].expect("it stays");
    output.set_initial(at(input.initial()));
    if let Some(exit) = input.exit().filter(|&exit| alive(exit)) {
        output.set_exit(at(exit));
    }
    for error in input.errors().iter().filter(|error| alive(error.location)) {
        output.add_error(at(error.location), error.kind.clone());
    }
    let mut edges = Vec::new();
    for id in input.edges().filter(|e| selection.usable[e.index()]) {
        let edge = input.edge(id);
        if alive(edge.source) && alive(edge.target) {
            output.add_edge(at(edge.source), at(edge.target), edge.command.clone(), edge.span);
            edges.push(id);
        }
    }
    if let Some(error) = output.errors().first().map(|error| error.location) {
        for &id in &selection.stubs {
            let edge = input.edge(id);
            output.add_edge(at(edge.source), error, never.clone(), edge.span);
            edges.push(id);
        }
    }
    let marked = marked(input, &output, |l| [origins[l.index()]]);
    let is_acyclic = output.is_acyclic();
    let back = Pruned { input: input.clone(), selection, origins, edges, marked, is_acyclic };
    (output, back)
}

struct Pruned {
    input: Arc<Cfa>,
    selection: Selection,
    /// The input's location for each location of the output.
    origins: Vec<Location>,
    /// The input's edge for each edge of the output.
    edges: Vec<EdgeId>,
    /// Locations of the input that are cut points of the output.
    marked: Vec<bool>,
    is_acyclic: bool,
}

impl Pruned {
    /// Adds invariants where cycles through removed locations need them.
    fn with_removed(&self, terms: &mut TermStore, mut at: ByLocation) -> ByLocation {
        let (always, never) = (terms.bool(true), terms.bool(false));
        let Selection { alive, reachable, .. } = &self.selection;
        let cut_points = self.input.cut_points();
        for location in self.input.locations().filter(|l| !alive[l.index()]) {
            let edges = self.input.outgoing(location).iter();
            let mut targets = edges.map(|&e| self.input.edge(e).target);
            if cut_points.contains(location) || targets.any(|t| alive[t.index()]) {
                at.insert(location, if reachable[location.index()] { always } else { never });
            }
        }
        at
    }
}

impl Back for Pruned {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        match claim {
            Claim::Invariants { scheme, at } => {
                let at = at.into_iter().map(|(l, i)| (self.origins[l.index()], i)).collect();
                Claim::Invariants { scheme, at: self.with_removed(terms, at) }
            }
            Claim::Unwinding { bound, order } => {
                let usable = |e: EdgeId| self.selection.usable[e.index()];
                match carry_bound(&self.input, usable, &self.marked, bound) {
                    Some(bound) => Claim::Unwinding { bound, order },
                    // All loops were removed, and invariants can say why they are harmless.
                    None if self.is_acyclic => {
                        let at = self.with_removed(terms, ByLocation::new());
                        Claim::Invariants { scheme: Scheme::plain(), at }
                    }
                    None => Claim::Unwinding { bound, order },
                }
            }
        }
    }

    fn steps(
        &self,
        _: &mut TermStore,
        _: &Assignment,
        mut steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        for step in &mut steps {
            step.edge = self.edges[step.edge.index()];
        }
        steps
    }
}
