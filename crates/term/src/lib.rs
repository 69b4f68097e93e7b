//! Hash-consed typed terms: the language that every other crate speaks.
//!
//! A [`TermStore`] owns the terms; a [`Term`] is a small number into it. The crate knows sorts,
//! operators, concrete values, evaluation, simplification, substitution and SMT-LIB text. It knows
//! nothing of solvers or programs.

pub mod bitvec;

pub use bitvec::BitVec;
