//! Copying terms from one store to another.

use crate::ids::{Symbol, Term};
use crate::op::Op;
use crate::store::TermStore;
use crate::traverse::post_order;
use crate::typing::SortError;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Copies terms of one store to another by the names of their symbols, and remembers the copies. A
/// `Transfer` must always be used with the same source and target.
#[derive(Clone, Debug, Default)]
pub struct Transfer {
    done: FxHashMap<Term, Term>,
}

impl Transfer {
    /// A transfer that has copied nothing.
    pub fn new() -> Transfer {
        Transfer::default()
    }

    /// Replaces a term of the source by a term of the target in everything that is copied from now on.
    pub fn insert(&mut self, from: Term, to: Term) {
        self.done.insert(from, to);
    }

    /// The term of the target with the same meaning as the term of the source. Symbols that the
    /// target lacks are declared there; a symbol with a different sort there is an error.
    pub fn copy(
        &mut self,
        source: &TermStore,
        target: &mut TermStore,
        term: Term,
    ) -> Result<Term, SortError> {
        for part in post_order(source, &[term], |t| self.done.contains_key(&t)) {
            let copied = match source.op(part) {
                Op::Const(_) => target.constant(source.as_value(part).expect("a constant").clone()),
                Op::Var(symbol) => {
                    let symbol = copy_symbol(source, target, symbol)?;
                    target.var(symbol)
                }
                op => {
                    let args: SmallVec<[Term; 8]> =
                        source.args(part).iter().map(|arg| self.done[arg]).collect();
                    let op = match op {
                        Op::Apply(symbol) => Op::Apply(copy_symbol(source, target, symbol)?),
                        other => other,
                    };
                    target.make(op, source.sort(part), &args)
                }
            };
            self.done.insert(part, copied);
        }
        Ok(self.done[&term])
    }
}

/// The symbol of the target with the same name; it is declared if it does not exist.
pub fn copy_symbol(
    source: &TermStore,
    target: &mut TermStore,
    symbol: Symbol,
) -> Result<Symbol, SortError> {
    let (parameters, sort) = (source.parameters(symbol), source.symbol_sort(symbol));
    target.declare_function(source.name(symbol), parameters, sort.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    /// A store with `x` and `y` of eight bits, a function `f` of them, and a term over them.
    fn source() -> (TermStore, Term) {
        let mut store = TermStore::new();
        let byte = Sort::BitVec(8);
        let x = store.declare("x", byte.clone()).unwrap();
        let y = store.declare("y", byte.clone()).unwrap();
        let f = store.declare_function("f", &[byte.clone(), Sort::Bool], byte).unwrap();
        let (x, y) = (store.var(x), store.var(y));
        let less = store.bv_ult(x, y);
        let applied = store.call(f, &[x, less]);
        let seven = store.bv(8, 7);
        let sum = store.bv_add(applied, seven);
        let term = store.ite(less, sum, y);
        (store, term)
    }

    #[test]
    fn copies_there_and_back_are_equal() {
        let (mut store, term) = source();
        let mut other = TermStore::new();
        // Symbols get other numbers than in the source.
        other.declare("z", Sort::Int).unwrap();
        let byte = Sort::BitVec(8);
        let y = other.declare("y", byte).unwrap();
        other.var(y);
        let copied = Transfer::new().copy(&store, &mut other, term).unwrap();
        assert_eq!(other.sort(copied), &Sort::BitVec(8));
        let back = Transfer::new().copy(&other, &mut store, copied).unwrap();
        assert_eq!(back, term);
    }

    #[test]
    fn copies_only_what_is_needed_and_once() {
        let (mut store, term) = source();
        let less = store.args(term)[0];
        let mut other = TermStore::new();
        let mut transfer = Transfer::new();
        let copied = transfer.copy(&store, &mut other, less).unwrap();
        assert_eq!((other.len(), other.symbols().count()), (3, 2));
        transfer.copy(&store, &mut other, less).unwrap();
        assert_eq!(other.len(), 3);
        let not_less = store.not(less);
        let not_copied = transfer.copy(&store, &mut other, not_less).unwrap();
        assert_eq!(other.args(not_copied), [copied]);
    }

    #[test]
    fn another_sort_is_refused() {
        let (store, term) = source();
        let mut other = TermStore::new();
        other.declare("y", Sort::Bool).unwrap();
        let error = Transfer::new().copy(&store, &mut other, term).unwrap_err();
        assert_eq!(error.to_string(), "'y' is already declared with another sort");
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let mut deep = store.var(x);
        for value in 0..300_000 {
            let constant = store.bv(8, value | 1);
            deep = store.bv_mul(deep, constant);
            deep = store.bv_not(deep);
        }
        let mut other = TermStore::new();
        let copied = Transfer::new().copy(&store, &mut other, deep).unwrap();
        assert_eq!(other.op(copied), store.op(deep));
        let parts = |store: &TermStore, term| post_order(store, &[term], |_| false).len();
        assert_eq!(parts(&other, copied), parts(&store, deep));
    }
}
