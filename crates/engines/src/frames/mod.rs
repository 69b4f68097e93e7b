//! What engines of the IC3 family share: cubes, frames and obligations.
//!
//! A lemma says that no state of a [`Cube`] is reached at a place up to a level. [`Frames`] keeps
//! lemmas, each once; [`ObligationQueue`] keeps regions that are still to be blocked;
//! [`drop_literals`] and [`weaken_literals`] make lemmas more general.
//!
//! Two things are left open. A *literal* is whatever an engine makes cubes of: Boolean terms on the
//! level of words, or numbers of signed bits. A *place* says which lemmas belong together: a
//! location of an automaton, or `()` for a system that has its state in variables alone. What a
//! literal means, and how solvers are asked, is up to the engine.

mod cube;
mod delta;
mod generalise;
mod obligation;
#[cfg(test)]
mod tests;

pub(crate) use cube::Cube;
pub(crate) use delta::Frames;
pub(crate) use generalise::{drop_literals, weaken_literals};
pub(crate) use obligation::{ObligationId, ObligationQueue};
