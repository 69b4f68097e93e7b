//! Engine `la`: Lazy Annotation on Horn clauses.
//!
//! A backtracking search for a derivation. A *goal* has subgoals that are still to be derived and constraints. A
//! resolution step replaces a subgoal by the body of a rule, and a *decision* (a minterm of the rule's constraint)
//! keeps the goal simple. Where a goal has no model any more, the search goes back and the *annotation* of the
//! predicate gets an interpolant between the rule and the rest of the goal, so that the same decision is not
//! possible again. Variables are never eliminated from goals.
//!
//! Clauses are unwound by the number of steps of derivations, more and more, until the annotation of one level
//! covers that of the next.
//!
//! After McMillan, "Lazy Annotation Revisited", 2014: `search` and `rstep` are the procedures of figure 1.

mod config;
mod converge;
mod engine;
mod goal;
mod interpolate;
mod rstep;
mod search;
#[cfg(test)]
mod tests;

pub use config::{Convergence, LaConfig, Mark};
pub use engine::La;

type Cube = crate::frames::Cube<term::Term>;
