//! Endless runs: sets of states that a run reaches and need never leave.

use crate::trace::TraceStep;
use model::{EdgeId, Location};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use term::{Assignment, Term, TermStore, Transfer};

/// A closed recurrent set, after Gupta et al., "Proving Non-Termination" (POPL 2008) and Chen et al.,
/// "Proving Nontermination via Safety" (TACAS 2014).
///
/// Three conditions make it a proof that some run never ends: a run reaches the set; from each of its
/// states some way leads back into the set, if open values are chosen by the terms that are given; no
/// such way passes the end of a run. The terms make the second condition free of quantifiers.
#[derive(Clone)]
pub struct RecurrentSet {
    /// Never changed, so that copies of a verdict are cheap.
    terms: Arc<TermStore>,
    /// The values of all variables at the start of the run that reaches the set.
    pub initial: Assignment,
    /// The edges of this run.
    pub steps: Vec<TraceStep>,
    states: BTreeMap<Location, Term>,
    choices: BTreeMap<OpenValue, Term>,
}

/// An open value: a `havoc` of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenValue {
    /// The edge.
    pub edge: EdgeId,
    /// How many commands `havoc` come before it, in the order of [`model::Command::iter`].
    pub number: u32,
}

impl RecurrentSet {
    /// A set whose terms are copied out of a store. States of other locations do not belong to it. A
    /// way with an open value for which there is no term cannot be taken.
    pub fn new(
        store: &TermStore,
        (initial, steps): (Assignment, Vec<TraceStep>),
        states: impl IntoIterator<Item = (Location, Term)>,
        choices: impl IntoIterator<Item = (OpenValue, Term)>,
    ) -> RecurrentSet {
        let mut terms = TermStore::without_simplification();
        let mut transfer = Transfer::new();
        let mut copy = |term| {
            let copied = transfer.copy(store, &mut terms, term);
            copied.expect("an empty store has no other declarations")
        };
        let states = states.into_iter().map(|(location, term)| (location, copy(term))).collect();
        let choices = choices.into_iter().map(|(open, term)| (open, copy(term))).collect();
        RecurrentSet { terms: Arc::new(terms), initial, steps, states, choices }
    }

    /// The store of the terms; symbols have the same names as in the model.
    pub fn terms(&self) -> &TermStore {
        &self.terms
    }

    /// The states of each location, as Boolean terms over the variables.
    pub fn states(&self) -> impl ExactSizeIterator<Item = (Location, Term)> {
        self.states.iter().map(|(&location, &term)| (location, term))
    }

    /// The states of a location; none if there is no term.
    pub fn states_at(&self, location: Location) -> Option<Term> {
        self.states.get(&location).copied()
    }

    /// What open values are chosen, as terms over the variables right before the choice.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = (OpenValue, Term)> {
        self.choices.iter().map(|(&open, &term)| (open, term))
    }

    /// What an open value is chosen to be.
    pub fn choice(&self, open: OpenValue) -> Option<Term> {
        self.choices.get(&open).copied()
    }
}

impl fmt::Debug for RecurrentSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |(location, &term): (&Location, &Term)| {
            format!("{location:?}: {}", self.terms.display(term))
        };
        f.debug_struct("RecurrentSet")
            .field("steps", &self.steps.len())
            .field("states", &self.states.iter().map(shown).collect::<Vec<_>>())
            .field("choices", &self.choices.len())
            .finish()
    }
}
