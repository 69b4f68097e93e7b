//! The engines of a portfolio, and what became of each.

use engines::{Engine, EngineStats, Event, Silent};
use evidence::Reason;
use std::fmt;
use std::sync::Arc;

/// An engine that threads can share.
pub type SharedEngine = Arc<dyn Engine + Send + Sync>;

/// Several engines, and how they work together.
#[derive(Clone)]
pub struct Portfolio {
    /// The engines. Earlier ones have their first turns earlier.
    pub members: Vec<Member>,
    /// Whether a program is also just run.
    pub samples: bool,
    /// How many engines may run at the same moment.
    pub jobs: usize,
    /// Whether engines tell each other what they have proved.
    pub exchange: bool,
    /// Whether the statistics of engines that did not win are worth waiting until they have
    /// stopped.
    pub all_statistics: bool,
}

/// An engine of a portfolio.
#[derive(Clone)]
pub struct Member {
    /// The engine.
    pub engine: SharedEngine,
    /// Its share of the time, in relation to those of others.
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

/// What became of an engine.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// Its name.
    pub engine: &'static str,
    /// How it ended.
    pub ending: Ending,
    /// What it did, if it came to an end.
    pub stats: Option<EngineStats>,
    /// What it had to say to a user.
    pub notes: Vec<String>,
}

/// How the work of an engine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its answer is the one that counts.
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
    /// An engine of which nothing is known but that it was started.
    pub(super) fn started(engine: &'static str) -> EngineRun {
        EngineRun { engine, ending: Ending::Cancelled, stats: None, notes: Vec::new() }
    }
}

/// Is told what the engines of a portfolio do.
pub trait PortfolioObserver {
    /// Something happened to the engine of this name. Called often: it should return at once.
    fn observe(&mut self, engine: &'static str, event: &Event);
}

impl PortfolioObserver for Silent {
    fn observe(&mut self, _: &'static str, _: &Event) {}
}
