//! Selects the part of an automaton that pruning keeps.
//!
//! This is more than graph search because of infeasible edges: evidence is checked against automata
//! that still contain them. So some of them are kept:
//!
//! - Edges that close a cycle that is not cut otherwise: the cycle would need an invariant that is
//!   not known.
//! - If runs may loop forever in a place from which infeasible edges lead to an error, the bound of
//!   an unwinding counts these loops in the input. It must count them in the output as well, so the
//!   loops stay, with an infeasible edge to an error. If all other cycles are gone, there is
//!   another proof and the loops can be removed.

use super::commands::is_infeasible;
use model::{Cfa, Command, Edge, EdgeId, Goal, Location};
use term::TermStore;

/// The part of an automaton that is kept.
pub(super) struct Selection {
    /// Edges that are kept if both of their locations are.
    pub(super) usable: Vec<bool>,
    /// Infeasible edges that are kept, redirected to an error.
    pub(super) stubs: Vec<EdgeId>,
    /// Locations that some run may reach.
    pub(super) reachable: Vec<bool>,
    /// Locations that are kept.
    pub(super) alive: Vec<bool>,
}

impl Selection {
    /// Selects everything that may be on a run that misses the goal.
    pub(super) fn of(terms: &TermStore, cfa: &Cfa, goal: Goal) -> Selection {
        let mut is_error = vec![false; cfa.locations().len()];
        for error in cfa.errors() {
            is_error[error.location.index()] = true;
        }
        let goes_on =
            |edge: &Edge| !is_error[edge.source.index()] && !is_infeasible(terms, &edge.command);
        let mut usable: Vec<bool> = cfa.edges().map(|e| goes_on(cfa.edge(e))).collect();
        let reachable = reachable(cfa, &usable);
        let targets = match goal {
            Goal::NoError => cfa.targets(goal),
            // Without the infeasible edges, some loops disappear.
            Goal::EveryRunEnds => skeleton(cfa, |e| usable[e.index()]).targets(goal),
        };
        let leads = cfa.leading_to(&targets, |e| usable[e.index()]);
        let mut alive: Vec<bool> = reachable.iter().zip(&leads).map(|(&r, &l)| r && l).collect();
        let mut stubs = Vec::new();
        let locked: Vec<bool> = cfa
            .leading_to(&targets, |_| true)
            .into_iter()
            .zip(reachable.iter().zip(&leads))
            .map(|(in_graph, (&reachable, &leads))| in_graph && reachable && !leads)
            .collect();
        let inside = |set: &[bool], e: EdgeId| {
            let Edge { source, target, .. } = cfa.edge(e);
            set[source.index()] && set[target.index()] && !is_error[source.index()]
        };
        let is_cyclic =
            |set: &[bool]| cyclic_core(&skeleton(cfa, |e| inside(set, e))).contains(&true);
        // Visits of loops are not counted in proofs that all runs end.
        if goal == Goal::NoError && is_cyclic(&alive) && is_cyclic(&locked) {
            for location in cfa.locations().filter(|l| locked[l.index()]) {
                let blocked = || cfa.outgoing(location).iter().filter(|e| !usable[e.index()]);
                let to_error = |e: &&EdgeId| {
                    let target = cfa.edge(**e).target.index();
                    is_error[target] && alive[target]
                };
                // An earlier pass has already created it.
                match blocked().find(to_error) {
                    Some(&edge) => usable[edge.index()] = true,
                    None => stubs.extend(blocked().next()),
                }
                alive[location.index()] = true;
            }
        }
        let inside = |e: EdgeId| inside(&alive, e);
        for edge in edges_on_uncut_cycles(cfa, &inside, &usable) {
            usable[edge.index()] = true;
        }
        Selection { usable, stubs, reachable, alive }
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

/// Infeasible edges that may close a cycle of kept locations that no cut point of the kept part
/// cuts.
fn edges_on_uncut_cycles(
    cfa: &Cfa,
    inside: &dyn Fn(EdgeId) -> bool,
    usable: &[bool],
) -> Vec<EdgeId> {
    /// Cut points may move when edges are added again; after this many rounds all edges are added.
    const ROUNDS: usize = 4;
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

/// The locations that remain after repeatedly removing those without incoming or without outgoing
/// edges: the cycles and the paths between them.
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
