//! Removes what no run to an error passes: edges whose command never goes on, and locations that
//! cannot be reached or from which no error can.
//!
//! The way back: a removed location that cannot be reached has the invariant `false`; one that
//! leads to no error has `true`. They are put where a cycle through removed locations needs one.
//! A cycle of locations that stay may need one too, where an edge that never goes on closes it in
//! the input: such edges are kept.

use super::bounds::{carry_bound, leading_to_errors, marked};
use super::commands::is_infeasible;
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use evidence::TraceStep;
use model::{Cfa, Command, Edge, EdgeId, Location};
use std::sync::Arc;
use term::{Assignment, TermStore};

/// The pass.
pub(super) struct Prune;

impl Pass for Prune {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let selection = Selection::of(terms, input);
        let is_small = input.locations().len() == 1 && input.edges().len() == 0;
        let all_alive = selection.alive.iter().all(|&alive| alive);
        if is_small || all_alive && selection.usable.iter().all(|&usable| usable) {
            return None;
        }
        let (output, back) = selection.build(input);
        Some((Arc::new(output), Box::new(back)))
    }
}

/// What stays of an automaton.
struct Selection {
    /// Edges that are not known to stop every run.
    usable: Vec<bool>,
    reachable: Vec<bool>,
    /// Locations that are reachable and lead to an error.
    alive: Vec<bool>,
}

impl Selection {
    fn of(terms: &TermStore, cfa: &Cfa) -> Selection {
        let mut is_error = vec![false; cfa.locations().len()];
        for error in cfa.errors() {
            is_error[error.location.index()] = true;
        }
        let mut usable: Vec<bool> = cfa
            .edges()
            .map(|e| cfa.edge(e))
            .map(|edge| !is_error[edge.source.index()] && !is_infeasible(terms, &edge.command))
            .collect();
        let reachable = reachable(cfa, &usable);
        let leads = leading_to_errors(cfa, |e| usable[e.index()]);
        let alive: Vec<bool> = reachable.iter().zip(leads).map(|(&r, l)| r && l).collect();
        for edge in edges_on_uncut_cycles(cfa, &alive, &usable, &is_error) {
            usable[edge.index()] = true;
        }
        Selection { usable, reachable, alive }
    }

    fn build(self, input: &Arc<Cfa>) -> (Cfa, Pruned) {
        let mut output = Cfa::new();
        let mut new = vec![None; self.alive.len()];
        let mut origins = Vec::new();
        let stays = |l: &Location| *l == input.initial() || self.alive[l.index()];
        for location in input.locations().filter(stays) {
            let info = input.location(location);
            new[location.index()] = Some(output.add_location(info.name.clone(), info.span));
            origins.push(location);
        }
        let at = |location: Location| new[location.index()];
        output.set_initial(at(input.initial()).expect("the initial location stays"));
        if let Some(exit) = input.exit().and_then(at) {
            output.set_exit(exit);
        }
        for error in input.errors() {
            if let Some(location) = at(error.location) {
                output.add_error(location, error.property.clone());
            }
        }
        let mut edges = Vec::new();
        for id in input.edges().filter(|e| self.usable[e.index()]) {
            let edge = input.edge(id);
            if self.alive[edge.source.index()]
                && self.alive[edge.target.index()]
                && let (Some(source), Some(target)) = (at(edge.source), at(edge.target))
            {
                output.add_edge(source, target, edge.command.clone(), edge.span);
                edges.push(id);
            }
        }
        let marked = marked(input, &output, |l| [origins[l.index()]]);
        let is_acyclic = output.is_acyclic();
        let back =
            Pruned { input: input.clone(), selection: self, origins, edges, marked, is_acyclic };
        (output, back)
    }
}

fn reachable(cfa: &Cfa, usable: &[bool]) -> Vec<bool> {
    let mut reachable = vec![false; cfa.locations().len()];
    let mut pending = vec![cfa.initial()];
    reachable[cfa.initial().index()] = true;
    while let Some(location) = pending.pop() {
        for &edge in cfa.outgoing(location).iter().filter(|e| usable[e.index()]) {
            let target = cfa.edge(edge).target;
            if !std::mem::replace(&mut reachable[target.index()], true) {
                pending.push(target);
            }
        }
    }
    reachable
}

/// Edges that never go on but may close a cycle of locations that stay, one that the cut points of
/// what stays do not cut.
fn edges_on_uncut_cycles(
    cfa: &Cfa,
    alive: &[bool],
    usable: &[bool],
    is_error: &[bool],
) -> Vec<EdgeId> {
    /// Cut points may move when edges come back; after this many rounds all of them do.
    const ROUNDS: usize = 4;
    let inside = |e: EdgeId| {
        let Edge { source, target, .. } = cfa.edge(e);
        alive[source.index()] && alive[target.index()] && !is_error[source.index()]
    };
    let dropped: Vec<EdgeId> = cfa.edges().filter(|&e| inside(e) && !usable[e.index()]).collect();
    let mut kept = vec![false; usable.len()];
    for round in 0.. {
        if dropped.iter().all(|e| kept[e.index()]) || round == ROUNDS {
            return dropped;
        }
        let graph = skeleton(cfa, |e| inside(e) && (usable[e.index()] || kept[e.index()]));
        let cut_points = graph.cut_points();
        let uncut = |e: EdgeId| inside(e) && !cut_points.contains(cfa.edge(e).target);
        let cyclic = cyclic_core(&skeleton(cfa, uncut));
        let mut found = false;
        for &e in dropped.iter().filter(|&&e| uncut(e)) {
            let Edge { source, target, .. } = cfa.edge(e);
            if cyclic[source.index()] && cyclic[target.index()] {
                found |= !std::mem::replace(&mut kept[e.index()], true);
            }
        }
        if !found {
            break;
        }
    }
    dropped.into_iter().filter(|e| kept[e.index()]).collect()
}

/// The automaton with some of its edges and without commands.
fn skeleton(cfa: &Cfa, with: impl Fn(EdgeId) -> bool) -> Cfa {
    let mut graph = Cfa::new();
    for _ in cfa.locations() {
        graph.add_location("", None);
    }
    graph.set_initial(cfa.initial());
    for edge in cfa.edges().filter(|&e| with(e)).map(|e| cfa.edge(e)) {
        graph.add_edge(edge.source, edge.target, Command::Skip, None);
    }
    graph
}

/// What is left when locations without edges into them, or out of them, are taken away for as long
/// as there are any: the cycles and what is between them.
fn cyclic_core(graph: &Cfa) -> Vec<bool> {
    let mut arriving: Vec<usize> = graph.locations().map(|l| graph.incoming(l).len()).collect();
    let mut leaving: Vec<usize> = graph.locations().map(|l| graph.outgoing(l).len()).collect();
    let mut core = vec![true; arriving.len()];
    let mut pending: Vec<Location> = graph.locations().collect();
    while let Some(location) = pending.pop() {
        let here = location.index();
        if !core[here] || (arriving[here] > 0 && leaving[here] > 0) {
            continue;
        }
        core[here] = false;
        for target in graph.outgoing(location).iter().map(|&e| graph.edge(e).target) {
            arriving[target.index()] -= 1;
            pending.push(target);
        }
        for source in graph.incoming(location).iter().map(|&e| graph.edge(e).source) {
            leaving[source.index()] -= 1;
            pending.push(source);
        }
    }
    core
}

struct Pruned {
    input: Arc<Cfa>,
    selection: Selection,
    /// The input's location of each location of the output.
    origins: Vec<Location>,
    /// The input's edge of each edge of the output.
    edges: Vec<EdgeId>,
    /// Locations of the input that are cut points of the output.
    marked: Vec<bool>,
    is_acyclic: bool,
}

impl Pruned {
    /// Puts invariants where cycles through removed locations need them.
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
            Claim::Invariants { k, at } => {
                let at = at.into_iter().map(|(l, i)| (self.origins[l.index()], i)).collect();
                Claim::Invariants { k, at: self.with_removed(terms, at) }
            }
            Claim::Unwinding { bound } => {
                let usable = |e: EdgeId| self.selection.usable[e.index()];
                match carry_bound(&self.input, usable, &self.marked, bound) {
                    Some(bound) => Claim::Unwinding { bound },
                    // All loops were removed, and why they are harmless can be said.
                    None if self.is_acyclic => {
                        let at = self.with_removed(terms, ByLocation::new());
                        Claim::Invariants { k: 1, at }
                    }
                    None => Claim::Unwinding { bound },
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
