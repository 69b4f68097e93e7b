//! The one model for every input and engine: control-flow automata with guarded commands.
//!
//! A [`Model`] is a set of [`Procedure`]s over typed variables, each with a [`Cfa`] whose edges
//! carry [`Command`]s. The crate knows what they mean. It knows nothing of solvers or engines.

pub mod cfa;
pub mod command;
mod ids;
pub mod procedure;

pub use cfa::{Cfa, CutPoints, Edge, ErrorLocation, LocationInfo};
pub use command::{Call, Command};
pub use ids::{EdgeId, FileId, Location, ProcedureId};
pub use procedure::{Model, Procedure, Span};
