//! `lemmatic verify`: from files to an answer.

use crate::answer::{Answer, ResultLine};
use crate::args::VerifyArgs;
use crate::diagnostics;
use crate::each;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::report::error::{ErrorKind, error_json};
use crate::report::{json, text};
use driver::{Options, Portfolio, Precondition, Producer, Report, Task, left_to_library};
use evidence::{Verdict, chc_output};
use smt::Budget;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A verification question and how to answer it.
pub struct Question {
    /// The task.
    pub task: Task,
    /// The engines.
    pub portfolio: Portfolio,
    /// The options.
    pub options: Options,
    /// The limits.
    pub budget: Budget,
}

/// Verifies the task; does not return.
pub fn run(args: &VerifyArgs, answer: &Arc<Answer>) -> Exit {
    let budget = args.limits.start(answer);
    if args.output.show_harness {
        match driver::load_harness(&args.files, &args.input) {
            Ok(text) => answer.print_and_end(&text),
            Err(error) => answer.refuse(&error),
        }
    }
    let mut task = match driver::load(&args.files, &args.input) {
        Ok(task) => task,
        Err(error) => answer.refuse(&error),
    };
    if let (Some(clauses), Some(_)) = (task.horn_mut(), &args.output.chc_output) {
        clauses.want_interpretations();
    }
    let portfolio = Portfolio {
        all_statistics: args.output.stats || args.output.json,
        ..args.engine.portfolio_for(&task)
    };
    let mut progress =
        Progress::new(!args.output.no_progress && !args.output.quiet, &portfolio.names());
    answer.erases(&progress);
    let options = Options {
        check: answer.or_wrong_usage(args.checker.options()),
        reduce: match args.engine.kind.simple_path {
            true => args.reduce.clone().keeping_states_apart(),
            false => args.reduce.clone(),
        },
        reproducer_dir: args.output.reproducer_dir.clone(),
        configuration: format!("version {}, {args:?}", env!("CARGO_PKG_VERSION")),
    };
    if args.output.each_check {
        let question = Question { task, portfolio, options, budget };
        each::run(args, question, progress, answer)
    }
    let conditional = args.output.conditional;
    let first = if conditional { half(&budget) } else { budget.clone() };
    let mut report = driver::verify(&task, &portfolio, &options, &mut progress, &first);
    if !conditional {
        let input = (&args.files[..], &args.input);
        let how = (&portfolio, &options);
        let judged = driver::set_callers_apart(input, how, (&task, report), &mut progress, &budget);
        report = judged.unwrap_or_else(|error| answer.refuse(&error));
    }
    let task = report.about.as_deref().unwrap_or(&task);
    let precondition = match (conditional, &report.verdict) {
        (
            true,
            Verdict::Unsafe(_) | Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Unknown(_),
        ) => {
            let how = (&portfolio, &options);
            let about = (task, &report);
            let (files, input) = (&args.files, &args.input);
            driver::precondition(files, input, how, about, &mut progress, &budget).ok().flatten()
        }
        _ => None,
    };
    let mut unwritten = Unwritten::default();
    if let Some(path) = &args.output.proof {
        store(path, task, &report.verdict, &mut unwritten);
    }
    if let (Some(path), Some(clauses)) = (&args.output.chc_output, task.horn()) {
        unwritten.write(path, &chc_output(clauses.system(), &report.verdict));
    }
    if let (Some(path), Some(program), Some(replay)) =
        (&args.output.replay_c, task.program(), &report.replay)
    {
        unwritten.write(path, &program.verified().replay_c(replay));
        let library = left_to_library(replay);
        if !library.is_empty() {
            let names = library.into_iter().collect::<Vec<_>>().join(", ");
            diagnostics::note(format!("the C file cannot set what the system does: {names}"));
        }
    }
    if let Some(path) = &args.output.witness {
        witness(path, task, &report, &mut unwritten);
    }
    let result = text::result_line(task.model(), &report.verdict);
    let exit = if unwritten.errors.is_empty() { result.exit() } else { Exit::Output };
    let text = describe(args, task, &report, precondition.as_ref(), &result, &unwritten);
    answer.give_with(&text, &result, exit)
}

fn describe(
    args: &VerifyArgs,
    task: &Task,
    report: &Report,
    precondition: Option<&Precondition>,
    result: &ResultLine,
    unwritten: &Unwritten,
) -> String {
    if args.output.json {
        let mut document = json::report(task, report, result);
        let errors = unwritten.errors.iter().map(|error| error_json(ErrorKind::Output, error));
        document["errors"] = errors.collect();
        if args.output.conditional {
            document["precondition"] = precondition.map(|found| found.text.clone()).into();
        }
        format!("{document:#}\n")
    } else if args.output.quiet {
        String::new()
    } else {
        let mut text = text::report(task, report, args.output.trace, args.output.stats);
        if let (true, Some(program), Verdict::Safe(proof)) =
            (args.output.show_invariants, task.program(), &report.verdict)
        {
            text += &text::loop_invariants(program, proof);
        }
        if args.output.conditional {
            text += &text::precondition(&report.verdict, precondition);
        }
        text
    }
}

/// Half of the time that is left, if there is a limit.
fn half(budget: &Budget) -> Budget {
    match budget.deadline() {
        Some(deadline) => {
            let left = deadline.saturating_duration_since(Instant::now());
            budget.clone().with_timeout(left / 2)
        }
        None => budget.clone(),
    }
}

/// Stores the evidence of a verdict, as JSON if the file's name says so.
fn store(path: &Path, task: &Task, verdict: &Verdict, unwritten: &mut Unwritten) {
    let Some(evidence) = driver::evidence_of(verdict) else { return };
    let as_json = path.extension().is_some_and(|extension| extension == "json");
    let about = task.about_what();
    let text = if as_json { evidence.to_json(about) } else { evidence.to_text(about) };
    unwritten.write(path, &text);
}

/// Writes a witness of an answer: about C, or of a run of a hardware model.
fn witness(path: &Path, task: &Task, report: &Report, unwritten: &mut Unwritten) {
    if let (Some(hardware), Verdict::Unsafe(trace)) = (task.hardware(), &report.verdict) {
        return match hardware.design().witness(trace) {
            Some(witness) => unwritten.write(path, &witness),
            None => {
                unwritten.note("no witness is written: the run is not one of the file".to_owned());
            }
        };
    }
    let (Some(program), false) = (task.program(), matches!(report.verdict, Verdict::Unknown(_)))
    else {
        return;
    };
    let producer = Producer {
        name: "Lemmatic".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        configuration: report.answering().map(|run| run.engine.to_owned()),
    };
    match program.verified().witness(&report.verdict, report.replay.as_ref(), producer) {
        Ok(witness) => unwritten.write(path, &witness.to_yaml()),
        Err(why) => unwritten.note(format!("no witness is written: {why}")),
    }
}

/// Files that were asked for and could not be written. The answer is the same, the exit status is not.
#[derive(Default)]
struct Unwritten {
    errors: Vec<String>,
}

impl Unwritten {
    fn write(&mut self, path: &Path, text: &str) {
        if let Err(error) = std::fs::write(path, text) {
            self.note(format!("cannot write {}: {error}", path.display()));
        }
    }

    fn note(&mut self, error: String) {
        diagnostics::error(&error);
        self.errors.push(error);
    }
}
