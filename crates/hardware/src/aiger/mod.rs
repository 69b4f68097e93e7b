//! AIGER 1.9: and-inverter graphs, in ASCII (`aag`) and binary (`aig`).
//!
//! A literal is twice the number of a variable, plus one if it is negated; 0 is false and 1 is
//! true. Latches start as 0, as 1, with any value (their reset is the latch itself) or as another
//! literal. Where there are no bad states, outputs are bad states. Constraints hold in each step up
//! to and including the one with the bad state.

mod cursor;
mod header;
mod reader;
mod system;
#[cfg(test)]
mod tests;

use crate::error::ReadError;

/// The content of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aiger {
    /// Literals of inputs.
    pub inputs: Vec<u32>,
    /// The latches.
    pub latches: Vec<AigerLatch>,
    /// The gates, each after those that it uses.
    pub gates: Vec<AigerGate>,
    /// Literals that are observed.
    pub outputs: Vec<u32>,
    /// Literals that must never hold.
    pub bad: Vec<u32>,
    /// Literals that hold in every step.
    pub constraints: Vec<u32>,
    /// Names by kind (`i`, `l`, `o`, `b`, `c`) and number.
    pub names: Vec<(u8, usize, String)>,
}

/// A latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AigerLatch {
    /// Its literal.
    pub literal: u32,
    /// Its value after a step.
    pub next: u32,
    /// Its first value: the latch itself means any.
    pub reset: u32,
}

/// An and gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AigerGate {
    /// Its literal.
    pub literal: u32,
    /// The literals that it is the conjunction of.
    pub inputs: [u32; 2],
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Aiger, ReadError> {
    reader::Reader::new(bytes)?.read()
}
