//! Passes from a model to a smaller one with the same answer.
//!
//! [`reduce`] runs them over and over until nothing gets smaller. A [`Reduced`] model is what an
//! engine works on; it carries the engine's evidence back to the model that was reduced, against
//! which it is checked: nothing here is trusted.
//!
//! | pass | what it does |
//! |---|---|
//! | `prune` | removes what cannot be reached or leads to no error |
//! | `slice` | drops variables that no assumption depends on |
//! | `propagate` | replaces variables by the constants or other variables they equal |
//! | `inline` | substitutes what temporaries hold |
//! | `live` | drops assignments to dead variables |
//! | `narrow` | gives variables with small values few bits |
//! | `tidy` | clears up what the others leave inside commands |
//! | `minimise` | merges locations with the same behaviour |
//! | `blocks` | joins edges to large blocks |
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
