//! A model as it was read.

use model::TransitionSystem;
use term::{Symbol, Term};

/// A hardware model: its transition system, and the numbers that the file gives inputs and states.
#[derive(Clone)]
pub struct Design {
    /// The system. Its terms are those of the file, not simplified.
    pub system: TransitionSystem,
    /// The format of the file.
    pub format: Format,
    /// The inputs, in the order of the file.
    pub inputs: Vec<Symbol>,
    /// The states, in the order of the file.
    pub states: Vec<DesignState>,
    /// What holds in each step of a run.
    pub constraint: Term,
}

/// A state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DesignState {
    /// Its symbol: a variable of the system, or an input if the file leaves it open in each step.
    pub symbol: Symbol,
    /// Whether the file says what it is initially.
    pub is_initialised: bool,
    /// Whether the file says what it becomes.
    pub has_next: bool,
}

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// AIGER, ASCII or binary.
    Aiger,
    /// BTOR2.
    Btor2,
}
