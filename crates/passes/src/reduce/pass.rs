//! The interface of passes, and how they carry evidence back.

use evidence::{Induction, Invariants, Proof, TraceStep, UnwindingOrder};
use model::{Cfa, Location};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::{Assignment, Symbol, Term, TermStore, Transfer};

/// A transformation of the control flow of a model without calls. Terms are built in the one store
/// of the pipeline. It only grows, so terms of the input keep their meaning.
pub(super) trait Pass {
    /// The smaller automaton with its way back, or `None` if there is nothing to do.
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction>;
}

/// A smaller automaton, and the way back from it.
pub(super) type Reduction = (Arc<Cfa>, Box<dyn Back>);

/// The way back of a pass: evidence for its output becomes evidence for its input.
pub(super) trait Back: Send + Sync {
    /// Carries a proof back.
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim;

    /// Carries a run with the given initial values back. Most passes leave runs unchanged.
    fn steps(&self, _: &mut TermStore, _: &Assignment, steps: Vec<TraceStep>) -> Vec<TraceStep> {
        steps
    }
}

/// A [`Proof`] whose terms are in the store of the pipeline.
#[derive(Clone, Debug)]
pub(super) enum Claim {
    /// See [`Proof::Invariants`].
    Invariants { scheme: Scheme, at: ByLocation },
    /// See [`Proof::Unwinding`].
    Unwinding { bound: u32, order: UnwindingOrder },
}

/// The scheme of a proof by invariants; no pass changes it.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    /// The kind of induction that proves them.
    induction: Induction,
    /// The invariants hold for all values of these parameters.
    pub(super) parameters: Vec<Symbol>,
}

impl Scheme {
    /// Induction over single steps.
    pub(super) fn plain() -> Scheme {
        Scheme { induction: Induction::PLAIN, parameters: Vec::new() }
    }
}

/// Invariants by their locations.
pub(super) type ByLocation = BTreeMap<Location, Term>;

impl Claim {
    /// The claim with other invariants, if it has any.
    pub(super) fn with_invariants(self, change: impl FnOnce(ByLocation) -> ByLocation) -> Claim {
        match self {
            Claim::Invariants { scheme, at } => Claim::Invariants { scheme, at: change(at) },
            Claim::Unwinding { .. } => self,
        }
    }

    /// Copies a proof into a store; `None` if it uses symbols that the store lacks.
    pub(super) fn of(terms: &mut TermStore, proof: &Proof) -> Option<Claim> {
        match proof {
            &Proof::Unwinding { bound, order } => Some(Claim::Unwinding { bound, order }),
            Proof::Invariants(invariants) => {
                let mut transfer = Transfer::new();
                let mut at = ByLocation::new();
                for (location, invariant) in invariants.iter() {
                    let copied = transfer.copy(invariants.terms(), terms, invariant);
                    at.insert(location, copied.ok()?);
                }
                let parameters = invariants.parameter_names().filter_map(|name| terms.lookup(name));
                let scheme =
                    Scheme { induction: invariants.induction(), parameters: parameters.collect() };
                Some(Claim::Invariants { scheme, at })
            }
            Proof::Summaries { .. }
            | Proof::OnlyRun { .. }
            | Proof::Interpretation(_)
            | Proof::AsAutomaton(_)
            | Proof::AsClauses(_) => None,
        }
    }

    /// The proof, with a term store of its own.
    pub(super) fn into_proof(self, terms: &TermStore) -> Proof {
        match self {
            Claim::Unwinding { bound, order } => Proof::Unwinding { bound, order },
            Claim::Invariants { scheme: Scheme { induction, parameters }, at } => {
                let names = parameters.iter().map(|&parameter| terms.name(parameter));
                let invariants = Invariants::by_induction(terms, induction, at);
                Proof::Invariants(invariants.for_all(names))
            }
        }
    }
}
