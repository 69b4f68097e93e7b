//! The messages from and to a supervisor.

use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A run to supervise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The working directory.
    pub directory: PathBuf,
    /// The file that takes its standard output.
    pub stdout: PathBuf,
    /// The file that takes its standard error.
    pub stderr: PathBuf,
    /// The limits.
    pub limits: Limits,
}

/// The resources that a run used, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcessOutcome {
    /// Why the run ended.
    pub end: End,
    /// CPU seconds of all processes.
    pub cpu_s: f64,
    /// Seconds between start and end.
    pub wall_s: f64,
    /// Peak memory of all processes together.
    pub peak_bytes: u64,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended with this status.
    Exited(i32),
    /// A signal that we did not send ended the program.
    Signalled(String),
    /// The CPU time limit was reached.
    CpuTime,
    /// The wall-clock time limit was reached.
    WallTime,
    /// The memory limit was reached.
    Memory,
    /// The run was cancelled.
    Cancelled,
    /// The program could not be started.
    NotStarted(String),
}
