//! Cheap and exact elimination of variables from literals that hold in a model, before anything else is done.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Substitution, Symbol, Term, TermStore, free_vars};

/// Literals that hold for the same values of the variables that are kept: variables that an equation defines are
/// replaced, and literals that have nothing to do with kept variables are left out. The literals must hold together
/// in some model.
pub(crate) fn eliminate_defined(
    store: &mut TermStore,
    is_eliminated: &dyn Fn(Symbol) -> bool,
    literals: Vec<Term>,
) -> Vec<Term> {
    let mut literals: Vec<Option<Term>> = literals.into_iter().map(Some).collect();
    // Where each variable may occur.
    let mut places: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (place, &literal) in literals.iter().enumerate() {
        for symbol in free_vars(store, literal.as_slice()) {
            places.entry(symbol).or_default().push(place);
        }
    }
    let mut pending: Vec<usize> = (0..literals.len()).rev().collect();
    while let Some(place) = pending.pop() {
        let Some(literal) = literals[place] else { continue };
        let Some((symbol, value)) = definition(store, is_eliminated, literal) else { continue };
        literals[place] = None;
        let mut substitution = Substitution::new();
        substitution.insert(store.var(symbol), value);
        let of_value = free_vars(store, &[value]);
        for other in places.remove(&symbol).unwrap_or_default() {
            let Some(old) = literals[other] else { continue };
            let new = substitution.apply(store, old);
            if new == old {
                continue;
            }
            literals[other] = (store.as_bool(new) != Some(true)).then_some(new);
            for &symbol in &of_value {
                places.entry(symbol).or_default().push(other);
            }
            pending.push(other);
        }
    }
    let literals: Vec<Term> = literals.into_iter().flatten().collect();
    relevant(store, is_eliminated, literals)
}

/// The eliminated variable that a literal defines, and its value.
fn definition(
    store: &mut TermStore,
    is_eliminated: &dyn Fn(Symbol) -> bool,
    literal: Term,
) -> Option<(Symbol, Term)> {
    let eliminated = |store: &TermStore, term| store.as_var(term).filter(|&s| is_eliminated(s));
    if let Some(symbol) = eliminated(store, literal) {
        return Some((symbol, store.bool(true)));
    }
    match store.op(literal) {
        Op::Not => {
            let symbol = eliminated(store, store.args(literal)[0])?;
            Some((symbol, store.bool(false)))
        }
        Op::Eq => {
            let &[a, b] = store.args(literal) else { return None };
            [(a, b), (b, a)].into_iter().find_map(|(variable, value)| {
                let symbol = eliminated(store, variable)?;
                (!free_vars(store, &[value]).contains(&symbol)).then_some((symbol, value))
            })
        }
        _ => None,
    }
}

/// The literals that are connected with variables that are kept, by way of variables that they share.
fn relevant(
    store: &TermStore,
    is_eliminated: &dyn Fn(Symbol) -> bool,
    literals: Vec<Term>,
) -> Vec<Term> {
    let symbols: Vec<Vec<Symbol>> =
        literals.iter().map(|&literal| free_vars(store, &[literal])).collect();
    let mut places: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    let mut open: Vec<usize> = Vec::new();
    for (place, symbols) in symbols.iter().enumerate() {
        if symbols.iter().any(|&symbol| !is_eliminated(symbol)) {
            open.push(place);
        }
        for &symbol in symbols {
            places.entry(symbol).or_default().push(place);
        }
    }
    let mut reached: FxHashSet<usize> = open.iter().copied().collect();
    while let Some(place) = open.pop() {
        for symbol in &symbols[place] {
            for other in places.remove(symbol).unwrap_or_default() {
                if reached.insert(other) {
                    open.push(other);
                }
            }
        }
    }
    let kept = literals.into_iter().enumerate().filter(|(place, _)| reached.contains(place));
    kept.map(|(_, literal)| literal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn what_is_defined_or_apart_is_eliminated() {
        let mut store = TermStore::new();
        let [a, b, x, y] = ["a", "b", "x", "y"].map(|name| {
            let symbol = store.declare(name, Sort::BitVec(8)).unwrap();
            store.var(symbol)
        });
        let one = store.bv(8, 1);
        let x_next = store.bv_add(x, one);
        // a = x + 1, b = a, b < y; and something else about nothing that is kept.
        let defined = store.eq(a, x_next);
        let same = store.eq(b, a);
        let less = store.bv_ult(b, y);
        let symbols = [a, b].map(|term| store.as_var(term).unwrap());
        let literals = vec![less, same, defined];
        let left = eliminate_defined(&mut store, &|symbol| symbols.contains(&symbol), literals);
        assert_eq!(left, [store.bv_ult(x_next, y)]);
        let apart = store.bv_ult(a, b);
        let about_x = store.bv_ult(x, one);
        let literals = vec![apart, about_x];
        let left = eliminate_defined(&mut store, &|symbol| symbols.contains(&symbol), literals);
        assert_eq!(left, [about_x]);
    }
}
