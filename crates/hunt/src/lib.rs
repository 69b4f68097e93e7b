//! Random testing for wrong answers.
//!
//! [`generate`] creates random C programs as trees ([`ast`]), and [`mod@print`] writes them as C.
//! Their inputs have few values, so [`oracle`] can run the compiled programs with all inputs: it
//! knows every value and every error. From that, [`question`] chooses claims and properties that
//! hold or are violated. [`campaign`] asks `lemmatic verify` and compares; [`shrink`] minimises
//! failing programs.

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
