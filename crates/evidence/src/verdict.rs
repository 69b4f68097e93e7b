//! The answers.

use crate::derivation::Derivation;
use crate::proof::Proof;
use crate::run::ProgramRun;
use crate::trace::Trace;
use model::Gap;
use thiserror::Error;

/// Whether a run can reach an error location, with the evidence.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run does.
    Safe(Proof),
    /// This one does.
    Unsafe(Trace),
    /// False follows so from the Horn clauses that were asked about.
    Derived(Derivation),
    /// The program behind the model fails so.
    Fails(ProgramRun),
    /// No answer, and why.
    Unknown(Reason),
}

/// Why there is no answer. The text stands in `result: UNKNOWN(reason)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
pub enum Reason {
    /// The time is up.
    #[error("timeout")]
    Timeout,
    /// The memory limit is reached.
    #[error("out of memory limit")]
    Memory,
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The input has something that cannot be handled.
    #[error("unsupported: {0}")]
    Unsupported(Gap),
    /// The engine gave up: a bound was reached, say.
    #[error("incomplete: {0}")]
    Incomplete(String),
    /// The checker did not accept what the engine claimed.
    #[error("evidence rejected: {0}")]
    EvidenceRejected(String),
    /// A solver died or said nonsense.
    #[error("solver failed: {0}")]
    SolverFailed(String),
    /// A part of the tool itself failed, which is a bug of ours.
    #[error("internal error: {0}")]
    Internal(String),
}
