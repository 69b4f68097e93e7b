//! Events: what an engine tells while it runs.

/// Is told what an engine does. Engines never print.
pub trait Observer {
    /// Something happened. Called often: it should return at once.
    fn observe(&mut self, event: &Event);
}

/// Something that happened during a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The engine got on.
    Progress(Progress),
    /// All runs are unwound: what remains is one query, whose answer decides.
    Unwound,
    /// Something a user may want to know.
    Note(String),
}

/// How far an engine has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the unwinding or number of the frontmost frame.
    pub level: u64,
    /// Lemmas learnt so far, by engines that learn.
    pub lemmas: u64,
    /// Solver queries asked so far.
    pub queries: u64,
}

/// An observer that does not care.
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
