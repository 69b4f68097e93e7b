//! Solvers: what they can do as traits, and the embedded solvers themselves.

pub mod budget;
pub mod sat;
