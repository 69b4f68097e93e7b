//! Lazy abstraction with interpolants: the tree with interpolants as labels.

use super::config::ImpactConfig;
use super::engine::run;
use crate::engine::{Answer, Context, Engine};
use model::Automaton;

/// Lazy abstraction with interpolants (McMillan, CAV 2006), TREE-ITP in the comparison of the paper: the search of
/// Tree-IC3, but paths are refuted by interpolants, which are labels as they are, and a node gets the whole label of
/// the node above it or nothing (forced covering).
#[derive(Clone, Debug, Default)]
pub struct Impact {
    config: ImpactConfig,
}

impl Impact {
    /// The engine with the given options.
    pub fn new(config: ImpactConfig) -> Impact {
        Impact { config }
    }
}

impl Engine for Impact {
    fn name(&self) -> &'static str {
        "impact"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        run(self.config.policy(), model, context)
    }
}
