//! kIkI: k-invariants, k-induction and incremental bounded model checking in one loop.
//!
//! After Malik, Schrammel, Kroening et al., "2LS for Program Analysis" (sections 4 and 5, 6.1).
//! Each round unwinds all loops once more. It searches for a run to an error (bounded check),
//! infers k-inductive invariants in template domains, and checks whether they exclude the errors
//! (safety check). The proof is a k-inductive invariant for each cut point.
//!
//! - `engine`: the loop; `bounded`: the bounded check; `symbolic_paths`: invariants for sets of
//!   loops.
//! - Templates, domains, the formula and the inference are in [`crate::templates`].
//!
//! Unlike in 2LS, runs from the start and runs from arbitrary states have separate unwindings (on
//! the same solver): constants are propagated from the start, and a loop with a constant bound is
//! unwound without the solver. The length of a run is the number of cut points it visits, of any
//! loop; the checker counts in the same way.

mod config;
mod engine;
mod symbolic_paths;
#[cfg(test)]
mod tests;

pub use config::KikiConfig;
pub use engine::Kiki;
