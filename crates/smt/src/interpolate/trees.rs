//! Interpolants along paths and derivations.

use crate::budget::Budget;
use crate::traits::{Interpolants, Interpolation};
use term::{Term, TermStore};

/// A node of a tree of formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// What the node says.
    pub formula: Term,
    /// The numbers of the nodes below it, each smaller than its own.
    pub children: Vec<usize>,
}

/// Interpolants of formulas that contradict each other in a row: the first formula implies the first interpolant,
/// an interpolant and the next formula imply the next interpolant, and the last one is false. Each has symbols that
/// formulas before and behind it share.
pub fn sequence_interpolants(
    interpolator: &mut dyn Interpolants,
    store: &mut TermStore,
    formulas: &[Term],
    budget: &Budget,
) -> Interpolation<Vec<Term>> {
    let node = |(number, &formula): (usize, &Term)| {
        let children = number.checked_sub(1).into_iter().collect();
        TreeNode { formula, children }
    };
    let nodes: Vec<TreeNode> = formulas.iter().enumerate().map(node).collect();
    tree_interpolants(interpolator, store, &nodes, budget)
}

/// Interpolants of a tree of formulas that contradict each other: those of its children and the formula of a node
/// imply the interpolant of the node, and that of the root is false. Each has symbols that its subtree shares with
/// the rest. The root is the last node, and every other node is a child of one.
pub fn tree_interpolants(
    interpolator: &mut dyn Interpolants,
    store: &mut TermStore,
    nodes: &[TreeNode],
    budget: &Budget,
) -> Interpolation<Vec<Term>> {
    let mut found: Vec<Term> = Vec::with_capacity(nodes.len());
    // Nodes whose interpolants stand for their subtrees: all formulas with these in their places stay contradictory.
    let mut open: Vec<usize> = Vec::new();
    for (number, TreeNode { formula, children }) in nodes.iter().enumerate() {
        debug_assert!(children.iter().all(|child| open.contains(child)), "a tree, children first");
        open.retain(|other| !children.contains(other));
        let mut below: Vec<Term> = children.iter().map(|&child| found[child]).collect();
        below.push(*formula);
        let mut rest: Vec<Term> = open.iter().map(|&other| found[other]).collect();
        rest.extend(nodes[number + 1..].iter().map(|node| node.formula));
        let (below, rest) = (store.and(&below), store.and(&rest));
        match interpolator.interpolate(store, below, rest, budget) {
            Interpolation::Interpolant(interpolant) => found.push(interpolant),
            Interpolation::Consistent => return Interpolation::Consistent,
            Interpolation::Unknown(reason) => return Interpolation::Unknown(reason),
        }
        open.push(number);
    }
    Interpolation::Interpolant(found)
}
