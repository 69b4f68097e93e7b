//! The options of model reduction.

use clap::Args;

/// Which reductions a model goes through before an engine sees it.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Model reduction")]
pub struct ReduceConfig {
    /// Keep locations that cannot be reached or lead to no error
    #[arg(long)]
    pub no_prune: bool,

    /// Do not propagate constants and copies
    #[arg(long)]
    pub no_propagate: bool,

    /// Keep variables that no error depends on
    #[arg(long)]
    pub no_slice: bool,

    /// Keep assignments to variables that are dead afterwards
    #[arg(long)]
    pub no_live: bool,

    /// Do not substitute what temporary variables hold
    #[arg(long)]
    pub no_inline: bool,

    /// Substitute terms of up to N different parts for temporary variables
    #[arg(long, value_name = "N", default_value_t = ReduceConfig::default().inline_limit)]
    pub inline_limit: usize,

    /// Leave variables that have small values only as wide as they are
    #[arg(long)]
    pub no_narrow: bool,

    /// Leave variables whose parts are assigned apart in one piece
    #[arg(long)]
    pub no_split: bool,

    /// Do not merge locations with the same behaviour
    #[arg(long)]
    pub no_minimise: bool,

    /// Join edges to blocks of up to N operations; 0 joins none
    ///
    /// Large blocks as in Beyer et al., "Software Model Checking via Large-Block Encoding".
    #[arg(
        long,
        value_name = "N",
        default_value_t = ReduceConfig::default().block_limit,
        value_parser = clap::value_parser!(u32).range(0..=10_000)
    )]
    pub block_limit: u32,

    /// Go through all reductions at most N times
    #[arg(long, value_name = "N", default_value_t = ReduceConfig::default().reduce_rounds)]
    pub reduce_rounds: u32,
}

impl Default for ReduceConfig {
    fn default() -> Self {
        ReduceConfig {
            no_prune: false,
            no_propagate: false,
            no_slice: false,
            no_live: false,
            no_inline: false,
            inline_limit: 200,
            no_narrow: false,
            no_split: false,
            no_minimise: false,
            block_limit: 100,
            reduce_rounds: 4,
        }
    }
}

impl ReduceConfig {
    /// No reduction at all.
    pub fn none() -> ReduceConfig {
        ReduceConfig { reduce_rounds: 0, ..ReduceConfig::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        reduce: ReduceConfig,
    }

    fn parse(line: &str) -> Option<ReduceConfig> {
        let words = std::iter::once("test").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).ok().map(|c| c.reduce)
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse(""), Some(ReduceConfig::default()));
        let expected = ReduceConfig { no_slice: true, block_limit: 7, ..ReduceConfig::default() };
        assert_eq!(parse("--no-slice --block-limit 7"), Some(expected));
        assert_eq!(parse("--block-limit 10001"), None);
    }
}
