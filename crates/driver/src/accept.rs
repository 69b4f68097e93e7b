//! The independent checker's judgement of a verdict.

use crate::program::ProgramTask;
use crate::task::Task;
use check::{
    Accepted, Derived, Rejected, Replayed, check_derivation, check_proof, check_recurrent_set,
    check_solution, replay_trace,
};
use engines::{reason_for_stop, reason_for_unknown};
use evidence::{Evidence, Fingerprint, ProgramRun, Proof, Reason, RecurrentSet, Verdict};
use model::Goal;
use model::chc::ChcSystem;
use program::Property;
use runs::{Replay, ReplayFailure};
use smt::Budget;
use std::fmt;

/// How evidence was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// All verification conditions of a proof hold.
    Proved(Accepted),
    /// The trace was replayed.
    Replayed(Replayed),
    /// A set of states is reached and need never be left.
    Recurs(Accepted),
    /// The derivation of false from Horn clauses was repeated.
    Derived(Derived),
    /// The program was run, asked for nothing and did nothing wrong.
    RanToEnd {
        /// The number of steps of the run.
        steps: u64,
    },
    /// The program was run with given values and violated a property.
    Ran {
        /// The property that is violated.
        property: Property,
        /// The number of given values and bytes.
        open: usize,
    },
}

impl fmt::Display for Acceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Acceptance::Proved(Accepted { conditions: 0, .. }) => {
                f.write_str("proof checked by evaluation, there is nothing open to decide")
            }
            Acceptance::Proved(accepted) => {
                let conditions = accepted.conditions;
                write!(f, "proof checked, {conditions} verification condition(s) hold")?;
                certified(f, accepted)
            }
            Acceptance::Recurs(accepted) => {
                let conditions = accepted.conditions;
                write!(
                    f,
                    "recurrent set is reached and never left, {conditions} condition(s) hold"
                )?;
                certified(f, accepted)
            }
            Acceptance::Replayed(Replayed { changes, .. }) => {
                write!(f, "trace replayed by evaluation, {} step(s)", changes.len())
            }
            Acceptance::Derived(Derived { facts, .. }) => {
                write!(f, "derivation repeated by evaluation, {} step(s)", facts.len() + 1)
            }
            Acceptance::RanToEnd { steps } => {
                write!(f, "the only run of the program repeated, {steps} step(s)")
            }
            Acceptance::Ran { open, .. } => {
                write!(f, "run repeated, {open} value(s) given")
            }
        }
    }
}

/// How many conditions hold by proofs that were checked.
fn certified(f: &mut fmt::Formatter<'_>, accepted: &Accepted) -> fmt::Result {
    let Accepted { conditions, certified, steps } = accepted;
    match conditions - certified {
        0 => write!(f, ", certified by {steps} proof step(s)"),
        _ if *certified == 0 => f.write_str(", by the embedded solver, not certified"),
        rest => write!(
            f,
            ", {certified} certified by {steps} proof step(s), \
             {rest} by the embedded solver, not certified"
        ),
    }
}

/// The evidence of a verdict. An unknown verdict has none.
pub fn evidence_of(verdict: &Verdict) -> Option<Evidence> {
    match verdict {
        Verdict::Safe(proof) => Some(Evidence::Proof(proof.clone())),
        Verdict::Unsafe(trace) => Some(Evidence::Trace(trace.clone())),
        Verdict::Derived(derivation) => Some(Evidence::Derivation(derivation.clone())),
        Verdict::Recurs(set) => Some(Evidence::RecurrentSet(set.clone())),
        Verdict::Fails(run) => Some(Evidence::Run(run.clone())),
        Verdict::Unknown(_) => None,
    }
}

/// Checks evidence: a proof or trace by the checker, a run by running the program.
pub fn accept(
    task: &Task,
    evidence: &Evidence,
    options: &check::Options,
    budget: &Budget,
) -> Result<Acceptance, Reason> {
    if let Some(clauses) = task.horn() {
        return accept_about_clauses(clauses.system(), evidence, options, budget);
    }
    let model = task.model();
    match evidence {
        Evidence::Derivation(_) => Err(reason_for_rejection(Rejected::OtherSubject)),
        // A forged proof may be about a model that a search for runs is content with.
        Evidence::Proof(_) if !task.has_all_defined_runs() => {
            let message = "the proof is about a model without some runs of the program";
            Err(Reason::EvidenceRejected(message.to_owned()))
        }
        Evidence::Proof(Proof::OnlyRun { steps }) => accept_only_run(task, *steps, budget),
        Evidence::Proof(proof) => {
            let of_ends = match (proof, task.program()) {
                (Proof::Unwinding { .. }, Some(program)) => program.model_of_ends(),
                _ => None,
            };
            let accepted = check_proof(of_ends.as_ref().unwrap_or(model), proof, options, budget);
            accepted.map(Acceptance::Proved).map_err(reason_for_rejection)
        }
        Evidence::Trace(_) if task.program().is_some_and(ProgramTask::has_more_runs) => {
            let message =
                "the run is one of a model in which a call may go on for good that returns";
            Err(Reason::EvidenceRejected(message.to_owned()))
        }
        Evidence::Trace(trace) => {
            let replayed = replay_trace(model, trace);
            replayed.map(Acceptance::Replayed).map_err(reason_for_rejection)
        }
        Evidence::RecurrentSet(set) => {
            let accepted = accept_recurrent_set(task, set, options, budget);
            accepted.map(|(acceptance, _)| acceptance)
        }
        Evidence::Run(run) => accept_run(task, run, budget).map(|(acceptance, _)| acceptance),
    }
}

/// Asks the checker about evidence for Horn clauses.
fn accept_about_clauses(
    system: &ChcSystem,
    evidence: &Evidence,
    options: &check::Options,
    budget: &Budget,
) -> Result<Acceptance, Reason> {
    let accepted = match evidence {
        Evidence::Proof(proof) => {
            check_solution(system, proof, options, budget).map(Acceptance::Proved)
        }
        Evidence::Derivation(derivation) => {
            check_derivation(system, derivation).map(Acceptance::Derived)
        }
        Evidence::Trace(_) | Evidence::RecurrentSet(_) | Evidence::Run(_) => {
            Err(Rejected::OtherSubject)
        }
    };
    accepted.map_err(reason_for_rejection)
}

/// Runs the program with the values of a run.
pub fn accept_run(
    task: &Task,
    run: &ProgramRun,
    budget: &Budget,
) -> Result<(Acceptance, Replay), Reason> {
    let program = program_of(task)?;
    let replay = program.replayed().replay_run(run, budget).map_err(reason_for_failure)?;
    Ok((Acceptance::Ran { property: run.property, open: run.answers.len() }, replay))
}

/// Checks a recurrent set on the model, and runs the program, if there is one, round it some times. Only
/// a model all of whose runs are certain shows anything of a program.
pub fn accept_recurrent_set(
    task: &Task,
    set: &RecurrentSet,
    options: &check::Options,
    budget: &Budget,
) -> Result<(Acceptance, Option<Replay>), Reason> {
    let rejected = |why: &str| Err(Reason::EvidenceRejected(why.to_owned()));
    if task.goal != Goal::EveryRunEnds {
        return rejected("a run that never ends violates nothing that is asked about");
    }
    if task.program().is_some_and(ProgramTask::has_more_runs) {
        return rejected(
            "the set is one of a model in which a call may go on for good that returns",
        );
    }
    let certain = task.of_certain_runs();
    let certain = certain.as_ref().unwrap_or(task);
    if Fingerprint::of(certain.model()) != Fingerprint::of(task.model()) {
        return rejected("the set is one of a model with runs that may not be runs of the program");
    }
    let accepted = check_recurrent_set(certain.model(), set, options, budget);
    let accepted = accepted.map(Acceptance::Recurs).map_err(reason_for_rejection)?;
    let replay = match certain.program() {
        Some(program) => {
            let replay = program.replayed().replay_recurrent_set(set, budget);
            Some(replay.map_err(reason_for_failure)?)
        }
        None => None,
    };
    Ok((accepted, replay))
}

/// Runs the program, which must have only one run and violate nothing.
fn accept_only_run(task: &Task, steps: u64, budget: &Budget) -> Result<Acceptance, Reason> {
    let found = program_of(task)?.replayed().only_run(budget).map_err(reason_for_failure)?;
    if found != steps {
        let message = format!("the only run of the program has {found} step(s), not {steps}");
        return Err(Reason::EvidenceRejected(message));
    }
    Ok(Acceptance::RanToEnd { steps })
}

/// The program of a task, for evidence that is a run of it.
fn program_of(task: &Task) -> Result<&ProgramTask, Reason> {
    let message = "a run of a program says nothing of a model";
    task.program().ok_or_else(|| Reason::EvidenceRejected(message.to_owned()))
}

/// The reason for an unknown verdict if a run of the program could not be replayed.
fn reason_for_failure(failure: ReplayFailure) -> Reason {
    match failure {
        ReplayFailure::Stopped(stop) => reason_for_stop(stop),
        ReplayFailure::Dismissed(reason) => reason,
        ReplayFailure::Undefined(_, what) => {
            Reason::EvidenceRejected(format!("the run is undefined: {what}"))
        }
    }
}

/// The reason for an unknown verdict if the evidence was not accepted: the checker had to stop, or
/// the evidence is wrong.
fn reason_for_rejection(rejected: Rejected) -> Reason {
    match rejected {
        Rejected::Stopped(stop) => reason_for_stop(stop),
        Rejected::Undecided { reason, .. } => reason_for_unknown(reason),
        wrong => Reason::EvidenceRejected(wrong.to_string()),
    }
}
