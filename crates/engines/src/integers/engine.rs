//! The engine's public interface.

use super::view::IntegerView;
use crate::engine::{Answer, Context, Engine};
use crate::stats::EngineStats;
use evidence::{Proof, Reason, Verdict};
use model::chc::ChcSystem;
use std::sync::Arc;

/// An engine for clauses over integers.
pub type ClauseProver = Arc<dyn Engine<ChcSystem> + Send + Sync>;

/// Proofs about bit-vectors by way of integers.
#[derive(Clone)]
pub struct Integers {
    prover: ClauseProver,
}

impl Integers {
    /// The engine, with the engine for clauses over integers.
    pub fn new(prover: ClauseProver) -> Integers {
        Integers { prover }
    }
}

impl Engine<ChcSystem> for Integers {
    fn name(&self) -> &'static str {
        "integers"
    }

    fn run(&self, system: &ChcSystem, context: &mut Context<'_>) -> Answer {
        let incomplete = |what: &str| Verdict::Unknown(Reason::Incomplete(what.to_owned()));
        let Some(view) = IntegerView::of(system) else {
            let verdict = incomplete("predicates have arguments that are no bit-vectors");
            return Answer { verdict, stats: EngineStats::default() };
        };
        // Lemmas about integers say nothing to other engines.
        let mut alone = Context::new(context.budget.clone(), context.observer);
        alone.solver = context.solver;
        let answer = self.prover.run(view.system(), &mut alone);
        let verdict = match answer.verdict {
            Verdict::Safe(Proof::Interpretation(found)) => match view.interpretation(&found) {
                Some(back) => Verdict::Safe(Proof::Interpretation(back)),
                None => incomplete("invariants over integers that have no bit-vectors"),
            },
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
            _ => incomplete("operations on bits matter that integers leave open"),
        };
        Answer { verdict, ..answer }
    }
}
