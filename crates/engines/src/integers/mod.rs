//! Engine `integers`: Horn clauses over bit-vectors as clauses over integers.
//!
//! A bit-vector becomes its signed value, with its range. An operation is exact where intervals show that nothing
//! wraps around; elsewhere a new variable says how often it does. Operations that have no linear meaning may have
//! any result, so clauses over integers allow more, and only proofs come back: linear invariants become
//! comparisons of bit-vectors that are extended until nothing wraps around. They are checked bit-precisely, as
//! all evidence.

mod engine;
mod numbers;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use engine::{ClauseProver, Integers};

/// Words that are wider have no integer view.
const MAX_WIDTH: u32 = 64;

/// The least and the greatest value of a bit-vector. Single bits are zero or one, others have a sign.
fn range(width: u32) -> (i128, i128) {
    match width {
        1 => (0, 1),
        _ => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
    }
}
