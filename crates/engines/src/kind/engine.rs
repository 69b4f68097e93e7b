//! The main loop: base case and step case for growing k.

use super::config::KindConfig;
use super::step::StepCase;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use crate::unwinding::{ForwardSearch, GrowingDistances, Outline};
use evidence::{Proof, Reason, Verdict};
use model::Automaton;
use smt::budget::Watch;
use std::rc::Rc;
use std::time::Instant;

/// Incremental k-induction.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    config: KindConfig,
}

impl Kind {
    /// The engine with the given options.
    pub fn new(config: KindConfig) -> Kind {
        Kind { config }
    }
}

impl Engine for Kind {
    fn name(&self) -> &'static str {
        "kind"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut store = model.terms.clone();
        let outline = Rc::new(Outline::of(&model.entry().cfa, &mut store));
        let base = ForwardSearch::new(model, Rc::clone(&outline), store.clone(), context);
        let step = StepCase::new(outline, store, self.config.simple_path, context);
        let completeness_checks = GrowingDistances::default();
        let mut run = KindSearch { config: &self.config, base, step, completeness_checks };
        let verdict = run.verdict(context).unwrap_or_else(Verdict::Unknown);
        let mut solver = run.base.solver_stats();
        solver += run.step.solver_stats();
        let own = [run.base.counters(), run.step.counters()].concat();
        let counters = [own, context.exchange.counters()].concat();
        Answer { verdict, stats: EngineStats { solver, counters, elapsed: start.elapsed() } }
    }
}

struct KindSearch<'m> {
    config: &'m KindConfig,
    base: ForwardSearch<'m>,
    step: StepCase<'m>,
    /// When it is asked whether all runs have ended.
    completeness_checks: GrowingDistances,
}

impl KindSearch<'_> {
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let watch = Watch::new(&context.budget);
        for k in 1.. {
            if let Some(verdict) = self.base_case(k, context, &watch)? {
                return Ok(verdict);
            }
            self.step.take_lemmas(&mut context.exchange);
            if self.step.holds(&context.budget, &watch)? {
                let invariants = self.step.invariants(k, &context.exchange);
                return Ok(Verdict::Safe(Proof::Invariants(invariants)));
            }
            if self.config.kind_max_k == Some(k) {
                break;
            }
            context.observer.observe(&Event::Progress(self.progress(k)));
        }
        Err(Reason::Incomplete("no proof up to the greatest k".to_owned()))
    }

    /// Searches for errors up to the k-th visit of a cut point, and checks whether all runs have
    /// ended by then.
    fn base_case(
        &mut self,
        k: u32,
        context: &Context<'_>,
        watch: &Watch,
    ) -> Result<Option<Verdict>, Reason> {
        self.base.unwind(watch)?;
        if let Some(trace) = self.base.find_error(&context.budget)? {
            return Ok(Some(Verdict::Unsafe(trace)));
        }
        if self.completeness_checks.is_due(k) {
            self.base.drop_loop_heads(&context.budget)?;
        }
        let bound = self.base.depth();
        let complete = self.base.is_complete();
        Ok(complete.then_some(Verdict::Safe(Proof::unwinding(bound))))
    }

    fn progress(&self, k: u32) -> Progress {
        Progress { level: k.into(), lemmas: 0, queries: self.base.queries() + self.step.queries() }
    }
}
