//! Answers in the formats of other tools.
//!
//! [`replay_c`] turns a run that violates a property into a C file for a compiler. [`mod@format`]
//! is the exchange format of verification witnesses of SV-COMP, version 2.0, and [`metadata`] is
//! its header. [`c_expression`] writes terms in C.

pub mod c_expression;
pub mod format;
pub mod metadata;
pub mod replay_c;
