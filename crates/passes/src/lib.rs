//! Transformations on the way from a program to the engines. Each returns its output *and* its way
//! back: how evidence for the output becomes evidence for the input.
//!
//! Nothing here is trusted. What an engine finds on a transformed model is carried back and checked
//! against the model before the transformation. The crate knows nothing of solvers or engines.

pub mod memory;
pub mod points_to;
pub mod program;
pub mod reduce;
