//! The exchange of lemmas between engines that work on the same model at the same time.
//!
//! Each engine has its own [`Exchange`]. It publishes proved lemmas, with their locations, to a
//! [`Board`], and takes what others have published since. Nothing on the board is trusted for a
//! verdict: an engine that used foreign lemmas includes them in its proof
//! ([`Exchange::relied_on`]), and the checker decides.
//!
//! A contract makes such proofs complete: lemmas are published in batches, and a batch is
//! `k`-inductive together with everything that its author has published and taken before. So every
//! prefix of the board is inductive, for the largest `k` in it.

mod board;
mod handle;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use handle::{Exchange, Lemma, ReliedOn};
