//! The main loop: unwind, search for errors, check whether runs continue.

use super::config::{BmcConfig, CompletenessCheck};
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use crate::unwinding::{ForwardSearch, GrowingDistances, Outline};
use evidence::{Proof, Reason, Verdict};
use model::Automaton;
use smt::budget::Watch;
use std::rc::Rc;
use std::time::Instant;

/// Incremental bounded model checking.
#[derive(Clone, Debug, Default)]
pub struct Bmc {
    config: BmcConfig,
}

impl Bmc {
    /// The engine with the given options.
    pub fn new(config: BmcConfig) -> Bmc {
        Bmc { config }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut store = model.terms.clone();
        let outline = Rc::new(Outline::of(&model.entry().cfa, &mut store));
        let search = ForwardSearch::new(model, outline, store, context);
        let mut run = BmcSearch {
            config: &self.config,
            search,
            spaced_checks: GrowingDistances::default(),
            searched_depth: None,
        };
        let verdict = run.verdict(context).unwrap_or_else(|reason| {
            if let Some(depth) = run.searched_depth {
                let note =
                    format!("no violation on runs that visit loop heads at most {depth} times");
                context.observer.observe(&Event::Note(note));
            }
            Verdict::Unknown(reason)
        });
        let stats = EngineStats {
            solver: run.search.solver_stats(),
            counters: run.search.counters(),
            elapsed: start.elapsed(),
        };
        Answer { verdict, stats }
    }
}

struct BmcSearch<'m> {
    config: &'m BmcConfig,
    search: ForwardSearch<'m>,
    /// When completeness is to be checked, if not always.
    spaced_checks: GrowingDistances,
    /// The depth to which no run violates a property.
    searched_depth: Option<u32>,
}

impl BmcSearch<'_> {
    /// Unwinds all loops once more each round until there is an answer.
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let watch = Watch::new(&context.budget);
        loop {
            self.search.unwind(&watch)?;
            let depth = self.search.depth();
            let is_last = self.config.unwind.is_some_and(|bound| depth >= bound);
            if is_last || self.is_error_check_due() {
                if let Some(trace) = self.search.find_error(&context.budget)? {
                    return Ok(Verdict::Unsafe(trace));
                }
                self.searched_depth = Some(depth);
            }
            if is_last || self.is_completeness_check_due() {
                self.search.drop_loop_heads(&context.budget)?;
            }
            if self.search.is_complete() {
                context.observer.observe(&Event::Unwound);
                return Ok(match self.search.find_error(&context.budget)? {
                    Some(trace) => Verdict::Unsafe(trace),
                    None => Verdict::Safe(Proof::unwinding(depth)),
                });
            }
            if is_last {
                return Err(Reason::Incomplete(format!("runs go on after {depth} unwindings")));
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
    }

    fn is_error_check_due(&self) -> bool {
        let depth = self.search.depth();
        let step = self.config.unwind_step.max(1);
        depth.checked_sub(self.config.start_unwind).is_some_and(|since| since % step == 0)
    }

    fn is_completeness_check_due(&mut self) -> bool {
        match self.config.unwind_complete {
            CompletenessCheck::Never => false,
            CompletenessCheck::Always => true,
            CompletenessCheck::Spaced => self.spaced_checks.is_due(self.search.depth()),
        }
    }

    fn progress(&self) -> Progress {
        let queries = self.search.queries();
        Progress { level: self.search.depth().into(), lemmas: 0, queries }
    }
}
