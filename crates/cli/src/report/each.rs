//! Reports about each check of a program.

use super::finding;
use super::json::{checked as checked_json, run_times as times_json};
use super::text::run_times;
use super::trace::program_run;
use crate::answer::ResultLine;
use driver::{CheckOutcome, CheckReport, EachReport, Place, ProgramTask};
use evidence::Reason;
use serde_json::{Value, json};
use std::fmt::Write;

/// The verdict on a check, in one word.
fn word(outcome: &CheckOutcome) -> &'static str {
    match outcome {
        CheckOutcome::Success(_) => "SUCCESS",
        CheckOutcome::Failure(_) => "FAILURE",
        CheckOutcome::Unknown(_) => "UNKNOWN",
    }
}

/// The result line: FALSE if a check fails, TRUE if all are proved and nothing else is open.
pub fn result_line(checks: &[CheckReport], open: Option<&Reason>) -> ResultLine {
    let unknown = |reason: &Reason| ResultLine::Unknown(reason.to_string());
    let mut result = open.map_or(ResultLine::True, unknown);
    for CheckReport { check, outcome } in checks {
        match outcome {
            CheckOutcome::Failure(_) => {
                return ResultLine::False(check.site.property.name().to_owned());
            }
            CheckOutcome::Unknown(reason) if result == ResultLine::True => {
                result = unknown(reason);
            }
            CheckOutcome::Unknown(_) | CheckOutcome::Success(_) => {}
        }
    }
    result
}

/// A line for each check, and the number of checks with each verdict; optionally the violating
/// runs.
pub fn text(task: &ProgramTask, checks: &[CheckReport], trace: bool) -> String {
    let (mut text, mut proved, mut failed, mut open) = (String::new(), 0, 0, 0);
    for CheckReport { check, outcome } in checks {
        let place = check.site.span.map_or_else(String::new, |span| task.place(span) + ": ");
        // Writing to a string does not fail.
        let message = match outcome {
            CheckOutcome::Success(_) => claim(&check.site.message),
            CheckOutcome::Failure(_) | CheckOutcome::Unknown(_) => check.site.message.clone(),
        };
        let _ = write!(text, "[{}] {place}{message}: {}", check.name, word(outcome));
        match outcome {
            CheckOutcome::Success(_) => proved += 1,
            CheckOutcome::Failure(_) => failed += 1,
            CheckOutcome::Unknown(reason) => {
                open += 1;
                let _ = write!(text, " ({reason})");
            }
        }
        text += "\n";
        if let (true, CheckOutcome::Failure(replay)) = (trace, outcome) {
            text += &program_run(task, replay, trace);
        }
    }
    let all = checks.len();
    text + &format!("checks: {all}, {proved} SUCCESS, {failed} FAILURE, {open} UNKNOWN\n")
}

/// The statistics.
pub fn statistics(report: &EachReport) -> String {
    format!("{:<24} {:>12}\n{}", "searches", report.searches, run_times(&report.times))
}

/// The JSON document of a run about each check:
///
/// - `result`, and `property` or `reason`, as for any run;
/// - `findings`: the checks that fail, see [`finding::of_program`];
/// - `checks`: for each its `name`, `place`, `property`, `message` and `verdict` (`SUCCESS`, `FAILURE`,
///   `UNKNOWN`); `accepted`, how the checker accepted the proof, of SUCCESS; `finding`, its number among
///   the findings, of FAILURE; `reason` of UNKNOWN;
/// - `checked`: how many of which kinds, as for any run;
/// - if the run came to its end, `notes`, what a user may want to know, and what it took: `searches`
///   and `times` in seconds.
pub fn json(
    task: &ProgramTask,
    checks: &[CheckReport],
    report: Option<&EachReport>,
    result: &ResultLine,
) -> Value {
    let mut document = result.to_json();
    let mut findings = Vec::new();
    document["checks"] =
        checks.iter().map(|check| check_json(task, check, &mut findings)).collect();
    document["findings"] = findings.into();
    document["checked"] = checked_json(&task.checked());
    if let Some(report) = report {
        document["notes"] = report.notes.clone().into();
        document["searches"] = report.searches.into();
        document["times"] = times_json(&report.times);
    }
    document
}

/// What holds if a check does not fail. The messages of checks tell how they fail.
fn claim(message: &str) -> String {
    let replaced = |end: &str, by: &str| Some(message.strip_suffix(end)?.to_owned() + by);
    let claim = replaced(" fails", " holds").or_else(|| replaced(" is called", " is never called"));
    claim.unwrap_or_else(|| match message {
        "memory is not freed at the end" => "all memory is freed at the end".to_owned(),
        _ => format!("no {message}"),
    })
}

fn check_json(task: &ProgramTask, report: &CheckReport, findings: &mut Vec<Value>) -> Value {
    let CheckReport { check, outcome } = report;
    let mut document = json!({
        "name": check.name,
        "place": check.site.span.map(|span| finding::place_json(&Place::of(&task.program, span))),
        "property": check.site.property.name(),
        "message": check.site.message,
        "verdict": word(outcome),
    });
    match outcome {
        CheckOutcome::Success(acceptance) => document["accepted"] = acceptance.to_string().into(),
        CheckOutcome::Failure(replay) => {
            document["finding"] = findings.len().into();
            findings.push(finding::of_program(task, replay));
        }
        CheckOutcome::Unknown(reason) => document["reason"] = reason.to_string().into(),
    }
    document
}
