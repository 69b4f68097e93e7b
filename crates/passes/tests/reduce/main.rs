//! Tests of model reduction, and of pipelines of translations.

mod automata;
#[path = "../../../check/tests/check/clauses.rs"]
mod clauses;
mod evidence_of;
mod explorer;
mod files;
mod large;
mod pipelines;
mod proofs;
mod random;
