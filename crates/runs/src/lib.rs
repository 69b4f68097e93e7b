//! Runs of programs.
//!
//! [`Recorder`] writes down what a program is told, [`Recorded`] tells it the same again; [`ends_well`] says
//! whether a run did nothing wrong. [`Sampler`] is the engine `sample`, which looks for violations by
//! running the program. The crate knows programs and their interpreter, and nothing of how models are made
//! of them.

mod ending;
mod recorded;
mod sample;
mod started;

pub use ending::{ends_well, may_read_first_values};
pub use recorded::{Recorded, Recorder};
pub use sample::{NAME, Sampler};
pub use started::WithoutArguments;
