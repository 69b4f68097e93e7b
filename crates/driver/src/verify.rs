//! Verification: an engine proposes, the checker disposes.

use crate::accept::{Acceptance, accept, evidence_of, reason_for_rejection};
use crate::attempt::attempt;
use crate::gaps::Gap;
use crate::program::{Replay, ReplayFailure};
use crate::reproducer::{self, Failure};
use crate::task::Task;
use engines::{Answer, Engine, EngineStats, Event, Observer};
use evidence::{Evidence, Reason, Verdict};
use model::{Command, Model};
use passes::memory::ErrorKind;
use passes::reduce::{ReduceConfig, reduce};
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
    /// How the model is made smaller before the engine sees it.
    pub reduce: ReduceConfig,
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
    /// How the program itself went wrong, if it is one and did.
    pub replay: Option<Replay>,
    /// How long it took.
    pub times: Times,
    /// What a user may want to know.
    pub notes: Vec<String>,
}

/// How long the parts of a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Until the model was reduced.
    pub reduce: Duration,
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
    let mut run = Run {
        engine,
        options,
        budget,
        listener: Listener { observer, notes: task.notes() },
        stats: None,
        times: Times::default(),
    };
    let conclusion = match run.saved_conclusion(task) {
        Err(Dismissal::Undefined(what)) => run.conclusion_of_defined_runs(task, what),
        other => other,
    };
    let (verdict, acceptance, replay) = match conclusion {
        Ok(Conclusion { verdict, acceptance, replay }) => (verdict, acceptance, replay),
        Err(Dismissal::Undefined(what)) => (Verdict::Unknown(undefined(&what)), None, None),
        Err(Dismissal::Claim(Dismissed { reason, .. })) => (Verdict::Unknown(reason), None, None),
    };
    let Run { stats, times, listener: Listener { notes, .. }, .. } = run;
    Report { verdict, engine: engine.name(), stats, acceptance, replay, times, notes }
}

/// A verification on its way.
struct Run<'a> {
    engine: &'a (dyn Engine + Sync),
    options: &'a Options,
    budget: &'a Budget,
    listener: Listener<'a>,
    stats: Option<EngineStats>,
    times: Times,
}

/// A verdict that may be printed.
struct Conclusion {
    verdict: Verdict,
    acceptance: Option<Acceptance>,
    replay: Option<Replay>,
}

impl Run<'_> {
    /// A run with undefined behaviour was found; others may violate a property, too.
    fn conclusion_of_defined_runs(
        &mut self,
        task: &Task,
        what: String,
    ) -> Result<Conclusion, Dismissal> {
        let message = format!("leaving out runs with undefined behaviour: {what}");
        self.listener.notes.push(message);
        let Some(task) = task.of_defined_runs() else { return Err(Dismissal::Undefined(what)) };
        match self.saved_conclusion(&task) {
            Ok(Conclusion { verdict: Verdict::Safe(_), .. }) => Err(Dismissal::Undefined(what)),
            other => other,
        }
    }

    /// The conclusion; what it takes to see a failure of ours again is saved.
    fn saved_conclusion(&mut self, task: &Task) -> Result<Conclusion, Dismissal> {
        let conclusion = self.conclusion(task);
        if let Err(Dismissal::Claim(Dismissed { reason, evidence })) = &conclusion
            && matches!(reason, Reason::EvidenceRejected(_) | Reason::Internal(_))
        {
            let saved = save_reproducer(task, evidence.as_deref(), reason, self.options);
            self.listener.notes.push(saved);
        }
        conclusion
    }

    fn conclusion(&mut self, task: &Task) -> Result<Conclusion, Dismissal> {
        if let Some(what) = &task.unsupported {
            return Err(Reason::Unsupported(what.clone()).into());
        }
        let model = task.model();
        let verdict = self.answer(model)?;
        match not_modelled(task, &verdict) {
            None => self.accepted(task, verdict),
            // Nothing is known of such runs, but others may violate a property.
            Some(gap) => {
                self.listener.notes.push(gap.to_string());
                match self.answer(&without_unsupported(model))? {
                    verdict @ Verdict::Unsafe(_) => self.accepted(task, verdict),
                    Verdict::Safe(_) => Err(Reason::Unsupported(gap.what).into()),
                    Verdict::Unknown(reason) => Err(reason.into()),
                }
            }
        }
    }

    /// What the engine says of a model.
    fn answer(&mut self, model: &Model) -> Result<Verdict, Dismissal> {
        let start = Instant::now();
        let reduced = reduce(model, &self.options.reduce);
        self.times.reduce += start.elapsed();
        let start = Instant::now();
        let answer = attempt(self.engine, &reduced.model, self.budget, &mut self.listener);
        self.times.engine += start.elapsed();
        match answer {
            Ok(Answer { verdict, stats }) => {
                self.stats = Some(stats);
                Ok(reduced.verdict(verdict))
            }
            Err(message) => Err(Reason::Internal(message).into()),
        }
    }

    /// The verdict, if the checker accepts its evidence and the program does what a trace says.
    fn accepted(&mut self, task: &Task, verdict: Verdict) -> Result<Conclusion, Dismissal> {
        let start = Instant::now();
        let conclusion = self.checked(task, verdict);
        self.times.check += start.elapsed();
        conclusion
    }

    fn checked(&self, task: &Task, verdict: Verdict) -> Result<Conclusion, Dismissal> {
        let Some(evidence) = evidence_of(&verdict) else {
            return Ok(Conclusion { verdict, acceptance: None, replay: None });
        };
        let dismissed = |reason| {
            let evidence = Some(Box::new(evidence.clone()));
            Dismissal::Claim(Dismissed { reason, evidence })
        };
        let acceptance = accept(task.model(), &evidence, &self.options.check, self.budget)
            .map_err(|rejected| dismissed(reason_for_rejection(rejected)))?;
        let replay = match (&verdict, task.program()) {
            (Verdict::Unsafe(trace), Some(program)) => {
                let replay = program.replay(trace, self.budget).map_err(|failure| match failure {
                    ReplayFailure::Dismissed(reason) => dismissed(reason),
                    ReplayFailure::Undefined(what) => Dismissal::Undefined(what),
                });
                Some(replay?)
            }
            _ => None,
        };
        Ok(Conclusion { verdict, acceptance: Some(acceptance), replay })
    }
}

/// What a run comes to that is not modelled, if that is how it ends.
fn not_modelled(task: &Task, verdict: &Verdict) -> Option<Gap> {
    let Verdict::Unsafe(trace) = verdict else { return None };
    let program = task.program()?;
    let error = task.model().entry().cfa.error_at(trace.error)?;
    let what = error.property.strip_prefix(ErrorKind::UNSUPPORTED)?.to_owned();
    let last = trace.steps.last().map(|step| (task.model().entry, step.edge));
    let failure = last.and_then(|edge| program.lowered.failures.get(&edge));
    let place = failure.and_then(|failure| failure.span).map(|span| program.place(span));
    Some(Gap { place, what })
}

/// Why nothing is said where only runs with undefined behaviour violate a property.
fn undefined(what: &str) -> Reason {
    Reason::Incomplete(format!("the runs found have undefined behaviour: {what}"))
}

/// The model without the runs that come to something that is not modelled.
fn without_unsupported(model: &Model) -> Model {
    let mut cut = model.clone();
    let never = cut.terms.bool(false);
    let cfa = &mut cut.procedures[model.entry.index()].cfa;
    for error in model.entry().cfa.errors() {
        if ErrorKind::of_property(&error.property) == Some(ErrorKind::Unsupported) {
            for &edge in model.entry().cfa.incoming(error.location) {
                cfa.set_command(edge, Command::Assume(never));
            }
        }
    }
    cut
}

/// Why there is no conclusion.
enum Dismissal {
    Claim(Dismissed),
    /// The run that was found has undefined behaviour.
    Undefined(String),
}

/// A claim without an acceptance.
struct Dismissed {
    reason: Reason,
    evidence: Option<Box<Evidence>>,
}

impl From<Reason> for Dismissal {
    fn from(reason: Reason) -> Dismissal {
        Dismissal::Claim(Dismissed { reason, evidence: None })
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
    let failure = Failure { model: task.model(), evidence, reason: &reason, configuration };
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
