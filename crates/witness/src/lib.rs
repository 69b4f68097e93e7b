//! Answers in the formats of other tools.
//!
//! A [`VerifiedProgram`] writes them. [`replay_c`] turns a run that violates a property into a C file
//! for a compiler. [`mod@format`] is the exchange format of verification witnesses of SV-COMP, versions
//! 2.0 and 2.1, and [`metadata`] is its header. [`c_expression`] writes terms in C.

pub mod c_expression;
mod correctness;
pub mod format;
mod invariants;
pub mod metadata;
pub mod replay_c;
mod replay_inputs;
mod source;
mod verified;
mod violation;

pub use invariants::LoopInvariant;
pub use replay_inputs::left_to_library;
pub use source::InputFile;
pub use verified::{NoWitness, VerifiedProgram};
