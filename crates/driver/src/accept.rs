//! The independent checker's word on a verdict.

use check::{Accepted, Rejected, Replayed, check_proof, replay_trace};
use engines::{reason_for_stop, reason_for_unknown};
use evidence::{Evidence, Reason, Verdict};
use model::Model;
use smt::Budget;
use std::fmt;

/// How evidence was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// All verification conditions of a proof hold.
    Proved(Accepted),
    /// The run of a trace was replayed.
    Replayed(Replayed),
}

impl fmt::Display for Acceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Acceptance::Proved(Accepted { conditions: 0, .. }) => {
                f.write_str("proof checked by evaluation, there is nothing open to decide")
            }
            Acceptance::Proved(Accepted { conditions, .. }) => {
                write!(f, "proof checked, {conditions} verification condition(s) hold")
            }
            Acceptance::Replayed(Replayed { changes, .. }) => {
                write!(f, "trace replayed by evaluation, {} step(s)", changes.len())
            }
        }
    }
}

/// The evidence of a verdict. An unknown one claims nothing and has none.
pub fn evidence_of(verdict: &Verdict) -> Option<Evidence> {
    match verdict {
        Verdict::Safe(proof) => Some(Evidence::Proof(proof.clone())),
        Verdict::Unsafe(trace) => Some(Evidence::Trace(trace.clone())),
        Verdict::Unknown(_) => None,
    }
}

/// Asks the checker about evidence.
pub fn accept(
    model: &Model,
    evidence: &Evidence,
    options: &check::Options,
    budget: &Budget,
) -> Result<Acceptance, Rejected> {
    match evidence {
        Evidence::Proof(proof) => {
            let accepted = check_proof(model, proof, options, budget)?;
            Ok(Acceptance::Proved(accepted))
        }
        Evidence::Trace(trace) => Ok(Acceptance::Replayed(replay_trace(model, trace)?)),
    }
}

/// Why there is no verdict if its evidence was not accepted: because the checker had to stop, or
/// because the evidence is wrong.
pub fn reason_for_rejection(rejected: Rejected) -> Reason {
    match rejected {
        Rejected::Stopped(stop) => reason_for_stop(stop),
        Rejected::Undecided { reason, .. } => reason_for_unknown(reason),
        wrong => Reason::EvidenceRejected(wrong.to_string()),
    }
}
