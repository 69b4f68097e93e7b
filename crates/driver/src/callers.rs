//! Violations that depend on what callers pass.
//!
//! A harness calls a function with objects of any content, but callers keep rules about it. A violation that
//! vanishes with other content (`runs::ReplayedProgram::depends_on_callers`) says nothing about the program, so it is no
//! answer. It is reported with the values to blame, and the question is asked again without that check.

use crate::input::{Guess, InputConfig};
use crate::portfolio::{Portfolio, PortfolioObserver};
use crate::program::{ProgramTask, harness, source_options};
use crate::source::InputError;
use crate::task::{CInput, Task};
use crate::verify::{Options, Report, verify};
use evidence::{Reason, Verdict};
use program::{CallersChoice, CheckSite};
use runs::{DependsOnCallers, Replay};
use smt::Budget;
use std::path::PathBuf;
use std::sync::Arc;

/// How many checks are left out at most.
const MOST_CHECKS: usize = 40;

/// A violation that depends on what callers pass.
#[derive(Clone, Debug)]
pub struct CallersViolation {
    /// The violating run.
    pub replay: Replay,
    /// The values to blame.
    pub depends: DependsOnCallers,
}

/// Sets violations apart that depend on what callers of a function pass. `report` is about the task.
///
/// # Errors
/// If the files cannot be read again.
pub fn set_callers_apart(
    (files, config): (&[PathBuf], &InputConfig),
    (portfolio, options): (&Portfolio, &Options),
    (task, mut report): (&Task, Report),
    observer: &mut dyn PortfolioObserver,
    budget: &Budget,
) -> Result<Report, InputError> {
    let is_asked = config.function.is_some() && config.guess == Guess::Callers;
    if !is_asked || report.replay.is_none() {
        return Ok(report);
    }
    let choices = choices(files, config)?;
    let Some(program) = task.program() else { return Ok(report) };
    let mut left: Vec<CheckSite> = program.checks().into_iter().map(|check| check.site).collect();
    let first_notes = report.notes.clone();
    let mut found: Vec<CallersViolation> = Vec::new();
    while let Some(violation) = callers_violation(task, &report, &choices, budget) {
        let site = violation.replay.violation.site();
        let before = left.len();
        left.retain(|check| *check != site);
        found.push(violation);
        let others = task.about(left.iter().cloned());
        let can_go_on = left.len() < before && !left.is_empty() && found.len() < MOST_CHECKS;
        let Some(others) = others.filter(|_| can_go_on && budget.check().is_ok()) else {
            report.verdict = depends_on_callers(&found);
            break;
        };
        let others = Arc::new(others);
        let next = verify(&others, portfolio, options, observer, budget);
        report = Report { about: Some(next.about.clone().unwrap_or(others)), ..next };
    }
    if found.is_empty() {
        return Ok(report);
    }
    if matches!(report.verdict, Verdict::Safe(_) | Verdict::Unknown(_)) {
        // What is said about the checks that were left out is said with the values to blame.
        let mut notes = first_notes;
        if let (Verdict::Safe(_), 1..) = (&report.verdict, left.len()) {
            notes.push("all other checks hold where these do".to_owned());
        }
        let verdict = depends_on_callers(&found);
        let (about, acceptance, replay) = (None, None, None);
        report = Report { verdict, about, acceptance, replay, notes, ..report };
    }
    report.of_callers = found;
    Ok(report)
}

/// The values of the harness that only callers know the rules of.
fn choices(files: &[PathBuf], config: &InputConfig) -> Result<Vec<CallersChoice>, InputError> {
    let CInput { files, machine, question } = CInput::of(files, config)?;
    let options = source_options(machine, config);
    let harness = harness(&files, &options, &question, config)?;
    Ok(harness.map_or_else(Vec::new, |harness| harness.choices))
}

/// The violation of a report, if it depends on callers.
fn callers_violation(
    task: &Task,
    report: &Report,
    choices: &[CallersChoice],
    budget: &Budget,
) -> Option<CallersViolation> {
    let replay = report.replay.as_ref()?;
    let task = report.about.as_deref().unwrap_or(task);
    let replayed = task.program().map(ProgramTask::replayed)?;
    let depends = replayed.depends_on_callers(replay, c::harness::FILE, choices, budget);
    let depends = depends.ok().flatten()?;
    Some(CallersViolation { replay: replay.clone(), depends })
}

fn depends_on_callers(found: &[CallersViolation]) -> Verdict {
    let mut properties: Vec<String> =
        found.iter().map(|found| found.replay.violation.property.to_string()).collect();
    properties.sort_unstable();
    properties.dedup();
    Verdict::Unknown(Reason::DependsOnCallers(properties.join(", ")))
}
