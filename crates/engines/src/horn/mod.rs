//! What engines on Horn clauses share: rules that are ready for solvers, what is known of predicates, and
//! derivations.
//!
//! [`Rules`] are the clauses in a store that simplifies, without variables that an equation defines.
//! `RuleSolver` has the incremental solver of one rule: lemmas about the predicates of its body come with
//! levels, facts that are known to be derivable come one by one. [`Facts`] are such facts, with their
//! derivations. [`Annotation`] has all lemmas, generalises and propagates them.

mod annotation;
mod elimination;
mod facts;
mod rule_solver;
mod rules;
mod sampling;

pub(crate) use annotation::{Annotation, needed};
pub(crate) use elimination::eliminate_defined;
pub(crate) use facts::{FactId, Facts};
pub(crate) use rule_solver::Known;
pub(crate) use rules::{RuleId, Rules, literal_cube};
