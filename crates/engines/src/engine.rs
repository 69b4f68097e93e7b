//! The interface of all engines.

use crate::exchange::Exchange;
use crate::observer::Observer;
use crate::solver::SolverChoice;
use crate::stats::EngineStats;
use evidence::Verdict;
use model::chc::ChcSystem;
use model::{Automaton, TransitionSystem};
use smt::Budget;

/// A form of a question that engines take: control-flow automata, Horn clauses, transition systems.
pub trait View {}

impl View for Automaton {}
impl View for ChcSystem {}
impl View for TransitionSystem {}

/// A verification algorithm with its configuration, which does not change during a run.
///
/// An engine takes one view. Its evidence is about what it is given: invariants and traces of an
/// automaton, interpretations and derivations of clauses, and for a transition system the evidence
/// of [`TransitionSystem::automaton`].
pub trait Engine<V: View = Automaton> {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Searches for evidence until it has some, the budget is exhausted, or it must give up.
    fn run(&self, question: &V, context: &mut Context<'_>) -> Answer;
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
