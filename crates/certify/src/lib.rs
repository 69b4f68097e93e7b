//! Refutations that need not be believed.
//!
//! A [`Certifier`] shows that Boolean terms contradict each other. It shares no code with the solver
//! that engines use: terms become clauses by a bit-blaster that simplifies nothing
//! (`blast`, `circuits`, `gates`, and `float` for floats), arrays and functions by instances of
//! their axioms (`axioms`), and a SAT solver refutes the clauses step by step. Each step is checked
//! ([`lrat`]), against the clauses as they were made here. So the SAT solver is not trusted, and
//! neither is the choice of instances (`refine`).
//!
//! That terms have a common model is only ever a guess of the certifier: it claims nothing by it.

mod axioms;
mod blast;
mod certifier;
mod circuits;
mod cone;
mod float;
mod gates;
pub mod lrat;
mod refine;
mod sat;

pub use certifier::{Answer, Certifier, Undecided};

/// A sort or an operator that the certifier does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);
