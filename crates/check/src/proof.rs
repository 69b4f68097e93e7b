//! Checks proofs.

use crate::encoding::{Encoder, UnsupportedCall};
use crate::judge::Judge;
use crate::rejected::{ConditionPlace, Rejected};
use crate::{induction, interpretation, unrolling, unwinding};
use evidence::{Proof, UnwindingOrder};
use model::chc::{self, ChcSystem};
use model::{Cfa, Location, Model};
use smt::Budget;
use smt::process::SolverCommand;
use smt::sat::{CadicalOptions, SatBackend};

/// How conditions are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The SAT solver under the embedded solver.
    pub backend: SatBackend,
    /// Whether proofs of the conditions are checked.
    pub certification: Certification,
    /// An external solver that must agree on every condition.
    pub second_opinion: Option<SolverCommand>,
    /// Makes the embedded solver faulty, to test whether that is noticed.
    #[cfg(test)]
    pub(crate) fault: Option<crate::faults::Fault>,
}

/// Whether conditions are refuted with proofs that are checked step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certification {
    /// The embedded solver is trusted.
    Off,
    /// The embedded solver is trusted if there is no proof in reasonable time, or if the condition
    /// uses something that the certifier does not support.
    Preferred,
    /// A condition without a proof is undecided.
    Required,
}

impl Default for Options {
    /// A different solver from the one that engines use by default. There are many conditions, so
    /// simplification between them does not pay.
    fn default() -> Self {
        let backend = SatBackend::Cadical(CadicalOptions { inprocessing: false });
        Options {
            backend,
            certification: Certification::Preferred,
            second_opinion: None,
            #[cfg(test)]
            fault: None,
        }
    }
}

/// The result of an accepted proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Number of verification conditions that were shown to hold.
    pub conditions: u64,
    /// How many of them were refuted with a checked proof.
    pub certified: u64,
    /// The number of steps of these proofs.
    pub steps: u64,
}

/// Accepts a proof if all of its verification conditions hold.
pub fn check_proof(
    model: &Model,
    proof: &Proof,
    options: &Options,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    if let Proof::Summaries { summaries, proof } = proof {
        let summarised = summaries.applied_to(model).ok_or(Rejected::Summaries)?;
        return check_proof(&summarised.model, proof, options, budget);
    }
    if let Proof::AsClauses(proof) = proof {
        let call = |error: model::CallError| Rejected::Call(model.procedure(error.0).name.clone());
        let clauses = chc::from_model(model).map_err(call)?;
        return check_solution(&clauses.system, proof, options, budget);
    }
    let encoder = Encoder::new(model);
    let mut judge = Judge::new(options, budget);
    let shown = |v| (encoder.symbol(v), model.terms.name(v).to_owned());
    judge.show(model.variables(model.entry).into_iter().map(shown).collect());
    let mut checker = Checker { model, cfa: &model.entry().cfa, encoder, judge };
    match proof {
        Proof::Invariants(invariants) => induction::check(&mut checker, invariants)?,
        &Proof::Unwinding { bound, order: UnwindingOrder::Together } => {
            unwinding::check(&mut checker, bound)?;
        }
        &Proof::Unwinding { bound, order: UnwindingOrder::LoopByLoop } => {
            unrolling::check(&mut checker, bound)?;
        }
        Proof::OnlyRun { .. } => return Err(Rejected::NoProofOfModel),
        Proof::Interpretation(_) | Proof::AsAutomaton(_) => return Err(Rejected::OtherSubject),
        Proof::Summaries { .. } | Proof::AsClauses(_) => unreachable!("they were replaced"),
    }
    Ok(checker.judge.accepted())
}

/// Accepts a proof that Horn clauses are solvable if all verification conditions that make it one hold.
pub fn check_solution(
    system: &ChcSystem,
    proof: &Proof,
    options: &Options,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match proof {
        Proof::Interpretation(interpretation) => {
            interpretation::check(system, interpretation, Judge::new(options, budget))
        }
        Proof::AsAutomaton(proof) => {
            let automaton = chc::to_model(system).map_err(|_| Rejected::OtherSubject)?;
            check_proof(&automaton.model, proof, options, budget)
        }
        _ => Err(Rejected::OtherSubject),
    }
}

/// What all checks need.
pub struct Checker<'a> {
    /// The model.
    pub model: &'a Model,
    /// The control flow of its entry procedure.
    pub cfa: &'a Cfa,
    /// Builds conditions.
    pub encoder: Encoder<'a>,
    /// Decides conditions.
    pub judge: Judge<'a>,
}

impl Checker<'_> {
    /// A location, as messages show it.
    pub fn place(&self, location: Location) -> ConditionPlace {
        ConditionPlace::new(self.cfa, location)
    }

    /// The rejection of a model with calls.
    pub fn unsupported(&self, call: UnsupportedCall) -> Rejected {
        Rejected::Call(self.model.procedure(call.0).name.clone())
    }
}
