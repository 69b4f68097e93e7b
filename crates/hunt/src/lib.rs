//! A hunt for wrong answers.
//!
//! [`generate`] makes random C programs as trees ([`ast`]), [`mod@print`] writes them as C. Their inputs have
//! few values, so that [`oracle`] can run what gcc makes of them with all inputs: it knows every value
//! and everything that goes wrong. From that [`question`] chooses claims and properties that hold or
//! not. [`campaign`] asks `lemmatic verify` and compares; [`shrink`] makes what fails smaller.

pub mod ast;
pub mod build;
pub mod campaign;
pub mod equivalent;
pub mod generate;
pub mod oracle;
pub mod print;
pub mod question;
pub mod rng;
pub mod shrink;
pub mod verifier;
pub mod visit;
