//! Theories beside the bit-blaster.
//!
//! The blaster gives a term that belongs to a theory literals without a meaning, and hands it to the
//! theory. What the theory does then has two parts:
//!
//! - *Between searches* every theory looks at the model that the SAT solver found. It accepts the model,
//!   and tells values by it, or it makes clauses that exclude it, over new literals too ([`Theory`]).
//! - *During a search* a theory may follow the assignment of its atoms, refuse it early and imply
//!   literals ([`Propagator`](crate::sat::Propagator)).
//!
//! Arithmetic does both. Arrays and functions do only the former: they compare words, whose bits are all
//! assigned only near the end of a search, and their lemmas are about equalities and reads that have no
//! literals before, which no search can be given while it runs.

use super::blast::Blaster;
use crate::budget::Budget;
use crate::sat::Lit;
use crate::traits::UnknownReason;
use term::{Term, TermStore, Value};

/// The theory that a term belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Reads, equalities and other terms of arrays.
    Arrays,
    /// Applications of declared functions.
    Functions,
    /// Terms of integers and reals, and relations between them.
    Numbers,
}

/// What a theory says of a model of the SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// It is a model of the theory, too, and values can be asked for.
    Model,
    /// It is not to be accepted. These clauses exclude it, or new literals have to be decided as well.
    Lemmas(Vec<Vec<Lit>>),
}

impl Refinement {
    /// A model if there is nothing to exclude it.
    pub fn by(lemmas: Vec<Vec<Lit>>) -> Refinement {
        if lemmas.is_empty() { Refinement::Model } else { Refinement::Lemmas(lemmas) }
    }
}

/// A theory of the embedded solver.
pub trait Theory {
    /// Takes note of a term of the theory. It has its literals, and so have its arguments.
    fn register(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term);

    /// Looks at the model that the SAT solver has found.
    fn refine(
        &mut self,
        blaster: &mut Blaster,
        budget: &Budget,
    ) -> Result<Refinement, UnknownReason>;

    /// The value of a declared constant in the last model that was accepted; `None` if its sort is
    /// not one of the theory, or if the theory has not seen it.
    fn constant_value(&self, constant: Term) -> Option<Value>;
}
