//! The independent checker: it accepts evidence or says what is wrong with it.
//!
//! Proofs are checked against the model alone. The verification conditions are derived here, by a
//! plain symbolic execution that shares nothing with the encodings that engines use, in a store
//! that folds constants and nothing else, and refuted with proofs that are checked step by step
//! ([`certify`]) or, where that is asked for or takes too long, by a solver that nobody else has touched.
//! Traces are replayed and derivations repeated by evaluation; that a set of states is never left is a
//! condition like those of proofs. What cannot be decided is not accepted.

mod arithmetic;
mod derivation;
mod encoding;
#[cfg(test)]
mod faults;
mod history;
mod induction;
mod instances;
mod interpretation;
mod judge;
mod liveness;
mod proof;
mod recurrent;
mod regions;
mod rejected;
mod replay;
mod unfolding;
mod unrolling;
mod unwinding;
mod valuation;
mod vocabulary;

pub use derivation::{Derived, check_derivation};
pub use proof::{Accepted, Certification, Options, check_proof, check_solution};
pub use recurrent::check_recurrent_set;
pub use rejected::{Condition, ConditionPlace, DerivationError, Rejected, TraceError};
pub use replay::{Replayed, replay_trace};
