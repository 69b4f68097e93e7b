//! Tests of model reduction.

mod evidence_of;
mod explorer;
mod files;
mod large;
mod proofs;
mod random;
