//! Engine `nontermination`: sets of states that a run reaches and need never leave.
//!
//! After Chen, Cook, Fuhs, Nimkar and O'Hearn, "Proving Nontermination via Safety" (2014): open values
//! inside of a loop are chosen by terms, and then the question is whether a run from some state at its
//! head ever leaves it. That is a question about errors, which other engines answer; the invariants of
//! their proof are the recurrent set. The arithmetic progressions of section 6.3 of Malik, Schrammel,
//! Kroening et al., "2LS for Program Analysis", are tried first, and conjunctions of simple facts.
//!
//! - `stems`: runs that reach a loop and go round some times.
//! - `choices`: the terms that open values are chosen by.
//! - `restricted`: the loop with these choices; going round it by evaluation.
//! - `limits`: conditions under which comparisons of the loop have the same answer in all rounds.
//! - `progressions`: sets of states in which all variables move by constants.
//! - `engine`: the search.

mod choices;
mod engine;
mod limits;
mod progressions;
mod restricted;
mod stems;
#[cfg(test)]
mod tests;

pub use engine::{LoopProver, Nontermination};
