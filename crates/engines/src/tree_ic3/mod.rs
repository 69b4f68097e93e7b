//! Tree-IC3: the blocking phase of IC3 on the paths of a reachability tree.
//!
//! After A. Cimatti and A. Griggio, "Software Model Checking via IC3" (CAV 2012), section 4. The
//! automaton is unwound into a tree whose nodes have sets of clauses. A path to an error is blocked
//! by clauses at its nodes, or is a run; clauses are pushed along edges and around loops; and a node
//! that an older one covers is not unwound further.
//!
//! Paths can be refuted by interpolants instead (section 5), and then the search is lazy abstraction with
//! interpolants: `policy` says what these variants differ in.
//!
//! - `engine`: the main loop and the building blocks of figure 3,
//! - `block_path`: figure 2,
//! - `interpolate`, `clauses`: section 5,
//! - `impact`: lazy abstraction with interpolants,
//! - `step`: what is asked about single edges,
//! - `label`: the clauses of a node.

mod block_path;
mod clauses;
mod config;
mod engine;
mod impact;
mod interpolate;
mod label;
mod policy;
mod step;
mod strengthen;
#[cfg(test)]
mod tests;

/// Cubes of Boolean terms over the variables of the program.
type Cube = crate::frames::Cube<term::Term>;

pub use config::{ImpactConfig, TreeIc3Config};
pub use engine::TreeIc3;
pub use impact::Impact;
