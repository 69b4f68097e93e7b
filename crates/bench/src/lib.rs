//! Suites of tasks, run by verifiers under limits; scores, tables and plots of the results.
//!
//! [`suite::read`] finds tasks, a [`Campaign`] runs configurations on them and keeps a [`Record`] of
//! each run in a [`Store`], at once, so that it can go on where it was stopped. [`report`] makes
//! tables, comparisons and a page with plots of stored records. Each run has a process of its own
//! that supervises it ([`supervise`]): limits hold for all processes of a run together, and none
//! survives it. The crate knows no terminal and no engine.

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
