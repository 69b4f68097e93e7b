//! The choice of an engine and its options, which are also the command line.

use clap::{Args, ValueEnum};
use engines::{
    Bmc, BmcConfig, Engine, Ic3Cfa, Ic3CfaConfig, Kind, KindConfig, Predabs, PredabsConfig,
};

/// Which engine works on a task, and how.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// The algorithm
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
    /// Options of bounded model checking.
    #[command(flatten)]
    pub bmc: BmcConfig,
    /// Options of k-induction.
    #[command(flatten)]
    pub kind: KindConfig,
    /// Options of predicate abstraction.
    #[command(flatten)]
    pub predabs: PredabsConfig,
    /// Options of IC3 on control-flow automata.
    #[command(flatten)]
    pub ic3cfa: Ic3CfaConfig,
}

/// The engines to choose from.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineName {
    /// Incremental bounded model checking
    #[default]
    Bmc,
    /// Incremental k-induction
    Kind,
    /// Lazy predicate abstraction, refined by counterexamples
    Predabs,
    /// IC3 on control-flow automata
    Ic3cfa,
}

impl EngineConfig {
    /// The engine with its options.
    pub fn engine(&self) -> Box<dyn Engine + Sync> {
        match self.engine {
            EngineName::Bmc => Box::new(Bmc::new(self.bmc.clone())),
            EngineName::Kind => Box::new(Kind::new(self.kind.clone())),
            EngineName::Predabs => Box::new(Predabs::new(self.predabs.clone())),
            EngineName::Ic3cfa => Box::new(Ic3Cfa::new(self.ic3cfa.clone())),
        }
    }
}
