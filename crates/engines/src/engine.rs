//! The shape of all engines.

use crate::exchange::Exchange;
use crate::observer::Observer;
use crate::solver::SolverChoice;
use crate::stats::EngineStats;
use evidence::Verdict;
use model::Automaton;
use smt::Budget;

/// A verification algorithm with its configuration, which does not change during a run.
pub trait Engine {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Looks for a proof or a trace until it has one, the budget runs out, or it must give up.
    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer;
}

/// What a run has at its disposal.
pub struct Context<'a> {
    /// How long and how large the run may get. Its interrupt stops the run from another thread.
    pub budget: Budget,
    /// Is told what happens.
    pub observer: &'a mut dyn Observer,
    /// The solver to ask.
    pub solver: SolverChoice,
    /// Where lemmas are published for other engines and taken from them.
    pub exchange: Exchange,
}

impl<'a> Context<'a> {
    /// A context with the solver that suits the engine, which works alone.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Context<'a> {
        Context { budget, observer, solver: SolverChoice::default(), exchange: Exchange::none() }
    }
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its evidence.
    pub verdict: Verdict,
    /// What it took.
    pub stats: EngineStats,
}
