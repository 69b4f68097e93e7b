//! Instances of invariants with parameters.
//!
//! An invariant with a parameter holds for all its values. In a step, those matter that arrays are read
//! and written at: the invariant is known for these, and must follow for the parameter itself.

use term::{Op, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// The maximal number of terms that stand for a parameter.
const MAX_TERMS: usize = 24;

/// Parameters, and terms that stand for them.
#[derive(Default)]
pub(crate) struct Instances {
    pub(crate) parameters: Vec<Symbol>,
    /// One parameter with a term in its place.
    terms: Vec<(Symbol, Term)>,
}

impl Instances {
    pub(super) fn add_parameter(&mut self, parameter: Symbol) {
        if !self.parameters.contains(&parameter) {
            self.parameters.push(parameter);
        }
    }

    /// Takes the indices of arrays in some terms that have the sort of a parameter.
    pub(super) fn find(&mut self, store: &mut TermStore, roots: &[Term]) {
        self.terms.clear();
        if self.parameters.is_empty() {
            return;
        }
        let mut indices: Vec<Term> = Vec::new();
        for part in post_order(store, roots, |_| false) {
            if matches!(store.op(part), Op::Select | Op::Store) {
                indices.push(store.args(part)[1]);
            }
        }
        indices.sort_unstable();
        indices.dedup();
        indices.retain(|&index| !self.speak_of(store, index));
        for &parameter in &self.parameters {
            let sort = store.symbol_sort(parameter).clone();
            let fitting = indices.iter().filter(|&&index| *store.sort(index) == sort);
            self.terms.extend(fitting.take(MAX_TERMS).map(|&index| (parameter, index)));
        }
    }

    /// Whether a term mentions a parameter.
    pub(crate) fn speak_of(&self, store: &TermStore, term: Term) -> bool {
        let is_parameter = |v: &Symbol| self.parameters.contains(v);
        !self.parameters.is_empty() && free_vars(store, &[term]).iter().any(is_parameter)
    }

    /// A condition, and what it says for other values of its parameters.
    pub(super) fn of(&self, store: &mut TermStore, condition: Term) -> Vec<Term> {
        let mut all = vec![condition];
        if self.parameters.is_empty() {
            return all;
        }
        let mentioned = free_vars(store, &[condition]);
        for &(parameter, term) in &self.terms {
            if mentioned.contains(&parameter) {
                let parameter = store.var(parameter);
                let mut instance: Substitution = [(parameter, term)].into_iter().collect();
                all.push(instance.apply(store, condition));
            }
        }
        all
    }
}
