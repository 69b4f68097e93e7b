//! Engine `termination`: ranking functions for loops whose states were saved.
//!
//! It works on models made by [`model::Recurrences`], in which a state is saved at the head of a loop and
//! an error is that it comes back. Each copy of a loop gets a lexicographic tuple of measures that never
//! grows inside of it and shrinks in each round: that it is not greater than it was when the state was
//! saved is an invariant, which excludes the error. After section 6.2 of Malik, Schrammel, Kroening et al.,
//! "2LS for Program Analysis", and Chen, David, Kroening, Schrammel, Wachter, "Bit-Precise
//! Procedure-Modular Termination Proofs" (2017): measures are found by counterexamples, and components are
//! added where the ones before stay the same.
//!
//! - `loops`: the copies of loops in an automaton, and which variables keep the values of which.
//! - `measures`: the terms that are tried.
//! - `constants`: bounds of variables that keep their values.
//! - `component`: measures that may depend on where a run is.
//! - `steps`: steps that the solver finds, and how they change measures.
//! - `located`, `linear`: measures by cut point and linear combinations that known steps allow.
//! - `phases`, `piecewise`: measures for one phase of a loop, and the greater or smaller of two terms.
//! - `split`: one measure where a condition holds, another one elsewhere.
//! - `ranking`: the search for a tuple.
//! - `engine`: invariants of templates, rankings, and the proof.

mod component;
mod constants;
mod engine;
mod linear;
mod located;
mod loops;
mod measures;
mod phases;
mod piecewise;
mod ranking;
mod split;
mod steps;
#[cfg(test)]
mod tests;

pub use engine::Termination;
