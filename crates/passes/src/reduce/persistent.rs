//! A persistent map from small numbers. Copies are free, and intersecting two maps costs only as
//! much as their difference. So each of many locations can have its own map.

use std::sync::Arc;

/// Each node covers this many bits of a key.
const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;
/// Levels of nodes: all keys below 2³².
const LEVELS: u32 = 8;

/// A persistent map.
#[derive(Clone, Debug)]
pub(super) struct PersistentMap<V> {
    root: Link<V>,
}

type Link<V> = Option<Arc<Node<V>>>;

#[derive(Clone, Debug)]
enum Node<V> {
    Branch([Link<V>; FANOUT]),
    Leaf([Option<V>; FANOUT]),
}

impl<V: Copy + PartialEq> PersistentMap<V> {
    /// The map without entries.
    pub(super) fn new() -> PersistentMap<V> {
        PersistentMap { root: None }
    }

    /// The value of a key.
    pub(super) fn get(&self, key: usize) -> Option<V> {
        let mut link = &self.root;
        for level in (0..LEVELS).rev() {
            match &**link.as_ref()? {
                Node::Branch(links) => link = &links[slot(key, level)],
                Node::Leaf(values) => return values[slot(key, level)],
            }
        }
        None
    }

    /// Sets or removes the value of a key.
    pub(super) fn set(&mut self, key: usize, value: Option<V>) {
        if self.get(key) == value {
            return;
        }
        let mut link = &mut self.root;
        for level in (0..LEVELS).rev() {
            let empty = || match level {
                0 => Arc::new(Node::Leaf([None; FANOUT])),
                _ => Arc::new(Node::Branch(Default::default())),
            };
            match Arc::make_mut(link.get_or_insert_with(empty)) {
                Node::Branch(links) => link = &mut links[slot(key, level)],
                Node::Leaf(values) => {
                    values[slot(key, level)] = value;
                    return;
                }
            }
        }
    }

    /// Keeps the entries that are also in another map; returns whether any was lost.
    pub(super) fn intersect(&mut self, other: &PersistentMap<V>) -> bool {
        let (root, lost) = intersect(&self.root, &other.root);
        if lost {
            self.root = root;
        }
        lost
    }

    /// All entries in the order of their keys.
    pub(super) fn entries(&self) -> Vec<(usize, V)> {
        let mut entries = Vec::new();
        let mut pending: Vec<(&Link<V>, usize)> = vec![(&self.root, 0)];
        while let Some((link, prefix)) = pending.pop() {
            let key = |i: usize| prefix << BITS | i;
            match link.as_deref() {
                Some(Node::Branch(links)) => {
                    pending.extend(links.iter().enumerate().rev().map(|(i, link)| (link, key(i))));
                }
                Some(Node::Leaf(values)) => {
                    let here = values.iter().enumerate();
                    entries.extend(here.filter_map(|(i, value)| Some((key(i), (*value)?))));
                }
                None => {}
            }
        }
        entries
    }
}

/// The child of a node at a level that leads to a key.
fn slot(key: usize, level: u32) -> usize {
    (key >> (BITS * level)) & (FANOUT - 1)
}

/// The common part of two trees, and whether the first has more.
fn intersect<V: Copy + PartialEq>(a: &Link<V>, b: &Link<V>) -> (Link<V>, bool) {
    match (a, b) {
        (None, _) => (None, false),
        (Some(node), None) => (None, has_entries(node)),
        (Some(x), Some(y)) if Arc::ptr_eq(x, y) => (a.clone(), false),
        (Some(x), Some(y)) => {
            let mut lost = false;
            let common = match (&**x, &**y) {
                (Node::Leaf(x), Node::Leaf(y)) => Node::Leaf(std::array::from_fn(|i| {
                    let common = x[i].filter(|value| y[i] == Some(*value));
                    lost |= common != x[i];
                    common
                })),
                (Node::Branch(x), Node::Branch(y)) => Node::Branch(std::array::from_fn(|i| {
                    let (common, less) = intersect(&x[i], &y[i]);
                    lost |= less;
                    common
                })),
                _ => unreachable!("all trees have the same height"),
            };
            // Unchanged subtrees stay shared.
            if lost { (Some(Arc::new(common)), true) } else { (a.clone(), false) }
        }
    }
}

fn has_entries<V>(node: &Node<V>) -> bool {
    match node {
        Node::Leaf(values) => values.iter().any(Option::is_some),
        Node::Branch(links) => links.iter().flatten().any(|node| has_entries(node)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn changes() -> impl Strategy<Value = Vec<(usize, Option<u8>)>> {
        prop::collection::vec((0usize..600, prop::option::of(0u8..3)), 0..40)
    }

    fn apply(
        map: &mut PersistentMap<u8>,
        model: &mut BTreeMap<usize, u8>,
        changes: &[(usize, Option<u8>)],
    ) {
        for &(key, value) in changes {
            map.set(key, value);
            match value {
                Some(value) => model.insert(key, value),
                None => model.remove(&key),
            };
        }
    }

    proptest! {
        #[test]
        fn behaves_like_a_map(common in changes(), left in changes(), right in changes()) {
            let (mut a, mut a_model) = (PersistentMap::new(), BTreeMap::new());
            apply(&mut a, &mut a_model, &common);
            let (mut b, mut b_model) = (a.clone(), a_model.clone());
            apply(&mut a, &mut a_model, &left);
            apply(&mut b, &mut b_model, &right);
            prop_assert_eq!(a.entries(), a_model.clone().into_iter().collect::<Vec<_>>());
            for key in 0..600 {
                prop_assert_eq!(b.get(key), b_model.get(&key).copied());
            }
            let lost = a.intersect(&b);
            let before = a_model.len();
            a_model.retain(|key, value| b_model.get(key) == Some(value));
            prop_assert_eq!(lost, a_model.len() < before);
            prop_assert_eq!(a.entries(), a_model.into_iter().collect::<Vec<_>>());
        }
    }
}
