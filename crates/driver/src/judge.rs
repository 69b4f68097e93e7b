//! Judges the claims of engines: by the checker, or by running the program.

use crate::accept::{Acceptance, accept, accept_recurrent_set, accept_run, evidence_of};
use crate::gaps::PlacedGap;
use crate::portfolio::Rejection;
use crate::reproducer::{self, Failure};
use crate::task::Task;
use crate::verify::Options;
use engines::reason_for_stop;
use evidence::{Evidence, Reason, Verdict};
use program::CheckSite;
use runs::{Cause, NOT_TRACKED, Replay, ReplayFailure};
use smt::Budget;

/// Judges claims about a task.
pub struct Judge<'a> {
    /// The task of the claims.
    pub task: &'a Task,
    /// How to check, and where to save reproducers.
    pub options: &'a Options,
    /// Whether a proof must show that all runs end. Engines stop following runs that cannot reach
    /// an error any more, so their proofs may not show it.
    pub proves_ends: bool,
}

/// The meaning of an accepted claim.
pub enum Finding {
    /// A verdict that may be reported.
    Verdict(Box<Conclusion>),
    /// A run reaches something that is not modelled.
    Gap(PlacedGap),
    /// A run has undefined behaviour before it violates a property.
    Undefined(Undefined),
    /// A run that continues has lost no memory, though the model cannot tell. Contains the reason
    /// why nothing is known.
    NothingLost(Reason),
}

/// A run of the model that is not a run of C when it violates a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// Why it is not.
    pub cause: Cause,
    /// A description for the user, with its place.
    pub what: String,
    /// The check that fails afterwards.
    pub check: Option<CheckSite>,
}

/// A verdict that may be reported, and its justification.
pub struct Conclusion {
    /// The verdict.
    pub verdict: Verdict,
    /// How its evidence was accepted.
    pub acceptance: Acceptance,
    /// The violating run of the program itself, if there is one.
    pub replay: Option<Replay>,
}

impl Judge<'_> {
    /// Judges a claim that was carried back to the task's own model. Saves a reproducer if Lemmatic
    /// itself failed.
    pub fn judge(
        &self,
        claim: Result<Verdict, String>,
        budget: &Budget,
    ) -> Result<Finding, Rejection> {
        let (evidence, finding) = match claim {
            Err(panic) => (None, Err(Reason::Internal(panic))),
            Ok(Verdict::Unknown(reason)) => (None, Err(reason)),
            Ok(verdict) => {
                let evidence = evidence_of(&verdict);
                let is_proof = matches!(verdict, Verdict::Safe(_));
                let finding = match self.check(verdict, evidence.as_ref(), budget) {
                    Err(Reason::EvidenceRejected(_)) if self.proves_ends && is_proof => {
                        Err(Reason::Incomplete(NOT_TRACKED.to_owned()))
                    }
                    finding => finding,
                };
                (evidence, finding)
            }
        };
        finding.map_err(|reason| {
            let is_defect = matches!(reason, Reason::EvidenceRejected(_) | Reason::Internal(_));
            let note = is_defect.then(|| self.save_reproducer(evidence.as_ref(), &reason));
            Rejection { reason, note }
        })
    }

    /// Lets the checker accept the evidence, and replays a trace on the program.
    fn check(
        &self,
        verdict: Verdict,
        evidence: Option<&Evidence>,
        budget: &Budget,
    ) -> Result<Finding, Reason> {
        let no_evidence = || Reason::Internal("a verdict without evidence".to_owned());
        let evidence = evidence.ok_or_else(no_evidence)?;
        if let Verdict::Fails(run) = &verdict {
            let (acceptance, replay) = accept_run(self.task, run, budget)?;
            let replay = Some(replay);
            return Ok(Finding::Verdict(Box::new(Conclusion { verdict, acceptance, replay })));
        }
        if let Verdict::Recurs(set) = &verdict {
            let (acceptance, replay) =
                accept_recurrent_set(self.task, set, &self.options.check, budget)?;
            return Ok(Finding::Verdict(Box::new(Conclusion { verdict, acceptance, replay })));
        }
        let acceptance = accept(self.task, evidence, &self.options.check, budget)?;
        if let Some(gap) = self.not_modelled(&verdict) {
            return Ok(Finding::Gap(gap));
        }
        let replay = match (&verdict, self.task.program()) {
            (Verdict::Unsafe(trace), Some(program)) => {
                match program.replayed().replay(trace, budget) {
                    Ok(replay) => Some(replay),
                    Err(ReplayFailure::Undefined(cause, what)) => {
                        let check = program.failing_check(trace);
                        return Ok(Finding::Undefined(Undefined { cause, what, check }));
                    }
                    Err(ReplayFailure::Dismissed(reason @ Reason::Incomplete(_)))
                        if program.fails_midway(trace) =>
                    {
                        return Ok(Finding::NothingLost(reason));
                    }
                    Err(ReplayFailure::Dismissed(reason)) => return Err(reason),
                    Err(ReplayFailure::Stopped(stop)) => return Err(reason_for_stop(stop)),
                }
            }
            _ => None,
        };
        Ok(Finding::Verdict(Box::new(Conclusion { verdict, acceptance, replay })))
    }

    /// The gap at the end of a run, if it ends in one.
    fn not_modelled(&self, verdict: &Verdict) -> Option<PlacedGap> {
        let Verdict::Unsafe(trace) = verdict else { return None };
        let model = self.task.model();
        let gap = model.entry().cfa.error_at(trace.error)?.kind.gap()?.clone();
        let last = trace.steps.last().map(|step| (model.entry, step.edge));
        let place = self.task.program().zip(last).and_then(|(program, edge)| {
            let failure = program.lowered.failures.get(&edge)?;
            Some(program.place(failure.span?))
        });
        Some(PlacedGap { place, gap })
    }

    /// Saves a reproducer of a failure of Lemmatic; returns where.
    fn save_reproducer(&self, evidence: Option<&Evidence>, reason: &Reason) -> String {
        let reason = reason.to_string();
        let configuration = self.options.configuration.as_str();
        let subject = self.task.about_what();
        let failure = Failure { subject, evidence, reason: &reason, configuration };
        match reproducer::save(&failure, &self.options.reproducer_dir) {
            Ok(directory) => format!("a reproducer is saved in {}", directory.display()),
            Err(error) => format!("a reproducer could not be saved: {error}"),
        }
    }
}
