//! The engine's public interface.

use super::config::Ic3CfaConfig;
use super::search::Search;
use crate::engine::{Answer, Context, Engine};
use evidence::{Reason, Verdict};
use model::Automaton;
use std::time::Instant;

/// IC3 on control-flow automata.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cfa {
    config: Ic3CfaConfig,
}

impl Ic3Cfa {
    /// The engine with the given options.
    pub fn new(config: Ic3CfaConfig) -> Ic3Cfa {
        Ic3Cfa { config }
    }
}

impl Engine for Ic3Cfa {
    fn name(&self) -> &'static str {
        "ic3cfa"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        match Search::new(&self.config, model, context) {
            Ok(mut search) => {
                let verdict = search.prove(context).unwrap_or_else(Verdict::Unknown);
                Answer { verdict, stats: search.stats(start.elapsed()) }
            }
            Err(call) => {
                let reason = Reason::Unsupported(format!("procedure calls: {call}").into());
                Answer { verdict: Verdict::Unknown(reason), stats: Default::default() }
            }
        }
    }
}
