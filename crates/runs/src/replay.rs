//! Runs of programs: according to a trace of the model, or with given values.
//!
//! The interpreter runs the program as it was lowered from C, before any pass. This code is trusted for
//! violations: it decides that the run is one of the program and ends with the violation.

use crate::choices::{ChoiceMade, Chosen, Script};
use crate::log::{LogLine, LostMemory, Narrator};
use crate::recorded::Recorded;
use evidence::{ObjectByte, ProgramRun, Reason, Trace, TraceStep};
use model::{ErrorKind, Gap, Model, Recurrences};
use passes::memory::{Lowered, TraceChooser};
use program::interpret::{
    self, Chooser, Environment, Event, ExecutionEnd, Interpreter, Options, UndefinedBehaviour,
    Violation,
};
use program::{AskedChecks, Program, Property, PropertySet, Span};
use smt::{Budget, StopReason};
use std::collections::VecDeque;
use std::io;
use term::Assignment;

/// The reason if the model cannot tell whether memory is lost.
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
    /// The violation.
    pub violation: Violation,
    /// The open values, in the order in which they were chosen.
    pub choices: Vec<ChoiceMade>,
    /// The bytes of objects that were read but never written, apart from zeros.
    pub bytes: Vec<ObjectByte>,
    /// How many words were read from memory that the program does not own.
    pub foreign_words: usize,
    /// The open values that registers took.
    pub chosen: Vec<Chosen>,
    /// The events, one line each.
    pub log: Vec<LogLine>,
    /// The memory that is lost, if that is the violation.
    pub lost: Option<LostMemory>,
}

/// A program whose runs are repeated, and the model that traces are about.
pub struct ReplayedProgram<'a> {
    /// The program with all checks.
    pub program: &'a Program,
    /// The checks that are asked about.
    pub asked: &'a AskedChecks,
    /// The model of the program, and how it was made.
    pub lowered: &'a Lowered,
    /// The model with an error where a state comes back, if it is asked whether runs end.
    pub recurrences: Option<&'a Recurrences>,
    /// The model in which recursive functions are called.
    pub lowered_with_calls: Box<dyn Fn() -> Lowered + 'a>,
    /// The properties that all runs of the model have.
    pub assumed: PropertySet,
    /// Whether memory that the program does not own may change by itself in runs of the model.
    pub foreign_memory_may_change: bool,
}

/// Why a run of the model may not be a run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It has undefined behaviour that checks of this property detect.
    Behaviour(Property),
    /// It depends on the placement of objects.
    Addresses,
    /// It calls a library function that is only approximated.
    Approximation,
    /// Memory that the program does not own changes by itself.
    ForeignMemory,
}

/// Why a trace of the model, or given values, say nothing about the program.
#[derive(Debug)]
pub enum ReplayFailure {
    /// A limit was reached.
    Stopped(StopReason),
    /// The program behaves differently, or it cannot be decided.
    Dismissed(Reason),
    /// The model has the run, but the program may not have it.
    Undefined(Cause, String),
}

impl From<StopReason> for ReplayFailure {
    fn from(stop: StopReason) -> ReplayFailure {
        ReplayFailure::Stopped(stop)
    }
}

impl From<Reason> for ReplayFailure {
    fn from(reason: Reason) -> ReplayFailure {
        ReplayFailure::Dismissed(reason)
    }
}

/// A run with its recorded data.
pub(crate) struct Observed {
    pub(crate) run: interpret::Execution,
    pub(crate) chosen: Vec<Chosen>,
    /// The last lines.
    pub(crate) log: VecDeque<LogLine>,
    lost: Option<LostMemory>,
}

impl ReplayedProgram<'_> {
    /// The model that traces are about.
    fn model(&self) -> &Model {
        self.recurrences.map_or(&self.lowered.model, |recurrences| &recurrences.model)
    }

    /// Runs the program as a trace of the model says. It must violate the property of the trace.
    pub fn replay(&self, trace: &Trace, budget: &Budget) -> Result<Replay, ReplayFailure> {
        let error = self.model().entry().cfa.error_at(trace.error);
        let Some(&ErrorKind::Violation(property)) = error.map(|error| &error.kind) else {
            let message = "the trace violates no property".to_owned();
            return Err(Reason::EvidenceRejected(message).into());
        };
        let unrolled = self.recurrences.map(|found| unrolled(found, trace));
        let trace = unrolled.as_ref().unwrap_or(trace);
        let follow = TraceChooser::new(self.lowered, trace)
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
            // In other runs, the content of such memory does not change.
            ReplayFailure::Dismissed(Reason::Incomplete(why)) if self.foreign_memory_may_change => {
                ReplayFailure::Undefined(Cause::ForeignMemory, why)
            }
            failure => failure,
        })
    }

    /// Runs the program with the answers of a trace.
    fn follow(
        &self,
        follow: TraceChooser<'_>,
        property: Property,
        budget: &Budget,
    ) -> Result<Replay, ReplayFailure> {
        let reads_foreign_memory = follow.reads_foreign_memory();
        let mut script = Script::new(follow);
        let options = Options { recorded_from: Some(0), ..self.trace_options() };
        let observed = self.observed(&mut script, options, budget)?;
        let chose_addresses = script.follow().chose_addresses();
        // Why the model may have runs that the program does not have.
        let why = match observed.run.outcome {
            // The model follows only short chains of pointers.
            _ if property == Property::Memtrack => Some(NOT_TRACKED.to_owned()),
            // More of the program's state may have changed than what matters for the model.
            _ if property == Property::Termination => Some(NO_RECURRENCE.to_owned()),
            ExecutionEnd::Finished(_) if self.lowered.has_open_nans => {
                Some("what happens may depend on the bits of a NaN".to_owned())
            }
            // Neither an input nor content that nobody stored can be the address of an object, which is
            // different in the interpreter.
            _ if chose_addresses => Some(Gap::AddressBits.to_string()),
            // The same address may have different content at every load.
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

    /// Runs the program with given values. It must violate the claimed property.
    pub fn replay_run(&self, run: &ProgramRun, budget: &Budget) -> Result<Replay, ReplayFailure> {
        self.is_the_same_everywhere()?;
        // Events are recorded only once the length of the run is known, since recording takes time.
        let mut alone = Recorded::new(&run.answers);
        let steps = self.observed(&mut alone, run_options(self.asked), budget)?.run.steps;
        let left_out = steps.saturating_sub(LOG_STEPS);
        let options = Options { recorded_from: Some(left_out), ..run_options(self.asked) };
        let mut script = Script::new(Recorded::new(&run.answers));
        let mut observed = self.observed(&mut script, options, budget)?;
        if left_out > 0 || observed.log.len() == LOG_LINES {
            let text = "... earlier steps are left out".to_owned();
            observed.log.push_front(LogLine { place: None, text });
        }
        self.violation(observed, script, run.property)
    }

    /// The interpreter options for following a trace of the model.
    pub(crate) fn trace_options(&self) -> Options {
        // No trace that violates the assumption was accepted.
        let null_is_foreign = self.assumed.contains(Property::Deref);
        Options { null_is_foreign, exact_leaks: true, ..run_options(self.asked) }
    }

    /// Runs the program; the last recorded events have a line each.
    pub(crate) fn observed(
        &self,
        chooser: &mut dyn Chooser,
        options: Options,
        budget: &Budget,
    ) -> Result<Observed, ReplayFailure> {
        let interpreter = Interpreter::new(self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let (mut log, mut chosen) = (VecDeque::new(), Vec::new());
        let mut narrator = Narrator::new(self.program);
        let mut observer = |event: &Event<'_>| {
            chosen.extend(Chosen::of(event));
            log.extend(narrator.line(event));
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
        budget.check()?;
        let lost = match &run.outcome {
            ExecutionEnd::Violation(violation) => violation.lost.as_ref(),
            _ => None,
        };
        let lost = lost.map(|lost| narrator.lost(lost));
        Ok(Observed { run, chosen, log, lost })
    }

    /// The violation of a property by a run.
    fn violation<C>(
        &self,
        observed: Observed,
        script: Script<C>,
        property: Property,
    ) -> Result<Replay, ReplayFailure> {
        let Observed { run, chosen, log, lost } = observed;
        let at = |what: String, span: Option<Span>| match span {
            Some(span) => format!("{what} at {}", self.program.place(span)),
            None => what,
        };
        // After undefined behaviour, it is not a run of the program, however it ends.
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
            // Of the checks that are not asked about, the program has only those of undefined
            // behaviour.
            ExecutionEnd::Violation(violation) if !self.asked.contains(&violation.site()) => {
                undefined(violation.property, at(violation.message, violation.span))
            }
            ExecutionEnd::Violation(violation) if violation.property == property => {
                let Script { made: choices, bytes, foreign_words, .. } = script;
                let log = log.into();
                Ok(Replay { violation, choices, bytes, foreign_words, chosen, log, lost })
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

/// How the interpreter runs a program to see whether it violates what is asked.
pub fn run_options(asked: &AskedChecks) -> Options {
    let watched = match asked.properties().contains(Property::Termination) {
        false => asked.properties(),
        // Runs end where they fail such checks, too.
        true => Property::ALL
            .into_iter()
            .filter(|&p| ends_runs(p))
            .chain(Some(Property::Termination))
            .collect(),
    };
    Options { watched, ..Options::default() }
}
