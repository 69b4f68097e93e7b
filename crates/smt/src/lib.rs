//! Solvers: their abilities as traits, and the embedded solvers.

pub mod arithmetic;
pub mod budget;
pub mod embedded;
pub mod fp;
mod gate;
mod interpolate;
pub mod process;
pub mod projection;
pub mod sat;
mod stats;
mod traits;

pub use budget::{Budget, Interrupt, StopReason};
pub use embedded::EmbeddedSolver;
pub use fp::{FpLowering, FpLoweringError};
pub use gate::{Gate, Stopwatch};
pub use interpolate::{
    EnumeratingInterpolator, FarkasInterpolator, TreeNode, sequence_interpolants, tree_interpolants,
};
pub use process::ProcessSolver;
pub use stats::SolverStats;
pub use traits::{
    Cores, Interpolants, Interpolation, Models, Outcome, Solver, UnknownReason, minimise_core,
};
