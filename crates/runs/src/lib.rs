//! Runs of programs, and what they prove.
//!
//! [`Recorder`] writes down what a program is told, [`Recorded`] tells it the same again; [`ends_well`] says
//! whether a run did nothing wrong. A [`ReplayedProgram`] repeats runs that are evidence: the trace of a
//! model, the values of a run, the only run that there is. All of it is trusted, so the crate knows no
//! engine, and of the passes only how a trace answers what a program asks.

mod choices;
mod ending;
mod log;
mod machine_dependence;
mod only_run;
mod recorded;
mod replay;
mod started;

pub use choices::{ChoiceMade, Chosen};
pub use ending::{ends_well, may_read_first_values};
pub use log::LogLine;
pub use recorded::{Recorded, Recorder};
pub use replay::{Cause, NOT_TRACKED, Replay, ReplayFailure, ReplayedProgram, run_options};
pub use started::WithoutArguments;
