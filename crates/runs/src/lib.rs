//! Runs of programs.
//!
//! [`Recorder`] records the answers that a program gets, and [`Recorded`] replays them.
//! [`ends_well`] tells whether a run ended without an error. [`Sampler`] is the engine `sample`,
//! which looks for violations by running the program. The crate knows programs and their
//! interpreter, and nothing of how models are made.

mod ending;
mod recorded;
mod sample;
mod started;

pub use ending::{ends_well, may_read_first_values};
pub use recorded::{Recorded, Recorder};
pub use sample::{NAME, Sampler};
pub use started::WithoutArguments;
