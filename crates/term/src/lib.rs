//! Hash-consed typed terms: the language that every other crate speaks.
//!
//! A [`TermStore`] owns the terms; a [`Term`] is a small number into it. The crate knows sorts,
//! operators, concrete values, evaluation, simplification, substitution and SMT-LIB text. It knows
//! nothing of solvers or programs.

pub mod bitvec;
mod build;
pub mod eval;
pub mod float;
mod fold;
mod ids;
mod op;
pub mod rewrite;
pub mod smtlib;
mod sort;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod transfer;
pub mod traverse;
mod typing;
mod value;

pub use bitvec::BitVec;
pub use eval::{Assignment, EvalError, Evaluator, FunctionValue, apply_op, eval};
pub use float::{Float, FloatFormat, RoundingMode};
pub use ids::{Symbol, Term, ValueId};
pub use op::{Arity, Op, OpInfo, Signature};
pub use sort::{ArraySort, Sort};
pub use store::TermStore;
pub use transfer::{Transfer, copy_symbol};
pub use traverse::{Substitution, free_vars, post_order};
pub use typing::SortError;
pub use value::{ArrayValue, Value};
