//! Answers and their evidence: data and text forms only.
//!
//! A [`Verdict`] carries its evidence: a [`Proof`] that no error location can be reached, a [`Trace`]
//! that reaches one, a [`ProgramRun`] of the program behind the model that violates a property, or a
//! [`RecurrentSet`] that a run need never leave. All locations, edges and variables are those of the entry procedure of the model that was asked about.
//! If Horn clauses were asked about, a proof is an [`Interpretation`] of their predicates, and a
//! [`Derivation`] takes the place of a trace.
//! The crate neither finds evidence nor checks it.

mod chc_output;
mod derivation;
pub mod format;
mod interpretation;
mod located;
mod proof;
mod recurrent;
mod render;
mod run;
mod summaries;
mod trace;
mod translation;
mod verdict;

pub use chc_output::chc_output;
pub use derivation::{Application, Derivation, Fact};
pub use format::{About, Evidence, Fingerprint, ReadError};
pub use interpretation::{Definition, Interpretation};
pub use proof::{Induction, Invariants, Proof, UnwindingOrder};
pub use recurrent::{OpenValue, RecurrentSet};
pub use render::TraceDisplay;
pub use run::{Answers, ForeignByte, ObjectByte, ProgramRun};
pub use summaries::Summaries;
pub use trace::{Trace, TraceStep};
pub use translation::{Pipeline, Translation};
pub use verdict::{Reason, Verdict};
