//! C programs: lowering to a model, and replaying runs.

use crate::input::{InputConfig, Question};
use crate::judge::Cause;
use crate::replay::{ChoiceMade, Replay};
use crate::source::InputError;
use c::lower::Entry;
use evidence::Trace;
use model::{Command, EdgeId, ErrorKind, Model, ProcedureId};
use passes::memory::{Failure, LOWEST_ADDRESS, LowerOptions, Lowered, lower};
use passes::program::{InlineOptions, LoopCopy, Recursion, inline, resolve_indirect_calls};
use program::{
    AskedChecks, CheckSite, ChoiceSource, Machine, Program, Property, PropertySet, ScalarType,
    Span, StatementKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use svcomp::property_file;
use term::Value;
use witness::replay_c::Input;

/// The program behind a model.
pub struct ProgramTask {
    /// The files it was read from.
    pub files: Vec<InputFile>,
    /// The question, in the words of SV-COMP.
    pub specification: String,
    /// The program with all checks.
    pub program: Arc<Program>,
    /// How calls were inlined.
    pub inlining: InlineOptions,
    /// The least address of an object.
    lowest_address: u64,
    /// The checks that are asked about.
    pub asked: AskedChecks,
    /// The runs that the model contains.
    runs: Runs,
    /// The model and its meaning.
    pub lowered: Lowered,
    /// The copies in the model of each loop of the program.
    pub loops: Vec<Vec<LoopCopy>>,
}

/// A file of the program, with its content at compile time.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Its path.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Arc<[u8]>,
}

impl InputFile {
    fn read(path: &Path) -> std::io::Result<InputFile> {
        Ok(InputFile { path: path.to_owned(), bytes: std::fs::read(path)?.into() })
    }
}

/// Compiles files and builds a model for a question.
pub fn load(
    files: &[PathBuf],
    machine: Machine,
    question: &Question,
    config: &InputConfig,
) -> Result<ProgramTask, InputError> {
    // Read before they are compiled: a witness refers to this text, even if the files change.
    let read: Vec<std::io::Result<InputFile>> =
        files.iter().map(|path| InputFile::read(path)).collect();
    let program = compile(files, machine, question, config)?;
    let read: std::io::Result<Vec<InputFile>> = read.into_iter().collect();
    let asked = AskedChecks::of_properties(question.properties.iter().copied().collect());
    let inlining = InlineOptions { recursion: config.recursion.into(), ..InlineOptions::default() };
    let lowest_address = config.lowest_address.unwrap_or(LOWEST_ADDRESS);
    let (lowered, loops) = model(&program, inlining, &asked, Runs::All, lowest_address);
    Ok(ProgramTask {
        files: read
            .map_err(|error| InputError::new(&files[0], format!("cannot be read: {error}")))?,
        specification: specification(question, config),
        program: Arc::new(program),
        inlining,
        lowest_address,
        asked,
        runs: Runs::All,
        lowered,
        loops,
    })
}

/// The question, in the words of SV-COMP.
fn specification(question: &Question, config: &InputConfig) -> String {
    let entry = config.function.as_deref().or(question.entry.as_deref()).unwrap_or("main");
    property_file(entry, &question.error_functions, &question.properties)
}

/// How often recursion is unrolled deeper, four times as deep each time.
const DEEPER: u32 = 2;

/// The runs of a program that a model contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// All runs and more: behaviour after undefined behaviour is arbitrary.
    All,
    /// The runs without undefined behaviour of kinds that are not asked about. Only these matter
    /// for an answer.
    Defined,
    /// The defined runs that do not depend on the placement of objects or on approximated library
    /// functions.
    Determined,
    /// The determined runs in which memory that the program does not own keeps its content.
    Consistent,
}

/// Builds a model for the question.
fn model(
    program: &Program,
    inlining: InlineOptions,
    asked: &AskedChecks,
    runs: Runs,
    lowest_address: u64,
) -> (Lowered, Vec<Vec<LoopCopy>>) {
    let mut program = program.clone();
    program.retain_checks(|check, span| {
        asked.contains(&CheckSite::of(check, span))
            || runs != Runs::All && check.property.is_undefined_behaviour()
            || !runs.are_all_defined() && check.property == Property::Approximate
    });
    resolve_indirect_calls(&mut program);
    let inlined = inline(&program, inlining);
    // Large programs have large copies.
    drop(program);
    let options = LowerOptions {
        assumed: runs.assumed(asked),
        cut_undetermined: !runs.are_all_defined(),
        keeps_foreign_memory: runs == Runs::Consistent,
        lowest_address,
    };
    let mut lowered = lower(&inlined.program, options);
    leave_out_violations_beside(asked, &mut lowered);
    (lowered, inlined.loops)
}

impl Runs {
    /// The runs to consider next if a run was found that is not one of the program.
    fn fewer(self, cause: Cause) -> Option<Runs> {
        match (self, cause) {
            (Runs::All, Cause::Behaviour(_)) => Some(Runs::Defined),
            (Runs::All | Runs::Defined, _) => Some(Runs::Determined),
            (Runs::Determined, _) => Some(Runs::Consistent),
            (Runs::Consistent, _) => None,
        }
    }

    /// Whether all defined runs are included, so that proofs count.
    fn are_all_defined(self) -> bool {
        matches!(self, Runs::All | Runs::Defined)
    }

    /// The properties that hold on all of these runs.
    fn assumed(self, asked: &AskedChecks) -> PropertySet {
        match self {
            Runs::All => PropertySet::default(),
            Runs::Defined => asked.properties().undefined_beside(),
            Runs::Determined | Runs::Consistent => {
                asked.properties().undefined_beside().with(Property::Approximate)
            }
        }
    }
}

/// Ends runs at failing checks that are not asked about. Only whole properties can be assumed, not
/// single checks of them.
fn leave_out_violations_beside(asked: &AskedChecks, lowered: &mut Lowered) {
    let never = lowered.model.terms.bool(false);
    for (&(procedure, edge), failure) in &lowered.failures {
        if site_of(failure).is_some_and(|site| !asked.contains(&site)) {
            let cfa = &mut lowered.model.procedures[procedure.index()].cfa;
            cfa.set_command(edge, Command::Assume(never));
        }
    }
}

/// The failing check.
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
    lower.checks_strings = question.properties.contains(&Property::Deref);
    lower.externals = config.externals.into();
    if !question.error_functions.is_empty() {
        lower.error_functions.clone_from(&question.error_functions);
    }
    lower.malloc_may_fail = config.malloc_may_fail;
    if let Some(function) = config.function.as_ref().or(question.entry.as_ref()) {
        lower.entry = Entry::Function(function.clone());
    }
    Ok(c::compile(files, &options)?)
}

impl ProgramTask {
    /// The same question about fewer runs, if possible, after a run was found that is not one of
    /// the program. See `Runs` for the steps.
    pub fn of_fewer_runs(&self, cause: Cause) -> Option<ProgramTask> {
        let runs = self.runs.fewer(cause)?;
        Some(self.changed(self.program.clone(), self.inlining, self.asked.clone(), runs))
    }

    /// Whether the model has all runs up to their first undefined behaviour, so that a proof
    /// counts.
    pub fn has_all_defined_runs(&self) -> bool {
        self.runs.are_all_defined()
    }

    /// Whether the model has runs in which memory that the program does not own changes by itself.
    pub fn foreign_memory_may_change(&self) -> bool {
        self.runs != Runs::Consistent
    }

    /// The question whether any of some checks may fail. Runs continue after failures of other
    /// checks, as far as they have a meaning.
    pub fn about(&self, checks: impl IntoIterator<Item = CheckSite>) -> ProgramTask {
        let asked = AskedChecks::of_checks(&self.program, checks);
        let mut program = (*self.program).clone();
        program.retain_checks(|check, span| {
            check.property.discredits_runs() || asked.contains(&CheckSite::of(check, span))
        });
        self.changed(Arc::new(program), self.inlining, asked, Runs::All)
    }

    /// The same question about a model with calls of recursive functions.
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
        program: Arc<Program>,
        inlining: InlineOptions,
        asked: AskedChecks,
        runs: Runs,
    ) -> ProgramTask {
        let lowest_address = self.lowest_address;
        let (lowered, loops) = model(&program, inlining, &asked, runs, lowest_address);
        ProgramTask {
            files: self.files.clone(),
            specification: self.specification.clone(),
            program,
            inlining,
            lowest_address,
            asked,
            runs,
            lowered,
            loops,
        }
    }

    /// The properties that hold on all runs of the model.
    pub fn assumed(&self) -> PropertySet {
        self.runs.assumed(&self.asked)
    }

    /// The model without the errors that matter only for runs that never end. A proof that all of
    /// its runs end is a proof for the model itself: memory that is lost on the way is also lost at
    /// the end. `None` if not all ends are asked about, or if a run with such an error may never
    /// end.
    pub fn model_of_ends(&self) -> Option<Model> {
        if !self.asked.has_all_ends() {
            return None;
        }
        let mut model = self.lowered.model.clone();
        let never = model.terms.bool(false);
        let midway = self.lowered.failures.iter().filter(|(_, failure)| failure.midway);
        let edges: Vec<(ProcedureId, EdgeId)> = midway.map(|(&edge, _)| edge).collect();
        if edges.is_empty() || edges.iter().any(|&(procedure, _)| procedure != model.entry) {
            return None;
        }
        let cfa = &mut model.procedures[self.lowered.model.entry.index()].cfa;
        for &(_, edge) in &edges {
            cfa.set_command(edge, Command::Assume(never));
        }
        Some(model)
    }

    /// Whether a trace ends with an error that matters only for runs that never end.
    pub fn fails_midway(&self, trace: &Trace) -> bool {
        let edge = trace.steps.last().map(|step| (self.lowered.model.entry, step.edge));
        edge.and_then(|edge| self.lowered.failures.get(&edge)).is_some_and(|f| f.midway)
    }

    /// The failing check at the end of a trace.
    pub fn failing_check(&self, trace: &Trace) -> Option<CheckSite> {
        let edge = trace.steps.last()?.edge;
        site_of(self.lowered.failures.get(&(self.lowered.model.entry, edge))?)
    }

    /// The run as a C file: see [`witness::replay_c`].
    pub fn replay_c(&self, replay: &Replay) -> String {
        let library = Self::left_to_library(replay);
        let input = |choice: &ChoiceMade| {
            let (function, value) = (source_name(choice)?.to_owned(), choice.value.clone());
            (!library.contains(&function)).then_some(Input { function, ty: choice.ty, value })
        };
        let is_uninitialised =
            |choice: &&ChoiceMade| matches!(choice.source, ChoiceSource::Uninitialised(_));
        let uninitialised = replay.choices.iter().filter(is_uninitialised).count();
        let inputs: Vec<Input> = replay.choices.iter().filter_map(input).collect();
        let violation = &replay.violation;
        let place = violation.span.map_or_else(String::new, |span| self.place(span) + ": ");
        let defined = |name: &str| {
            let function = self.program.find_function(name);
            function.is_some_and(|id| self.program.function(id).body.is_some())
        };
        witness::replay_c::c_file(&witness::replay_c::ViolatingRun {
            machine: self.program.machine,
            files: self.files.iter().map(|file| file.path.display().to_string()).collect(),
            uninitialised: uninitialised + replay.foreign_words,
            undecided: undecided(&replay.choices),
            library: library.into_iter().collect(),
            inputs: &inputs,
            not_called: self.verifier_inputs(),
            undefined: witness::replay_c::environment().filter(|name| !defined(name)).collect(),
            violation: format!("{place}{}", violation.message),
        })
    }

    /// The library functions that a run depends on and that a C file cannot define, since they do
    /// more than return a value.
    pub fn left_to_library(replay: &Replay) -> BTreeSet<String> {
        c::irreplaceable(replay.choices.iter().filter_map(source_name))
    }

    /// The input functions for verification that the program mentions but does not define.
    fn verifier_inputs(&self) -> Vec<(String, ScalarType)> {
        let mut found: BTreeMap<String, ScalarType> = BTreeMap::new();
        for function in &self.program.functions {
            let blocks = function.body.iter().flat_map(|body| &body.blocks);
            for statement in blocks.flat_map(|block| &block.statements) {
                if let StatementKind::Choose { target, source: ChoiceSource::Input(name) } =
                    &statement.kind
                    && name.starts_with("__VERIFIER_nondet_")
                    && let Some(register) = function.registers.iter().find(|r| r.symbol == *target)
                {
                    found.insert(name.clone(), register.ty);
                }
            }
        }
        found.into_iter().collect()
    }

    /// A place as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        place(&self.program, span)
    }
}

/// What a run depends on that the compiler or the environment decides.
fn undecided(choices: &[ChoiceMade]) -> Vec<String> {
    let made = choices.iter().filter(|choice| choice.value == Value::Bool(true));
    let undecided = made.filter_map(|choice| match &choice.source {
        ChoiceSource::Order(text) => Some(format!("the order of evaluation in '{text}'")),
        ChoiceSource::Volatile(text) => Some(format!("changes of the volatile '{text}'")),
        _ => None,
    });
    undecided.collect::<BTreeSet<String>>().into_iter().collect()
}

/// The source of an open value other than an uninitialised variable.
fn source_name(choice: &ChoiceMade) -> Option<&str> {
    match &choice.source {
        ChoiceSource::Input(function) | ChoiceSource::External(function) => Some(function),
        ChoiceSource::Uninitialised(_) | ChoiceSource::Order(_) | ChoiceSource::Volatile(_) => None,
    }
}

/// A place of a program as `file:line:column`.
pub fn place(program: &Program, span: Span) -> String {
    let file = program.files.get(span.file.index()).map_or("?", String::as_str);
    format!("{file}:{}:{}", span.line, span.column)
}
