//! The engine's public interface.

use super::config::LaConfig;
use super::search::Search;
use crate::engine::{Answer, Context, Engine};
use evidence::Verdict;
use model::chc::ChcSystem;
use smt::Stopwatch;

/// Lazy Annotation.
#[derive(Clone, Debug, Default)]
pub struct La {
    config: LaConfig,
}

impl La {
    /// The engine with the given options.
    pub fn new(config: LaConfig) -> La {
        La { config }
    }
}

impl Engine<ChcSystem> for La {
    fn name(&self) -> &'static str {
        "la"
    }

    fn run(&self, system: &ChcSystem, context: &mut Context<'_>) -> Answer {
        let time = Stopwatch::start(&context.budget);
        let mut search = Search::new(&self.config, system, context);
        let verdict = search.prove(context).unwrap_or_else(Verdict::Unknown);
        Answer { verdict, stats: search.stats(time.elapsed(&context.budget)) }
    }
}
