//! The options of model reduction.

use clap::{Args, ValueEnum};

/// Which reductions a model goes through before an engine sees it.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Model reduction")]
pub struct ReduceConfig {
    /// Leave out these reductions
    #[arg(
        id = "reduce_without",
        long = "reduce-without",
        value_name = "PASSES",
        value_enum,
        value_delimiter = ','
    )]
    pub without: Vec<Reduction>,

    /// Substitute terms of up to N different subterms for temporary variables
    #[arg(long = "reduce-inline-limit", value_name = "N", default_value_t = ReduceConfig::default().inline_limit)]
    pub inline_limit: usize,

    /// Join edges into blocks of up to N operations; 0 joins none
    ///
    /// Large blocks as in Beyer et al., "Software Model Checking via Large-Block Encoding".
    #[arg(
        long = "reduce-block-limit",
        value_name = "N",
        default_value_t = ReduceConfig::default().block_limit,
        value_parser = clap::value_parser!(u32).range(0..=10_000)
    )]
    pub block_limit: u32,

    /// Repeat all reductions at most N times
    #[arg(id = "reduce_rounds", long = "reduce-rounds", value_name = "N", default_value_t = ReduceConfig::default().rounds)]
    pub rounds: u32,
}

/// A reduction that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reduction {
    /// Remove locations that cannot be reached or lead to no error
    Prune,
    /// Remove variables that no error depends on
    Slice,
    /// Propagate constants and copies
    Propagate,
    /// Substitute the values of temporary variables
    Inline,
    /// Remove assignments to variables that are dead afterwards
    Live,
    /// Split variables whose parts are assigned separately
    Split,
    /// Give variables with small values as few bits as possible
    Narrow,
    /// Merge locations with the same behaviour
    Minimise,
}

impl Default for ReduceConfig {
    fn default() -> Self {
        ReduceConfig { without: Vec::new(), inline_limit: 200, block_limit: 100, rounds: 4 }
    }
}

impl ReduceConfig {
    /// No reduction at all.
    pub fn none() -> ReduceConfig {
        ReduceConfig { rounds: 0, ..ReduceConfig::default() }
    }

    /// Without the reductions that make different states of a model equal: a run that never returns
    /// to a state of the model may return to one of a smaller model.
    #[must_use]
    pub fn keeping_states_apart(mut self) -> ReduceConfig {
        use Reduction::{Inline, Live, Minimise, Narrow, Slice, Split};
        self.without.extend([Slice, Inline, Live, Split, Narrow, Minimise]);
        self
    }

    /// Whether a model goes through this reduction.
    pub(super) fn has(&self, reduction: Reduction) -> bool {
        !self.without.contains(&reduction)
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
        let without = vec![Reduction::Slice, Reduction::Prune, Reduction::Live];
        let expected = ReduceConfig { without, block_limit: 7, ..ReduceConfig::default() };
        let line = "--reduce-without slice,prune --reduce-without live --reduce-block-limit 7";
        assert_eq!(parse(line), Some(expected));
        assert_eq!(parse("--reduce-block-limit 10001"), None);
        assert_eq!(parse("--reduce-without magic"), None);
    }
}
