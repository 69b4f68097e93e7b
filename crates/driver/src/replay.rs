//! Runs of programs: as a trace of the model says, or as values say.

use crate::judge::Cause;
use crate::program::{ProgramTask, place};
use evidence::{ProgramRun, Reason, Trace, TraceStep};
use model::{ErrorKind, Gap, Recurrences};
use passes::memory::TraceChooser;
use program::interpret::{
    self, Chooser, Environment, Event, ExecutionEnd, ForeignWord, Interpreter, OpenByte, OpenValue,
    Options, UndefinedBehaviour, Violation,
};
use program::{ChoiceSource, Program, Property, ScalarType, Shown, Span};
use runs::{Recorded, Sampler};
use smt::Budget;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use term::{Assignment, Symbol, Value};

/// Why it is not known whether memory is lost where pointers lead far.
pub const NOT_TRACKED: &str = "whether memory is lost that is never freed is not decided";

/// Why a state that comes back in the model shows nothing.
const NO_RECURRENCE: &str = "the program does not come back to the same state as its model does";

/// How often the round that comes back to a state is repeated: what does not matter may be another
/// value after the first ones.
const ROUNDS: usize = 4;

/// How many lines at the end of a long run are kept.
const LOG_LINES: usize = 20_000;

/// How many steps at the end of a long run are searched for steps worth printing.
const LOG_STEPS: u64 = 200_000;

/// A run of the program itself that violates a property.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What goes wrong.
    pub violation: Violation,
    /// The values that were open, in the order in which they were asked for.
    pub choices: Vec<ChoiceMade>,
    /// How many words were read from memory that the program does not own.
    pub foreign_words: usize,
    /// Those of them that registers took.
    pub chosen: Vec<Chosen>,
    /// What happened, a line each.
    pub log: Vec<LogLine>,
}

/// An open value and what it was.
#[derive(Clone, Debug)]
pub struct ChoiceMade {
    /// Why it was open.
    pub source: ChoiceSource,
    /// What it means.
    pub ty: ScalarType,
    /// What it was.
    pub value: Value,
}

/// An open value that a register took.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Why it was open.
    pub source: ChoiceSource,
    /// The register.
    pub register: Symbol,
    /// The register's name in the source, empty for a temporary.
    pub name: String,
    /// What the value means.
    pub ty: ScalarType,
    /// The value.
    pub value: Value,
    /// Where it was asked for.
    pub span: Option<Span>,
}

impl Chosen {
    fn of(event: &Event<'_>) -> Option<Chosen> {
        let Event::Chosen { source, register: Some(register), value, span } = event else {
            return None;
        };
        Some(Chosen {
            source: (*source).clone(),
            register: register.symbol,
            name: register.name.clone(),
            ty: register.ty,
            value: (*value).clone(),
            span: *span,
        })
    }
}

/// Something that happened in a run, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Where: file, line, column.
    pub place: Option<String>,
    /// What.
    pub text: String,
}

/// Why a trace of the model says nothing of the program.
pub enum ReplayFailure {
    /// The program behaves otherwise, or it cannot be told.
    Dismissed(Reason),
    /// The model has the run, but the program need not have it.
    Undefined(Cause, String),
}

impl From<Reason> for ReplayFailure {
    fn from(reason: Reason) -> ReplayFailure {
        ReplayFailure::Dismissed(reason)
    }
}

/// A run with what is worth knowing of it.
struct Observed {
    run: interpret::Execution,
    chosen: Vec<Chosen>,
    /// The last lines.
    log: VecDeque<LogLine>,
}

impl ProgramTask {
    /// Runs the program as a trace of the model says. It must violate the property of the trace.
    pub fn replay(&self, trace: &Trace, budget: &Budget) -> Result<Replay, ReplayFailure> {
        let error = self.model().entry().cfa.error_at(trace.error);
        let Some(&ErrorKind::Violation(property)) = error.map(|error| &error.kind) else {
            let message = "the trace violates no property".to_owned();
            return Err(Reason::EvidenceRejected(message).into());
        };
        let unrolled = self.recurrences.as_ref().map(|found| unrolled(found, trace));
        let trace = unrolled.as_ref().unwrap_or(trace);
        let follow = TraceChooser::new(&self.lowered, trace)
            .map_err(|error| Reason::EvidenceRejected(error.to_string()))?;
        if follow.depends_on_addresses() {
            return Err(ReplayFailure::Undefined(Cause::Addresses, Gap::AddressBits.to_string()));
        }
        if !follow.reads_foreign_memory() {
            return self.follow(follow, property, budget);
        }
        let distinct = follow.clone().with_distinct_pointers();
        let followed = match self.follow(follow, property, budget) {
            Err(ReplayFailure::Dismissed(_)) => self.follow(distinct, property, budget),
            followed => followed,
        };
        followed.map_err(|failure| match failure {
            // Other runs do not let the content of such memory change.
            ReplayFailure::Dismissed(Reason::Incomplete(why))
                if self.foreign_memory_may_change() =>
            {
                ReplayFailure::Undefined(Cause::ForeignMemory, why)
            }
            failure => failure,
        })
    }

    /// Runs the program as the answers of a trace say.
    fn follow(
        &self,
        follow: TraceChooser<'_>,
        property: Property,
        budget: &Budget,
    ) -> Result<Replay, ReplayFailure> {
        let reads_foreign_memory = follow.reads_foreign_memory();
        let chose_addresses = follow.chose_addresses();
        let mut script = Script::new(follow);
        let options = Options { recorded_from: Some(0), ..self.trace_options() };
        let observed = self.observed(&mut script, options, budget)?;
        // Why the model may have runs that the program does not have.
        let why = match observed.run.outcome {
            // It follows pointers a short way only.
            _ if property == Property::Memtrack => Some(NOT_TRACKED.to_owned()),
            // More of the program's state may have changed than what matters for the model.
            _ if property == Property::Termination => Some(NO_RECURRENCE.to_owned()),
            ExecutionEnd::Finished(_) if self.lowered.has_open_nans => {
                Some("what happens may depend on the bits of a NaN".to_owned())
            }
            // An input cannot be the address of an object, which is another one in the interpreter.
            _ if chose_addresses => Some(Gap::AddressBits.to_string()),
            // The same place may have another content at every load.
            _ if reads_foreign_memory => {
                Some("what happens depends on memory that the program does not own".to_owned())
            }
            _ => None,
        };
        self.violation(observed, script, property).map_err(|failure| match (failure, why) {
            (ReplayFailure::Dismissed(Reason::EvidenceRejected(_)), Some(why)) => {
                Reason::Incomplete(why).into()
            }
            (failure, _) => failure,
        })
    }

    /// Runs the program with given values. It must violate the property that they are said to.
    pub fn replay_run(&self, run: &ProgramRun, budget: &Budget) -> Result<Replay, ReplayFailure> {
        self.is_the_same_everywhere()?;
        // What happens is looked at when it is known how long the run is: that takes time.
        let mut alone = Recorded::new(&run.answers);
        let steps = self.observed(&mut alone, self.run_options(), budget)?.run.steps;
        let left_out = steps.saturating_sub(LOG_STEPS);
        let options = Options { recorded_from: Some(left_out), ..self.run_options() };
        let mut script = Script::new(Recorded::new(&run.answers));
        let mut observed = self.observed(&mut script, options, budget)?;
        if left_out > 0 || observed.log.len() == LOG_LINES {
            let text = "... earlier steps are left out".to_owned();
            observed.log.push_front(LogLine { place: None, text });
        }
        self.violation(observed, script, run.property)
    }

    /// How the interpreter runs the program to see whether it violates what is asked.
    pub fn run_options(&self) -> Options {
        let asked = self.asked.properties();
        let watched = match self.asks_for_ends() {
            false => asked,
            // Runs end where they fail such checks, too.
            true => Property::ALL
                .into_iter()
                .filter(|&p| ends_runs(p))
                .chain(Some(Property::Termination))
                .collect(),
        };
        Options { watched, ..Options::default() }
    }

    /// The engine that runs the program.
    pub fn sampler(&self) -> Sampler {
        let is_useful = self.is_the_same_everywhere();
        Sampler::new(self.program.clone(), self.asked.clone(), self.run_options(), is_useful)
    }

    /// How the interpreter follows a trace of the model.
    fn trace_options(&self) -> Options {
        // No trace that violates the assumption was accepted.
        let null_is_foreign = self.assumed().contains(Property::Deref);
        Options { null_is_foreign, exact_leaks: true, ..self.run_options() }
    }

    /// Runs the program; the last things that happen and are recorded have a line each.
    fn observed(
        &self,
        chooser: &mut dyn Chooser,
        options: Options,
        budget: &Budget,
    ) -> Result<Observed, ReplayFailure> {
        let interpreter = Interpreter::new(&self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let (mut log, mut chosen) = (VecDeque::new(), Vec::new());
        let mut observer = |event: &Event<'_>| {
            chosen.extend(Chosen::of(event));
            log.extend(LogLine::of(&self.program, event));
            if log.len() > LOG_LINES {
                log.pop_front();
            }
        };
        let run = interpreter.run(&mut Environment {
            chooser,
            output: &mut io::sink(),
            observer: Some(&mut observer),
            interrupted: &|| budget.check().is_err(),
        });
        budget.check().map_err(engines::reason_for_stop)?;
        Ok(Observed { run, chosen, log })
    }

    /// The violation of a property by a run.
    fn violation<C>(
        &self,
        observed: Observed,
        script: Script<C>,
        property: Property,
    ) -> Result<Replay, ReplayFailure> {
        let Observed { run, chosen, log, .. } = observed;
        let at = |what: String, span: Option<Span>| match span {
            Some(span) => format!("{what} at {}", self.place(span)),
            None => what,
        };
        // What comes after undefined behaviour is no run of the program, however it ends.
        let undefined = |property: Property, what: String| {
            let cause = match property {
                Property::Approximate => Cause::Approximation,
                property => Cause::Behaviour(property),
            };
            Err(ReplayFailure::Undefined(cause, what))
        };
        if let Some(UndefinedBehaviour { property, what, span }) = run.undefined {
            return undefined(property, at(what, span));
        }
        if run.is_confused {
            return Err(ReplayFailure::Undefined(Cause::Addresses, Gap::AddressBits.to_string()));
        }
        match run.outcome {
            ExecutionEnd::MemoryLimit => {
                let message = "the run takes more memory than the interpreter has".to_owned();
                Err(Reason::Incomplete(message).into())
            }
            // Of what nobody asks about, the program has checks of undefined behaviour only.
            ExecutionEnd::Violation(violation) if !self.asked.contains(&violation.site()) => {
                undefined(violation.property, at(violation.message, violation.span))
            }
            ExecutionEnd::Violation(violation) if violation.property == property => {
                let (choices, foreign_words) = (script.made, script.foreign_words);
                let log = log.into();
                Ok(Replay { violation, choices, foreign_words, chosen, log })
            }
            ExecutionEnd::Undefined(what, span) => undefined(Property::Undefined, at(what, span)),
            other => {
                let message = format!("the program does not violate {property} but {other:?}");
                Err(Reason::EvidenceRejected(message).into())
            }
        }
    }
}

/// Whether runs end that violate a property, as far as their end is asked about.
fn ends_runs(property: Property) -> bool {
    property.is_undefined_behaviour()
        || matches!(property, Property::UnreachCall | Property::Assertion)
}

/// The run of the original model that comes back to a state, and then some rounds more.
fn unrolled(found: &Recurrences, trace: &Trace) -> Trace {
    let is_save = |step: &TraceStep| found.saved_by(step.edge).is_some();
    let original = |steps: &[TraceStep]| -> Vec<TraceStep> {
        let step = |step: &TraceStep| {
            Some(TraceStep { edge: found.origin(step.edge)?, choices: step.choices.clone() })
        };
        steps.iter().filter_map(step).collect()
    };
    let saved = trace.steps.iter().position(is_save).unwrap_or(trace.steps.len());
    let (mut steps, round) = (original(&trace.steps[..saved]), original(&trace.steps[saved..]));
    for _ in 0..ROUNDS {
        steps.extend_from_slice(&round);
    }
    let mut initial = Assignment::new();
    for (variable, value) in trace.initial.iter() {
        if !found.is_saved(variable) {
            initial.set(variable, value.clone());
        }
    }
    Trace { initial, steps, error: trace.error }
}

impl LogLine {
    /// What is worth a line of what happens in a run.
    pub fn of(program: &Program, event: &Event<'_>) -> Option<LogLine> {
        let shown = |ty: Option<ScalarType>, value: &Value| match ty {
            Some(ty) => Shown(ty, value).to_string(),
            None => value.to_string(),
        };
        let (text, span) = match event {
            Event::Chosen { source, register, value, span } => {
                let value = shown(register.map(|register| register.ty), value);
                let text = match source {
                    ChoiceSource::Input(function) | ChoiceSource::External(function) => {
                        format!("{function}() returns {value}")
                    }
                    ChoiceSource::Uninitialised(name) => format!("{name} happens to be {value}"),
                    ChoiceSource::Order(_) | ChoiceSource::Volatile(_) if value == "false" => {
                        return None;
                    }
                    ChoiceSource::Order(text) => format!("another order of evaluation in '{text}'"),
                    ChoiceSource::Volatile(text) if value == "true" => {
                        format!("the volatile {text} changes")
                    }
                    ChoiceSource::Volatile(text) => format!("{text} becomes {value}"),
                };
                (text, *span)
            }
            Event::Assigned { register, value, span } if !register.name.is_empty() => {
                (format!("{} = {}", register.name, shown(Some(register.ty), value)), *span)
            }
            Event::Stored { object, offset, value, span } => {
                let (name, ty) = object.layout.part_at(&object.name, *offset);
                (format!("{name} = {}", shown(ty, value)), *span)
            }
            Event::Called { function, span } => {
                (format!("call of {}", program.function(*function).name), *span)
            }
            Event::Assigned { .. } | Event::Reached { .. } | Event::Returned { .. } => return None,
        };
        Some(LogLine { place: span.map(|span| place(program, span)), text })
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// Answers as another chooser does, and remembers the answers.
struct Script<C> {
    follow: C,
    made: Vec<ChoiceMade>,
    foreign_words: usize,
}

impl<C> Script<C> {
    fn new(follow: C) -> Script<C> {
        Script { follow, made: Vec::new(), foreign_words: 0 }
    }
}

impl<C: Chooser> Chooser for Script<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let value = self.follow.value(open)?;
        let (source, ty) = (open.source.clone(), open.ty);
        self.made.push(ChoiceMade { source, ty, value: value.clone() });
        Some(value)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.follow.byte(open)
    }

    fn foreign_word(&mut self, word: &ForeignWord) -> Option<Vec<u8>> {
        let bytes = self.follow.foreign_word(word)?;
        self.foreign_words += 1;
        Some(bytes)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.follow.stray_byte(address)
    }
}
