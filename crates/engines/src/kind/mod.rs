//! k-induction on control-flow automata.
//!
//! The *base case* unwinds all runs from the start, as in bounded model checking. The *step case*
//! unwinds all runs from any cut point with any values. If no run that has visited k cut points
//! without an error reaches one before the next visit, then no run from the start that is
//! error-free for k visits ever does. Both grow with k, each in one solver instance that never
//! encodes anything twice (Sheeran, Singh and Stålmarck, "Checking safety properties using
//! induction and a SAT-solver"; Eén and Sörensson, "Temporal induction by incremental SAT
//! solving").
//!
//! The proof consists of k-inductive invariants: "true" at each cut point, unless lemmas help. That
//! errors are excluded after k visits is one of the checker's own conditions.

mod config;
mod engine;
mod step;
#[cfg(test)]
mod tests;

pub use config::KindConfig;
pub use engine::Kind;
