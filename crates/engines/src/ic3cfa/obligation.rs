//! Proof obligations: regions that must be shown to be unreachable.

use super::cube::Cube;
use model::{EdgeId, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The id of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ObligationId(u32);

impl ObligationId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A region from which a path to an error is known.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    /// The location of the region.
    pub(super) location: Location,
    /// Each of these states has a successor along `edge` in the region of `successor`.
    pub(super) cube: Cube,
    /// The edge towards the error.
    pub(super) edge: EdgeId,
    /// The next obligation; `None` if the edge ends at an error.
    pub(super) successor: Option<ObligationId>,
    /// Obligations created from this one.
    children: Vec<ObligationId>,
}

/// An entry of the queue, ordered as in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// Obligations that were blocked in this iteration come last.
    reused: bool,
    level: u32,
    location: Location,
    size: usize,
    id: ObligationId,
}

/// The queue of obligations in the order of the thesis: lower levels first, then by location, then
/// by size. Obligations form a tree, so that all descendants of one can be dropped.
#[derive(Debug, Default)]
pub(super) struct ObligationQueue {
    obligations: Vec<Obligation>,
    known: FxHashMap<(Location, Cube), ObligationId>,
    entries: BTreeSet<Entry>,
    /// Obligations that were already blocked in an earlier iteration.
    old: FxHashSet<ObligationId>,
}

impl ObligationQueue {
    /// An obligation.
    pub(super) fn get(&self, id: ObligationId) -> &Obligation {
        &self.obligations[id.index()]
    }

    /// Number of obligations created so far.
    pub(super) fn made(&self) -> u64 {
        self.obligations.len() as u64
    }

    /// The obligation to block a region; a known one is reused, since any path to an error will do.
    pub(super) fn obligation(
        &mut self,
        location: Location,
        cube: Cube,
        edge: EdgeId,
        successor: Option<ObligationId>,
    ) -> ObligationId {
        let key = (location, cube);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = ObligationId(u32::try_from(self.obligations.len()).expect("fewer than 2^32"));
        let obligation =
            Obligation { location, cube: key.1.clone(), edge, successor, children: Vec::new() };
        self.obligations.push(obligation);
        if let Some(parent) = successor {
            self.obligations[parent.index()].children.push(id);
        }
        self.known.insert(key, id);
        id
    }

    /// Puts an obligation into the queue.
    pub(super) fn add(&mut self, id: ObligationId, level: u32) {
        let entry = self.entry(id, level, false);
        self.entries.insert(entry);
    }

    /// Returns an obligation that has just been blocked to the queue, for the next iteration.
    pub(super) fn add_reused(&mut self, id: ObligationId, level: u32) {
        self.entries.remove(&self.entry(id, level, false));
        let entry = self.entry(id, level, true);
        self.entries.insert(entry);
        self.old.insert(id);
    }

    /// Whether an obligation was blocked in an earlier iteration.
    pub(super) fn is_old(&self, id: ObligationId) -> bool {
        self.old.contains(&id)
    }

    /// Removes and returns the least obligation that is not blocked.
    pub(super) fn pop(&mut self) -> Option<(ObligationId, u32)> {
        let first = *self.entries.first()?;
        if first.reused {
            return None;
        }
        self.entries.pop_first();
        Some((first.id, first.level))
    }

    /// Empties the queue.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Raises the blocked obligations by one level for the next iteration.
    pub(super) fn lift(&mut self) {
        let entries = std::mem::take(&mut self.entries).into_iter();
        self.entries = entries.map(|e| Entry { reused: false, level: e.level + 1, ..e }).collect();
    }

    /// The entries of the queue, with levels.
    pub(super) fn entries(&self) -> Vec<(ObligationId, u32)> {
        self.entries.iter().map(|entry| (entry.id, entry.level)).collect()
    }

    /// Removes all descendants of an obligation from the queue; returns their number.
    pub(super) fn prune_below(&mut self, id: ObligationId) -> u64 {
        let mut doomed = FxHashSet::default();
        let mut pending = self.get(id).children.clone();
        while let Some(child) = pending.pop() {
            if doomed.insert(child) {
                pending.extend(&self.get(child).children);
            }
        }
        doomed.remove(&id);
        let before = self.entries.len();
        self.entries.retain(|entry| !doomed.contains(&entry.id));
        (before - self.entries.len()) as u64
    }

    fn entry(&self, id: ObligationId, level: u32, reused: bool) -> Entry {
        let obligation = self.get(id);
        let (location, size) = (obligation.location, obligation.cube.len());
        Entry { reused, level, location, size, id }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Sort, Term, TermStore};

    struct Fixture {
        queue: ObligationQueue,
        literals: Vec<Term>,
    }

    impl Fixture {
        fn new() -> Fixture {
            let mut store = TermStore::new();
            let literals = (0..4)
                .map(|i| {
                    let symbol = store.declare(&format!("b{i}"), Sort::Bool).unwrap();
                    store.var(symbol)
                })
                .collect();
            Fixture { queue: ObligationQueue::default(), literals }
        }

        fn make(&mut self, at: usize, size: usize, parent: Option<ObligationId>) -> ObligationId {
            let cube = Cube::new(self.literals[..size].to_vec());
            let (location, edge) = (Location::from_index(at), EdgeId::from_index(0));
            self.queue.obligation(location, cube, edge, parent)
        }
    }

    #[test]
    fn lower_levels_come_first_and_reused_ones_last() {
        let mut fixture = Fixture::new();
        let (a, b) = (fixture.make(1, 1, None), fixture.make(0, 2, None));
        let (c, d) = (fixture.make(0, 1, None), fixture.make(3, 1, None));
        assert_eq!(fixture.make(1, 1, Some(d)), a, "regions are known by what they are");
        let queue = &mut fixture.queue;
        queue.add(a, 2);
        queue.add(b, 2);
        queue.add(c, 2);
        queue.add_reused(d, 1);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [(c, 2), (b, 2), (a, 2)]);
        queue.lift();
        assert!(queue.is_old(d) && !queue.is_old(a));
        assert_eq!(queue.pop(), Some((d, 2)));
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn pruning_drops_what_stems_from_an_obligation() {
        let mut fixture = Fixture::new();
        let root = fixture.make(0, 1, None);
        let child = fixture.make(1, 1, Some(root));
        let grandchild = fixture.make(2, 1, Some(child));
        let other = fixture.make(3, 1, None);
        for id in [root, child, grandchild, other] {
            fixture.queue.add(id, 1);
        }
        assert_eq!(fixture.queue.prune_below(child), 1);
        assert_eq!(fixture.queue.prune_below(root), 1);
        let left: Vec<_> = fixture.queue.entries().iter().map(|&(id, _)| id).collect();
        assert_eq!(left, [root, other]);
    }
}
