//! Counterexample-guided abstraction refinement by lazy predicate abstraction.
//!
//! An abstract reachability tree is built over the cut points of the automaton (Henzinger, Jhala,
//! Majumdar and Sutre, "Lazy abstraction", 2002). Between cut points everything is exact, with one
//! formula for all paths from one to the next (Beyer, Keremoglu and Wendler, "Predicate abstraction
//! with adjustable-block encoding", 2010). A node at a cut point has values of the predicates known
//! there. If the tree touches an error, the path to it is followed exactly: either it is a run, or
//! predicates are found that exclude it.
//!
//! The predicates are literals of the weakest existential precondition of the rest of the path, in
//! a normal form and without inputs. As many are taken as are needed to separate it from the
//! reachable states: an interpolant in the vocabulary of the precondition.
//!
//! `Segment` is what happens between cut points, `expand` computes abstract successors, `refine`
//! follows paths and finds predicates. The tree and the search for predicates are shared parts
//! (`crate::tree`, `crate::interpolation`).

mod config;
mod engine;
mod expand;
mod refine;
mod segment;
#[cfg(test)]
mod tests;

pub use config::{Abstraction, PredabsConfig};
pub use engine::Predabs;
