//! Transformations between a program and the engines. Each returns its output *and* its way back:
//! how evidence for the output becomes evidence for the input.
//!
//! Reductions need not be trusted: evidence found on a reduced model is carried back and checked
//! against the model before the reduction. The crate knows nothing of solvers or engines.

pub mod horn;
pub mod memory;
pub mod points_to;
pub mod program;
pub mod reduce;
