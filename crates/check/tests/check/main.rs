//! Tests of the checker: hand-written cases, tampering, and comparison with enumeration.

mod common;
mod proofs;
mod random;
mod traces;
mod world;
