//! Engine `spacer`: property-directed reachability on Horn clauses, linear or not.
//!
//! What may be derived in so many steps is over-approximated by lemmas, one sequence of frames per predicate.
//! What must be derivable is under-approximated by facts. A model of a rule whose atoms are among the lemmas is
//! projected to the first atom that is not among the facts: an obligation, to be blocked by a lemma or to be met
//! by a fact. So a summary that was learnt once serves every rule.
//!
//! After Hoder and Bjørner, "Generalized property directed reachability" (2012), and Komuravelli, Gurfinkel and
//! Chaki, "SMT-based model checking for recursive programs" (2014).

mod block;
mod config;
mod engine;
mod generalise;
mod search;
#[cfg(test)]
mod tests;

pub use config::SpacerConfig;
pub use engine::Spacer;

type Cube = crate::frames::Cube<term::Term>;
