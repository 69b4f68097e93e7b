//! The abstract reachability tree.

use model::Location;
use std::collections::BTreeSet;
use term::{Term, TermStore};

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);

/// An abstract state: a location and literals that hold there.
pub(super) struct Node {
    /// The location.
    pub(super) location: Location,
    /// Predicates or their negations, sorted by id.
    pub(super) cube: Vec<Term>,
    /// The number of predicates of the location that its cube was computed with.
    pub(super) precision: usize,
    /// The predecessor node; `None` at the root.
    pub(super) parent: Option<NodeId>,
    /// Whether a refinement removed it.
    is_removed: bool,
}

/// The tree. Covered nodes are not in the tree.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Nodes whose successors still have to be computed.
    open: BTreeSet<NodeId>,
}

impl Tree {
    /// Adds a node whose successors are not computed yet.
    pub(super) fn add(
        &mut self,
        location: Location,
        cube: Vec<Term>,
        precision: usize,
        parent: Option<NodeId>,
    ) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        self.nodes.push(Node { location, cube, precision, parent, is_removed: false });
        self.open.insert(id);
        id
    }

    /// A node.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The oldest node whose successors are not computed.
    pub(super) fn first_open(&self) -> Option<NodeId> {
        self.open.first().copied()
    }

    /// Marks a node whose successors are all in the tree or covered.
    pub(super) fn close(&mut self, id: NodeId) {
        self.open.remove(&id);
    }

    /// The nodes of a location.
    pub(super) fn at(&self, location: Location) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(move |node| node.location == location && !node.is_removed)
    }

    /// The nodes from the root to the given one.
    pub(super) fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&node| self.node(node).parent).collect();
        path.reverse();
        path
    }

    /// Removes a node and its subtree. Nodes that lead to the location of a removed node are
    /// reopened, since their successors may have been covered by it.
    pub(super) fn remove(&mut self, top: NodeId, leads_to: impl Fn(Location, Location) -> bool) {
        let mut locations = BTreeSet::new();
        for index in top.0 as usize..self.nodes.len() {
            let id = NodeId(index as u32);
            // Parents come before their children.
            let is_below =
                id == top || self.nodes[index].parent.is_some_and(|p| self.node(p).is_removed);
            if is_below && !self.nodes[index].is_removed {
                self.nodes[index].is_removed = true;
                self.open.remove(&id);
                locations.insert(self.nodes[index].location);
            }
        }
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| !node.is_removed) {
            if locations.iter().any(|&target| leads_to(node.location, target)) {
                self.open.insert(NodeId(index as u32));
            }
        }
    }

    /// The invariant of a location: the disjunction of its nodes.
    pub(super) fn invariant(&self, store: &mut TermStore, location: Location) -> Term {
        let cubes: Vec<Term> = self.at(location).map(|node| store.and(&node.cube)).collect();
        store.or(&cubes)
    }

    /// Number of nodes that were ever created.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}
