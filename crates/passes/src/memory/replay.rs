//! From a trace of the model to a run of the program.
//!
//! The trace is executed once along its edges, to see where objects start to live and what they
//! contain then. After that it answers the interpreter: it supplies the values of choices in order,
//! and bytes that were never written.

use super::Lowered;
use super::emit::{ChoiceReason, Creation, Passed};
use super::regions::Regions;
use super::space::AddressSpace;
use crate::points_to::ClassId;
use evidence::Trace;
use model::{Command, EdgeId, ExecutionError, Location, ProcedureId, Span};
use program::interpret::{
    Chooser, Environment, Execution, ForeignWord, Interpreter, OpenByte, OpenValue, Options,
    SetupError,
};
use program::{ChoiceSource, FunctionId, Program, ScalarType};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use term::{Assignment, BitVec, Sort, Term, Value, eval};
use thiserror::Error;

/// The distance between distinct pointers from the environment.
const FOREIGN_DISTANCE: u64 = 1 << 20;

/// Where the content of the program's objects is in the model.
pub struct Content {
    pub(super) space: AddressSpace,
    pub(super) regions: Regions,
    /// Number and class of each global object that the model has.
    pub(super) globals: Vec<Option<(u64, ClassId)>>,
    /// The objects whose lives start on each edge.
    pub(super) created: FxHashMap<(ProcedureId, EdgeId), Vec<Creation>>,
    /// The functions with addresses in the model, and their numbers.
    pub(super) functions: Vec<(u64, FunctionId)>,
    /// The blocks that each edge passes.
    pub(super) passed: FxHashMap<(ProcedureId, EdgeId), Vec<Passed>>,
    /// The blocks that start at each location, before any edge.
    pub(super) starting: FxHashMap<(ProcedureId, Location), Vec<Passed>>,
}

impl Content {
    /// Whether a value contains an object number.
    fn has_number(&self, value: &Value) -> bool {
        let bits = value.as_bitvec().filter(|bits| bits.width() > self.space.width);
        bits.is_some_and(|bits| self.space.number_of(bits) != 0)
    }
}

/// Why a trace cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// It is not a run of the model.
    #[error("the trace is not a run of the model: {0}")]
    Trace(#[from] ExecutionError),
    /// The program cannot be run.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Answers the choices of a program as a trace of its model does.
#[derive(Clone)]
pub struct TraceChooser<'a> {
    content: &'a Content,
    answers: VecDeque<(ChoiceReason, Value)>,
    /// The values loaded from memory that the program does not own, in order.
    foreign: VecDeque<(Option<Span>, Value)>,
    /// The objects in the order of creation, with the state that shows their initial content.
    objects: Vec<Option<TracePlace>>,
    depends_on_addresses: bool,
    reads_foreign_memory: bool,
    /// Whether an open value is the address of an object.
    chose_addresses: bool,
    /// Whether the program asked for something else than what the trace has an answer to.
    was_asked_otherwise: bool,
    /// The next address for a pointer of the environment whose value is free.
    next_foreign: Option<u64>,
}

#[derive(Clone)]
struct TracePlace {
    number: u64,
    class: ClassId,
    state: Rc<Assignment>,
}

impl<'a> TraceChooser<'a> {
    /// Follows a trace of the model.
    pub fn new(lowered: &'a Lowered, trace: &Trace) -> Result<TraceChooser<'a>, ExecutionError> {
        let content = &lowered.content;
        let mut state = Rc::new(trace.initial.clone());
        let place = |(number, class)| TracePlace { number, class, state: state.clone() };
        let objects = content.globals.iter().map(|global| global.map(place)).collect();
        let (answers, foreign) = (VecDeque::new(), VecDeque::new());
        let mut chooser = TraceChooser {
            content,
            answers,
            foreign,
            objects,
            depends_on_addresses: false,
            reads_foreign_memory: false,
            chose_addresses: false,
            was_asked_otherwise: false,
            next_foreign: None,
        };
        let mut values = trace.initial.clone();
        // Whether an object started to live again, with other content than at the start.
        let mut outdated = false;
        for step in &trace.steps {
            let command = &lowered.model.entry().cfa.edge(step.edge).command;
            let commands = match command {
                Command::Skip => &[][..],
                Command::Seq(commands) => commands,
                one => std::slice::from_ref(one),
            };
            let edge = (lowered.model.entry, step.edge);
            let created = content.created.get(&edge).map_or(&[][..], Vec::as_slice);
            let created = created.iter().filter(|creation| !creation.is_activation);
            let asked = lowered.asked.get(&edge).map_or(&[][..], Vec::as_slice);
            let (mut created, mut asked) = (created.peekable(), asked.iter());
            let mut choices = step.choices.iter().cloned();
            for done in 0..=commands.len() {
                while let Some(creation) = created.next_if(|creation| creation.after == done) {
                    if std::mem::take(&mut outdated) {
                        state = Rc::new(values.clone());
                    }
                    let place = creation.place.and_then(|(address, class)| {
                        let address = eval(&lowered.model.terms, address, &values).ok()?;
                        let number = content.space.number_of(address.as_bitvec()?);
                        Some(TracePlace { number, class, state: state.clone() })
                    });
                    chooser.objects.push(place);
                }
                let Some(command) = commands.get(done) else { break };
                let why = if let Command::Havoc(_) = command { asked.next() } else { None };
                if let Some(ChoiceReason::Undetermined { unless }) = why {
                    let determined = eval(&lowered.model.terms, *unless, &values);
                    chooser.depends_on_addresses |= determined != Ok(Value::Bool(true));
                }
                let is_used = |when: Term| {
                    eval(&lowered.model.terms, when, &values) != Ok(Value::Bool(false))
                };
                let is_foreign = matches!(why, Some(ChoiceReason::Foreign { when, .. })
                    if when.is_none_or(is_used));
                model::run(&lowered.model.terms, command, &mut values, &mut choices)?;
                if let Command::Havoc(variable) = command
                    && let (Some(why), Some(value)) = (why, values.get(*variable))
                {
                    match why {
                        ChoiceReason::Foreign { span, .. } if is_foreign => {
                            chooser.foreign.push_back((*span, value.clone()));
                        }
                        ChoiceReason::Foreign { .. } => {}
                        _ => chooser.answers.push_back((why.clone(), value.clone())),
                    }
                    chooser.chose_addresses |= content.has_number(value);
                    outdated |= matches!(why, ChoiceReason::Content(_));
                }
            }
        }
        chooser.reads_foreign_memory = !chooser.foreign.is_empty();
        Ok(chooser)
    }

    /// Whether the trace reads memory that the program does not own.
    pub fn reads_foreign_memory(&self) -> bool {
        self.reads_foreign_memory
    }

    /// The same answers, but every pointer from the environment points to separate memory. In the
    /// trace they may all be equal by chance, though nothing depends on it.
    #[must_use]
    pub fn with_distinct_pointers(mut self) -> Self {
        let (first, _) = self.content.space.foreign_range();
        self.next_foreign = Some(first);
        self
    }

    /// A pointer that the trace chose, or a distinct one if it comes from the environment.
    fn pointer(&mut self, chosen: &BitVec, width: u32) -> BitVec {
        let space = self.content.space;
        let is_from_nowhere =
            !chosen.is_zero() && (chosen.width() == space.width || space.number_of(chosen) == 0);
        match &mut self.next_foreign {
            Some(next) if is_from_nowhere => {
                let pointer = BitVec::new(width, *next);
                *next += FOREIGN_DISTANCE;
                pointer
            }
            _ => chosen.extract(width - 1, 0),
        }
    }

    /// Whether an open value that was given is the address of an object in the model.
    pub fn chose_addresses(&self) -> bool {
        self.chose_addresses
    }

    /// Whether all answers of the trace were given, each to the question that it was meant for.
    pub fn is_exhausted(&self) -> bool {
        self.answers.is_empty() && !self.was_asked_otherwise
    }

    /// Whether the trace is possible only for the particular placement of objects in the model.
    pub fn depends_on_addresses(&self) -> bool {
        self.depends_on_addresses
    }
}

impl Chooser for TraceChooser<'_> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        loop {
            let (asked, value) = self.answers.pop_front()?;
            let ChoiceReason::Choice { source, span } = asked else { continue };
            if source == *open.source
                && span == open.span
                && let Some(known) = known_bits(value.clone(), open.sort)
            {
                return Some(match (value, open.sort) {
                    (Value::BitVec(bits), &Sort::BitVec(width))
                        if open.ty == ScalarType::Pointer =>
                    {
                        Value::BitVec(self.pointer(&bits, width))
                    }
                    _ => known,
                });
            }
            // The model also chooses values of uninitialised registers; in the interpreter they
            // already have values.
            if !matches!(source, ChoiceSource::Uninitialised(_)) {
                self.was_asked_otherwise = true;
                return None;
            }
        }
    }

    fn foreign_word(&mut self, word: &ForeignWord) -> Option<Vec<u8>> {
        let next = self.foreign.iter().position(|(span, _)| *span == word.span)?;
        let (_, value) = self.foreign.drain(..=next).next_back()?;
        // The lowest byte comes first.
        let bits = value.as_bitvec()?.clone();
        let width = 8 * word.size;
        let bits = match word.is_pointer && width <= bits.width() {
            true => self.pointer(&bits, width),
            false => bits,
        };
        let byte = |i: u32| bits.extract(8 * i + 7, 8 * i).to_u64().map(|byte| byte as u8);
        (0..word.size.min(bits.width() / 8)).map(byte).collect()
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        let place = usize::try_from(open.number).ok().and_then(|n| self.objects.get(n)?.as_ref());
        let byte = place.and_then(|TracePlace { number, class, state }| {
            self.content.regions.byte(*class, *number, open.offset, state)
        });
        let (byte, is_address) = byte.unwrap_or((0, false));
        self.chose_addresses |= is_address;
        byte
    }
}

/// The value in the program for a value in the model. The latter has more bits if it may be an
/// address.
fn known_bits(value: Value, sort: &Sort) -> Option<Value> {
    match (&value, sort) {
        (Value::BitVec(bits), &Sort::BitVec(width)) if width < bits.width() => {
            Some(Value::BitVec(bits.extract(width - 1, 0)))
        }
        _ => (value.sort() == *sort).then_some(value),
    }
}

/// Runs a program as a trace of its model prescribes. The program is the one before all passes,
/// with the same checks.
pub fn replay(
    program: &Program,
    lowered: &Lowered,
    trace: &Trace,
    options: Options,
) -> Result<Execution, ReplayError> {
    let mut chooser = TraceChooser::new(lowered, trace)?;
    let interpreter = Interpreter::new(program, options)?;
    Ok(interpreter.run(&mut Environment {
        chooser: &mut chooser,
        output: &mut std::io::sink(),
        observer: None,
        interrupted: &|| false,
    }))
}
