//! The tree and its covering relation, by examples and by random operations.

use super::{NodeId, Tree};
use model::Location;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Labels are sets of states; steps have names.
type TestTree = Tree<BTreeSet<u32>, char>;

fn at(index: usize) -> Location {
    Location::from_index(index)
}

fn states<const N: usize>(states: [u32; N]) -> BTreeSet<u32> {
    BTreeSet::from(states)
}

/// A root at 0 with a way 0, 1, 0, 1 below it.
fn chain() -> (TestTree, [NodeId; 4]) {
    let mut tree = TestTree::default();
    let root = tree.add_root(at(0), states([0, 1]));
    let a = tree.add_child(root, 'a', at(1), states([1, 2]));
    let b = tree.add_child(a, 'b', at(0), states([1]));
    let c = tree.add_child(b, 'c', at(1), states([2]));
    (tree, [root, a, b, c])
}

#[test]
fn paths_lead_from_the_root_along_steps() {
    let (tree, [root, a, b, c]) = chain();
    assert_eq!(tree.path_to(c), [root, a, b, c]);
    assert_eq!(tree.path_to(root), [root]);
    let steps: String = tree.path_to(c).iter().filter_map(|&id| tree.step_to(id)).collect();
    assert_eq!(steps, "abc");
    assert_eq!(tree.at(at(0)).collect::<Vec<_>>(), [root, b]);
    assert_eq!(tree.parent(root), None);
}

#[test]
fn open_nodes_are_those_that_were_not_closed() {
    let (mut tree, [root, a, b, c]) = chain();
    tree.close(root);
    tree.close(b);
    assert_eq!(tree.open_nodes().collect::<Vec<_>>(), [a, c]);
    assert_eq!(tree.oldest_open(), Some(a));
    assert_eq!(tree.newest_open(), Some(c));
    tree.reopen(|location| location == at(0));
    assert_eq!(tree.open_nodes().collect::<Vec<_>>(), [root, a, b, c]);
}

#[test]
fn removal_takes_out_all_below() {
    let (mut tree, [root, a, ..]) = chain();
    let d = tree.add_child(root, 'd', at(2), states([]));
    assert_eq!(tree.remove(a), BTreeSet::from([at(0), at(1)]));
    assert_eq!(tree.at(at(1)).count(), 0);
    assert_eq!(tree.at(at(0)).collect::<Vec<_>>(), [root]);
    assert_eq!(tree.open_nodes().collect::<Vec<_>>(), [root, d]);
    assert_eq!(tree.made(), 5);
    assert_eq!(tree.remove(root), BTreeSet::from([at(0), at(2)]), "the removed child is forgotten");
}

#[test]
fn what_is_below_a_covered_node_is_covered() {
    let (mut tree, [root, a, b, c]) = chain();
    assert_eq!(tree.may_cover(c).collect::<Vec<_>>(), [a]);
    assert_eq!(tree.may_cover(a).count(), 0, "older nodes only");
    tree.cover(b, root);
    assert!(tree.is_covered(b) && tree.is_covered(c) && !tree.is_covered(a));
    assert_eq!(tree.open_nodes().collect::<Vec<_>>(), [root, a]);
}

#[test]
fn a_node_that_gets_stronger_covers_nothing() {
    let (mut tree, [root, a, b, _]) = chain();
    tree.cover(b, root);
    assert!(!tree.strengthen(root, |_| false));
    assert!(tree.is_covered(b));
    assert!(tree.strengthen(root, |label| label.remove(&1)));
    assert!(!tree.is_covered(b));
    assert_eq!(*tree.node(root).label(), states([0]));
    assert!(!tree.is_covered(a));
}

#[test]
fn a_node_that_gets_covered_covers_nothing() {
    let (mut tree, [root, _, b, c]) = chain();
    let d = tree.add_child(root, 'd', at(1), states([2]));
    tree.cover(d, c);
    tree.cover(b, root);
    assert!(!tree.is_covered(d), "c is below b");
    assert_eq!(tree.may_cover(d).count(), 1, "a is left");
}

#[test]
fn removal_uncovers_what_was_covered() {
    let (mut tree, [root, _, b, c]) = chain();
    let d = tree.add_child(root, 'd', at(1), states([2]));
    tree.cover(d, c);
    tree.remove(b);
    assert!(!tree.is_covered(d));
}

/// The rules of covering.
fn check_covering(tree: &TestTree, alive: &BTreeSet<NodeId>) {
    for &id in alive {
        let node = tree.node(id);
        for &covered in &node.covers {
            assert_eq!(tree.node(covered).covered_by, Some(id));
        }
        if let Some(by) = node.covered_by {
            assert!(by < id && tree.node(by).covers.contains(&id));
            assert_eq!(tree.node(by).location, node.location);
            assert!(!tree.is_covered(by), "{by:?}, which covers {id:?}, is covered");
            assert!(node.label().is_subset(tree.node(by).label()), "{id:?} and {by:?}");
        }
    }
}

#[derive(Clone, Debug)]
enum Operation {
    Add { parent: usize, location: usize },
    Cover { node: usize },
    Strengthen { node: usize, state: u32 },
    Remove { node: usize },
}

fn operation() -> impl Strategy<Value = Operation> {
    let node = || 0usize..1000;
    prop_oneof![
        4 => (node(), 0usize..2).prop_map(|(parent, location)| Operation::Add { parent, location }),
        4 => node().prop_map(|node| Operation::Cover { node }),
        2 => (node(), 0u32..3).prop_map(|(node, state)| Operation::Strengthen { node, state }),
        1 => node().prop_map(|node| Operation::Remove { node }),
    ]
}

proptest! {
    #[test]
    fn covering_nodes_are_older_and_not_covered(
        operations in prop::collection::vec(operation(), 0..60),
    ) {
        let mut tree = TestTree::default();
        let all = || states([0, 1, 2]);
        let mut alive = BTreeSet::from([tree.add_root(at(0), all())]);
        for operation in operations {
            let pick = |index: usize| *alive.iter().nth(index % alive.len()).expect("in range");
            match operation {
                Operation::Add { parent, location } => {
                    let parent = pick(parent);
                    alive.insert(tree.add_child(parent, ' ', at(location), all()));
                }
                Operation::Cover { node } => {
                    let id = pick(node);
                    let label = tree.node(id).label();
                    let by = tree.may_cover(id).find(|&by| label.is_subset(tree.node(by).label()));
                    if let Some(by) = by.filter(|_| !tree.is_covered(id)) {
                        tree.cover(id, by);
                    }
                }
                Operation::Strengthen { node, state } => {
                    tree.strengthen(pick(node), |label| label.remove(&state));
                }
                Operation::Remove { node } => {
                    let id = pick(node);
                    if tree.parent(id).is_some() {
                        let below: Vec<NodeId> = tree.below(id);
                        tree.remove(id);
                        alive.retain(|node| !below.contains(node));
                    }
                }
            }
            check_covering(&tree, &alive);
        }
    }
}
