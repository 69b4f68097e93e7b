//! The main loop: attempts with more and more rounds.

use super::attempt::{Attempt, Outcome};
use super::config::UnrollConfig;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use crate::unwinding::Outline;
use evidence::{Proof, Reason, UnwindingOrder, Verdict};
use model::Automaton;
use smt::SolverStats;
use smt::budget::Watch;
use std::rc::Rc;
use std::time::Instant;

/// By how much the rounds of an attempt exceed those of the one before.
const GROWTH: u32 = 4;

/// Bounded model checking, loop by loop.
#[derive(Clone, Debug, Default)]
pub struct Unroll {
    config: UnrollConfig,
}

impl Unroll {
    /// The engine with the given options.
    pub fn new(config: UnrollConfig) -> Unroll {
        Unroll { config }
    }
}

impl Engine for Unroll {
    fn name(&self) -> &'static str {
        "unroll"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut search = Search::default();
        let verdict = self.verdict(model, context, &mut search).unwrap_or_else(Verdict::Unknown);
        let Search { solver, counters } = search;
        Answer { verdict, stats: EngineStats { solver, counters, elapsed: start.elapsed() } }
    }
}

/// What the attempts did.
#[derive(Default)]
struct Search {
    solver: SolverStats,
    /// Those of the last one.
    counters: Vec<(&'static str, u64)>,
}

impl Unroll {
    fn verdict(
        &self,
        model: &Automaton,
        context: &mut Context<'_>,
        search: &mut Search,
    ) -> Result<Verdict, Reason> {
        let watch = Watch::new(&context.budget);
        let mut store = model.terms.clone();
        let outline = Rc::new(Outline::loop_by_loop(&model.entry().cfa, &mut store));
        let last = self.config.max_rounds.unwrap_or(u32::MAX);
        let mut rounds = self.config.rounds.min(last);
        loop {
            let outline = Rc::clone(&outline);
            let mut attempt = Attempt::new(model, outline, store.clone(), rounds, context);
            let outcome = attempt.run(&watch, &context.budget);
            search.solver += attempt.solver_stats();
            search.counters = attempt.counters();
            match outcome? {
                Outcome::Error(trace) => return Ok(Verdict::Unsafe(trace)),
                Outcome::Complete(bound) => {
                    context.observer.observe(&Event::Unwound);
                    let order = UnwindingOrder::LoopByLoop;
                    return Ok(Verdict::Safe(Proof::Unwinding { bound, order }));
                }
                Outcome::Cut if rounds >= last => {
                    let message = format!("loops go on after {rounds} rounds");
                    return Err(Reason::Incomplete(message));
                }
                Outcome::Cut => {}
            }
            let queries = attempt.queries();
            let progress = Progress { level: rounds.into(), lemmas: 0, queries };
            context.observer.observe(&Event::Progress(progress));
            rounds = rounds.saturating_mul(GROWTH).min(last);
        }
    }
}
