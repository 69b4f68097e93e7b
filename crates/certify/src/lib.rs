//! Refutations with checked proofs.
//!
//! A [`Certifier`] shows that Boolean terms contradict each other. It shares no code with the
//! solver that engines use. A bit-blaster that simplifies nothing turns terms into clauses
//! (`blast`, `circuits`, `gates`, `float` for floats and `table` for small arrays), other arrays and
//! functions are handled by instances of their axioms (`axioms`), inequalities between numbers by lemmas that
//! are checked ([`linear`]), and a SAT solver refutes the clauses step by step. Each step is checked ([`lrat`]) against the clauses as they were created here. So neither the SAT
//! solver nor the choice of instances (`refine`) is trusted.
//!
//! That terms are satisfiable is never claimed: it is only a guess of the certifier.

mod axioms;
mod blast;
mod certifier;
mod circuits;
mod cone;
mod float;
mod gates;
pub mod linear;
pub mod lrat;
mod numbers;
mod refine;
mod sat;
mod table;

pub use certifier::{Answer, Certifier, Undecided};
pub use numbers::{Arithmetic, Solution};

/// A sort or an operator that the certifier does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);
