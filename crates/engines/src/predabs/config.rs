//! The options of predicate abstraction.

use clap::{Args, ValueEnum};

/// Options of lazy predicate abstraction.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Predicate abstraction (predabs)")]
pub struct PredabsConfig {
    /// How the abstract successors of a node are computed
    #[arg(long = "predabs-abstraction", value_name = "KIND", default_value_t, value_enum)]
    pub abstraction: Abstraction,

    /// Enumerate at most N abstract successors of a node at a cut point
    ///
    /// If there are more, they are replaced by one with the values on which they all agree. The
    /// limit is raised once this is too coarse to exclude a path.
    #[arg(
        long = "predabs-abstraction-limit",
        value_name = "N",
        default_value_t = PredabsConfig::default().abstraction_limit,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub abstraction_limit: u32,

    /// Give up after N refinements
    #[arg(long = "predabs-max-refinements", value_name = "N")]
    pub max_refinements: Option<u32>,
}

/// A way to abstract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Abstraction {
    /// All possible combinations of predicates, up to the limit
    #[default]
    Boolean,
    /// The values of predicates that are certain, and combinations only if that is too coarse
    Cartesian,
}

impl Default for PredabsConfig {
    fn default() -> Self {
        let abstraction = Abstraction::default();
        PredabsConfig { abstraction, abstraction_limit: 64, max_refinements: None }
    }
}
