//! Resource limits of a run.

use serde::{Deserialize, Serialize};

/// Limits of a run, for all its processes and threads together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds of CPU time.
    pub cpu_s: f64,
    /// Seconds of wall-clock time.
    pub wall_s: f64,
    /// Megabytes (1,000,000 bytes) of resident memory.
    pub memory_mb: Option<u64>,
}

impl Limits {
    /// The memory limit in bytes.
    pub fn memory_bytes(&self) -> Option<u64> {
        Some(self.memory_mb?.saturating_mul(1_000_000))
    }
}
