//! Answers in the forms of other tools.
//!
//! [`replay_c`] turns a run that violates a property into a C file for a compiler.

pub mod replay_c;
