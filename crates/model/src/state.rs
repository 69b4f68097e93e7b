//! Symbolic states: the values of variables as terms.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use term::{Symbol, Term, TermStore, post_order};

/// The symbolic values of variables. A variable without an entry has its initial value, the
/// variable term itself. Copies share their content until one of them is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    values: Arc<FxHashMap<Symbol, Term>>,
}

impl State {
    /// The state in which every variable holds its initial value.
    pub fn new() -> State {
        State::default()
    }

    /// The value that was set for a variable, if any.
    pub fn get(&self, variable: Symbol) -> Option<Term> {
        self.values.get(&variable).copied()
    }

    /// The value of a variable.
    pub fn value(&self, store: &mut TermStore, variable: Symbol) -> Term {
        self.get(variable).unwrap_or_else(|| store.var(variable))
    }

    /// Sets the value of a variable and returns the previous entry.
    pub fn set(&mut self, variable: Symbol, value: Term) -> Option<Term> {
        Arc::make_mut(&mut self.values).insert(variable, value)
    }

    /// Restores the entry that [`State::set`] returned.
    pub(crate) fn restore(&mut self, variable: Symbol, before: Option<Term>) {
        let values = Arc::make_mut(&mut self.values);
        match before {
            Some(value) => values.insert(variable, value),
            None => values.remove(&variable),
        };
    }

    /// The variables with an entry, in the order of declaration.
    pub fn variables(&self) -> Vec<Symbol> {
        let mut variables: Vec<Symbol> = self.values.keys().copied().collect();
        variables.sort_unstable();
        variables
    }

    /// The value of a term: each variable is replaced by its value.
    pub fn apply(&self, store: &mut TermStore, term: Term) -> Term {
        if self.values.is_empty() {
            return term;
        }
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        for part in post_order(store, &[term], |_| false) {
            let image = if let Some(variable) = store.as_var(part) {
                self.get(variable).unwrap_or(part)
            } else {
                let old = store.args(part);
                let new: SmallVec<[Term; 8]> = old.iter().map(|a| images[a]).collect();
                if *new == *old {
                    part
                } else {
                    let (op, sort) = (store.op(part), store.sort(part).clone());
                    store.make(op, &sort, &new)
                }
            };
            images.insert(part, image);
        }
        images[&term]
    }
}

impl FromIterator<(Symbol, Term)> for State {
    fn from_iter<I: IntoIterator<Item = (Symbol, Term)>>(pairs: I) -> Self {
        State { values: Arc::new(pairs.into_iter().collect()) }
    }
}
