//! Tests of the checker: by hand, by tampering, and against enumeration.

mod common;
mod proofs;
mod random;
mod traces;
mod world;
