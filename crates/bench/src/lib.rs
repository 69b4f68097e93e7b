//! Runs verifiers on suites of tasks under limits; computes scores, tables and plots of the
//! results.
//!
//! [`suite::read`] finds tasks. A [`Campaign`] runs configurations on them and stores a [`Record`]
//! of each run in a [`Store`] immediately, so that it can be resumed. [`report`] makes tables,
//! comparisons and a page with plots from stored records. Each run has its own supervisor process
//! ([`supervise`]): limits apply to all processes of a run together, and none survives it. The
//! crate knows no terminal and no engine.

mod answer;
mod campaign;
mod configuration;
mod launch;
mod limits;
mod record;
pub mod report;
mod score;
mod statistics;
mod status;
mod store;
pub mod suite;
pub mod supervise;
mod words;

pub use campaign::{Campaign, CampaignError, Observer};
pub use configuration::{Configuration, ConfigurationError, Tool};
pub use launch::{Cancel, LaunchError, Launcher};
pub use limits::Limits;
pub use record::{Key, Record};
pub use score::{Expected, Judgement, judge, points};
pub use status::Status;
pub use store::{Settings, Store, StoreError};
