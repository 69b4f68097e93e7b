//! Asks for proofs where there are objects with pointers.

use crate::engine::{Answer, Context, Engine};
use crate::stats::EngineStats;
use crate::templates::has_objects;
use evidence::{Reason, Verdict};
use model::Automaton;
use std::sync::Arc;

/// An engine that tracks domains about objects.
pub type ShapeProver = Arc<dyn Engine + Send + Sync>;

/// Proofs about data structures of any size.
#[derive(Clone)]
pub struct Shapes {
    prover: ShapeProver,
}

impl Shapes {
    /// The engine, with the one that finds invariants.
    pub fn new(prover: ShapeProver) -> Shapes {
        Shapes { prover }
    }
}

impl Engine for Shapes {
    fn name(&self) -> &'static str {
        "shapes"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        if !has_objects(model) {
            let what = "there are no objects with pointers in them".to_owned();
            let verdict = Verdict::Unknown(Reason::Incomplete(what));
            return Answer { verdict, stats: EngineStats::default() };
        }
        // Lemmas of other engines come too late for one unwinding.
        let mut alone = Context::new(context.budget.clone(), context.observer);
        alone.solver = context.solver;
        self.prover.run(model, &mut alone)
    }
}
