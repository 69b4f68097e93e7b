//! Between the views of a question: Horn clauses, automata, programs with procedures.
//!
//! [`LinearAutomaton`] makes an automaton of linear clauses, [`ProcedureClauses`] makes clauses of a
//! model, with procedures or without. [`UnfoldedClauses`] are fewer clauses with the same answer. Each is the way
//! back for evidence, too.

mod linear;
mod procedures;
mod unfolded;

pub use linear::LinearAutomaton;
pub use procedures::ProcedureClauses;
pub use unfolded::UnfoldedClauses;
