//! C programs: lowering to a model, and the questions about them.

use crate::input::{Globals, Guess, InputConfig, Pointers, Question};
use crate::source::InputError;
use c::SourceError;
use c::harness::Harness;
use evidence::Trace;
use model::{Command, EdgeId, ErrorKind, Model, ProcedureId, Recurrences};
use passes::memory::{Failure, LOWEST_ADDRESS, LowerOptions, Lowered, lower};
use passes::program::{
    InlineOptions, LoopCopy, Recursion, drop_unread, inline, resolve_indirect_calls,
};
use program::{AskedChecks, CheckSite, Machine, Note, Program, Property, PropertySet, Span};
use runs::{Cause, ReplayedProgram};
use sample::Sampler;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use svcomp::{property_file, property_file_of_ends};
use witness::{InputFile, VerifiedProgram};

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
    /// The model with an error where a state comes back, if it is asked whether runs end.
    pub recurrences: Option<Recurrences>,
    /// Where the loops of the program are in the model: for each of them its copies.
    pub loops: Vec<Vec<LoopCopy>>,
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
    let asked = AskedChecks::of_properties(question.asked_properties());
    let inlining = InlineOptions { recursion: config.recursion.into(), ..InlineOptions::default() };
    let lowest_address = config.lowest_address.unwrap_or(LOWEST_ADDRESS);
    let runs = Runs::at_first(&asked);
    let (lowered, loops) = model(&program, inlining, &asked, runs, lowest_address);
    let recurrences = recurrences(&asked, &lowered);
    Ok(ProgramTask {
        files: read
            .map_err(|error| InputError::new(&files[0], format!("cannot be read: {error}")))?,
        specification: specification(question, &asked, config),
        program: Arc::new(program),
        inlining,
        lowest_address,
        asked,
        runs,
        lowered,
        recurrences,
        loops,
    })
}

/// The model with an error where a state comes back, if it is asked whether runs end.
fn recurrences(asked: &AskedChecks, lowered: &Lowered) -> Option<Recurrences> {
    if !asks_for_ends(asked) {
        return None;
    }
    let model = &lowered.model;
    Some(Recurrences::of(model).unwrap_or_else(|gap| Recurrences::unknown(model, gap)))
}

/// Whether it is asked whether runs end.
fn asks_for_ends(asked: &AskedChecks) -> bool {
    asked.properties().contains(Property::Termination)
}

/// The checks where runs end that fail them, if it is asked whether runs end.
fn ends(asked: &AskedChecks) -> PropertySet {
    let ends = [Property::UnreachCall, Property::Assertion];
    ends.into_iter().filter(|_| asks_for_ends(asked)).collect()
}

/// What is asked, in the words of SV-COMP.
fn specification(question: &Question, asked: &AskedChecks, config: &InputConfig) -> String {
    let entry = config.function.as_deref().or(question.entry.as_deref()).unwrap_or("main");
    match asks_for_ends(asked) {
        true => property_file_of_ends(entry),
        false => property_file(entry, &question.error_functions, &question.properties),
    }
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
            || ends(asked).contains(check.property)
            || runs != Runs::All && check.property.is_undefined_behaviour()
            || !runs.are_all_defined() && check.property == Property::Approximate
    });
    resolve_indirect_calls(&mut program);
    let mut inlined = inline(&program, inlining);
    drop_unread(&mut inlined.program);
    // Large programs have large copies.
    drop(program);
    let options = LowerOptions {
        assumed: runs.assumed(asked),
        cut_undetermined: !runs.are_all_defined(),
        keeps_foreign_memory: runs == Runs::Consistent,
        reuses_numbers: asks_for_ends(asked),
        lowest_address,
    };
    let mut lowered = lower(&inlined.program, options);
    end_runs_at_unasked_checks(asked, &mut lowered);
    (lowered, inlined.loops)
}

impl Runs {
    /// The runs to look at first: undefined behaviour that nobody asks about is left out later, if need
    /// be. But the end of runs is asked about up to there, and such behaviour may be what ends a loop.
    fn at_first(asked: &AskedChecks) -> Runs {
        if asks_for_ends(asked) { Runs::Defined } else { Runs::All }
    }

    /// The runs to look at next if one of these was found that is none of the program.
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
        let undefined = asked.properties().unchecked_undefined_behaviour();
        let assumed = match self {
            Runs::All => PropertySet::default(),
            Runs::Defined => undefined,
            Runs::Determined | Runs::Consistent => undefined.with(Property::Approximate),
        };
        match asks_for_ends(asked) {
            true => assumed.with(Property::UnreachCall).with(Property::Assertion),
            false => assumed,
        }
    }
}

/// Ends runs at failing checks that are not asked about. Only whole properties can be assumed, not
/// single checks of them.
fn end_runs_at_unasked_checks(asked: &AskedChecks, lowered: &mut Lowered) {
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
    options.source = source_options(machine, config);
    let lower = &mut options.lower;
    lower.checks_strings = question.properties.contains(&Property::Deref);
    lower.externals = config.externals.into();
    if !question.error_functions.is_empty() {
        lower.error_functions.clone_from(&question.error_functions);
    }
    lower.malloc_may_fail = config.malloc_may_fail;
    let Some(harness) = harness(files, &options.source, question, config)? else {
        return c::compile(files, &options).map_err(|error| {
            let mut error = InputError::from(error);
            if error.message == NO_MAIN {
                error.message += "; --function F starts at another one";
            }
            error
        });
    };
    options.lower.globals = config.globals.into();
    // Who returns memory that must be freed is not known, so leaks are judged without such a guess.
    let asks_about_leaks = [Property::Memtrack, Property::Memcleanup]
        .iter()
        .any(|property| question.properties.contains(property));
    options.lower.externals_return_objects =
        config.guess != Guess::None && config.pointers == Pointers::Valid && !asks_about_leaks;
    let (written, source) = harness.files(files, &options.source)?;
    options.source = source;
    let mut program =
        c::compile(&written.paths, &options).map_err(|error| in_assumption(error, config))?;
    let span = None;
    program.notes.insert(0, Note { message: remarks(&harness, config), span });
    // The harness does nothing wrong, and holds what it allocated at the end.
    let files = program.files.clone();
    let of_harness =
        |span: Span| files.get(span.file.index()).is_some_and(|f| f == c::harness::FILE);
    program.retain_checks(|check, span| {
        !span.is_some_and(of_harness) && check.property != Property::Memcleanup
    });
    Ok(program)
}

/// The harness of the function to start at, unless that is `main`.
pub fn harness(
    files: &[PathBuf],
    options: &c::source::Options,
    question: &Question,
    config: &InputConfig,
) -> Result<Option<Harness>, InputError> {
    let function = config.function.as_ref().or(question.entry.as_ref());
    let Some(function) = function.filter(|&function| function != "main") else {
        let unused = !config.assume.is_empty();
        let message = "--assume is about the parameters of a function: --function F names it";
        return if unused { Err(InputError::new(&files[0], message)) } else { Ok(None) };
    };
    let request = c::harness::Request {
        function: function.clone(),
        assumptions: config.assume.clone(),
        may_be_null: config.pointers == Pointers::Null,
        guess: config.guess.into(),
    };
    let harness = c::harness::derive(files, options, &request);
    Ok(Some(harness.map_err(|error| in_assumption(error, config))?))
}

/// The error, with the text of the assumption that it is in.
fn in_assumption(error: SourceError, config: &InputConfig) -> InputError {
    let mut error = InputError::from(error);
    for (number, text) in config.assume.iter().enumerate() {
        if let Some(place) = &mut error.place
            && error.path == Path::new(&c::harness::option_name(number))
        {
            place.text.clone_from(text);
        }
    }
    error
}

/// What a harness assumes.
fn remarks(harness: &Harness, config: &InputConfig) -> String {
    let globals = match config.globals {
        Globals::Initial => "globals have their initial values (--globals any)",
        Globals::Any => "globals have any values",
    };
    format!("{}; {globals}; --show-harness prints it", harness.remarks)
}

/// How files are preprocessed.
pub fn source_options(machine: Machine, config: &InputConfig) -> c::source::Options {
    let mut options = c::source::Options::new(machine);
    options.includes.clone_from(&config.include);
    options.defines.clone_from(&config.define);
    options.undefines.clone_from(&config.undefine);
    options
}

/// What the front end says of a program that starts nowhere.
const NO_MAIN: &str = "there is no function 'main' with a body";

impl ProgramTask {
    /// The same question about fewer runs, if possible, after a run was found that is not one of
    /// the program. See `Runs` for the steps.
    pub fn of_fewer_runs(&self, cause: Cause) -> Option<ProgramTask> {
        let runs = self.runs.fewer(cause)?;
        Some(self.changed(self.program.clone(), self.inlining, self.asked.clone(), runs))
    }

    /// The same question about the fewest runs, all of which are certain to be runs of the program.
    pub fn of_certain_runs(&self) -> ProgramTask {
        let runs = Runs::Consistent;
        self.changed(self.program.clone(), self.inlining, self.asked.clone(), runs)
    }

    /// Whether the model has all runs up to their first undefined behaviour, so that a proof
    /// counts.
    pub fn has_all_defined_runs(&self) -> bool {
        self.runs.are_all_defined()
    }

    /// The view of the program that replays runs.
    pub fn replayed(&self) -> ReplayedProgram<'_> {
        ReplayedProgram {
            program: &self.program,
            asked: &self.asked,
            lowered: &self.lowered,
            recurrences: self.recurrences.as_ref(),
            lowered_with_calls: Box::new(|| self.with_calls().lowered),
            assumed: self.runs.assumed(&self.asked),
            foreign_memory_may_change: self.runs != Runs::Consistent,
        }
    }

    /// The view of the program that witnesses are written from.
    pub fn verified(&self) -> VerifiedProgram<'_> {
        VerifiedProgram {
            files: &self.files,
            specification: &self.specification,
            asks_for_ends: self.asks_for_ends(),
            program: &self.program,
            lowered: &self.lowered,
            loops: &self.loops,
        }
    }

    /// The engine that runs the program.
    pub fn sampler(&self) -> Sampler {
        let is_useful = self.replayed().is_the_same_everywhere();
        let options = runs::run_options(&self.asked);
        Sampler::new(self.program.clone(), self.asked.clone(), options, is_useful)
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

    /// The question whether a changed program calls an error function.
    pub fn about_program(&self, program: Program) -> ProgramTask {
        let asked = AskedChecks::of_properties([Property::UnreachCall].into_iter().collect());
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
        let recurrences = recurrences(&asked, &lowered);
        ProgramTask {
            files: self.files.clone(),
            specification: self.specification.clone(),
            program,
            inlining,
            lowest_address,
            asked,
            runs,
            lowered,
            recurrences,
            loops,
        }
    }

    /// The model that engines and the checker work on.
    pub fn model(&self) -> &Model {
        self.recurrences.as_ref().map_or(&self.lowered.model, |recurrences| &recurrences.model)
    }

    /// Only this model.
    pub fn into_model(self) -> Model {
        match self.recurrences {
            Some(recurrences) => recurrences.model,
            None => self.lowered.model,
        }
    }

    /// Whether the model has runs that say nothing of the program: if it is asked whether runs end and
    /// procedures are called, a run may go into one for good that returns.
    pub fn has_more_runs(&self) -> bool {
        self.asks_for_ends() && self.lowered.model.has_calls()
    }

    /// Whether it is asked whether runs end.
    pub fn asks_for_ends(&self) -> bool {
        asks_for_ends(&self.asked)
    }

    /// The model without errors that matter for runs that never end only. A proof that all of its runs
    /// end is one for the model itself: what is lost on the way is lost at the end, too. There is none
    /// if not all ends are asked about, or a run that comes to such an error may come to no end.
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

    /// A place as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        self.program.place(span)
    }
}
