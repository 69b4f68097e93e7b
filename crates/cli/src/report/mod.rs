//! Reports: the results of a run as text for people and as JSON for programs.

pub mod callers;
pub mod each;
pub mod error;
pub mod finding;
pub mod json;
pub mod text;
pub mod trace;
pub mod unknown;
