//! The options of bounded model checking.

use clap::{Args, ValueEnum};

/// Options of incremental bounded model checking.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Bounded model checking (bmc)")]
pub struct BmcConfig {
    /// Give up after N unwindings
    ///
    /// A run may then visit loop heads N times in total; with 0 it ends at the first one. Without
    /// this option unwinding continues until an error is found, all runs have ended, or a limit is
    /// reached.
    #[arg(long = "bmc-unwind", value_name = "N")]
    pub unwind: Option<u32>,

    /// Search for errors from unwinding N on
    ///
    /// The first query still finds errors that fewer unwindings reach. Useful if short runs are
    /// known to be correct.
    #[arg(long = "bmc-start-unwind", value_name = "N", default_value_t = BmcConfig::default().start_unwind)]
    pub start_unwind: u32,

    /// Search for errors every N unwindings
    ///
    /// More unwindings in a query mean fewer but harder queries. The incremental bounded model
    /// checking of 2LS (Malik et al., "2LS for Program Analysis", section 5.4) searches after each.
    #[arg(
        long = "bmc-unwind-step",
        value_name = "N",
        default_value_t = BmcConfig::default().unwind_step,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub unwind_step: u32,

    /// When to check whether all runs have ended
    ///
    /// If they have, the program is completely unwound and proved safe; loop heads that no run
    /// reaches again are not unwound further. If loop bounds are constants, no query is needed.
    #[arg(long = "bmc-unwind-complete", value_name = "WHEN", default_value_t, value_enum)]
    pub unwind_complete: CompletenessCheck,
}

/// When to check whether an unwinding is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CompletenessCheck {
    /// Never: only search for errors
    Never,
    /// At growing distances, so that it costs a fixed share of the time
    #[default]
    Spaced,
    /// After each unwinding
    Always,
}

impl Default for BmcConfig {
    fn default() -> Self {
        BmcConfig {
            unwind: None,
            start_unwind: 0,
            unwind_step: 1,
            unwind_complete: CompletenessCheck::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        bmc: BmcConfig,
    }

    fn parse(line: &str) -> Result<BmcConfig, clap::error::ErrorKind> {
        let words = std::iter::once("test").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).map(|c| c.bmc).map_err(|e| e.kind())
    }

    #[test]
    fn no_options_are_the_default() {
        assert_eq!(parse(""), Ok(BmcConfig::default()));
    }

    #[test]
    fn options_are_read() {
        let line = "--bmc-unwind 9 --bmc-start-unwind 3 --bmc-unwind-step 2 \
                    --bmc-unwind-complete always";
        let expected = BmcConfig {
            unwind: Some(9),
            start_unwind: 3,
            unwind_step: 2,
            unwind_complete: CompletenessCheck::Always,
        };
        assert_eq!(parse(line), Ok(expected));
        assert_eq!(parse("--bmc-unwind-step 0"), Err(clap::error::ErrorKind::ValueValidation));
    }
}
