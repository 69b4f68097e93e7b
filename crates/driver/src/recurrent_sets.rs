//! The engine that looks for recurrent sets, and how it asks other engines.

use engines::{
    Answer, Bmc, BmcConfig, Context, Engine, EngineStats, Ic3Cfa, Ic3CfaConfig, LoopProver,
    Nontermination,
};
use evidence::{Reason, Translation, Verdict};
use model::{Automaton, Goal, Recurrences};
use passes::reduce::{ReduceConfig, reduce};
use std::sync::Arc;

/// The engine for a model. Its questions about loops are answered on reduced models, as all questions
/// are.
pub fn recurrent_sets(about: Arc<Recurrences>, config: &ReduceConfig) -> Nontermination {
    let reducing = |engine: LoopProver| -> LoopProver {
        Arc::new(Reducing { engine, config: config.clone() })
    };
    let runs = reducing(Arc::new(Bmc::new(BmcConfig::default())));
    let proofs = vec![reducing(Arc::new(Ic3Cfa::new(Ic3CfaConfig::default())))];
    Nontermination::new(about, runs, proofs)
}

/// An engine that works on a reduced model. Its answers are carried back.
struct Reducing {
    engine: LoopProver,
    config: ReduceConfig,
}

impl Engine for Reducing {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let reduced = match reduce(model, Goal::NoError, &self.config) {
            Ok(reduced) => reduced,
            Err(gap) => {
                let verdict = Verdict::Unknown(Reason::Unsupported(gap));
                return Answer { verdict, stats: EngineStats::default() };
            }
        };
        let Answer { verdict, stats } = self.engine.run(&reduced.model, context);
        let none = || Verdict::Unknown(Reason::Incomplete("the answer has no way back".to_owned()));
        Answer { verdict: reduced.verdict(verdict).unwrap_or_else(none), stats }
    }
}
