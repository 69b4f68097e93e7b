//! The options of Tree-IC3.

use clap::Args;

/// Options of Tree-IC3.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Tree-IC3 (tree-ic3)")]
pub struct TreeIc3Config {
    /// Do not try the clauses of a node where a path comes back to its location
    #[arg(long = "tree-ic3-no-strengthening")]
    pub no_strengthening: bool,

    /// Give up after N nodes
    #[arg(long = "tree-ic3-max-nodes", value_name = "N")]
    pub max_nodes: Option<u64>,
}
