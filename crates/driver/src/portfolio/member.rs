//! The engines of a portfolio, and their results.

use super::schedule::HeadStart;
use engines::{Engine, EngineStats, Event, Silent};
use evidence::Reason;
use model::chc::ChcSystem;
use model::{Automaton, TransitionSystem};
use std::fmt;
use std::sync::Arc;

/// An engine on one of the views, which threads can share.
#[derive(Clone)]
pub enum SharedEngine {
    /// An engine on control-flow automata.
    OnAutomata(Arc<dyn Engine<Automaton> + Send + Sync>),
    /// An engine on transition systems.
    OnSystems(Arc<dyn Engine<TransitionSystem> + Send + Sync>),
    /// An engine on Horn clauses.
    OnClauses(Arc<dyn Engine<ChcSystem> + Send + Sync>),
}

impl SharedEngine {
    /// The name of the engine.
    pub fn name(&self) -> &'static str {
        match self {
            SharedEngine::OnAutomata(engine) => engine.name(),
            SharedEngine::OnSystems(engine) => engine.name(),
            SharedEngine::OnClauses(engine) => engine.name(),
        }
    }

    /// The view that it takes.
    pub fn view(&self) -> ViewName {
        match self {
            SharedEngine::OnAutomata(_) => ViewName::Automaton,
            SharedEngine::OnSystems(_) => ViewName::System,
            SharedEngine::OnClauses(_) => ViewName::Clauses,
        }
    }
}

/// The views of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewName {
    /// A control-flow automaton.
    Automaton,
    /// A transition system.
    System,
    /// Horn clauses.
    Clauses,
}

impl fmt::Display for ViewName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ViewName::Automaton => "control-flow automata",
            ViewName::System => "transition systems",
            ViewName::Clauses => "Horn clauses",
        })
    }
}

/// Several engines, and how they cooperate.
#[derive(Clone)]
pub struct Portfolio {
    /// The engines. Earlier ones have their first turns earlier.
    pub members: Vec<Member>,
    /// The engines on clauses for models with calls, which only clauses can express.
    pub for_calls: Vec<Member>,
    /// Whether the program is also run directly.
    pub samples: bool,
    /// Whether recurrent sets of the unreduced model are looked for.
    pub recurs: bool,
    /// How many engines may run at the same time.
    pub jobs: usize,
    /// Whether engines exchange lemmas.
    pub exchange: bool,
    /// Whether to wait for the statistics of engines that did not win.
    pub all_statistics: bool,
}

/// An engine of a portfolio.
#[derive(Clone)]
pub struct Member {
    /// The engine.
    pub engine: SharedEngine,
    /// Its share of the time, relative to the others.
    pub weight: u32,
    /// What it gets once many runs of the program were seen, and none was long ([`Event::ShortRuns`]).
    pub head_start_for_short_runs: Option<HeadStart>,
}

impl Member {
    /// An engine whose share does not depend on how long runs are.
    pub fn new(engine: SharedEngine, weight: u32) -> Member {
        Member { engine, weight, head_start_for_short_runs: None }
    }
}

impl Portfolio {
    /// An engine on automata that works alone.
    pub fn of_one(engine: impl Engine + Send + Sync + 'static) -> Portfolio {
        Portfolio::of_shared(SharedEngine::OnAutomata(Arc::new(engine)))
    }

    /// An engine on any view that works alone.
    pub fn of_shared(engine: SharedEngine) -> Portfolio {
        let member = Member::new(engine, 1);
        Portfolio {
            for_calls: vec![member.clone()],
            members: vec![member],
            samples: false,
            recurs: false,
            jobs: 1,
            exchange: false,
            all_statistics: true,
        }
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<&'static str> {
        self.members.iter().map(|member| member.engine.name()).collect()
    }
}

/// The result of an engine.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// Its name.
    pub engine: &'static str,
    /// How it ended.
    pub ending: Ending,
    /// Its statistics, if it ended.
    pub stats: Option<EngineStats>,
    /// Its messages for the user.
    pub notes: Vec<String>,
}

/// How the work of an engine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its answer was accepted.
    Won,
    /// It has no answer, or none that was accepted.
    GaveUp(Reason),
    /// Another engine was faster.
    Cancelled,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Won => f.write_str("has the answer"),
            Ending::GaveUp(reason) => write!(f, "gave up: {reason}"),
            Ending::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl EngineRun {
    /// An engine that was started, without further data.
    pub(super) fn started(engine: &'static str) -> EngineRun {
        EngineRun { engine, ending: Ending::Cancelled, stats: None, notes: Vec::new() }
    }
}

/// Receives the events of the engines of a portfolio.
pub trait PortfolioObserver {
    /// Receives an event of the engine of this name. It is called often, so it should return
    /// quickly.
    fn observe(&mut self, engine: &'static str, event: &Event);
}

impl PortfolioObserver for Silent {
    fn observe(&mut self, _: &'static str, _: &Event) {}
}
