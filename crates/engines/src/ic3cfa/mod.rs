//! IC3 on control-flow automata (IC3CFA) with reuse of learnt information.
//!
//! After T. Lange, M. Neuhäußer and T. Noll, "IC3 Software Model Checking on Control Flow Automata"
//! (FMCAD 2015), and T. Mertens, "Efficient reuse of learnt information for control-flow oriented
//! IC3 algorithms" (RWTH Aachen, 2016). The names follow its algorithms:
//!
//! - `prove`: the outer loop (algorithms 6, 7, 10, 12 and 15),
//! - `backward_block`: the inner loop over the obligations (8, 11 and 13),
//! - `consecution`: edge-relative induction (definition 18), and the cache of queries,
//! - `predecessor`, with the crate's `literals`: predecessor states,
//! - `generalise`: fewer and weaker literals (definition 19),
//! - `propagate`: lemmas one level up; `push`: lemmas to the next location (17 and 18),
//! - `termination`, with `cycles`: when to stop early (16).

mod backward_block;
mod config;
mod consecution;
mod cycles;
mod engine;
mod exchange;
mod generalise;
mod location_solver;
mod predecessor;
mod propagate;
mod prove;
mod push;
mod search;
mod termination;
#[cfg(test)]
mod tests;

/// Cubes of Boolean terms over the variables of the program.
type Cube = crate::frames::Cube<term::Term>;

pub use config::{Generalise, Ic3CfaConfig, Predecessor, Push, Termination};
pub use engine::Ic3Cfa;
#[cfg(test)]
pub(crate) use tests::variants;
