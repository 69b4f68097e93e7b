//! The answers.

use crate::derivation::Derivation;
use crate::proof::Proof;
use crate::recurrent::RecurrentSet;
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
    /// A run need never leave these states, so it need never end.
    Recurs(RecurrentSet),
    /// The program behind the model fails so.
    Fails(ProgramRun),
    /// No answer, and why.
    Unknown(Reason),
}

/// Why there is no answer. The text appears in `result: UNKNOWN(reason)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
pub enum Reason {
    /// The time limit was reached.
    #[error("timeout")]
    Timeout,
    /// The memory limit was reached.
    #[error("out of memory limit")]
    Memory,
    /// The computation was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The input uses something that is not supported.
    #[error("unsupported: {0}")]
    Unsupported(Gap),
    /// The engine gave up, for example at a bound.
    #[error("incomplete: {0}")]
    Incomplete(String),
    /// The violations that were found depend on what callers of the function pass. Has the properties.
    #[error("depends on callers: {0}")]
    DependsOnCallers(String),
    /// The checker rejected the engine's evidence.
    #[error("evidence rejected: {0}")]
    EvidenceRejected(String),
    /// A solver crashed or gave an invalid answer.
    #[error("solver failed: {0}")]
    SolverFailed(String),
    /// A part of Lemmatic failed, which is a bug.
    #[error("internal error: {0}")]
    Internal(String),
}
