//! C programs on their way to a model, and runs on their way back.

use crate::asked::Asked;
use crate::input::{InputConfig, Question};
use crate::source::InputError;
use c::lower::Entry;
use c::task::property_file;
use evidence::{Reason, Trace};
use model::Command;
use passes::limits::ADDRESS_BITS;
use passes::memory::{ErrorKind, Failure, LowerOptions, Lowered, TraceChooser, lower};
use passes::program::{InlineOptions, LoopCopy, Recursion, inline, resolve_indirect_calls};
use program::interpret::{
    Chooser, Environment, Event, ForeignWord, Interpreter, OpenByte, OpenValue, Options, Outcome,
    Violation,
};
use program::{
    CheckSite, ChoiceSource, Machine, Program, Property, PropertySet, ScalarType, Shown, Span,
};
use smt::Budget;
use std::fmt;
use std::io;
use std::path::PathBuf;
use term::{Symbol, Value};
use witness::replay_c::Input;

/// A program behind a model.
pub struct ProgramTask {
    /// The files it was read from.
    pub files: Vec<PathBuf>,
    /// What was asked for, in the words of SV-COMP.
    pub specification: String,
    /// The program with all checks.
    pub program: Program,
    /// How calls were replaced.
    pub inlining: InlineOptions,
    /// What was asked for.
    pub asked: Asked,
    /// Which runs the model has.
    runs: Runs,
    /// The model that was made of it, and how.
    pub lowered: Lowered,
    /// Where the loops of the program are in the model: for each of them its copies.
    pub loops: Vec<Vec<LoopCopy>>,
}

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

/// Compiles files and makes a model of what is asked about them.
pub fn load(
    files: &[PathBuf],
    machine: Machine,
    question: &Question,
    config: &InputConfig,
) -> Result<ProgramTask, InputError> {
    let program = compile(files, machine, question, config)?;
    let asked = Asked::of_properties(question.properties.iter().copied().collect());
    let inlining = InlineOptions { recursion: config.recursion.into(), ..InlineOptions::default() };
    let (lowered, loops) = model(&program, inlining, &asked, Runs::All);
    Ok(ProgramTask {
        files: files.to_vec(),
        specification: specification(question, config),
        program,
        inlining,
        asked,
        runs: Runs::All,
        lowered,
        loops,
    })
}

/// What is asked, in the words of SV-COMP.
fn specification(question: &Question, config: &InputConfig) -> String {
    let entry = config.function.as_deref().or(question.entry.as_deref()).unwrap_or("main");
    property_file(entry, &question.error_functions, &question.properties)
}

/// How many times recursion is unrolled deeper, four times as deep each.
const DEEPER: u32 = 2;

/// Which runs of a program a model has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// All of them.
    All,
    /// Those without undefined behaviour that nobody asks about.
    Defined,
}

/// Makes a model of what is asked.
fn model(
    program: &Program,
    inlining: InlineOptions,
    asked: &Asked,
    runs: Runs,
) -> (Lowered, Vec<Vec<LoopCopy>>) {
    let mut program = program.clone();
    program.retain_checks(|check, span| {
        asked.contains(&CheckSite::of(check, span))
            || runs == Runs::Defined && check.property.is_undefined_behaviour()
    });
    resolve_indirect_calls(&mut program);
    let inlined = inline(&program, inlining);
    // Large programs have large copies.
    drop(program);
    let (assumed, cut_undetermined) = (runs.assumed(asked), runs == Runs::Defined);
    let options = LowerOptions { assumed, cut_undetermined, ..LowerOptions::default() };
    let mut lowered = lower(&inlined.program, options);
    leave_out_violations_beside(asked, &mut lowered);
    (lowered, inlined.loops)
}

impl Runs {
    /// The properties that all of these runs have.
    fn assumed(self, asked: &Asked) -> PropertySet {
        match self {
            Runs::All => PropertySet::default(),
            Runs::Defined => asked.properties().undefined_beside(),
        }
    }
}

/// Ends runs where a check fails that nobody asks about. Only properties can be assumed as such, not
/// one check of several.
fn leave_out_violations_beside(asked: &Asked, lowered: &mut Lowered) {
    let never = lowered.model.terms.bool(false);
    for (&(procedure, edge), failure) in &lowered.failures {
        if site_of(failure).is_some_and(|site| !asked.contains(&site)) {
            let cfa = &mut lowered.model.procedures[procedure.index()].cfa;
            cfa.set_command(edge, Command::Assume(never));
        }
    }
}

/// The check that fails.
fn site_of(failure: &Failure) -> Option<CheckSite> {
    let ErrorKind::Violation(property) = failure.kind else { return None };
    Some(CheckSite { span: failure.span, property, message: failure.message.clone() })
}

/// Compiles files.
pub fn compile(
    files: &[PathBuf],
    machine: Machine,
    question: &Question,
    config: &InputConfig,
) -> Result<Program, InputError> {
    let mut options = c::Options::new(machine);
    let c::Options { source, lower } = &mut options;
    source.includes.clone_from(&config.include);
    source.defines.clone_from(&config.define);
    source.undefines.clone_from(&config.undefine);
    if !question.error_functions.is_empty() {
        lower.error_functions.clone_from(&question.error_functions);
    }
    if let Some(function) = config.function.as_ref().or(question.entry.as_ref()) {
        lower.entry = Entry::Function(function.clone());
    }
    Ok(c::compile(files, &options)?)
}

/// Why a trace of the model says nothing of the program.
pub enum ReplayFailure {
    /// The program behaves otherwise, or it cannot be told.
    Dismissed(Reason),
    /// The run has undefined behaviour before it comes to what it should show.
    Undefined(String),
}

impl From<Reason> for ReplayFailure {
    fn from(reason: Reason) -> ReplayFailure {
        ReplayFailure::Dismissed(reason)
    }
}

impl ProgramTask {
    /// The same question about runs without undefined behaviour only. Where nothing is found there,
    /// nothing is known of others.
    pub fn of_defined_runs(&self) -> ProgramTask {
        self.changed(self.program.clone(), self.inlining, self.asked.clone(), Runs::Defined)
    }

    /// The question whether any of some checks may fail. Runs go on where another one fails, as far
    /// as that has a meaning.
    pub fn about(&self, checks: impl IntoIterator<Item = CheckSite>) -> ProgramTask {
        let asked = Asked::of_checks(checks);
        let mut program = self.program.clone();
        program.retain_checks(|check, span| {
            check.property.is_undefined_behaviour() || asked.contains(&CheckSite::of(check, span))
        });
        self.changed(program, self.inlining, asked, Runs::All)
    }

    /// The same question about a model in which recursive functions are called.
    pub fn with_calls(&self) -> ProgramTask {
        let inlining = InlineOptions { recursion: Recursion::Keep, ..self.inlining };
        self.changed(self.program.clone(), inlining, self.asked.clone(), self.runs)
    }

    /// The same question with recursion unrolled deeper and deeper.
    pub fn with_deeper_recursion(&self) -> impl Iterator<Item = ProgramTask> + '_ {
        (1..=DEEPER).filter_map(|times| {
            let Recursion::Unroll { depth, max_statements } = self.inlining.recursion else {
                return None;
            };
            let more = 4_usize.pow(times);
            let recursion = Recursion::Unroll {
                depth: depth.saturating_mul(more),
                max_statements: max_statements.saturating_mul(more),
            };
            let inlining = InlineOptions { recursion, ..self.inlining };
            Some(self.changed(self.program.clone(), inlining, self.asked.clone(), self.runs))
        })
    }

    fn changed(
        &self,
        program: Program,
        inlining: InlineOptions,
        asked: Asked,
        runs: Runs,
    ) -> ProgramTask {
        let (lowered, loops) = model(&program, inlining, &asked, runs);
        ProgramTask {
            files: self.files.clone(),
            specification: self.specification.clone(),
            program,
            inlining,
            asked,
            runs,
            lowered,
            loops,
        }
    }

    /// The check that fails at the end of a trace.
    pub fn failing_check(&self, trace: &Trace) -> Option<CheckSite> {
        let edge = trace.steps.last()?.edge;
        site_of(self.lowered.failures.get(&(self.lowered.model.entry, edge))?)
    }

    /// Runs the program as a trace of the model says. It must violate the property of the trace.
    pub fn replay(&self, trace: &Trace, budget: &Budget) -> Result<Replay, ReplayFailure> {
        let error = self.lowered.model.entry().cfa.error_at(trace.error);
        let claimed = error.and_then(|error| ErrorKind::of_property(&error.property));
        let Some(ErrorKind::Violation(property)) = claimed else {
            let message = "the trace violates no property".to_owned();
            return Err(Reason::EvidenceRejected(message).into());
        };
        let follow = TraceChooser::new(&self.lowered, trace)
            .map_err(|error| Reason::EvidenceRejected(error.to_string()))?;
        if follow.depends_on_addresses() {
            return Err(ReplayFailure::Undefined(ADDRESS_BITS.to_owned()));
        }
        let reads_foreign_memory = follow.reads_foreign_memory();
        let mut script = Script { follow, made: Vec::new(), foreign_words: 0 };
        let watched = self.asked.properties();
        // No trace that violates the assumption was accepted.
        let null_is_foreign = self.runs.assumed(&self.asked).contains(Property::Deref);
        let options = Options { recording: true, watched, null_is_foreign, ..Options::default() };
        let interpreter = Interpreter::new(&self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let (mut log, mut chosen) = (Vec::new(), Vec::new());
        let mut observer = |event: &Event<'_>| {
            log.extend(LogLine::of(&self.program, event));
            chosen.extend(Chosen::of(event));
        };
        let run = interpreter.run(&mut Environment {
            chooser: &mut script,
            output: &mut io::sink(),
            observer: Some(&mut observer),
            interrupted: &|| budget.check().is_err(),
        });
        budget.check().map_err(engines::reason_for_stop)?;
        let at = |what: String, span: Option<Span>| match span {
            Some(span) => format!("{what} at {}", self.place(span)),
            None => what,
        };
        let undefined = run.undefined.map(|(what, span)| at(what, span));
        match (run.outcome, undefined) {
            // Of what nobody asks about, the program has checks of undefined behaviour only.
            (Outcome::Violation(violation), None) if !self.asked.contains(&violation.site()) => {
                Err(ReplayFailure::Undefined(at(violation.message, violation.span)))
            }
            (Outcome::Violation(violation), None) if violation.property == property => {
                let (choices, foreign_words) = (script.made, script.foreign_words);
                Ok(Replay { violation, choices, foreign_words, chosen, log })
            }
            // What comes after undefined behaviour is no run of the program, however it ends.
            (_, Some(what)) => Err(ReplayFailure::Undefined(what)),
            // The model takes every object that is not freed for a lost one.
            (Outcome::Finished(_), _) if property == Property::Memtrack => {
                let message = "whether memory is lost that is never freed is not decided";
                Err(Reason::Incomplete(message.to_owned()).into())
            }
            (Outcome::Finished(_), _) if self.lowered.has_open_nans => {
                let message = "what happens may depend on the bits of a NaN";
                Err(Reason::Incomplete(message.to_owned()).into())
            }
            // To the model, the same place may have another content at every load.
            (_, None) if reads_foreign_memory => {
                let message = "what happens depends on memory that the program does not own";
                Err(Reason::Incomplete(message.to_owned()).into())
            }
            (other, None) => {
                let message = format!("the program does not violate {property} but {other:?}");
                Err(Reason::EvidenceRejected(message).into())
            }
        }
    }

    /// The run as a C file: see [`witness::replay_c`].
    pub fn replay_c(&self, replay: &Replay) -> String {
        let input = |choice: &ChoiceMade| match &choice.source {
            ChoiceSource::Input(function) | ChoiceSource::External(function) => {
                let (function, value) = (function.clone(), choice.value.clone());
                Some(Input { function, ty: choice.ty, value })
            }
            ChoiceSource::Uninitialised(_) => None,
        };
        let inputs: Vec<Input> = replay.choices.iter().filter_map(input).collect();
        let violation = &replay.violation;
        let place = violation.span.map_or_else(String::new, |span| self.place(span) + ": ");
        let defined = |name: &str| {
            let function = self.program.find_function(name);
            function.is_some_and(|id| self.program.function(id).body.is_some())
        };
        witness::replay_c::c_file(&witness::replay_c::Run {
            machine: self.program.machine,
            files: self.files.iter().map(|file| file.display().to_string()).collect(),
            uninitialised: replay.choices.len() - inputs.len() + replay.foreign_words,
            inputs: &inputs,
            undefined: witness::replay_c::environment().filter(|name| !defined(name)).collect(),
            violation: format!("{place}{}", violation.message),
        })
    }

    /// A place as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        place(&self.program, span)
    }
}

/// A place of a program as `file:line:column`.
pub fn place(program: &Program, span: Span) -> String {
    let file = program.files.get(span.file.index()).map_or("?", String::as_str);
    format!("{file}:{}:{}", span.line, span.column)
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
            Event::Assigned { .. } | Event::Returned { .. } => return None,
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

/// Answers as a trace does, and remembers the answers.
struct Script<'a> {
    follow: TraceChooser<'a>,
    made: Vec<ChoiceMade>,
    foreign_words: usize,
}

impl Chooser for Script<'_> {
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
