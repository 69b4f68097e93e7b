//! Invariants in template domains: a service for engines.
//!
//! After Malik, Schrammel, Kroening et al., "2LS for Program Analysis" (sections 4.2, 5.1 and 6.1):
//! an invariant has a fixed form with parameters, and a solver finds the least parameters for which
//! it is k-inductive. kIkI uses such invariants for proofs; `cells` and `summaries` derive other
//! invariants from them.
//!
//! - `formula`: the program as a formula, with loops cut; `visit`: its visits of loop heads.
//! - `template`: invariants with parameters; `domains`: their subjects; `stages`: which domains are
//!   tracked when.
//! - `iteration`: how the parameters are found; `inference`: from domains to proved invariants.
//! - `instances`: the terms that stand for parameters.
//! - `sums`, `modular`: linear terms and linear algebra modulo powers of two.

pub(crate) mod domains;
pub(crate) mod formula;
mod inference;
mod instances;
pub(crate) mod iteration;
mod modular;
mod stages;
mod sums;
pub(crate) mod template;
mod visit;

pub use domains::{Domain, LinearExpression, LinearSyntaxError};
pub(crate) use formula::Formula;
pub(crate) use inference::{
    ANYTHING, InvariantSearch, Request, has_objects, invariants_of_domains,
};
pub use iteration::BoundIteration;
pub(crate) use stages::{Stage, refined_stages};
