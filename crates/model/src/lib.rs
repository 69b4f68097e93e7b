//! The one model for every input and engine: control-flow automata with guarded commands.
//!
//! A [`Model`] is a set of [`Procedure`]s over typed variables, each with a [`Cfa`] whose edges
//! carry [`Command`]s. The crate knows what they mean. It knows nothing of solvers or engines.

pub mod cfa;
pub mod command;
pub mod concrete;
mod ids;
pub mod procedure;
mod state;
pub mod symbolic;
#[cfg(test)]
mod testing;
mod transition;
mod wep;

pub use cfa::{Cfa, CutPoints, Edge, ErrorLocation, LocationInfo};
pub use command::{Call, Command};
pub use concrete::{Choice, ExecutionError, run};
pub use ids::{EdgeId, FileId, Location, ProcedureId};
pub use procedure::{Model, Procedure, Span};
pub use state::State;
pub use symbolic::{CallError, Input, Step, execute, read_choices};
pub use transition::{Transition, transition};
pub use wep::{Precondition, weakest_existential_precondition};
