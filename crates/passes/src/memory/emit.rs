//! Builds the automaton: everything between two locations becomes one edge.

use crate::points_to::ClassId;
use model::{Call, Cfa, Command, EdgeId, ErrorKind, Gap, Location, Span};
use program::{BlockId, ChoiceSource};
use rustc_hash::FxHashMap;
use term::{Symbol, Term, TermStore};

/// The meaning of an edge to an error location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of error.
    pub kind: ErrorKind,
    /// A message for the user.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// Whether it matters only for runs that never end; in other runs, the end shows the same.
    pub midway: bool,
}

/// Why a command chooses a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceReason {
    /// A `Choose` statement of the program, or a call of a function that is not defined.
    Choice {
        /// Why the program leaves the value open.
        source: ChoiceSource,
        /// Where the choice is made.
        span: Option<Span>,
    },
    /// The content of a local variable whose life starts again.
    Content(Symbol),
    /// A value that depends on the placement of objects, unless a condition holds.
    Undetermined {
        /// The condition, evaluated before the value is chosen.
        unless: Term,
    },
    /// A value loaded from memory that the program does not own.
    Foreign {
        /// Where it is loaded.
        span: Option<Span>,
        /// The condition, evaluated before the value is chosen, under which the load goes there;
        /// `None` means always.
        when: Option<Term>,
    },
    /// A value that only the model needs.
    Unknown,
}

/// An object whose life starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Creation {
    /// How many commands of its edge precede it.
    pub after: usize,
    /// Its address at that point and the class of its content; `None` if the model ignores the
    /// object.
    pub place: Option<(Term, ClassId)>,
    /// Whether it represents an activation. Such objects exist only after inlining.
    pub is_activation: bool,
}

/// A point of the program that the model passes: the start of a block, or the end of one that
/// leaves the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// How many commands of its edge precede it.
    pub after: usize,
    /// How many objects the edge creates before it.
    pub created: usize,
    /// The block.
    pub block: BlockId,
    /// Whether it is the end of the block.
    pub at_end: bool,
}

/// An automaton under construction, with a current position.
pub struct Emitter {
    pub cfa: Cfa,
    /// The error locations by kind of error.
    errors: FxHashMap<ErrorKind, Location>,
    pub failures: FxHashMap<EdgeId, Failure>,
    pub asked: FxHashMap<EdgeId, Vec<ChoiceReason>>,
    pub created: FxHashMap<EdgeId, Vec<Creation>>,
    pub passed: FxHashMap<EdgeId, Vec<Passed>>,
    /// The points that are passed at a location, before any command.
    pub starting: FxHashMap<Location, Vec<Passed>>,
    /// The current location; `None` after the end of a run.
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

    /// Continues at a location.
    pub fn start(&mut self, location: Location) {
        debug_assert!(self.pending.is_empty(), "the last place was left");
        self.at = Some(location);
        self.pending_span = None;
    }

    /// Whether the current position can be reached.
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

    /// Records that the life of an object starts.
    pub fn create(&mut self, place: Option<(Term, ClassId)>, is_activation: bool) {
        if self.at.is_some() {
            let after = self.pending.len();
            self.pending_created.push(Creation { after, place, is_activation });
        }
    }

    /// Records that the run is at the start of a block, or at the end of one that leaves the
    /// function.
    pub fn pass(&mut self, block: BlockId, at_end: bool) {
        if self.at.is_some() {
            let (after, created) = (self.pending.len(), self.pending_created.len());
            self.pending_passed.push(Passed { after, created, block, at_end });
        }
    }

    /// Continues only if a condition holds.
    pub fn assume(&mut self, store: &TermStore, condition: Term, span: Option<Span>) {
        match store.as_bool(condition) {
            Some(true) => {}
            Some(false) => self.stop(),
            None => self.push(Command::Assume(condition), span),
        }
    }

    /// Continues at a location.
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

    /// Ends the current edge, so that branches can start. Returns the new location, or `None` after
    /// the end of a run.
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

    /// Requires a condition: if it does not hold, the run ends in an error.
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

    /// Marks the current position as not modelled.
    pub fn unsupported(&mut self, store: &mut TermStore, gap: impl Into<Gap>, span: Option<Span>) {
        let never = store.bool(false);
        let failure = Failure::unsupported(gap.into(), span);
        self.require(store, never, failure);
        self.stop();
    }
}

impl Failure {
    /// The failure for something that is not modelled.
    pub(super) fn unsupported(gap: Gap, span: Option<Span>) -> Failure {
        let message = gap.to_string();
        Failure { kind: ErrorKind::Gap(gap), message, span, midway: false }
    }
}
