//! The covering relation between nodes of a location.
//!
//! A node is covered by an older one whose label allows all that its own allows. Nodes below a
//! covered one count as covered, too: none of them needs successors. The relation is the one of
//! McMillan, "Lazy abstraction with interpolants" (2006):
//!
//! - The covering node is older. So no node covers itself by way of others, and covering and
//!   uncovering come to an end unless labels change.
//! - The covering node is not covered. When it gets so, what it and the nodes below it cover is
//!   uncovered: nobody looks at their successors any more.
//! - When the label of a node gets stronger, what it covers is uncovered.

use super::nodes::{NodeId, Tree};

impl<L, S> Tree<L, S> {
    /// Whether a node or one above it is covered.
    pub(crate) fn is_covered(&self, id: NodeId) -> bool {
        let mut path = std::iter::successors(Some(id), |&node| self.parent(node));
        path.any(|node| self.node(node).covered_by.is_some())
    }

    /// The nodes that may cover a node if their labels allow it, oldest first.
    pub(crate) fn may_cover(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let older = self.at(self.node(id).location).take_while(move |&other| other < id);
        older.filter(|&other| !self.is_covered(other))
    }

    /// Takes note that the label of a node implies that of another, one of those that may cover it.
    pub(crate) fn cover(&mut self, id: NodeId, by: NodeId) {
        assert!(by < id, "{id:?} is older than {by:?}");
        assert_eq!(self.node(id).location, self.node(by).location, "{id:?} and {by:?}");
        assert!(!self.is_covered(id) && !self.is_covered(by), "{id:?} or {by:?} is covered");
        self.node_mut(id).covered_by = Some(by);
        self.node_mut(by).covers.insert(id);
        for below in self.below(id) {
            self.uncover_all_covered_by(below);
        }
    }

    /// Changes the label of a node to a stronger one. `change` says whether it did.
    pub(crate) fn strengthen(&mut self, id: NodeId, change: impl FnOnce(&mut L) -> bool) -> bool {
        let is_changed = change(&mut self.node_mut(id).label);
        if is_changed {
            self.uncover_all_covered_by(id);
        }
        is_changed
    }

    /// Takes back that a node is covered.
    pub(super) fn uncover(&mut self, id: NodeId) {
        if let Some(by) = self.node_mut(id).covered_by.take() {
            self.node_mut(by).covers.remove(&id);
        }
    }

    pub(super) fn uncover_all_covered_by(&mut self, id: NodeId) {
        for covered in std::mem::take(&mut self.node_mut(id).covers) {
            self.node_mut(covered).covered_by = None;
        }
    }
}
