//! Runs of programs, and what they prove.
//!
//! [`Recorder`] records the answers that a program gets, and [`Recorded`] replays them.
//! [`ends_well`] tells whether a run ended without an error. A [`ReplayedProgram`] replays runs that are
//! evidence: a trace of the model, given values, the only run of the program, or one that stays in a
//! recurrent set. All of this is trusted,
//! so the crate knows no engine, and of the passes only how a trace answers what a program asks.

mod callers;
mod choices;
mod ending;
mod log;
mod machine_dependence;
mod only_run;
mod recorded;
mod recurrent;
mod replay;
mod started;

pub use callers::{BlamedValue, DependsOnCallers};
pub use choices::{ChoiceMade, Chosen};
pub use ending::{ends_well, may_read_first_values};
pub use log::{LogLine, LostMemory, Narrator, Place};
pub use recorded::{Recorded, Recorder};
pub use replay::{Cause, NOT_TRACKED, Replay, ReplayFailure, ReplayedProgram, run_options};
pub use started::WithoutArguments;
