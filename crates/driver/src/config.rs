//! The choice of an engine and its options, which are also the command line.

use clap::{Args, ValueEnum};
use engines::{Bmc, BmcConfig, Engine};

/// Which engine works on a task, and how.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// The algorithm
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
    /// Options of bounded model checking.
    #[command(flatten)]
    pub bmc: BmcConfig,
}

/// The engines to choose from.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineName {
    /// Incremental bounded model checking
    #[default]
    Bmc,
}

impl EngineConfig {
    /// The engine with its options.
    pub fn engine(&self) -> Box<dyn Engine + Sync> {
        match self.engine {
            EngineName::Bmc => Box::new(Bmc::new(self.bmc.clone())),
        }
    }
}
