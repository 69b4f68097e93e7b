//! Interpretations of predicates: why Horn clauses are solvable.

use model::PredicateId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use term::{Term, TermStore, Transfer, post_order};

/// A set of values for each of some predicates, by a formula over their parameters. With it all
/// clauses hold.
///
/// A predicate without a formula has just those values that the clauses derive from the others. So
/// every cycle of clauses must have a predicate with one.
#[derive(Clone)]
pub struct Interpretation {
    /// Never changed, so that copies of a verdict are cheap.
    terms: Arc<TermStore>,
    by_predicate: BTreeMap<PredicateId, Definition>,
}

/// What a predicate means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// A variable for each parameter.
    pub parameters: Vec<Term>,
    /// A Boolean term over them.
    pub body: Term,
}

impl Interpretation {
    /// An interpretation whose terms are copied out of a store.
    pub fn new(
        store: &TermStore,
        by_predicate: impl IntoIterator<Item = (PredicateId, Definition)>,
    ) -> Interpretation {
        let mut terms = TermStore::without_simplification();
        let mut transfer = Transfer::new();
        let mut copy = |term| {
            let copied = transfer.copy(store, &mut terms, term);
            copied.expect("an empty store has no other declarations")
        };
        let mut copied = BTreeMap::new();
        for (predicate, Definition { parameters, body }) in by_predicate {
            let parameters = parameters.into_iter().map(&mut copy).collect();
            copied.insert(predicate, Definition { parameters, body: copy(body) });
        }
        Interpretation { terms: Arc::new(terms), by_predicate: copied }
    }

    /// The store of the formulas. Its symbols mean nothing but parameters.
    pub fn terms(&self) -> &TermStore {
        &self.terms
    }

    /// What a predicate means, if there is a formula for it.
    pub fn get(&self, predicate: PredicateId) -> Option<&Definition> {
        self.by_predicate.get(&predicate)
    }

    /// All formulas, in the order of their predicates.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PredicateId, &Definition)> {
        self.by_predicate.iter().map(|(&predicate, definition)| (predicate, definition))
    }

    /// Number of different terms in all formulas.
    pub fn size(&self) -> usize {
        let roots: Vec<Term> = self.by_predicate.values().map(|d| d.body).collect();
        post_order(&self.terms, &roots, |_| false).len()
    }
}

impl fmt::Debug for Interpretation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.iter().map(|(predicate, definition)| {
            (predicate, self.terms.display(definition.body).to_string())
        });
        f.debug_map().entries(shown).finish()
    }
}
