//! The engines of a portfolio, and their results.

use engines::{Engine, EngineStats, Event, Silent};
use evidence::Reason;
use std::fmt;
use std::sync::Arc;

/// An engine that threads can share.
pub type SharedEngine = Arc<dyn Engine + Send + Sync>;

/// Several engines, and how they cooperate.
#[derive(Clone)]
pub struct Portfolio {
    /// The engines. Earlier ones have their first turns earlier.
    pub members: Vec<Member>,
    /// Whether the program is also run directly.
    pub samples: bool,
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
}

impl Portfolio {
    /// An engine that works alone.
    pub fn of_one(engine: impl Engine + Send + Sync + 'static) -> Portfolio {
        let member = Member { engine: Arc::new(engine), weight: 1 };
        Portfolio {
            members: vec![member],
            samples: false,
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
