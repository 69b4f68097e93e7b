//! The options of bounded model checking, loop by loop.

use clap::Args;

/// Options of bounded model checking, loop by loop.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Bounded model checking, loop by loop (unroll)")]
pub struct UnrollConfig {
    /// Rounds of a loop in the first attempt
    ///
    /// A loop with more rounds is cut. Each further attempt allows four times as many. Loops whose rounds add no
    /// condition, such as those up to a constant, may have eight times as many in each attempt.
    #[arg(
        long = "unroll-rounds",
        value_name = "N",
        default_value_t = UnrollConfig::default().rounds,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub rounds: u32,

    /// Rounds of a loop in the last attempt
    ///
    /// Without this option there are attempts until an error is found, all loops are unrolled completely, or a
    /// limit is reached.
    #[arg(long = "unroll-max-rounds", value_name = "N")]
    pub max_rounds: Option<u32>,
}

impl Default for UnrollConfig {
    fn default() -> Self {
        UnrollConfig { rounds: 8, max_rounds: None }
    }
}
