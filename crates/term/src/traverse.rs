//! Traversal without recursion: terms may be a million levels deep.

use crate::ids::{Symbol, Term};
use crate::op::Op;
use crate::store::TermStore;
use rustc_hash::{FxHashMap, FxHashSet};

/// The subterms of the roots, each once, arguments before the terms that use them. Subterms for
/// which `known` holds are left out, and so are those that only they need.
pub fn post_order(store: &TermStore, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> = Vec::new();
    let mut parts = Vec::new();
    for &root in roots {
        if !known(root) && seen.insert(root) {
            stack.push(root);
        }
    }
    while let Some(term) = stack.pop() {
        parts.push(term);
        for &arg in store.args(term) {
            if !known(arg) && seen.insert(arg) {
                stack.push(arg);
            }
        }
    }
    // Arguments have smaller numbers than the terms that use them.
    parts.sort_unstable();
    parts
}

/// The declared constants that occur in the terms, in the order of declaration.
pub fn free_vars(store: &TermStore, roots: &[Term]) -> Vec<Symbol> {
    let parts = post_order(store, roots, |_| false);
    let mut symbols: Vec<Symbol> = parts.iter().filter_map(|&t| store.as_var(t)).collect();
    symbols.sort_unstable();
    symbols
}

/// The declared functions that are applied in the terms, in the order of declaration.
pub fn functions(store: &TermStore, roots: &[Term]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = post_order(store, roots, |_| false)
        .iter()
        .filter_map(|&t| match store.op(t) {
            Op::Apply(symbol) => Some(symbol),
            _ => None,
        })
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// A simultaneous substitution of terms for variables. It remembers its results, so substituting in
/// many terms costs only as much as their different subterms.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<Term, Term>,
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// The substitution that changes nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Maps a term, in general a variable, to a replacement of the same sort.
    pub fn insert(&mut self, from: Term, to: Term) {
        self.map.insert(from, to);
        self.done.clear();
    }

    /// The term that a term is mapped to directly.
    pub fn get(&self, from: Term) -> Option<Term> {
        self.map.get(&from).copied()
    }

    /// The term with every mapped part replaced.
    pub fn apply(&mut self, store: &mut TermStore, term: Term) -> Term {
        if self.map.is_empty() {
            return term;
        }
        let known = |t| self.map.contains_key(&t) || self.done.contains_key(&t);
        for part in post_order(store, &[term], known) {
            let old_args = store.args(part);
            let new_args: smallvec::SmallVec<[Term; 8]> =
                old_args.iter().map(|&a| self.image(a)).collect();
            let image = if *new_args == *old_args {
                part
            } else {
                let (op, sort) = (store.op(part), store.sort(part).clone());
                store.make(op, &sort, &new_args)
            };
            self.done.insert(part, image);
        }
        self.image(term)
    }

    fn image(&self, term: Term) -> Term {
        self.map.get(&term).or_else(|| self.done.get(&term)).copied().expect("visited before")
    }
}

impl FromIterator<(Term, Term)> for Substitution {
    fn from_iter<I: IntoIterator<Item = (Term, Term)>>(pairs: I) -> Self {
        Substitution { map: pairs.into_iter().collect(), done: FxHashMap::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn substitution_is_simultaneous() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let y = store.declare("y", Sort::BitVec(8)).unwrap();
        let (x, y) = (store.var(x), store.var(y));
        let difference = store.bv_sub(x, y);
        let mut swap: Substitution = [(x, y), (y, x)].into_iter().collect();
        let swapped = store.bv_sub(y, x);
        assert_eq!(swap.apply(&mut store, difference), swapped);
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let y = store.declare("y", Sort::BitVec(8)).unwrap();
        let (x_term, y_term) = (store.var(x), store.var(y));
        let mut deep = x_term;
        for _ in 0..500_000 {
            deep = store.bv_not(deep);
            deep = store.bv_mul(deep, y_term);
        }
        assert_eq!(free_vars(&store, &[deep]), [x, y]);
        let mut to_y: Substitution = [(x_term, y_term)].into_iter().collect();
        let image = to_y.apply(&mut store, deep);
        assert_eq!(free_vars(&store, &[image]), [y]);
    }
}
