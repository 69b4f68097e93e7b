//! The exchange of lemmas between engines that work on the same model at the same time.
//!
//! Engines post what they have proved to a [`Board`], typed by location, and take what others have
//! posted since they last looked; each has its own [`Exchange`] for that. Nothing on the board is
//! trusted for a verdict: an engine that used foreign lemmas makes them part of its proof
//! ([`Exchange::relied_on`]), and the checker decides.
//!
//! The contract that makes such proofs complete: lemmas are posted in batches, and a batch is
//! `k`-inductive together with all that its author has posted and taken before. So everything on
//! the board up to any point is inductive, for the largest `k` there.

mod board;
mod handle;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use handle::{Exchange, Lemma, ReliedOn};
