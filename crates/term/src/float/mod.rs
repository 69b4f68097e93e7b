//! Concrete IEEE 754 values of any format.

mod format;
mod rounding;

pub use format::FloatFormat;
pub use rounding::RoundingMode;
