//! The independent checker: it accepts evidence or says what is wrong with it.
//!
//! Proofs are checked against the model alone. The verification conditions are derived here by
//! plain symbolic execution. It shares nothing with the engines' encodings and uses a store that
//! only folds constants. The conditions are refuted with proofs that are checked step by step
//! ([`certify`]). If that is not requested or takes too long, a fresh solver decides them. Traces
//! are replayed by evaluation. Undecided conditions are not accepted.

mod encoding;
#[cfg(test)]
mod faults;
mod history;
mod induction;
mod instances;
mod judge;
mod liveness;
mod proof;
mod regions;
mod rejected;
mod replay;
mod unwinding;
mod valuation;

pub use proof::{Accepted, Certification, Options, check_proof};
pub use rejected::{Condition, ConditionPlace, Rejected, TraceError};
pub use replay::{Replayed, replay_trace};
