//! What a supervisor is told and what it tells.

use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A run to supervise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where the program runs.
    pub directory: PathBuf,
    /// The file that takes its standard output.
    pub stdout: PathBuf,
    /// The file that takes its messages.
    pub stderr: PathBuf,
    /// What it may use.
    pub limits: Limits,
}

/// What a run used and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcessOutcome {
    /// Why the run is over.
    pub end: End,
    /// CPU seconds of all processes.
    pub cpu_s: f64,
    /// Seconds between start and end.
    pub wall_s: f64,
    /// The most memory that all processes had together at one time.
    pub peak_bytes: u64,
}

/// Why a run is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended with this status.
    Exited(i32),
    /// A signal, not ours, ended the program.
    Signalled(String),
    /// The CPU time was used up.
    CpuTime,
    /// The wall-clock time was used up.
    WallTime,
    /// The memory was used up.
    Memory,
    /// Whoever ordered the run does not want it any more.
    Cancelled,
    /// The program could not be started.
    NotStarted(String),
}
