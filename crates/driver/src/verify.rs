//! Verification: an engine proposes, the checker disposes.

use crate::accept::{Acceptance, accept, evidence_of, reason_for_rejection};
use crate::attempt::attempt;
use crate::reproducer::{self, Failure};
use crate::task::Task;
use engines::{Answer, Engine, EngineStats, Event, Observer};
use evidence::{Evidence, Reason, Verdict};
use model::Model;
use smt::Budget;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a run needs to know besides task and engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where reproducers of failures are saved.
    pub reproducer_dir: PathBuf,
    /// How the run was configured, for reproducers.
    pub configuration: String,
    /// How the checker decides.
    pub check: check::Options,
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict; its evidence has been accepted.
    pub verdict: Verdict,
    /// Name of the engine.
    pub engine: &'static str,
    /// What the engine did, if it came to an end.
    pub stats: Option<EngineStats>,
    /// How the evidence was accepted, if the verdict has any.
    pub acceptance: Option<Acceptance>,
    /// How long it took.
    pub times: Times,
    /// What a user may want to know.
    pub notes: Vec<String>,
}

/// How long the parts of a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Until the engine had an answer.
    pub engine: Duration,
    /// Until the checker had accepted or rejected it.
    pub check: Duration,
}

/// Lets an engine work on a task and the checker on its answer. Both share the budget: the checker
/// has what the engine has left.
pub fn verify(
    task: &Task,
    engine: &(dyn Engine + Sync),
    options: &Options,
    observer: &mut (dyn Observer + Send),
    budget: &Budget,
) -> Report {
    let mut listener = Listener { observer, notes: Vec::new() };
    let start = Instant::now();
    let answer = attempt(engine, &task.model.simplified(), budget, &mut listener);
    let answered = Instant::now();
    let mut notes = listener.notes;
    let (claim, stats) = match answer {
        Ok(Answer { verdict, stats }) => (Ok(verdict), Some(stats)),
        Err(message) => (Err(Reason::Internal(message)), None),
    };
    let (verdict, acceptance) = match conclude(&task.model, claim, &options.check, budget) {
        Ok(accepted) => accepted,
        Err(Dismissed { reason, evidence }) => {
            if matches!(reason, Reason::EvidenceRejected(_) | Reason::Internal(_)) {
                notes.push(save_reproducer(task, evidence.as_deref(), &reason, options));
            }
            (Verdict::Unknown(reason), None)
        }
    };
    let times = Times { engine: answered - start, check: answered.elapsed() };
    Report { verdict, engine: engine.name(), stats, acceptance, times, notes }
}

/// A claim without an acceptance.
struct Dismissed {
    reason: Reason,
    evidence: Option<Box<Evidence>>,
}

/// The claimed verdict, if the checker accepts its evidence.
fn conclude(
    model: &Model,
    claim: Result<Verdict, Reason>,
    options: &check::Options,
    budget: &Budget,
) -> Result<(Verdict, Option<Acceptance>), Dismissed> {
    let verdict = claim.map_err(|reason| Dismissed { reason, evidence: None })?;
    let Some(evidence) = evidence_of(&verdict) else { return Ok((verdict, None)) };
    match accept(model, &evidence, options, budget) {
        Ok(acceptance) => Ok((verdict, Some(acceptance))),
        Err(rejected) => {
            let reason = reason_for_rejection(rejected);
            Err(Dismissed { reason, evidence: Some(Box::new(evidence)) })
        }
    }
}

/// Saves what it takes to see a failure of ours again, and says where.
fn save_reproducer(
    task: &Task,
    evidence: Option<&Evidence>,
    reason: &Reason,
    options: &Options,
) -> String {
    let reason = reason.to_string();
    let configuration = options.configuration.as_str();
    let failure = Failure { model: &task.model, evidence, reason: &reason, configuration };
    match reproducer::save(&failure, &options.reproducer_dir) {
        Ok(directory) => format!("a reproducer is saved in {}", directory.display()),
        Err(error) => format!("a reproducer could not be saved: {error}"),
    }
}

/// Keeps the notes of an engine and passes all events on.
struct Listener<'a> {
    observer: &'a mut (dyn Observer + Send),
    notes: Vec<String>,
}

impl Observer for Listener<'_> {
    fn observe(&mut self, event: &Event) {
        if let Event::Note(note) = event {
            self.notes.push(note.clone());
        }
        self.observer.observe(event);
    }
}

#[cfg(test)]
mod tests;
