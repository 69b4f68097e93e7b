//! Between the views of a question: Horn clauses, automata, programs with procedures.
//!
//! [`LinearAutomaton`] makes an automaton of linear clauses, [`ProcedureClauses`] makes clauses of a
//! model, with procedures or without. Each is the way back for evidence, too.

mod linear;
mod procedures;

pub use linear::LinearAutomaton;
pub use procedures::ProcedureClauses;
