//! The options of IC3 on control-flow automata.

use clap::{ArgAction, Args, ValueEnum};

/// Options of IC3 on control-flow automata.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "IC3 on control-flow automata (ic3cfa)")]
pub struct Ic3CfaConfig {
    /// Keep the obligations of an iteration for the next one
    ///
    /// Their levels grow by one. Without it each iteration starts again at the errors.
    #[arg(long = "ic3cfa-reuse", value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_missing_value = "true",
          default_value_t = Ic3CfaConfig::default().reuse)]
    pub reuse: bool,

    /// Block again without a query if the frames before an obligation did not change
    ///
    /// In the outer loop this applies to a whole obligation, in the inner loop to a single
    /// predecessor. Needs --ic3cfa-reuse.
    #[arg(long = "ic3cfa-skip", value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_missing_value = "true",
          default_value_t = Ic3CfaConfig::default().skip)]
    pub skip: bool,

    /// When to propose a frame before two of them are equal
    #[arg(long = "ic3cfa-termination", value_name = "CRITERION", value_enum, default_value_t)]
    pub termination: Termination,

    /// Which lemmas to try at the successors of their locations
    #[arg(long = "ic3cfa-push", value_name = "FILTER", value_enum, default_value_t)]
    pub push: Push,

    /// Forget the obligations below one that a pushed lemma blocks
    ///
    /// Needs --ic3cfa-reuse and --ic3cfa-push.
    #[arg(long = "ic3cfa-prune")]
    pub prune: bool,

    /// How to describe the predecessor states of an obligation
    #[arg(long = "ic3cfa-predecessor", value_name = "HOW", value_enum, default_value_t)]
    pub predecessor: Predecessor,

    /// How much effort to spend on generalising lemmas
    #[arg(long = "ic3cfa-generalise", value_name = "EFFORT", value_enum, default_value_t)]
    pub generalise: Generalise,

    /// Repeat queries instead of caching their results
    #[arg(long = "ic3cfa-no-query-cache")]
    pub no_query_cache: bool,

    /// Take no lemmas of other engines until N lemmas are learnt
    ///
    /// A proof that relies on others is harder to check.
    #[arg(long = "ic3cfa-take-after", value_name = "N", default_value_t = Ic3CfaConfig::default().take_after)]
    pub take_after: u64,
}

/// When to propose a frame early. The number of iterations without a new obligation is compared
/// with the lengths of the automaton's elementary cycles. A proposal is accepted only if it is
/// inductive; otherwise the search continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Termination {
    /// Never: wait for two equal frames
    #[default]
    None,
    /// After more iterations than the total length of all elementary cycles
    New,
    /// The same, but cycles through parallel edges count once
    Greedy,
}

/// Which lemmas are pushed to the successors of their locations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Push {
    /// None
    #[default]
    None,
    /// All
    All,
    /// Those at the only predecessor of a location
    Predecessor,
    /// Those whose variables the edge does not assign
    Assign,
    /// Those for which both hold: they need no query
    Restrictive,
}

/// How predecessors are described.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Predecessor {
    /// By a conjunction of atoms that implies the precondition and holds in the solver's model
    #[default]
    Model,
    /// By the weakest existential precondition, with open values as in the solver's model
    Wep,
}

/// The effort spent on generalising a lemma.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Generalise {
    /// None: block the region that was found
    None,
    /// Keep the literals that the solver needed
    Core,
    /// Drop literals one by one
    Drop,
    /// The same, and weaken literals with constants that the program does not have
    #[default]
    Weaken,
    /// The same, and block counterexamples to dropping a literal
    Full,
}

impl Default for Ic3CfaConfig {
    fn default() -> Self {
        Ic3CfaConfig {
            reuse: true,
            skip: true,
            termination: Termination::default(),
            push: Push::default(),
            prune: false,
            predecessor: Predecessor::default(),
            generalise: Generalise::default(),
            no_query_cache: false,
            take_after: 3_000,
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
        ic3cfa: Ic3CfaConfig,
    }

    fn parse(line: &str) -> Ic3CfaConfig {
        let words = std::iter::once("test").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).ic3cfa
    }

    #[test]
    fn no_options_are_the_default() {
        assert_eq!(parse(""), Ic3CfaConfig::default());
    }

    #[test]
    fn variants_are_one_command_line_each() {
        let plain = Ic3CfaConfig { reuse: false, skip: false, ..Ic3CfaConfig::default() };
        assert_eq!(parse("--ic3cfa-reuse=false --ic3cfa-skip=false"), plain);
        let reuse = Ic3CfaConfig { skip: false, ..Ic3CfaConfig::default() };
        assert_eq!(parse("--ic3cfa-reuse --ic3cfa-skip=false"), reuse);
        let expected = Ic3CfaConfig {
            termination: Termination::Greedy,
            push: Push::Restrictive,
            prune: true,
            predecessor: Predecessor::Wep,
            generalise: Generalise::Core,
            no_query_cache: true,
            ..Ic3CfaConfig::default()
        };
        let line = "--ic3cfa-reuse --ic3cfa-skip --ic3cfa-termination greedy \
                    --ic3cfa-push restrictive --ic3cfa-prune --ic3cfa-predecessor wep \
                    --ic3cfa-generalise core --ic3cfa-no-query-cache";
        assert_eq!(parse(line), expected);
    }
}
