//! Summaries of procedures.

use crate::proof::Proof;
use crate::trace::Trace;
use crate::translation::Translation;
use model::{Model, ProcedureId, Summarised, summarised};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use term::{Term, TermStore, Transfer};

/// A claim about each activation of a procedure that returns: a condition on its parameters at the
/// start and on its results.
#[derive(Clone)]
pub struct Summaries {
    /// Never changed, so that copies of a verdict are cheap.
    terms: Arc<TermStore>,
    by_procedure: BTreeMap<ProcedureId, Term>,
}

impl Summaries {
    /// Summaries whose terms are copied out of a store.
    pub fn new(
        store: &TermStore,
        by_procedure: impl IntoIterator<Item = (ProcedureId, Term)>,
    ) -> Summaries {
        let mut terms = TermStore::without_simplification();
        let mut transfer = Transfer::new();
        let mut copy = |term| {
            let copied = transfer.copy(store, &mut terms, term);
            copied.expect("an empty store has no other declarations")
        };
        let by_procedure = by_procedure.into_iter().map(|(id, term)| (id, copy(term))).collect();
        Summaries { terms: Arc::new(terms), by_procedure }
    }

    /// The store of the summaries; symbols have the same names as in the model.
    pub fn terms(&self) -> &TermStore {
        &self.terms
    }

    /// All summaries in the order of their procedures.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ProcedureId, Term)> {
        self.by_procedure.iter().map(|(&procedure, &term)| (procedure, term))
    }

    /// The model in which they replace calls; `None` if they do not fit the model.
    pub fn applied_to(&self, model: &Model) -> Option<Summarised> {
        summarised(model, &self.terms, &self.by_procedure)
    }
}

impl fmt::Debug for Summaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.iter().map(|(id, term)| (id, self.terms.display(term).to_string()));
        f.debug_map().entries(shown).finish()
    }
}

/// The way back from the model in which summaries replace calls.
impl Translation for Summaries {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        Some(match proof {
            // The program is the same, with or without summaries.
            Proof::OnlyRun { .. } => proof.clone(),
            _ => Proof::Summaries { summaries: self.clone(), proof: Box::new(proof.clone()) },
        })
    }

    /// A result that satisfies a summary need not be one that the call can return.
    fn trace(&self, _: &Trace) -> Option<Trace> {
        None
    }
}
