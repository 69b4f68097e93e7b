//! Answers and their evidence: data and text forms only.
//!
//! A [`Verdict`] carries its evidence: a [`Proof`] that no error location can be reached, a
//! [`Trace`] that reaches one, or a [`ProgramRun`] of the program behind the model that violates a
//! property. All locations, edges and variables are those of the entry procedure of the verified
//! model. The crate neither finds evidence nor checks it.

pub mod format;
mod located;
mod proof;
mod render;
mod run;
mod summaries;
mod trace;
mod translation;
mod verdict;

pub use format::{Evidence, Fingerprint, ReadError};
pub use proof::{Induction, Invariants, Proof};
pub use render::TraceDisplay;
pub use run::{Answers, ForeignByte, ObjectByte, ProgramRun};
pub use summaries::Summaries;
pub use trace::{Trace, TraceStep};
pub use translation::{Pipeline, Translation};
pub use verdict::{Reason, Verdict};
