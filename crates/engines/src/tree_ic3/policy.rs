//! What the variants of the search differ in.

/// How a path that may lead to an error is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refutation {
    /// By the blocking phase of IC3 (figure 2).
    Blocking,
    /// By the clauses of its interpolants, if these have at most so many times the literals of the interpolants
    /// (section 5); else by blocking.
    Clauses {
        /// The bound.
        growth: usize,
    },
    /// By its interpolants as they are; by blocking only if there are none.
    Interpolants,
}

/// Which clauses of the node above at the same location are tried at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strengthening {
    /// None.
    None,
    /// Each by itself.
    EachClause,
    /// All together, or none.
    AllOrNone,
}

/// A variant of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Policy {
    pub(super) refutation: Refutation,
    pub(super) strengthening: Strengthening,
    /// Whether clauses that hold after an edge go along to a new node.
    pub(super) propagates: bool,
    /// The search gives up after so many nodes.
    pub(super) max_nodes: Option<u64>,
}
