//! The terms with which loops pass over slots: comparing them with the slots shows the progress of
//! a loop.

use super::abstraction::CellModel;
use super::slots::leaves;
use model::{EdgeId, Model};
use rustc_hash::FxHashSet;
use term::{Op, Symbol, Term, TermStore, free_vars, post_order};

/// A term that occurs in an index at the position of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Passing {
    pub(super) slot: Symbol,
    /// The only variable of the term.
    pub(super) counter: Symbol,
    pub(super) term: Term,
}

/// The terms that pass over the slots along some edges: those at the positions of slots in indices
/// of accesses.
pub(super) fn passings_along(
    accesses: &Model,
    edges: &[EdgeId],
    cells: &CellModel,
    terms: &mut TermStore,
) -> Vec<Passing> {
    let cfa = &accesses.entry().cfa;
    let roots: Vec<Term> = edges.iter().flat_map(|&e| cfa.edge(e).command.terms()).collect();
    let mut found: Vec<Passing> = Vec::new();
    for part in post_order(&accesses.terms, &roots, |_| false) {
        if !matches!(accesses.terms.op(part), Op::Select | Op::Store) {
            continue;
        }
        let index = accesses.terms.args(part)[1];
        for &place in cells.slots.places.get(accesses.terms.sort(index)).into_iter().flatten() {
            for (slot, term) in in_places(terms, place, index) {
                let Some(counter) = counter_of(terms, term) else { continue };
                if !cells.slots.symbols.contains(&slot) {
                    continue;
                }
                let passing = Passing { slot, counter, term };
                if !found.contains(&passing) {
                    found.push(passing);
                }
            }
        }
    }
    // Indices that are the counter itself, up to a constant, come first.
    let is_direct = |terms: &mut TermStore, passing: &Passing| {
        let counter = terms.var(passing.counter);
        terms.sort(counter) == terms.sort(passing.term) && {
            let difference = terms.bv_sub(passing.term, counter);
            terms.as_value(difference).is_some()
        }
    };
    let (direct, others): (Vec<Passing>, _) =
        found.into_iter().partition(|passing| is_direct(terms, passing));
    direct.into_iter().chain(others).collect()
}

/// One passing for each slot and counter. Of those that differ by a constant, the one that is
/// furthest in the direction of the counter: everything behind it is done.
pub(super) fn foremost(
    terms: &mut TermStore,
    passings: &[Passing],
    falling: &FxHashSet<Symbol>,
) -> Vec<Passing> {
    let mut found: Vec<Passing> = Vec::new();
    for &passing in passings {
        let Passing { slot, counter, term } = passing;
        let Some(known) = found.iter_mut().find(|p| (p.slot, p.counter) == (slot, counter)) else {
            found.push(passing);
            continue;
        };
        let difference = terms.bv_sub(term, known.term);
        if let Some(difference) = terms.as_bitvec(difference)
            && !difference.is_zero()
            && difference.sign() != falling.contains(&counter)
        {
            known.term = term;
        }
    }
    found
}

/// The only variable that a number depends on.
fn counter_of(terms: &TermStore, term: Term) -> Option<Symbol> {
    terms.sort(term).bit_width()?;
    match free_vars(terms, &[term])[..] {
        [counter] if terms.symbol_sort(counter).bit_width().is_some() => Some(counter),
        _ => None,
    }
}

/// The subterms of an index at the positions of a place's slots, if both have the same shape.
fn in_places(terms: &TermStore, place: Term, index: Term) -> Vec<(Symbol, Term)> {
    let (mut place_at, mut index_at) = (place, index);
    loop {
        if let Some(slot) = terms.as_var(place_at)
            && terms.sort(place_at) == terms.sort(index_at)
        {
            return vec![(slot, index_at)];
        }
        let (args, others) = (terms.args(place_at), terms.args(index_at));
        let mut different = args.iter().zip(others).filter(|(a, b)| a != b);
        let one = different.next().filter(|_| different.next().is_none());
        match one {
            Some((&a, &b)) if terms.op(place_at) == terms.op(index_at) => {
                (place_at, index_at) = (a, b);
            }
            _ => break,
        }
    }
    let (slots, leaves_of_index) = (leaves(terms, place), leaves(terms, index));
    if slots.len() != leaves_of_index.len() {
        return Vec::new();
    }
    let alike = slots.into_iter().zip(leaves_of_index).filter_map(|(slot, leaf)| {
        Some((terms.as_var(slot)?, leaf)).filter(|_| terms.sort(slot) == terms.sort(leaf))
    });
    alike.collect()
}
