//! Events of a running engine.

/// Receives the events of an engine. Engines never print.
pub trait Observer {
    /// Receives an event. It is called often, so it should return quickly.
    fn observe(&mut self, event: &Event);
}

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The engine made progress.
    Progress(Progress),
    /// All runs are unwound: what remains is one query, whose answer decides.
    Unwound,
    /// The program was run many times, and no run was long: all its runs may end soon.
    ShortRuns,
    /// Something a user may want to know.
    Note(String),
}

/// The progress of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the unwinding or number of the frontmost frame.
    pub level: u64,
    /// Lemmas learnt so far, for engines that learn.
    pub lemmas: u64,
    /// Solver queries asked so far.
    pub queries: u64,
}

/// An observer that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn observe(&mut self, _: &Event) {}
}

/// An observer that keeps all events.
impl Observer for Vec<Event> {
    fn observe(&mut self, event: &Event) {
        self.push(event.clone());
    }
}
