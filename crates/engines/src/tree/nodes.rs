//! Nodes with labels, the steps between them, and which of them are open.

use model::Location;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A node of the tree. Nodes are numbered as they are made: parents before their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A location, and what is known of the states there.
#[derive(Debug)]
pub(crate) struct Node<L, S> {
    /// The location.
    pub(crate) location: Location,
    /// What is known; changed by `Tree::strengthen`.
    pub(super) label: L,
    /// The node that it is a successor of, and the step from there; none at the root.
    parent: Option<(NodeId, S)>,
    /// Its successors that are in the tree.
    children: Vec<NodeId>,
    /// An older node that allows all of its states.
    pub(super) covered_by: Option<NodeId>,
    /// The nodes that it covers.
    pub(super) covers: BTreeSet<NodeId>,
}

impl<L, S> Node<L, S> {
    /// What is known of the states.
    pub(crate) fn label(&self) -> &L {
        &self.label
    }
}

/// A tree with labels `L` at its nodes and steps `S` between them.
#[derive(Debug)]
pub(crate) struct Tree<L, S = ()> {
    /// What was removed leaves its place empty, so that numbers keep their meaning.
    nodes: Vec<Option<Node<L, S>>>,
    /// The nodes of each location, oldest first.
    at: FxHashMap<Location, BTreeSet<NodeId>>,
    /// Nodes whose successors are still to be computed.
    open: BTreeSet<NodeId>,
}

impl<L, S> Default for Tree<L, S> {
    fn default() -> Self {
        Tree { nodes: Vec::new(), at: FxHashMap::default(), open: BTreeSet::new() }
    }
}

impl<L, S> Tree<L, S> {
    /// Adds the root. It is open.
    pub(crate) fn add_root(&mut self, location: Location, label: L) -> NodeId {
        assert!(self.nodes.is_empty(), "a tree has one root");
        self.add(location, label, None)
    }

    /// Adds a successor of a node. It is open.
    pub(crate) fn add_child(
        &mut self,
        parent: NodeId,
        step: S,
        location: Location,
        label: L,
    ) -> NodeId {
        let id = self.add(location, label, Some((parent, step)));
        self.node_mut(parent).children.push(id);
        id
    }

    fn add(&mut self, location: Location, label: L, parent: Option<(NodeId, S)>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        self.nodes.push(Some(Node {
            location,
            label,
            parent,
            children: Vec::new(),
            covered_by: None,
            covers: BTreeSet::new(),
        }));
        self.at.entry(location).or_default().insert(id);
        self.open.insert(id);
        id
    }

    /// A node that was not removed.
    pub(crate) fn node(&self, id: NodeId) -> &Node<L, S> {
        self.nodes[id.index()].as_ref().expect("the node was not removed")
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<L, S> {
        self.nodes[id.index()].as_mut().expect("the node was not removed")
    }

    /// The node that a node is a successor of.
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.as_ref().map(|(parent, _)| *parent)
    }

    /// The step that leads to a node from the one above; none at the root.
    pub(crate) fn step_to(&self, id: NodeId) -> Option<&S> {
        self.node(id).parent.as_ref().map(|(_, step)| step)
    }

    /// The nodes whose successors are not known and are needed: nothing covers them. Oldest first.
    pub(super) fn open_nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.open.iter().copied().filter(|&id| !self.is_covered(id))
    }

    /// The oldest node whose successors are not known and needed.
    pub(crate) fn oldest_open(&self) -> Option<NodeId> {
        self.open_nodes().next()
    }

    /// The newest node whose successors are not known and needed.
    pub(crate) fn newest_open(&self) -> Option<NodeId> {
        self.open_nodes().next_back()
    }

    /// All successors of a node are in the tree or covered.
    pub(crate) fn close(&mut self, id: NodeId) {
        self.open.remove(&id);
    }

    /// The nodes of a location, oldest first.
    pub(crate) fn at(&self, location: Location) -> impl DoubleEndedIterator<Item = NodeId> {
        self.at.get(&location).into_iter().flatten().copied()
    }

    /// The nodes from the root to one, which is the last.
    pub(crate) fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// A node and all below it.
    pub(super) fn below(&self, top: NodeId) -> Vec<NodeId> {
        let mut found = vec![top];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            found.extend(&self.node(id).children);
            next += 1;
        }
        found
    }

    /// Removes a node and all below it. Returns their locations: successors that a removed node
    /// stood for, too, are not in the tree any more, and whoever may have had such successors is to
    /// be opened again. Nodes that the removed ones covered are uncovered.
    pub(crate) fn remove(&mut self, top: NodeId) -> BTreeSet<Location> {
        if let Some(parent) = self.parent(top) {
            self.node_mut(parent).children.retain(|&child| child != top);
        }
        let mut locations = BTreeSet::new();
        for id in self.below(top) {
            self.uncover_all_covered_by(id);
            self.uncover(id);
            let node = self.nodes[id.index()].take().expect("the node was not removed before");
            self.open.remove(&id);
            self.at.entry(node.location).or_default().remove(&id);
            locations.insert(node.location);
        }
        locations
    }

    /// Opens all nodes again that stand at certain locations.
    pub(crate) fn reopen(&mut self, is_chosen: impl Fn(Location) -> bool) {
        for (&location, nodes) in &self.at {
            if is_chosen(location) {
                self.open.extend(nodes);
            }
        }
    }

    /// Number of nodes that were ever made.
    pub(crate) fn made(&self) -> usize {
        self.nodes.len()
    }
}
