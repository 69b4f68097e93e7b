//! Transition systems: all state in variables, one step for everything.
//!
//! The third view of what is verified, next to automata and Horn clauses: that of hardware, and of
//! engines that keep no account of locations. A state gives each variable a value; a step has
//! inputs, is possible where the constraint holds, and gives all variables their next values at
//! once. [`TransitionSystem::automaton`] shows a system as an automaton with one loop;
//! [`LocatedSystem`] makes a system of an automaton, with the location in Boolean variables.

mod located;
mod printer;
mod verify;
mod view;

pub use located::LocatedSystem;
pub use verify::{SystemError, verify};

use crate::goal::ErrorKind;
use term::{Symbol, Term, TermStore};

/// Can a run come to a bad state? It starts in a state in which `initial` holds.
#[derive(Clone)]
pub struct TransitionSystem {
    /// Owns all terms of the system.
    pub terms: TermStore,
    /// What a state has values for.
    pub variables: Vec<StateVariable>,
    /// What a step has values for besides, any value in each step.
    pub inputs: Vec<Symbol>,
    /// Holds of initial states.
    pub initial: Term,
    /// Holds of the states and inputs with which a step is possible.
    pub constraint: Term,
    /// What must not be.
    pub bad: Vec<BadStates>,
}

/// A variable of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateVariable {
    /// Its symbol.
    pub symbol: Symbol,
    /// Its value after a step, over variables and inputs before it.
    pub next: Term,
}

/// States that no run must come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadStates {
    /// Holds of them, with some inputs. No step need be possible there.
    pub condition: Term,
    /// What it means that a run comes there.
    pub kind: ErrorKind,
}

#[cfg(test)]
mod tests;
