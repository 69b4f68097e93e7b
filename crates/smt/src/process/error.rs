//! Errors of solver processes.

use crate::budget::StopReason;
use crate::traits::UnknownReason;
use thiserror::Error;

/// Why a solver process gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProcessError {
    /// It could not be started.
    #[error("cannot start '{program}': {reason}")]
    Start {
        /// The program.
        program: String,
        /// The error of the system.
        reason: String,
    },
    /// It ended.
    #[error("the solver process ended ({0})")]
    Died(String),
    /// The budget ran out first.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// It reported an error.
    #[error("the solver reports: {0}")]
    Reported(String),
    /// Its answer was invalid.
    #[error("not an answer: {0}")]
    Nonsense(String),
    /// It answered `unknown`.
    #[error("the solver gave up")]
    GaveUp,
    /// A construct that cannot be sent or understood.
    #[error("{0}")]
    Unsupported(String),
}

impl From<ProcessError> for UnknownReason {
    fn from(error: ProcessError) -> UnknownReason {
        match error {
            ProcessError::Stopped(reason) => UnknownReason::Stopped(reason),
            ProcessError::Unsupported(what) => UnknownReason::Unsupported(what),
            error => UnknownReason::Failed(error.to_string()),
        }
    }
}
