//! Passes from a model to a smaller one with the same answer.
//!
//! [`reduce`] repeats the passes until nothing gets smaller. Engines work on the [`Reduced`] model,
//! which carries their evidence back to the original model. The evidence is checked there, so
//! nothing here need be trusted.
//!
//! | pass | what it does |
//! |---|---|
//! | `prune` | removes locations that cannot be reached or lead to no error |
//! | `slice` | drops variables that no assumption depends on |
//! | `propagate` | replaces variables by the constants or other variables they equal |
//! | `inline` | substitutes the values of temporaries |
//! | `live` | drops assignments to dead variables |
//! | `split` | splits variables whose parts are assigned separately |
//! | `narrow` | gives variables with small values few bits |
//! | `tidy` | simplifies commands that the others have changed |
//! | `minimise` | merges locations with the same behaviour |
//! | `blocks` | joins edges into large blocks |
//!
//! Only models whose entry procedure calls no other are reduced.

mod blocks;
mod bounds;
mod commands;
mod config;
mod facts;
mod inline;
mod live;
mod liveness;
mod minimise;
mod narrow;
mod outdated;
mod pass;
mod persistent;
mod projection;
mod propagate;
mod prune;
mod recipe;
mod reduced;
mod selection;
mod slice;
mod split;
mod tidy;
mod unchanged;
mod widths;

pub use config::{ReduceConfig, Reduction};
pub use reduced::{Reduced, reduce};
