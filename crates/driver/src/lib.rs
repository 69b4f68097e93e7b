//! Tasks and how they are run: evidence first.
//!
//! [`load`] turns files into a [`Task`]. [`verify`] runs a [`portfolio`] of engines on it and
//! returns the first verdict whose evidence the independent checker accepts. If evidence is
//! rejected or an engine fails, a [`reproducer`] is saved, and the other engines continue. The
//! crate knows no terminal: it returns reports and informs observers.

mod accept;
mod callers;
mod checked;
mod conditional;
mod config;
mod each;
mod ends;
mod gaps;
mod hardware;
mod horn;
mod input;
mod judge;
mod open_results;
pub mod portfolio;
mod program;
mod recurrent_sets;
pub mod reproducer;
pub mod source;
mod task;
mod unchecked;
mod vacuity;
mod verify;
mod views;

pub use self::hardware::HardwareTask;
pub use accept::{Acceptance, accept, evidence_of};
pub use callers::{CallersViolation, set_callers_apart};
pub use check::{Certification, Options as CheckOptions};
pub use checked::Checked;
pub use conditional::{Precondition, precondition};
pub use config::{EngineConfig, EngineName, OnOff};
pub use each::{CheckOutcome, CheckReport, EachObserver, EachReport, verify_each};
pub use ends::EndedLoop;
pub use gaps::PlacedGap;
pub use horn::HornTask;
pub use input::{Arch, InputConfig, Question, Recursion};
pub use judge::Undefined;
pub use passes::reduce::ReduceConfig;
pub use portfolio::{Ending, EngineRun, Portfolio, PortfolioObserver, ViewName};
pub use program::ProgramTask;
pub use runs::{
    BlamedValue, ChoiceMade, DependsOnCallers, LogLine, LostMemory, Narrator, Place, Replay,
    WithoutArguments,
};
pub use source::InputError;
pub use task::{Task, load, load_harness, load_program};
pub use verify::{Options, Report, Times, verify};
pub use witness::format::Witness;
pub use witness::metadata::Producer;
pub use witness::{InputFile, LoopInvariant, NoWitness, VerifiedProgram, left_to_library};
