//! The options of kIkI.

use crate::templates::{BoundIteration, Domain, LinearExpression};
use clap::Args;

/// Options of kIkI: k-invariants, k-induction and incremental bounded model checking.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "k-invariants and k-induction (kiki)")]
pub struct KikiConfig {
    /// Infer no invariants
    ///
    /// This is plain k-induction: an error is excluded if k visits of loop heads without one are
    /// never followed by one (Malik et al., "2LS for Program Analysis", section 5.3).
    #[arg(long = "kiki-havoc")]
    pub havoc: bool,

    /// Track only these domains
    ///
    /// Several are tracked together, from the first unwinding on. Without this option cheap domains
    /// come first, and richer ones are added as long as the invariants are too weak for a proof.
    #[arg(long = "kiki-domain", value_name = "DOMAIN", value_enum, value_delimiter = ',')]
    pub domains: Vec<Domain>,

    /// Domains to track one after the other, each on top of the invariants before.
    #[arg(skip)]
    pub stages: Vec<Vec<Domain>>,

    /// Bound a linear expression over the program's variables, as in 2*i-n; may be repeated
    ///
    /// Its bounds are inferred at each loop head where all its variables are live. Variables are
    /// named as in `show cfa`; the part up to the last dot may be omitted.
    #[arg(long = "kiki-linear-template", value_name = "EXPR", allow_hyphen_values = true)]
    pub templates: Vec<LinearExpression>,

    /// Infer invariants for each set of loops that may have been executed
    ///
    /// This distinguishes what holds before a loop has been executed from what holds afterwards.
    /// Programs with very many such sets are not split.
    #[arg(long = "kiki-symbolic-paths")]
    pub symbolic_paths: bool,

    /// How bounds are inferred
    ///
    /// The search needs a number of queries proportional to the width of variables; taking the
    /// values of one model after another may need one for each iteration of a loop.
    #[arg(long = "kiki-bounds-by", value_name = "HOW", value_enum, default_value_t)]
    pub bounds: BoundIteration,

    /// Give up after N unwindings of all loops
    ///
    /// With 1 this is abstract interpretation in the tracked domains.
    #[arg(long = "kiki-max-unwind", value_name = "N")]
    pub max_unwind: Option<u32>,

    /// Search only for errors, not for proofs: incremental bounded model checking
    #[arg(long = "kiki-bmc")]
    pub bounded_only: bool,
}

impl KikiConfig {
    /// Whether the user chooses what to track.
    pub(super) fn chooses_domains(&self) -> bool {
        !self.domains.is_empty() || !self.templates.is_empty() || !self.stages.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        kiki: KikiConfig,
    }

    fn parse(line: &str) -> Result<KikiConfig, clap::error::ErrorKind> {
        let words = std::iter::once("test").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).map(|c| c.kiki).map_err(|e| e.kind())
    }

    #[test]
    fn no_options_are_the_default() {
        assert_eq!(parse(""), Ok(KikiConfig::default()));
    }

    #[test]
    fn options_are_read() {
        let line = "--kiki-havoc --kiki-domain zones,intervals --kiki-linear-template -x+2*y \
                    --kiki-symbolic-paths --kiki-bounds-by enumerate --kiki-max-unwind 3 --kiki-bmc";
        let expected = KikiConfig {
            havoc: true,
            domains: vec![Domain::Zones, Domain::Intervals],
            templates: vec!["-x + 2*y".parse().unwrap()],
            symbolic_paths: true,
            bounds: BoundIteration::Enumerate,
            stages: Vec::new(),
            max_unwind: Some(3),
            bounded_only: true,
        };
        assert_eq!(parse(line), Ok(expected));
        let bad = Err(clap::error::ErrorKind::ValueValidation);
        assert_eq!(parse("--kiki-linear-template 2*"), bad);
    }
}
