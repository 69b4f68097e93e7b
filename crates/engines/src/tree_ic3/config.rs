//! The options of Tree-IC3 and of lazy abstraction with interpolants.

use super::policy::{Policy, Refutation, Strengthening};
use clap::Args;

/// Options of Tree-IC3.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Tree-IC3 (tree-ic3)")]
pub struct TreeIc3Config {
    /// Refute paths by the clauses of interpolants where these are small, and by blocking elsewhere
    #[arg(long = "tree-ic3-itp")]
    pub itp: bool,

    /// With interpolants: how many times the literals of an interpolant its clauses may have
    #[arg(long = "tree-ic3-itp-growth", value_name = "N", default_value_t = 5)]
    pub itp_growth: u32,

    /// Where a path comes back to a location, take all clauses of the node above or none
    #[arg(long = "tree-ic3-mono", conflicts_with = "no_strengthening")]
    pub mono: bool,

    /// Do not try the clauses of a node where a path comes back to its location
    #[arg(long = "tree-ic3-no-strengthening")]
    pub no_strengthening: bool,

    /// Give up after N nodes
    #[arg(long = "tree-ic3-max-nodes", value_name = "N")]
    pub max_nodes: Option<u64>,
}

impl Default for TreeIc3Config {
    fn default() -> TreeIc3Config {
        TreeIc3Config {
            itp: false,
            itp_growth: 5,
            mono: false,
            no_strengthening: false,
            max_nodes: None,
        }
    }
}

impl TreeIc3Config {
    pub(super) fn policy(&self) -> Policy {
        let growth = self.itp_growth as usize;
        Policy {
            refutation: match self.itp {
                true => Refutation::Clauses { growth },
                false => Refutation::Blocking,
            },
            strengthening: match (self.no_strengthening, self.mono) {
                (true, _) => Strengthening::None,
                (false, true) => Strengthening::AllOrNone,
                (false, false) => Strengthening::EachClause,
            },
            propagates: true,
            max_nodes: self.max_nodes,
        }
    }
}

/// Options of lazy abstraction with interpolants.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Lazy abstraction with interpolants (impact)")]
pub struct ImpactConfig {
    /// Do not try to cover a node by strengthening it where a path comes back to its location
    #[arg(long = "impact-no-forced-covering")]
    pub no_forced_covering: bool,

    /// Give up after N nodes
    #[arg(long = "impact-max-nodes", value_name = "N")]
    pub impact_max_nodes: Option<u64>,
}

impl ImpactConfig {
    pub(super) fn policy(&self) -> Policy {
        Policy {
            refutation: Refutation::Interpolants,
            strengthening: match self.no_forced_covering {
                true => Strengthening::None,
                false => Strengthening::AllOrNone,
            },
            propagates: false,
            max_nodes: self.impact_max_nodes,
        }
    }
}
