//! k-induction on control-flow automata.
//!
//! The *base case* unwinds all runs from the start, as bounded model checking does. The *step case*
//! unwinds all runs from any cut point with any values: if no run that has visited k cut points
//! without an error gets to one before the next, then no run from the start that is error-free for
//! k visits ever does. Both grow with k, each in one solver instance that never encodes anything
//! twice (Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a
//! SAT-solver"; Eén and Sörensson, "Temporal induction by incremental SAT solving").
//!
//! The proof is k-inductive invariants: "true" at each cut point, if no others help. That errors
//! are excluded after k visits is a condition of the checker's own.

mod config;
mod engine;
mod step;
#[cfg(test)]
mod tests;

pub use config::KindConfig;
pub use engine::Kind;
