//! BTOR2: word-level models with bit-vectors and arrays (Niemetz, Preiner, Wolf and Biere, "Btor2,
//! BtorMC and Boolector 3.0", 2018).
//!
//! A state without `init` starts with any value. A state without `next` has any value after each
//! step; without either it is an input. The value of an `init` depends on states only. A constraint
//! holds in each step up to and including the one with the bad state.

mod line;
mod operators;
mod reader;
#[cfg(test)]
mod tests;

pub use reader::read;
