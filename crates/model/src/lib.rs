//! The one model for every input and engine: control-flow automata and Horn clauses.
//!
//! A [`Model`] is a set of [`Procedure`]s over typed variables, each with a [`Cfa`] whose edges
//! carry [`Command`]s. Engines see it as an [`Automaton`] without calls or as a
//! [`TransitionSystem`] without locations. The crate defines their semantics. It knows nothing of
//! solvers or engines.

mod automaton;
pub mod cfa;
pub mod chc;
pub mod command;
pub mod concrete;
mod descents;
pub mod dot;
pub mod goal;
mod ids;
mod live;
mod loop_order;
pub mod procedure;
mod recurrence;
mod simplified;
mod state;
mod summarised;
pub mod symbolic;
#[cfg(test)]
mod testing;
pub mod text;
pub mod transition;
pub mod verify;
mod wep;

pub use automaton::Automaton;
pub use cfa::{Cfa, CutPoints, Edge, ErrorLocation, LocationInfo};
pub use command::{Call, Command};
pub use concrete::{Choice, ExecutionError, run};
pub use dot::Dot;
pub use goal::{ErrorKind, Gap, Goal, Property, PropertySet};
pub use ids::{EdgeId, FileId, Location, PredicateId, ProcedureId};
pub use live::{Reads, VariableSet, pass_back};
pub use loop_order::{LoopOrder, LoopRounds};
pub use procedure::{Model, Procedure, Span};
pub use recurrence::{Recurrences, RecurrentLoop, strongly_connected};
pub use state::State;
pub use summarised::{Body, Summarised, summarised};
pub use symbolic::{CallError, Input, Step, execute, execute_from, read_choices};
pub use text::{ParseError, parse};
pub use transition::{LocatedSystem, TransitionSystem};
pub use verify::{VerifyError, verify};
pub use wep::{Precondition, weakest_existential_precondition};
