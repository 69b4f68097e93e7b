//! The engine's public interface.

use super::config::SpacerConfig;
use super::search::Search;
use crate::engine::{Answer, Context, Engine};
use evidence::Verdict;
use model::chc::ChcSystem;
use smt::Stopwatch;

/// Property-directed reachability on Horn clauses.
#[derive(Clone, Debug, Default)]
pub struct Spacer {
    config: SpacerConfig,
}

impl Spacer {
    /// The engine with the given options.
    pub fn new(config: SpacerConfig) -> Spacer {
        Spacer { config }
    }
}

impl Engine<ChcSystem> for Spacer {
    fn name(&self) -> &'static str {
        "spacer"
    }

    fn run(&self, system: &ChcSystem, context: &mut Context<'_>) -> Answer {
        let time = Stopwatch::start(&context.budget);
        let mut search = Search::new(&self.config, system, context);
        let verdict = search.prove(context).unwrap_or_else(Verdict::Unknown);
        Answer { verdict, stats: search.stats(time.elapsed(&context.budget)) }
    }
}
