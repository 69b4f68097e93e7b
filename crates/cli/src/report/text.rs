//! Reports for people.

use crate::answer::ResultLine;
use driver::{Acceptance, ProgramTask, Replay, Report, Task, Times};
use evidence::{Induction, Invariants, Proof, Summaries, Trace, Verdict};
use model::Model;
use std::fmt::Write;

/// Invariants with more terms than this are not printed.
const INVARIANT_SIZE: usize = 200;

/// The result line of a verdict.
pub fn result_line(model: &Model, verdict: &Verdict) -> ResultLine {
    match verdict {
        Verdict::Safe(_) => ResultLine::True,
        Verdict::Unsafe(trace) => ResultLine::False(property(model, trace)),
        Verdict::Fails(run) => ResultLine::False(run.property.to_string()),
        Verdict::Unknown(reason) => ResultLine::Unknown(reason.to_string()),
    }
}

/// The property that a trace violates.
fn property(model: &Model, trace: &Trace) -> String {
    let error = model.entry().cfa.error_at(trace.error);
    error.map_or_else(String::new, |error| error.kind.to_string())
}

/// The report of a run, without the result line.
pub fn report(task: &Task, report: &Report, trace: bool, stats: bool) -> String {
    let mut text = notes(&report.notes);
    match (&report.verdict, &report.acceptance) {
        _ if report.replay.is_some() => {
            let program = task.program().zip(report.replay.as_ref());
            text += &program.map_or_else(String::new, |(task, run)| program_run(task, run, trace));
        }
        (Verdict::Safe(proof), _) => text += &summary(task.model(), proof),
        (Verdict::Unsafe(run), Some(Acceptance::Replayed(replayed))) if trace => {
            text += &format!("trace:\n{}", run.display(task.model(), &replayed.changes));
        }
        (Verdict::Unsafe(run), _) => {
            let steps = run.steps.len();
            text += &format!("trace: {steps} step(s) to the violation (--trace shows them)\n");
        }
        // The replay shows it.
        (Verdict::Fails(_) | Verdict::Unknown(_), _) => {}
    }
    if report.engines.len() > 1 {
        let winner = report.answering().map(|run| run.engine);
        text += &winner.map_or_else(String::new, |engine| format!("answer of: {engine}\n"));
    }
    if let Some(acceptance) = &report.acceptance {
        let program = if report.replay.is_some() { "; the program itself fails so" } else { "" };
        text += &format!("evidence: {acceptance}{program}\n");
    }
    if stats {
        text += &statistics(report);
    }
    text
}

/// Messages for the user, one line each.
pub fn notes(notes: &[String]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}

/// The violating run of a program; step by step if requested.
pub fn program_run(task: &ProgramTask, replay: &Replay, trace: bool) -> String {
    let mut text = String::new();
    if trace {
        text += "trace:\n";
        for line in &replay.log {
            let place = line.place.as_ref().map(ToString::to_string).unwrap_or_default();
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {place:<24} {}", line.text);
        }
    } else {
        let steps = replay.log.len();
        let _ = writeln!(text, "trace: {steps} step(s) to the violation (--trace shows them)");
    }
    let violation = &replay.violation;
    let place = violation.span.map_or_else(String::new, |span| task.place(span) + ": ");
    let _ = writeln!(text, "violated: {place}{}", violation.message);
    for (function, span) in violation.stack.iter().skip(1) {
        let name = &task.program.function(*function).name;
        if let Some(span) = span {
            let _ = writeln!(text, "  called from {name} at {}", task.place(*span));
        }
    }
    text
}

/// A short form of a proof.
fn summary(model: &Model, proof: &Proof) -> String {
    match proof {
        Proof::Unwinding { bound } => {
            format!("proof: every run visits loop heads at most {bound} times, and none fails\n")
        }
        Proof::OnlyRun { steps } => {
            format!("proof: the program asks for nothing, and its run of {steps} step(s) is fine\n")
        }
        Proof::Invariants(invariants) => invariant_list(model, invariants),
        Proof::Summaries { summaries, proof } => {
            let mut text = summary_list(model, summaries);
            if let Some(summarised) = summaries.applied_to(model) {
                text += &summary(&summarised.model, proof);
            }
            text
        }
    }
}

/// The summaries of procedures.
fn summary_list(model: &Model, summaries: &Summaries) -> String {
    let mut text = "proof: summaries of procedures, and a proof that relies on them\n".to_owned();
    for (id, summary) in summaries.iter() {
        let (name, term) = (&model.procedure(id).name, summaries.terms().display_tree(summary));
        // Writing to a string does not fail.
        let _ = writeln!(text, "  a call of {name}: {term}");
    }
    text
}

fn invariant_list(model: &Model, invariants: &Invariants) -> String {
    let (Induction { k, simple_paths }, size) = (invariants.induction(), invariants.size());
    let paths = if simple_paths { " on simple paths" } else { "" };
    let mut text = format!("proof: invariants ({k}-inductive{paths}, {size} terms)\n");
    if size <= INVARIANT_SIZE {
        let cfa = &model.entry().cfa;
        for (location, term) in invariants.iter() {
            let term = invariants.terms().display_tree(term);
            // Writing to a string does not fail.
            let _ = writeln!(text, "  at {}: {term}", cfa.name(location));
        }
    }
    text
}

/// The invariants of a proof as C expressions at their lines.
pub fn loop_invariants(task: &ProgramTask, proof: &Proof) -> String {
    let mut text = String::new();
    for invariant in task.verified().loop_invariants(proof) {
        let at = &task.program.outline.loops[invariant.source];
        let file = task.program.files.get(at.span.file.index()).map_or("?", String::as_str);
        let function = &task.program.function(at.function).name;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{file}:{}: {function}: {}", at.span.line, invariant.text);
    }
    text
}

fn statistics(report: &Report) -> String {
    let mut text = String::new();
    for run in &report.engines {
        text += &format!("statistics of {} ({}):\n", run.engine, run.ending);
        if let Some(stats) = &run.stats {
            text += &format!("{stats}\n");
        }
    }
    text + "statistics of the run:\n" + &run_times(&report.times)
}

/// The times of the parts of a run.
pub fn run_times(times: &Times) -> String {
    let parts = [
        ("time for reductions", times.reduce),
        ("time for the answer", times.search),
        ("of it for the check", times.check),
    ];
    parts.map(|(name, time)| format!("{name:<24} {:>12.3} s\n", time.as_secs_f64())).concat()
}
