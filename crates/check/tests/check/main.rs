//! Tests of the checker: by hand, by tampering, and against enumeration.

mod clauses;
mod common;
mod horn;
mod horn_random;
mod proofs;
mod random;
mod traces;
mod world;
