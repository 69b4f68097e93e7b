//! How a run ends, and the events along the way.

use super::chooser::Chooser;
use super::state::State;
use crate::{
    BlockId, CheckSite, ChoiceSource, FunctionId, Object, Property, PropertySet, Register, Span,
};
use model::Gap;
use std::io;
use term::{Symbol, Value};

/// Limits of a run, and what it reports.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The maximal number of steps (statements with an effect, and jumps).
    pub max_steps: u64,
    /// The maximal memory, in bytes, for objects and activations of the program.
    pub max_memory: u64,
    /// The maximal number of nested function activations.
    pub max_depth: usize,
    /// The number of steps after which assignments, stores, calls and returns are reported to the
    /// observer; never if `None`. Choices are always reported.
    pub recorded_from: Option<u64>,
    /// The properties whose violation ends a run. After a violation of another property the run
    /// goes on; it counts as undefined from there if C gives the violation no meaning.
    pub watched: PropertySet,
    /// Whether the observer is told about the start of blocks and about returns.
    pub shows_state: bool,
    /// Whether accesses through null are treated as accesses to memory of the environment. Pointers
    /// loaded from there may be null only because their value is unknown.
    pub null_is_foreign: bool,
    /// Whether lost memory is noticed at the first check that fails. Otherwise checks along the way
    /// are skipped where they would take longer than the run itself.
    pub exact_leaks: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_steps: u64::MAX,
            max_memory: 1 << 30,
            max_depth: 1 << 20,
            recorded_from: None,
            watched: PropertySet::ALL,
            shows_state: false,
            null_is_foreign: false,
            exact_leaks: false,
        }
    }
}

/// The environment of a run.
pub struct Environment<'e> {
    /// Decides what the program leaves open.
    pub chooser: &'e mut dyn Chooser,
    /// Receives what the program prints.
    pub output: &'e mut dyn io::Write,
    /// Receives the events.
    pub observer: Option<&'e mut dyn FnMut(&Event<'_>)>,
    /// Is polled for interruption.
    pub interrupted: &'e dyn Fn() -> bool,
}

/// Something that happens in a run.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// An open value was decided.
    Chosen {
        /// Why it was open.
        source: &'a ChoiceSource,
        /// The register that took it; none if a function without a body returned it and the caller
        /// ignored it.
        register: Option<&'a Register>,
        /// The value.
        value: &'a Value,
        /// Where this happened.
        span: Option<Span>,
    },
    /// A named register was assigned.
    Assigned {
        /// The register.
        register: &'a Register,
        /// Its new value.
        value: &'a Value,
        /// The object that the value points to, if the register has a pointer.
        pointee: Option<Pointee<'a>>,
        /// Where this happened.
        span: Option<Span>,
    },
    /// An object was stored to.
    Stored {
        /// Where: the first byte.
        target: Pointee<'a>,
        /// The bytes as a little-endian bit-vector.
        value: &'a Value,
        /// The object that the value points to, if it is a pointer.
        pointee: Option<Pointee<'a>>,
        /// Where this happened.
        span: Option<Span>,
    },
    /// An object was allocated on the heap.
    Allocated {
        /// How many objects were created before it.
        number: u64,
        /// Its size in bytes.
        size: u64,
        /// Where this happened.
        span: Option<Span>,
    },
    /// A function with a body was called.
    Called {
        /// The function.
        function: FunctionId,
        /// Where this happened.
        span: Option<Span>,
    },
    /// The run reached the start of a block, or the end of one that leaves the function.
    Reached {
        /// The block.
        block: BlockId,
        /// Whether this is the end of the block.
        at_end: bool,
        /// The state there.
        state: &'a State<'a>,
    },
    /// A function returned.
    Returned {
        /// The function.
        function: FunctionId,
    },
}

/// The object that a pointer points into, or just past.
#[derive(Clone, Copy, Debug)]
pub struct Pointee<'a> {
    /// The declared object; `None` for an allocated one.
    pub object: Option<&'a Object>,
    /// How many objects were created before it.
    pub number: u64,
    /// The offset of the pointer.
    pub offset: u64,
}

/// A heap object that was not freed, or that no pointer leads to any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostObject {
    /// How many objects were created before it.
    pub number: u64,
    /// Where it was allocated.
    pub allocated_at: Option<Span>,
    /// The statement after which no pointer leads to it, as far as that is known.
    pub lost_at: Option<Span>,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: ExecutionEnd,
    /// The first undefined behaviour that no watched check guards. The rest of the run is only one
    /// of many possible continuations.
    pub undefined: Option<UndefinedBehaviour>,
    /// How many steps were done.
    pub steps: u64,
    /// How many allocated objects were not freed.
    pub allocated: u64,
    /// Whether a pointer left its object and reached another one. With other object addresses the
    /// program would behave differently.
    pub is_confused: bool,
}

/// Behaviour that C gives no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedBehaviour {
    /// The property whose checks detect it.
    pub property: Property,
    /// What happened.
    pub what: String,
    /// Where this happened.
    pub span: Option<Span>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutionEnd {
    /// The program ended; with the result of the entry, if it returned one.
    Finished(Option<Value>),
    /// A check failed.
    Violation(Violation),
    /// An assumption did not hold, so the run is ignored.
    AssumptionFailed(Option<Span>),
    /// The run reached something that is not modelled.
    Unsupported(Gap, Option<Span>),
    /// The run did something after which it cannot continue, such as calling an address that is not
    /// a function.
    Undefined(String, Option<Span>),
    /// The chooser had no value, or one of the wrong sort.
    NoChoice(Option<Span>),
    /// The step limit was reached.
    StepLimit,
    /// Objects and activations exceed the memory limit.
    MemoryLimit,
    /// Calls are nested too deeply.
    DepthLimit,
    /// The environment interrupted the run.
    Interrupted,
    /// The output could not be written.
    OutputFailed,
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property.
    pub property: Property,
    /// A message for the user that says what happened.
    pub message: String,
    /// Where this happened.
    pub span: Option<Span>,
    /// The active functions, innermost first, and the position in each of them.
    pub stack: Vec<(FunctionId, Option<Span>)>,
    /// The first of the objects that are lost, if the check is about them.
    pub lost: Option<LostObject>,
    /// The turn that comes back to a state, if that is the violation.
    pub turn: Option<Turn>,
}

/// A part of a run that starts and ends in the same state, so that it can be repeated for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The innermost active function.
    pub function: FunctionId,
    /// The block of it where the turn starts and ends.
    pub block: BlockId,
    /// How many open values registers had taken when it started.
    pub chosen_before: usize,
    /// The values of the registers that matter there.
    pub values: Vec<(Symbol, Value)>,
}

impl Violation {
    /// The check of the source that failed.
    pub fn site(&self) -> CheckSite {
        let (span, property, message) = (self.span, self.property, self.message.clone());
        CheckSite { span, property, message }
    }
}
