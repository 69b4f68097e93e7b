//! Elementary cycles of the automaton, after D. B. Johnson, "Finding all the elementary circuits of
//! a directed graph" (SIAM J. Comput. 4, 1975).

use crate::edges::EncodedAutomaton;
use rustc_hash::FxHashMap;

/// How the lengths of cycles are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CycleSum {
    /// Cycles through different parallel edges count separately.
    All,
    /// Cycles are sets of locations.
    Unique,
}

/// There may be exponentially many cycles; after this many steps the sum counts as infinite.
const MAX_STEPS: u64 = 200_000;

/// The sum of the lengths of all elementary cycles, unless there are too many.
pub(super) fn sum_of_cycles(automaton: &EncodedAutomaton, kind: CycleSum) -> Option<u64> {
    let locations = automaton.locations();
    let number: FxHashMap<_, usize> = locations.iter().zip(0..).map(|(&l, i)| (l, i)).collect();
    let mut successors = vec![Vec::new(); locations.len()];
    for (&location, targets) in locations.iter().zip(&mut successors) {
        let edges = automaton.outgoing(location).iter().map(|&edge| automaton.edge(edge).target);
        let mut sorted: Vec<usize> = edges.filter_map(|t| number.get(&t).copied()).collect();
        sorted.sort_unstable();
        for target in sorted {
            match targets.last_mut() {
                Some((last, parallel)) if *last == target => *parallel += 1,
                _ => targets.push((target, 1u64)),
            }
        }
    }
    sum_of_lengths(&successors, kind)
}

/// The sum for a graph, given the successors of each node with the number of parallel edges.
fn sum_of_lengths(successors: &[Vec<(usize, u64)>], kind: CycleSum) -> Option<u64> {
    let mut total = 0u64;
    let mut steps = 0u64;
    for start in 0..successors.len() {
        // Cycles whose least node is `start`.
        let reaches = reaching(successors, start);
        let mut blocked = vec![false; successors.len()];
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); successors.len()];
        let mut path: Vec<Visit> = vec![Visit::of(start, 1)];
        blocked[start] = true;
        while let Some(visit) = path.last_mut() {
            steps += 1;
            if steps > MAX_STEPS {
                return None;
            }
            let node = visit.node;
            if let Some(&(next, parallel)) = successors[node].get(visit.next) {
                visit.next += 1;
                let ways = visit.ways.saturating_mul(parallel);
                if next == start {
                    visit.on_cycle = true;
                    let length = path.len() as u64;
                    let counted = if kind == CycleSum::All { ways } else { 1 };
                    total = total.saturating_add(length.saturating_mul(counted));
                } else if next > start && reaches[next] && !blocked[next] {
                    blocked[next] = true;
                    path.push(Visit::of(next, ways));
                }
            } else {
                let on_cycle = visit.on_cycle;
                path.pop();
                if on_cycle {
                    unblock(node, &mut blocked, &mut waiting);
                    if let Some(before) = path.last_mut() {
                        before.on_cycle = true;
                    }
                } else {
                    for &(next, _) in &successors[node] {
                        if next > start && !waiting[next].contains(&node) {
                            waiting[next].push(node);
                        }
                    }
                }
            }
        }
    }
    Some(total)
}

/// A node on the path of the search.
struct Visit {
    node: usize,
    next: usize,
    /// Number of paths along parallel edges.
    ways: u64,
    on_cycle: bool,
}

impl Visit {
    fn of(node: usize, ways: u64) -> Visit {
        Visit { node, next: 0, ways, on_cycle: false }
    }
}

fn unblock(node: usize, blocked: &mut [bool], waiting: &mut [Vec<usize>]) {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if std::mem::replace(&mut blocked[node], false) {
            pending.append(&mut waiting[node]);
        }
    }
}

/// The nodes from which `start` can be reached through greater nodes.
fn reaching(successors: &[Vec<(usize, u64)>], start: usize) -> Vec<bool> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (node, targets) in successors.iter().enumerate().skip(start) {
        for &(target, _) in targets {
            predecessors[target].push(node);
        }
    }
    let mut reaches = vec![false; successors.len()];
    let mut pending = vec![start];
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut reaches[node], true) {
            pending.extend(&predecessors[node]);
        }
    }
    reaches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<(usize, u64)>> {
        let mut successors = vec![Vec::new(); nodes];
        for &(from, to) in edges {
            let targets: &mut Vec<(usize, u64)> = &mut successors[from];
            match targets.iter_mut().find(|(target, _)| *target == to) {
                Some((_, parallel)) => *parallel += 1,
                None => targets.push((to, 1)),
            }
        }
        successors
    }

    #[test]
    fn the_example_of_the_thesis() {
        // Figure 3.2: two cycles, one of which takes parallel edges.
        let edges = [(0, 1), (0, 1), (0, 2), (1, 2), (2, 3), (3, 0)];
        let graph = graph(4, &edges);
        assert_eq!(sum_of_lengths(&graph, CycleSum::All), Some(3 + 4 + 4));
        assert_eq!(sum_of_lengths(&graph, CycleSum::Unique), Some(3 + 4));
    }

    #[test]
    fn complete_graphs_have_too_many() {
        let edges: Vec<_> = (0..20).flat_map(|a| (0..20).map(move |b| (a, b))).collect();
        assert_eq!(sum_of_lengths(&graph(20, &edges), CycleSum::Unique), None);
    }

    /// All elementary cycles by trying all paths.
    fn by_paths(successors: &[Vec<(usize, u64)>], kind: CycleSum) -> u64 {
        fn walk(
            successors: &[Vec<(usize, u64)>],
            kind: CycleSum,
            path: &mut Vec<usize>,
            ways: u64,
        ) -> u64 {
            let (start, node) = (path[0], *path.last().unwrap());
            let mut total = 0;
            for &(next, parallel) in &successors[node] {
                let ways = if kind == CycleSum::All { ways * parallel } else { 1 };
                if next == start {
                    total += ways * path.len() as u64;
                } else if next > start && !path.contains(&next) {
                    path.push(next);
                    total += walk(successors, kind, path, ways);
                    path.pop();
                }
            }
            total
        }
        (0..successors.len()).map(|start| walk(successors, kind, &mut vec![start], 1)).sum()
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all_paths(
            edges in prop::collection::vec((0usize..6, 0usize..6), 0..14),
        ) {
            let graph = graph(6, &edges);
            for kind in [CycleSum::All, CycleSum::Unique] {
                prop_assert_eq!(sum_of_lengths(&graph, kind), Some(by_paths(&graph, kind)));
            }
        }
    }
}
