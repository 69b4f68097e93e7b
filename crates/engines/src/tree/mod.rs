//! The reachability tree of lazy abstraction: an automaton unwound into a tree with labels.
//!
//! A node stands for the states at a location that its label allows, reached by the steps from the
//! root. What a label is, and what steps are, is up to the engine: values of predicates and
//! segments between cut points in predicate abstraction, sets of clauses and edges in Tree-IC3 and
//! in lazy abstraction with interpolants (McMillan, 2006).
//!
//! `nodes` has the tree: parents, paths, open nodes whose successors are not known, and removal.
//! `covering` has the covering relation: a node that an older one covers need not be expanded. An
//! engine says when labels imply each other; the tree sees to it that covering never goes round in
//! circles, and that whatever a node covered is open again once that may be wrong.

mod covering;
mod nodes;
#[cfg(test)]
mod tests;

pub(crate) use nodes::{NodeId, Tree};
