//! The interface of all engines.

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

    /// Searches for a proof or a trace until it has one, the budget is exhausted, or it must give
    /// up.
    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer;
}

/// The resources of a run.
pub struct Context<'a> {
    /// Limits of the run. Its interrupt stops the run from another thread.
    pub budget: Budget,
    /// Receives events.
    pub observer: &'a mut dyn Observer,
    /// The SAT solver to use.
    pub solver: SolverChoice,
    /// Publishes lemmas for other engines and takes theirs.
    pub exchange: Exchange,
}

impl<'a> Context<'a> {
    /// A context with the default solver of the engine, for an engine that works alone.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Context<'a> {
        Context { budget, observer, solver: SolverChoice::default(), exchange: Exchange::none() }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its evidence.
    pub verdict: Verdict,
    /// The statistics of the run.
    pub stats: EngineStats,
}
