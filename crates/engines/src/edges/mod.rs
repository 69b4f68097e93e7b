//! An automaton edge by edge, for engines that look at single steps: each edge executed symbolically
//! once, and runs along given edges.

mod automaton;
mod runs;

pub(crate) use automaton::EncodedAutomaton;
pub(crate) use runs::{run_along, run_without_steps};
