//! Tests of the checker: hand-written cases, tampering, and comparison with enumeration.

mod clauses;
mod common;
mod horn;
mod horn_random;
mod proofs;
mod random;
mod traces;
mod world;
