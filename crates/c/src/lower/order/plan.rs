//! The possible orders of steps, as an acyclic graph of states.
//!
//! Only orders that differ in the sequence of conflicting steps are distinguished. A step that
//! conflicts with no remaining step is taken at once (a persistent set of one element), and
//! independent groups of steps are taken one after the other.

use rustc_hash::FxHashMap;

/// A set of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Steps(Vec<u64>);

impl Steps {
    /// The empty set, for `count` steps.
    pub(super) fn none(count: usize) -> Steps {
        Steps(vec![0; count.div_ceil(64)])
    }

    /// Adds a step.
    pub(super) fn insert(&mut self, step: usize) {
        self.0[step / 64] |= 1 << (step % 64);
    }

    /// Whether it has a step.
    pub(super) fn contains(&self, step: usize) -> bool {
        self.0[step / 64] >> (step % 64) & 1 == 1
    }

    /// Adds all steps of another set.
    pub(super) fn add(&mut self, other: &Steps) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn is_subset(&self, other: &Steps) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }
}

/// The steps of an expression, numbered in their usual order.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The steps that precede each step in every order, transitively.
    pub(super) before: Vec<Steps>,
    /// The steps that conflict with each step and are not ordered with it.
    pub(super) conflicts: Vec<Steps>,
}

impl Graph {
    /// The steps that conflict with others, and all steps that precede them.
    pub(super) fn early(&self) -> Vec<usize> {
        let count = self.before.len();
        let mut early = Steps::none(count);
        for step in (0..count).filter(|&step| self.conflicts[step] != Steps::none(count)) {
            early.insert(step);
            early.add(&self.before[step]);
        }
        (0..count).filter(|&step| early.contains(step)).collect()
    }

    /// The part of the graph with some steps, which are numbered from 0.
    pub(super) fn restricted(&self, steps: &[usize]) -> Graph {
        let select = |set: &Steps| {
            let mut selected = Steps::none(steps.len());
            let numbers = steps.iter().enumerate().filter(|(_, step)| set.contains(**step));
            numbers.for_each(|(number, _)| selected.insert(number));
            selected
        };
        let of = |sets: &[Steps]| steps.iter().map(|&step| select(&sets[step])).collect();
        Graph { before: of(&self.before), conflicts: of(&self.conflicts) }
    }
}

/// A sequence of steps.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// The steps.
    pub(super) steps: Vec<usize>,
    /// The state that it leads to; the end if there is none.
    pub(super) to: Option<usize>,
}

/// All orders.
#[derive(Debug)]
pub(super) struct Plan {
    /// The common start of all orders.
    pub(super) first: Path,
    /// The paths that leave each state; the first one is the usual order.
    pub(super) states: Vec<Vec<Path>>,
}

impl Plan {
    /// How often each step occurs in the plan.
    pub(super) fn copies(&self, count: usize) -> Vec<usize> {
        let mut copies = vec![0; count];
        let paths = self.states.iter().flatten().chain([&self.first]);
        paths.flat_map(|path| &path.steps).for_each(|&step| copies[step] += 1);
        copies
    }
}

/// All orders of some steps; `None` if more than `limit` steps would leave the states.
pub(super) fn plan(graph: &Graph, limit: usize) -> Option<Plan> {
    let mut planner = Planner { graph, numbers: FxHashMap::default(), sets: Vec::new() };
    let none = Steps::none(graph.before.len());
    let first = planner.path(none, Vec::new());
    let (mut states, mut taken) = (Vec::new(), 0);
    while let Some(set) = planner.sets.get(states.len()).cloned() {
        let mut paths = Vec::new();
        for step in planner.alternatives(&set) {
            let mut next = set.clone();
            next.insert(step);
            let path = planner.path(next, vec![step]);
            taken += path.steps.len();
            paths.push(path);
        }
        states.push(paths);
        if taken > limit {
            return None;
        }
    }
    Some(Plan { first, states })
}

struct Planner<'g> {
    graph: &'g Graph,
    numbers: FxHashMap<Steps, usize>,
    /// The steps that have been done in each state.
    sets: Vec<Steps>,
}

impl Planner<'_> {
    /// Continues as long as there is no alternative.
    fn path(&mut self, mut done: Steps, mut steps: Vec<usize>) -> Path {
        loop {
            let available = self.available(&done);
            if available.is_empty() {
                return Path { steps, to: None };
            }
            let Some(&next) = available.iter().find(|&&step| self.is_free(step, &done)) else {
                break;
            };
            steps.push(next);
            done.insert(next);
        }
        let sets = &mut self.sets;
        let number = *self.numbers.entry(done.clone()).or_insert_with(|| {
            sets.push(done);
            sets.len() - 1
        });
        Path { steps, to: Some(number) }
    }

    fn available(&self, done: &Steps) -> Vec<usize> {
        let ready = |&step: &usize| !done.contains(step) && self.graph.before[step].is_subset(done);
        (0..self.graph.before.len()).filter(ready).collect()
    }

    /// Whether a step conflicts with nothing that is left.
    fn is_free(&self, step: usize, done: &Steps) -> bool {
        self.graph.conflicts[step].is_subset(done)
    }

    /// The alternatives: the available steps among all steps that are connected with the first one.
    fn alternatives(&self, done: &Steps) -> Vec<usize> {
        let available = self.available(done);
        let count = self.graph.before.len();
        let mut group = Steps::none(count);
        let mut open: Vec<usize> = available.first().copied().into_iter().collect();
        while let Some(step) = open.pop() {
            if group.contains(step) {
                continue;
            }
            group.insert(step);
            let connected = |&other: &usize| {
                let graph = self.graph;
                !done.contains(other)
                    && (graph.conflicts[step].contains(other)
                        || graph.before[step].contains(other)
                        || graph.before[other].contains(step))
            };
            open.extend((0..count).filter(connected));
        }
        available.into_iter().filter(|&step| group.contains(step)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, before: &[(usize, usize)], conflicts: &[(usize, usize)]) -> Graph {
        let sets = || (0..count).map(|_| Steps::none(count)).collect::<Vec<_>>();
        let mut graph = Graph { before: sets(), conflicts: sets() };
        for &(first, second) in before {
            graph.before[second].insert(first);
        }
        for &(a, b) in conflicts {
            graph.conflicts[a].insert(b);
            graph.conflicts[b].insert(a);
        }
        graph
    }

    /// All orders of a plan.
    fn orders(plan: &Plan) -> Vec<Vec<usize>> {
        let mut orders = Vec::new();
        let mut open = vec![(plan.first.steps.clone(), plan.first.to)];
        while let Some((order, state)) = open.pop() {
            let Some(state) = state else {
                orders.push(order);
                continue;
            };
            for path in plan.states[state].iter().rev() {
                open.push(([order.clone(), path.steps.clone()].concat(), path.to));
            }
        }
        orders
    }

    #[test]
    fn what_commutes_has_one_order() {
        let plan = plan(&graph(4, &[(0, 1)], &[]), 0).unwrap();
        assert_eq!(orders(&plan), [[0, 1, 2, 3]]);
    }

    #[test]
    fn the_usual_order_comes_first() {
        let plan = plan(&graph(2, &[], &[(0, 1)]), 10).unwrap();
        assert_eq!(orders(&plan), [[0, 1], [1, 0]]);
    }

    #[test]
    fn operands_interleave() {
        // 0 conflicts with the two operands of 3.
        let graph = graph(4, &[(1, 3), (2, 3)], &[(0, 1), (0, 2), (1, 2)]);
        let plan = plan(&graph, 100).unwrap();
        let mut found = orders(&plan);
        found.iter_mut().for_each(|order| order.retain(|&step| step != 3));
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 6);
        assert_eq!(plan.copies(4).len(), 4);
    }

    #[test]
    fn groups_do_not_multiply() {
        let plan = plan(&graph(6, &[], &[(0, 1), (2, 3), (4, 5)]), 100).unwrap();
        assert_eq!(plan.states.len(), 3);
        assert_eq!(orders(&plan).len(), 8);
    }

    #[test]
    fn too_many_orders_are_noticed() {
        let pairs: Vec<_> = (0..6).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        assert!(plan(&graph(6, &[], &pairs), 64).is_none());
        let pairs: Vec<_> = (0..4).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        assert_eq!(orders(&plan(&graph(4, &[], &pairs), 64).unwrap()).len(), 24);
    }
}
