//! Building the automaton: one edge for all that happens between two places that matter.

use crate::points_to::ClassId;
use model::{Call, Cfa, Command, EdgeId, ErrorKind, Gap, Location, Span};
use program::{BlockId, ChoiceSource};
use rustc_hash::FxHashMap;
use term::{Symbol, Term, TermStore};

/// What an edge to an error location stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What is violated.
    pub kind: ErrorKind,
    /// What happened, for people.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// Whether it matters for runs that never end only: in others, the end shows the same.
    pub midway: bool,
}

/// Why a command asks for a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceReason {
    /// A `Choose` statement of the program, or a call of a function that is not defined.
    Choice {
        /// Why the program leaves it open.
        source: ChoiceSource,
        /// Where it does.
        span: Option<Span>,
    },
    /// The content of a local variable that begins to live again.
    Content(Symbol),
    /// What depends on where objects are, unless a condition holds.
    Undetermined {
        /// The condition, before the value is chosen.
        unless: Term,
    },
    /// What a load finds in memory that the program does not own.
    Foreign {
        /// Where it is loaded.
        span: Option<Span>,
        /// The condition, before the value is chosen, that the load goes there; always without one.
        when: Option<Term>,
    },
    /// Something that only the model asks for.
    Unknown,
}

/// An object that begins to live in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Creation {
    /// How many commands of its edge come before.
    pub after: usize,
    /// Its address then, and the class that holds its content; nothing if the model ignores it.
    pub place: Option<(Term, ClassId)>,
    /// Whether it stands for an activation, which is no object before calls are replaced.
    pub is_activation: bool,
}

/// A place of the program that the model comes to: where a block starts, or where it leaves the
/// function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// How many commands of its edge come before.
    pub after: usize,
    /// How many objects begin to live on the edge before.
    pub created: usize,
    /// The block.
    pub block: BlockId,
    /// Whether it is its end.
    pub at_end: bool,
}

/// An automaton in the making, at a place where more can be added.
pub struct Emitter {
    pub cfa: Cfa,
    /// The error locations by what they violate.
    errors: FxHashMap<ErrorKind, Location>,
    pub failures: FxHashMap<EdgeId, Failure>,
    pub asked: FxHashMap<EdgeId, Vec<ChoiceReason>>,
    pub created: FxHashMap<EdgeId, Vec<Creation>>,
    pub passed: FxHashMap<EdgeId, Vec<Passed>>,
    /// The places that are passed at a location, before any command.
    pub starting: FxHashMap<Location, Vec<Passed>>,
    /// Where to go on; nowhere after the end of a run.
    at: Option<Location>,
    pending: Vec<Command>,
    pending_asked: Vec<ChoiceReason>,
    pending_created: Vec<Creation>,
    pending_passed: Vec<Passed>,
    pending_span: Option<Span>,
}

impl Emitter {
    pub fn new() -> Emitter {
        Emitter {
            cfa: Cfa::new(),
            errors: FxHashMap::default(),
            failures: FxHashMap::default(),
            asked: FxHashMap::default(),
            created: FxHashMap::default(),
            passed: FxHashMap::default(),
            starting: FxHashMap::default(),
            at: None,
            pending: Vec::new(),
            pending_asked: Vec::new(),
            pending_created: Vec::new(),
            pending_passed: Vec::new(),
            pending_span: None,
        }
    }

    /// Goes on at a location.
    pub fn start(&mut self, location: Location) {
        debug_assert!(self.pending.is_empty(), "the last place was left");
        self.at = Some(location);
        self.pending_span = None;
    }

    /// Whether a run can come here.
    pub fn is_live(&self) -> bool {
        self.at.is_some()
    }

    /// Ends the run.
    pub fn stop(&mut self) {
        self.at = None;
        self.pending.clear();
        self.pending_asked.clear();
        self.pending_created.clear();
        self.pending_passed.clear();
    }

    /// Adds a command.
    pub fn push(&mut self, command: Command, span: Option<Span>) {
        if self.at.is_some() && command != Command::Skip {
            self.pending.push(command);
            self.pending_span = self.pending_span.or(span);
        }
    }

    /// Adds an assignment.
    pub fn assign(&mut self, variable: Symbol, value: Term, span: Option<Span>) {
        self.push(Command::Assign(variable, value), span);
    }

    /// Gives a variable any value.
    pub fn havoc(&mut self, variable: Symbol, asked: ChoiceReason, span: Option<Span>) {
        if self.at.is_some() {
            self.push(Command::Havoc(variable), span);
            self.pending_asked.push(asked);
        }
    }

    /// Notes that an object begins to live.
    pub fn create(&mut self, place: Option<(Term, ClassId)>, is_activation: bool) {
        if self.at.is_some() {
            let after = self.pending.len();
            self.pending_created.push(Creation { after, place, is_activation });
        }
    }

    /// Notes that the run is where a block starts, or where it leaves the function.
    pub fn pass(&mut self, block: BlockId, at_end: bool) {
        if self.at.is_some() {
            let (after, created) = (self.pending.len(), self.pending_created.len());
            self.pending_passed.push(Passed { after, created, block, at_end });
        }
    }

    /// Goes on only where a condition holds.
    pub fn assume(&mut self, store: &TermStore, condition: Term, span: Option<Span>) {
        match store.as_bool(condition) {
            Some(true) => {}
            Some(false) => self.stop(),
            None => self.push(Command::Assume(condition), span),
        }
    }

    /// Goes to a location.
    pub fn goto(&mut self, target: Location, span: Option<Span>) {
        let Some(source) = self.at.take() else { return };
        let command = Command::seq(std::mem::take(&mut self.pending));
        let edge = self.cfa.add_edge(source, target, command, self.pending_span.or(span));
        let asked = std::mem::take(&mut self.pending_asked);
        if !asked.is_empty() {
            self.asked.insert(edge, asked);
        }
        let created = std::mem::take(&mut self.pending_created);
        if !created.is_empty() {
            self.created.insert(edge, created);
        }
        let passed = std::mem::take(&mut self.pending_passed);
        if !passed.is_empty() {
            self.passed.insert(edge, passed);
        }
    }

    /// Ends the present edge, so that branches can start; nowhere after the end of a run.
    pub fn split(&mut self, span: Option<Span>) -> Option<Location> {
        if !self.pending.is_empty() || !self.pending_created.is_empty() {
            let next = self.cfa.fresh_location(span);
            self.goto(next, span);
            self.start(next);
        }
        if let Some(at) = self.at
            && !self.pending_passed.is_empty()
        {
            self.starting.entry(at).or_default().append(&mut self.pending_passed);
        }
        self.at
    }

    /// Calls a procedure, on an edge of its own.
    pub fn call(&mut self, call: Call, span: Option<Span>) {
        let Some(from) = self.split(span) else { return };
        let returned = self.cfa.fresh_location(span);
        self.cfa.add_edge(from, returned, Command::Call(call), span);
        self.start(returned);
    }

    /// Something that must hold here: where it does not, the run ends in an error.
    pub fn require(&mut self, store: &mut TermStore, condition: Term, failure: Failure) {
        let span = failure.span;
        if store.as_bool(condition) == Some(true) {
            return;
        }
        let Some(from) = self.split(span) else { return };
        let error = match self.errors.get(&failure.kind) {
            Some(&location) => location,
            None => {
                let location = self.cfa.fresh_location(span);
                self.cfa.add_error(location, failure.kind.clone());
                self.errors.insert(failure.kind.clone(), location);
                location
            }
        };
        let violated = store.not(condition);
        let command = match store.as_bool(violated) {
            Some(true) => Command::Skip,
            _ => Command::Assume(violated),
        };
        let edge = self.cfa.add_edge(from, error, command, span);
        self.failures.insert(edge, failure);
        self.assume(store, condition, span);
    }

    /// Something that is not modelled happens here.
    pub fn unsupported(&mut self, store: &mut TermStore, gap: impl Into<Gap>, span: Option<Span>) {
        let never = store.bool(false);
        let failure = Failure::unsupported(gap.into(), span);
        self.require(store, never, failure);
        self.stop();
    }
}

impl Failure {
    /// Something that is not modelled.
    pub(super) fn unsupported(gap: Gap, span: Option<Span>) -> Failure {
        let message = gap.to_string();
        Failure { kind: ErrorKind::Gap(gap), message, span, midway: false }
    }
}
