//! How a run ends, and what is seen on the way.

use super::chooser::Chooser;
use super::state::State;
use crate::{
    BlockId, CheckSite, ChoiceSource, FunctionId, Object, Property, PropertySet, Register, Span,
};
use model::Gap;
use std::io;
use term::Value;

/// Bounds of a run, and what is reported.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many steps (statements with an effect, and jumps) are done at most.
    pub max_steps: u64,
    /// How much memory, in bytes, objects and activations of the program take at most.
    pub max_memory: u64,
    /// How many activations of functions there are at most.
    pub max_depth: usize,
    /// After how many steps assignments, stores, calls and returns are reported to the observer, if
    /// ever. Choices always are.
    pub recorded_from: Option<u64>,
    /// The properties whose violation ends a run. Where another one is violated the run goes on,
    /// and is undefined from there if that has no meaning in C.
    pub watched: PropertySet,
    /// Whether the observer is told where blocks start and where the run returns.
    pub shows_state: bool,
    /// Whether accesses through null are taken for accesses to memory of the environment. Pointers
    /// that are loaded from there may be null only because nobody knows better.
    pub null_is_foreign: bool,
    /// Whether lost memory is noticed at the first check that fails. Otherwise checks on the way are
    /// left out where they would take longer than the run itself.
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

/// What surrounds a run.
pub struct Environment<'e> {
    /// Decides what the program leaves open.
    pub chooser: &'e mut dyn Chooser,
    /// Takes what the program prints.
    pub output: &'e mut dyn io::Write,
    /// Is told what happens.
    pub observer: Option<&'e mut dyn FnMut(&Event<'_>)>,
    /// Is asked now and then whether to stop.
    pub interrupted: &'e dyn Fn() -> bool,
}

/// Something that happens in a run.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// An open value was decided.
    Chosen {
        /// Why it was open.
        source: &'a ChoiceSource,
        /// The register that took it; none where a function without a body returned it to nobody.
        register: Option<&'a Register>,
        /// The value.
        value: &'a Value,
        /// Where.
        span: Option<Span>,
    },
    /// A named register was assigned.
    Assigned {
        /// The register.
        register: &'a Register,
        /// Its new value.
        value: &'a Value,
        /// Where.
        span: Option<Span>,
    },
    /// A declared object was stored to.
    Stored {
        /// The object.
        object: &'a Object,
        /// Position of the first byte.
        offset: u64,
        /// The bytes as a little-endian bit-vector.
        value: &'a Value,
        /// Where.
        span: Option<Span>,
    },
    /// A function with a body was called.
    Called {
        /// The function.
        function: FunctionId,
        /// Where.
        span: Option<Span>,
    },
    /// The run came to the start of a block, or to the end of one that leaves the function.
    Reached {
        /// The block.
        block: BlockId,
        /// Whether it is its end.
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

/// A finished run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: ExecutionEnd,
    /// What it first did that C gives no meaning and no watched check guards; what came after is one
    /// of many possible continuations.
    pub undefined: Option<UndefinedBehaviour>,
    /// How many steps were done.
    pub steps: u64,
    /// How many allocated objects were not freed.
    pub allocated: u64,
    /// Whether a pointer left its object and came to another one. Elsewhere, where objects have other
    /// places, the program does something else.
    pub is_confused: bool,
}

/// Something that C gives no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedBehaviour {
    /// The property whose checks find it.
    pub property: Property,
    /// What happened.
    pub what: String,
    /// Where.
    pub span: Option<Span>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutionEnd {
    /// The program ended; with the result of the entry, if it returned one.
    Finished(Option<Value>),
    /// A check failed.
    Violation(Violation),
    /// An assumption did not hold: such runs are not looked at.
    AssumptionFailed(Option<Span>),
    /// The run came to something that is not modelled.
    Unsupported(Gap, Option<Span>),
    /// The run did something that cannot be continued, such as calling what is not a function.
    Undefined(String, Option<Span>),
    /// The chooser had no value, or none of the right sort.
    NoChoice(Option<Span>),
    /// As many steps as allowed were done.
    StepLimit,
    /// Objects and activations do not fit the memory that is allowed.
    MemoryLimit,
    /// Functions call each other too deeply.
    DepthLimit,
    /// The environment asked to stop.
    Interrupted,
    /// The output could not be written.
    OutputFailed,
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property.
    pub property: Property,
    /// What happened, for people.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// The active functions, the innermost first, and where each of them is.
    pub stack: Vec<(FunctionId, Option<Span>)>,
}

impl Violation {
    /// The check of the source that failed.
    pub fn site(&self) -> CheckSite {
        let (span, property, message) = (self.span, self.property, self.message.clone());
        CheckSite { span, property, message }
    }
}
