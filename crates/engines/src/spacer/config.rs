//! The options of the engine.

use clap::{ArgAction, Args};

/// Options of property-directed reachability on clauses.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Property-directed reachability on clauses (spacer)")]
pub struct SpacerConfig {
    /// Generalise lemmas by interpolants
    ///
    /// Without it, lemmas only say that literals of obligations do not hold together.
    #[arg(long = "spacer-interpolate", value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_missing_value = "true",
          default_value_t = SpacerConfig::default().interpolate)]
    pub interpolate: bool,
}

impl Default for SpacerConfig {
    fn default() -> SpacerConfig {
        SpacerConfig { interpolate: true }
    }
}
