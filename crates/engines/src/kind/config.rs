//! The options of k-induction.

use clap::Args;

/// Options of k-induction.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "k-induction (kind)")]
pub struct KindConfig {
    /// Give up after k = N
    ///
    /// Without this option k grows until there is an answer or a limit is reached.
    #[arg(long = "kind-max-k", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub kind_max_k: Option<u32>,

    /// Consider only runs that never return to the same values at a cut point
    ///
    /// A shortest run to an error is of this kind, so k-induction becomes complete if there are
    /// finitely many states (Sheeran, Singh and Stålmarck, "Checking safety properties using
    /// induction and a SAT-solver", 2000). Two visits are distinguished once a counterexample to
    /// induction confuses them. Models keep all of their variables then, since runs of a smaller
    /// model return to the same values more often.
    #[arg(long = "kind-simple-path")]
    pub simple_path: bool,
}
