//! The conjuncts of formulas.

use term::{Op, Term, TermStore};

/// The conjuncts of a formula.
pub(crate) fn conjuncts(store: &TermStore, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![formula];
    while let Some(term) = pending.pop() {
        match store.op(term) {
            Op::And => pending.extend(store.args(term).iter().rev()),
            _ if store.as_bool(term) == Some(true) => {}
            _ => found.push(term),
        }
    }
    found
}
