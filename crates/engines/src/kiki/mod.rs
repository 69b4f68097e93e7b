//! kIkI: k-invariants, k-induction and incremental bounded model checking in one loop.
//!
//! After Malik, Schrammel, Kroening et al., "2LS for Program Analysis" (sections 4 and 5, 6.1). Each
//! round unwinds all loops once more; asks for a run to an error (bounded check); infers invariants
//! in template domains that are k-inductive; and asks whether they exclude the errors (safety
//! check). What is proved is a k-inductive invariant for each cut point.
//!
//! - `engine`: the loop; `bounded`: the bounded check; `symbolic_paths`: invariants for sets of loops.
//! - Templates, domains, the formula and the inference are in [`crate::templates`].
//!
//! Unlike in 2LS, runs from the start and runs from arbitrary states have unwindings of their own
//! (on the same solver): constants are propagated from the start, and a loop whose bound is a
//! constant is unwound without the solver. A run is as long as the number of cut points it visits,
//! of whichever loops, which is also how the checker counts.

mod config;
mod engine;
mod symbolic_paths;
#[cfg(test)]
mod tests;

pub use config::KikiConfig;
pub use engine::Kiki;
