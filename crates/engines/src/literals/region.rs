//! From a model of formulas to the region around it.

use smt::projection::{implicant, normalise, project};
use term::{Symbol, Term, TermStore, Value};

/// Literals that hold in a model and from which on formulas can hold with some inputs: each state in
/// which they hold has inputs for them. Without constants, and in a normal form.
pub(crate) fn region(
    store: &mut TermStore,
    value: &mut dyn FnMut(&mut TermStore, Term) -> Value,
    is_input: &dyn Fn(Symbol) -> bool,
    formulas: &[Term],
) -> Vec<Term> {
    let literals = implicant(store, value, formulas);
    let literals = project(store, value, is_input, literals);
    let mut literals: Vec<Term> =
        literals.into_iter().map(|literal| normalise(store, literal)).collect();
    literals.retain(|&literal| store.as_bool(literal).is_none());
    literals
}
