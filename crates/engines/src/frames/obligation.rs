//! Proof obligations: regions that must be shown to be unreachable.

use super::cube::{Cube, Literal};
use super::delta::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The id of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObligationId(u32);

impl ObligationId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A region from which a path to an error is known.
#[derive(Clone, Debug)]
pub(crate) struct Obligation<P, L, S> {
    /// Where.
    pub(crate) place: P,
    /// Each of these states has a successor by `step` in the region of `successor`.
    pub(crate) cube: Cube<L>,
    /// The step towards the error: an edge, or the inputs of a system without edges.
    pub(crate) step: S,
    /// What follows; nothing if the step ends at an error.
    pub(crate) successor: Option<ObligationId>,
    /// Obligations that were made because of this one.
    children: Vec<ObligationId>,
}

/// An entry of the queue, ordered as in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry<P> {
    /// Those that were blocked in this iteration come last.
    reused: bool,
    level: u32,
    place: P,
    size: usize,
    id: ObligationId,
}

/// The queue of obligations: lower levels first, at a level by place, then by size. Obligations form
/// a tree, so that what stems from one can be dropped. Those that were blocked can be kept for the
/// next iteration (T. Mertens, "Efficient reuse of learnt information for control-flow oriented IC3
/// algorithms", 2016).
#[derive(Debug)]
pub(crate) struct ObligationQueue<P, L, S> {
    obligations: Vec<Obligation<P, L, S>>,
    known: FxHashMap<(P, Cube<L>), ObligationId>,
    entries: BTreeSet<Entry<P>>,
    /// Those that were blocked in an earlier iteration already.
    old: FxHashSet<ObligationId>,
}

impl<P, L, S> Default for ObligationQueue<P, L, S> {
    fn default() -> Self {
        ObligationQueue {
            obligations: Vec::new(),
            known: FxHashMap::default(),
            entries: BTreeSet::new(),
            old: FxHashSet::default(),
        }
    }
}

impl<P: Place, L: Literal, S> ObligationQueue<P, L, S> {
    /// An obligation.
    pub(crate) fn get(&self, id: ObligationId) -> &Obligation<P, L, S> {
        &self.obligations[id.index()]
    }

    /// Number of obligations made so far.
    pub(crate) fn made(&self) -> u64 {
        self.obligations.len() as u64
    }

    /// The obligation that the region is to be blocked, a known one if there is one: any way to an
    /// error will do.
    pub(crate) fn obligation(
        &mut self,
        place: P,
        cube: Cube<L>,
        step: S,
        successor: Option<ObligationId>,
    ) -> ObligationId {
        let key = (place, cube);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = ObligationId(u32::try_from(self.obligations.len()).expect("fewer than 2^32"));
        let obligation =
            Obligation { place, cube: key.1.clone(), step, successor, children: Vec::new() };
        self.obligations.push(obligation);
        if let Some(parent) = successor {
            self.obligations[parent.index()].children.push(id);
        }
        self.known.insert(key, id);
        id
    }

    /// Puts an obligation into the queue.
    pub(crate) fn add(&mut self, id: ObligationId, level: u32) {
        let entry = self.entry(id, level, false);
        self.entries.insert(entry);
    }

    /// Puts an obligation that has just been blocked back, for the next iteration.
    pub(crate) fn add_reused(&mut self, id: ObligationId, level: u32) {
        self.entries.remove(&self.entry(id, level, false));
        let entry = self.entry(id, level, true);
        self.entries.insert(entry);
        self.old.insert(id);
    }

    /// Whether an obligation was blocked in an earlier iteration.
    pub(crate) fn is_old(&self, id: ObligationId) -> bool {
        self.old.contains(&id)
    }

    /// Takes out the least obligation that is not blocked.
    pub(crate) fn pop(&mut self) -> Option<(ObligationId, u32)> {
        let first = *self.entries.first()?;
        if first.reused {
            return None;
        }
        self.entries.pop_first();
        Some((first.id, first.level))
    }

    /// Forgets what is in the queue.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Prepares the blocked obligations for the next iteration, a level higher.
    pub(crate) fn lift(&mut self) {
        let entries = std::mem::take(&mut self.entries).into_iter();
        self.entries = entries.map(|e| Entry { reused: false, level: e.level + 1, ..e }).collect();
    }

    /// What is in the queue, with levels.
    pub(crate) fn entries(&self) -> Vec<(ObligationId, u32)> {
        self.entries.iter().map(|entry| (entry.id, entry.level)).collect()
    }

    /// Takes what stems from an obligation out of the queue and tells how many those were.
    pub(crate) fn prune_below(&mut self, id: ObligationId) -> u64 {
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

    fn entry(&self, id: ObligationId, level: u32, reused: bool) -> Entry<P> {
        let obligation = self.get(id);
        let (place, size) = (obligation.place, obligation.cube.len());
        Entry { reused, level, place, size, id }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Location;

    /// Obligations at locations, of cubes of the first numbers.
    #[derive(Default)]
    struct Fixture {
        queue: ObligationQueue<Location, u32, ()>,
    }

    impl Fixture {
        fn make(&mut self, at: usize, size: u32, parent: Option<ObligationId>) -> ObligationId {
            let cube = Cube::new((0..size).collect());
            self.queue.obligation(Location::from_index(at), cube, (), parent)
        }
    }

    #[test]
    fn lower_levels_come_first_and_reused_ones_last() {
        let mut fixture = Fixture::default();
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
        let mut fixture = Fixture::default();
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
