//! Loading: from files to a task.

use crate::gaps::PlacedGap;
use crate::hardware::HardwareTask;
use crate::horn::HornTask;
use crate::input::{InputConfig, Question};
use crate::portfolio::ViewName;
use crate::program::{self, ProgramTask};
use crate::source::{InputError, Source};
use ::program::{CheckSite, Machine, Note, Program, Property};
use evidence::About;
use model::{Goal, Model, ParseError, Recurrences, text};
use passes::reduce::{ReduceConfig, reduce};
use runs::Cause;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use term::TermStore;

/// A verification task.
pub struct Task {
    /// The files it was loaded from.
    pub sources: Vec<Source>,
    /// Their content.
    subject: Subject,
    /// The goal.
    pub goal: Goal,
    /// Where states of a model come back that was read, if it is asked whether runs end.
    recurrences: Option<Arc<Recurrences>>,
}

/// The content of files.
enum Subject {
    /// A model as it was written: no term is simplified.
    Model(Box<Model>),
    /// A program with its model.
    Program(Box<ProgramTask>),
    /// Horn clauses, word by word.
    Horn(Arc<HornTask>),
    /// A hardware model.
    Hardware(Box<HardwareTask>),
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("sources", &self.sources.len()).finish_non_exhaustive()
    }
}

impl Task {
    fn new(sources: Vec<Source>, subject: Subject, goal: Goal) -> Task {
        Task { sources, subject, goal, recurrences: None }
    }

    /// The task of a model.
    pub fn of_model(sources: Vec<Source>, model: Model) -> Task {
        Task::new(sources, Subject::Model(Box::new(model)), Goal::NoError)
    }

    /// The task of Horn clauses.
    pub fn of_clauses(sources: Vec<Source>, clauses: HornTask) -> Task {
        Task::new(sources, Subject::Horn(Arc::new(clauses)), Goal::NoError)
    }

    /// The model that engines work on.
    pub fn model(&self) -> &Model {
        match &self.subject {
            Subject::Model(model) => model,
            Subject::Program(program) => program.model(),
            Subject::Horn(clauses) => clauses.model(),
            Subject::Hardware(hardware) => hardware.model(),
        }
    }

    /// What evidence is about. The checker works on this.
    pub fn about_what(&self) -> About<'_> {
        match &self.subject {
            Subject::Horn(clauses) => About::Clauses(clauses.system()),
            Subject::Model(_) | Subject::Program(_) | Subject::Hardware(_) => {
                About::Model(self.model())
            }
        }
    }

    /// The view in which the question is given.
    pub fn view(&self) -> ViewName {
        match &self.subject {
            Subject::Horn(_) => ViewName::Clauses,
            Subject::Model(_) | Subject::Program(_) => ViewName::Automaton,
            Subject::Hardware(_) => ViewName::System,
        }
    }

    /// The Horn clauses, if it is about some.
    pub fn horn(&self) -> Option<&HornTask> {
        match &self.subject {
            Subject::Horn(clauses) => Some(clauses),
            Subject::Model(_) | Subject::Program(_) | Subject::Hardware(_) => None,
        }
    }

    /// The same, to be kept by threads.
    pub(crate) fn shared_horn(&self) -> Option<Arc<HornTask>> {
        match &self.subject {
            Subject::Horn(clauses) => Some(Arc::clone(clauses)),
            Subject::Model(_) | Subject::Program(_) | Subject::Hardware(_) => None,
        }
    }

    /// The Horn clauses, to be changed: nothing may share the task yet.
    pub fn horn_mut(&mut self) -> Option<&mut HornTask> {
        match &mut self.subject {
            Subject::Horn(clauses) => Arc::get_mut(clauses),
            Subject::Model(_) | Subject::Program(_) | Subject::Hardware(_) => None,
        }
    }

    /// The model alone.
    pub fn into_model(self) -> Model {
        match self.subject {
            Subject::Model(model) => *model,
            Subject::Program(program) => program.into_model(),
            Subject::Horn(clauses) => clauses.model().clone(),
            Subject::Hardware(hardware) => hardware.model().clone(),
        }
    }

    /// The hardware model, if it is about one.
    pub fn hardware(&self) -> Option<&HardwareTask> {
        match &self.subject {
            Subject::Hardware(hardware) => Some(hardware),
            Subject::Model(_) | Subject::Program(_) | Subject::Horn(_) => None,
        }
    }

    /// The model for engines.
    pub fn reduced(&self, config: &ReduceConfig) -> Model {
        match reduce(self.model(), Goal::NoError, config) {
            Ok(reduced) => reduced.model.into_model(),
            // Calls must be replaced by summaries first, which are not known yet.
            Err(_) => self.model().simplified(),
        }
    }

    /// Where states come back, if it is asked whether runs end.
    pub fn recurrences(&self) -> Option<Arc<Recurrences>> {
        match self.program() {
            None => self.recurrences.clone(),
            Some(program) => program.recurrences.clone().map(Arc::new),
        }
    }

    /// The same task about runs only that are certain to be runs of the program, if it is about one. In
    /// such a model, a set of states that is never left shows that the program need never end.
    pub fn of_certain_runs(&self) -> Option<Task> {
        let subject = Subject::Program(Box::new(self.program()?.of_certain_runs()));
        Some(Task::new(Vec::new(), subject, self.goal))
    }

    /// The program behind the model.
    pub fn program(&self) -> Option<&ProgramTask> {
        match &self.subject {
            Subject::Model(_) | Subject::Horn(_) | Subject::Hardware(_) => None,
            Subject::Program(program) => Some(program),
        }
    }

    /// Whether the model has all runs up to their first undefined behaviour, so that a proof counts.
    pub fn has_all_defined_runs(&self) -> bool {
        self.program().is_none_or(ProgramTask::has_all_defined_runs)
    }

    /// The same task about fewer runs, after a run was found that is not one of the program; `None`
    /// for other tasks.
    pub fn of_fewer_runs(&self, cause: Cause) -> Option<Task> {
        let program = Box::new(self.program()?.of_fewer_runs(cause)?);
        Some(Task::new(Vec::new(), Subject::Program(program), self.goal))
    }

    /// The same task about a model with calls of recursive functions, if it is about a program.
    pub fn with_calls(&self) -> Option<Task> {
        let subject = Subject::Program(Box::new(self.program()?.with_calls()));
        Some(Task::new(Vec::new(), subject, self.goal))
    }

    /// The same task with recursion unrolled deeper and deeper, if it is about a program.
    pub fn with_deeper_recursion(&self) -> impl Iterator<Item = Task> + '_ {
        let programs = self.program().into_iter().flat_map(ProgramTask::with_deeper_recursion);
        programs
            .map(|program| Task::new(Vec::new(), Subject::Program(Box::new(program)), self.goal))
    }

    /// Other models that evidence may refer to.
    pub fn others(&self) -> impl Iterator<Item = Task> + '_ {
        let with_calls = std::iter::once_with(|| self.with_calls()).flatten();
        let fewer = || std::iter::once_with(|| self.with_fewer_runs()).flatten();
        let other_calls = |task: Task| {
            let deeper: Vec<Task> = task.with_deeper_recursion().collect();
            task.with_calls().into_iter().chain(deeper)
        };
        with_calls
            .chain(self.with_deeper_recursion())
            .chain(fewer())
            .chain(fewer().flat_map(other_calls))
    }

    /// The same task about fewer and fewer runs.
    fn with_fewer_runs(&self) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        let undefined = Cause::Behaviour(Property::Undefined);
        for cause in [undefined, Cause::Addresses, Cause::ForeignMemory] {
            tasks.extend(tasks.last().unwrap_or(self).of_fewer_runs(cause));
        }
        tasks
    }

    /// The question whether any of some checks of the program may fail, if it is about one.
    pub fn about(&self, checks: impl IntoIterator<Item = CheckSite>) -> Option<Task> {
        let subject = Subject::Program(Box::new(self.program()?.about(checks)));
        Some(Task::new(Vec::new(), subject, self.goal))
    }

    /// The question whether a changed program calls an error function, if the task is about a program.
    pub(crate) fn about_program(&self, program: Program) -> Option<Task> {
        let subject = Subject::Program(Box::new(self.program()?.about_program(program)));
        Some(Task::new(Vec::new(), subject, Goal::NoError))
    }

    /// The gaps of the program's model. Tasks that are models have none.
    pub fn gaps(&self) -> Vec<PlacedGap> {
        self.program().map(ProgramTask::gaps).unwrap_or_default()
    }

    /// Messages for the user about how the files were interpreted.
    pub fn notes(&self) -> Vec<String> {
        let Some(task) = self.program() else { return Vec::new() };
        let note = |note: &Note| match note.span {
            Some(span) => format!("{}: {}", task.place(span), note.message),
            None => note.message.clone(),
        };
        task.program.notes.iter().map(note).collect()
    }
}

/// File formats, by file name extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Control-flow automata in text form.
    Cfa,
    /// SMT-LIB scripts of constrained Horn clauses.
    Horn,
    /// C, preprocessed or not.
    C,
    /// A task file of SV-COMP.
    TaskFile,
    /// AIGER and BTOR2.
    Hardware,
}

impl Format {
    fn of(path: &Path) -> Result<Format, InputError> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("cfa") => Ok(Format::Cfa),
            Some("smt2") => Ok(Format::Horn),
            Some("c" | "i") => Ok(Format::C),
            Some("yml") => Ok(Format::TaskFile),
            Some("aig" | "aag" | "btor" | "btor2") => Ok(Format::Hardware),
            _ => Err(InputError::new(
                path,
                "the format is not supported; supported are .c and .i (C), .yml (SV-COMP tasks), \
                 .cfa (control-flow automata), .smt2 (constrained Horn clauses), .aig and .aag \
                 (AIGER), .btor and .btor2 (BTOR2)",
            )),
        }
    }
}

/// Loads a task. The extension of a file name determines its format.
pub fn load(paths: &[PathBuf], config: &InputConfig) -> Result<Task, InputError> {
    let [first, others @ ..] = paths else {
        return Err(InputError::new(Path::new(""), "there is no file to read"));
    };
    // A file that cannot be read has no format to report.
    let format = if first.is_file() { Format::of(first)? } else { Format::Cfa };
    for other in others {
        if format != Format::C || Format::of(other)? != Format::C {
            let message = format!("only C files make one program, but {} were given", paths.len());
            return Err(InputError::new(other, message));
        }
    }
    match format {
        Format::Cfa => {
            let source = Source::read(first)?;
            let model = cfa(&source)?;
            let named = Question::of_names(&config.property)?;
            if named.goal == Goal::NoError {
                return Ok(Task::of_model(vec![source], model));
            }
            let found = Recurrences::of(&model)
                .map_err(|gap| InputError::new(first, format!("{gap} is not supported")))?;
            let task = Task::of_model(vec![source], found.model.clone());
            Ok(Task { goal: named.goal, recurrences: Some(Arc::new(found)), ..task })
        }
        Format::Horn => {
            let source = Source::read(first)?;
            let clauses = HornTask::read(&source)?;
            Ok(Task::of_clauses(vec![source], clauses))
        }
        Format::Hardware => {
            let subject = Subject::Hardware(Box::new(HardwareTask::read(first)?));
            Ok(Task::new(Vec::new(), subject, Goal::NoError))
        }
        Format::C | Format::TaskFile => c_task(&CInput::of(paths, config)?, config),
    }
}

/// Compiles C files to a program, or reads one in text form (.prog), with all of its checks.
pub fn load_program(paths: &[PathBuf], config: &InputConfig) -> Result<Program, InputError> {
    if let [path] = paths
        && path.extension().is_some_and(|extension| extension == "prog")
    {
        let source = Source::read(path)?;
        return ::program::parse(&source.text)
            .map_err(|error| source.error_at(error.line, error.column, error.message));
    }
    let input = CInput::of(paths, config)?;
    program::compile(&input.files, input.machine, &input.question, config)
}

/// The harness that a run about a function starts with, as C text.
pub fn load_harness(paths: &[PathBuf], config: &InputConfig) -> Result<String, InputError> {
    let CInput { files, machine, question } = CInput::of(paths, config)?;
    let options = program::source_options(machine, config);
    match program::harness(&files, &options, &question, config)? {
        Some(harness) => Ok(harness.text()),
        None => Err(InputError::new(&files[0], "a run that starts at 'main' has no harness")),
    }
}

/// C files and the question about them.
pub(crate) struct CInput {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) machine: Machine,
    pub(crate) question: Question,
}

impl CInput {
    pub(crate) fn of(paths: &[PathBuf], config: &InputConfig) -> Result<CInput, InputError> {
        let arch = config.arch.map(Machine::from);
        let named = (!config.property.is_empty()).then(|| Question::of_names(&config.property));
        let named = named.transpose()?;
        match paths {
            [path] if path.extension().is_some_and(|extension| extension == "yml") => {
                let task = svcomp::TaskFile::read(path)?;
                let question = match named {
                    Some(question) => question,
                    None => Question::of_task(&task)?,
                };
                let machine = arch.or(task.machine).unwrap_or(Machine::Lp64);
                Ok(CInput { files: task.input_files, machine, question })
            }
            _ => Ok(CInput {
                files: paths.to_vec(),
                machine: arch.unwrap_or(Machine::Lp64),
                question: named.unwrap_or_else(Question::usual),
            }),
        }
    }
}

fn c_task(input: &CInput, config: &InputConfig) -> Result<Task, InputError> {
    if input.question.goal == Goal::EveryRunEnds && !input.question.properties.is_empty() {
        let message = "whether runs end is a question of its own (--property termination), apart \
                       from other properties";
        return Err(InputError::new(&input.files[0], message));
    }
    let program = program::load(&input.files, input.machine, &input.question, config)?;
    let goal = input.question.goal;
    let subject = Subject::Program(Box::new(program));
    Ok(Task::new(Vec::new(), subject, goal))
}

fn cfa(source: &Source) -> Result<Model, InputError> {
    let terms = TermStore::without_simplification();
    text::parse_into(terms, &source.text).map_err(|error| at(source, &error))
}

/// The error at its place in the source.
fn at(source: &Source, error: &ParseError) -> InputError {
    source.error_at(error.line, error.column, error.message.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, content: &str, expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        std::fs::write(&path, content).unwrap();
        let found = match load(&[path], &InputConfig::default()) {
            Ok(task) => format!("{} location(s)", task.model().entry().cfa.locations().len()),
            Err(error) => error.to_string(),
        };
        let prefix = directory.path().join("").display().to_string();
        assert_eq!(found.replace(&prefix, ""), expected);
    }

    #[test]
    fn formats_go_by_endings() {
        check("m.cfa", "procedure main { a -> b }", "2 location(s)");
        let expected = "m.cfa:1:23: expected the name of a location, found '}'";
        check("m.cfa", "procedure main { a -> }", expected);
        let unsupported = "the format is not supported; supported are .c and .i (C), .yml (SV-COMP \
                           tasks), .cfa (control-flow automata), .smt2 (constrained Horn clauses), \
                           .aig and .aag (AIGER), .btor and .btor2 (BTOR2)";
        check("m.txt", "hello", &format!("m.txt: {unsupported}"));
        check("cfa", "hello", &format!("cfa: {unsupported}"));
    }

    #[test]
    fn clauses_are_what_evidence_is_about() {
        let text = "\
(set-logic HORN)
(declare-fun p (Bool) Bool)
(assert (forall ((x Bool)) (=> x (p x))))
(assert (forall ((x Bool) (y Bool)) (=> (and (p x) (p y)) false)))
";
        // Locations for the start, the error and the predicate.
        check("m.smt2", text, "3 location(s)");
    }

    #[test]
    fn results_that_smtlib_leaves_open_are_refused() {
        let text = |constraint: &str| {
            format!("(set-logic HORN)\n(assert (forall ((x Int)) (=> {constraint} false)))\n")
        };
        let models = ["(= (mod x 2) 1)", "(= (div x (- 3)) 1)"];
        for constraint in models {
            check("m.smt2", &text(constraint), "2 location(s)");
        }
        let open = |operator: &str| {
            format!("m.smt2:2:1: '{operator}' may have any result here, which is not supported")
        };
        check("m.smt2", &text("(= (div 1 0) 0)"), &open("div"));
        check("m.smt2", &text("(= (mod 5 x) x)"), &open("mod"));
    }

    #[test]
    fn a_model_is_one_file() {
        let error = load(&["a.cfa".into(), "b.cfa".into()], &InputConfig::default()).err().unwrap();
        assert_eq!(error.to_string(), "b.cfa: only C files make one program, but 2 were given");
    }
}
