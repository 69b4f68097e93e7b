//! Loop heads told apart by how far loops have come, past watched cells or not, and by flags.
//!
//! Most choices of slots never lead to a violation: an index out of bounds, an element that is not
//! the one that will be read. What holds for them need not be known, so they are one case.

use super::abstraction::CellModel;
use super::slots::leaves;
use crate::unwinding::Outline;
use model::{Cfa, Command, Location, Model};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use term::{Op, Sort, Symbol, Term, TermStore, free_vars, post_order};

/// Most cases of a location in which a violation may follow.
const MAX_CASES: usize = 8;

/// A model whose loop heads have a copy for each case.
pub(super) struct SplitModel {
    pub(super) model: Model,
    /// The location that each location is a copy of, and its case; none for where runs start.
    pub(super) origins: Vec<Option<(Location, Term)>>,
}

/// A term that is used as an index where a slot has its place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Passing {
    slot: Symbol,
    /// The only variable of the term.
    counter: Symbol,
    term: Term,
}

/// What passes over the slots: the terms in their places in indices of accesses.
fn passings(accesses: &Model, cells: &CellModel, terms: &mut TermStore) -> Vec<Passing> {
    let cfa = &accesses.entry().cfa;
    let roots: Vec<Term> = cfa.edges().flat_map(|e| cfa.edge(e).command.terms()).collect();
    let mut found: Vec<Passing> = Vec::new();
    for part in post_order(&accesses.terms, &roots, |_| false) {
        if !matches!(accesses.terms.op(part), Op::Select | Op::Store) {
            continue;
        }
        let index = accesses.terms.args(part)[1];
        for &place in cells.slots.places.get(accesses.terms.sort(index)).into_iter().flatten() {
            for (slot, term) in in_places(terms, place, index) {
                let Some(counter) = counter_of(terms, term) else { continue };
                let passing = Passing { slot, counter, term };
                if !found.contains(&passing) {
                    found.push(passing);
                }
            }
        }
    }
    // Where an index is the counter itself, but for a constant, others are of less interest.
    let is_direct = |terms: &mut TermStore, passing: &Passing| {
        let counter = terms.var(passing.counter);
        let difference = terms.bv_sub(passing.term, counter);
        terms.as_value(difference).is_some()
    };
    let (direct, others): (Vec<Passing>, _) =
        found.into_iter().partition(|passing| is_direct(terms, passing));
    direct.into_iter().chain(others).collect()
}

/// One passing for each slot and counter. Of those that differ by constants it is the first one in the
/// direction of the counter: what that is past is done.
fn foremost(
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

/// The one variable that a number depends on.
fn counter_of(terms: &TermStore, term: Term) -> Option<Symbol> {
    terms.sort(term).bit_width()?;
    match free_vars(terms, &[term])[..] {
        [counter] if terms.symbol_sort(counter).bit_width().is_some() => Some(counter),
        _ => None,
    }
}

/// What an index has where a place has slots, if they are alike.
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

impl SplitModel {
    /// Splits the loop heads of a model with cells for arrays, in which something is assumed at the
    /// start and some invariants are known. The model itself tells how it uses arrays.
    pub(super) fn of(
        with_arrays: &Model,
        cells: &CellModel,
        assumed: &[Term],
        known: &BTreeMap<Location, Vec<Term>>,
    ) -> SplitModel {
        let model = &cells.model;
        let mut split = model.clone();
        let source = &model.entry().cfa;
        let passings = passings(with_arrays, cells, &mut split.terms);
        let cases_of = cases(cells, &mut split.terms, &passings);
        let mut cfa = Cfa::new();
        let mut origins = vec![None];
        let start = cfa.add_location("before the start", None);
        let mut copies: Vec<Vec<(Location, Command)>> = Vec::new();
        for location in source.locations() {
            let info = source.location(location);
            let copy = |(number, &case): (usize, &Term)| {
                let copy = cfa.add_location(format!("{}.{number}", info.name), info.span);
                origins.push(Some((location, case)));
                if let Some(error) = source.error_at(location) {
                    cfa.add_error(copy, error.property.clone());
                }
                let known = known.get(&location).into_iter().flatten().copied();
                (copy, Command::seq(known.chain([case]).map(Command::Assume)))
            };
            copies.push(cases_of[location.index()].iter().enumerate().map(copy).collect());
        }
        cfa.set_initial(start);
        let assumed = Command::seq(assumed.iter().map(|&term| Command::Assume(term)));
        for (first, enter) in &copies[source.initial().index()] {
            cfa.add_edge(start, *first, Command::seq([assumed.clone(), enter.clone()]), None);
        }
        let never = split.terms.bool(false);
        for (location, cases) in source.locations().zip(&copies) {
            for &(copy, _) in cases {
                for &edge in source.outgoing(location) {
                    let edge = source.edge(edge);
                    for (target, enter) in &copies[edge.target.index()] {
                        let command = Command::seq([edge.command.clone(), enter.clone()]);
                        cfa.add_edge(copy, *target, command, edge.span);
                    }
                }
                // A copy of a head has an invariant even if no cycle leads through it.
                if cases.len() > 1 {
                    cfa.add_edge(copy, copy, Command::Assume(never), None);
                }
            }
        }
        split.procedures[model.entry.index()].cfa = cfa;
        SplitModel { model: split, origins }
    }
}

/// The cases of each location, which cover everything and exclude each other.
fn cases(cells: &CellModel, terms: &mut TermStore, passings: &[Passing]) -> Vec<Vec<Term>> {
    let model = &cells.model;
    let cfa = &model.entry().cfa;
    let unsigned = read_as_natural(model);
    let outline = Outline::of(cfa, terms);
    let cut_points: Vec<Location> = outline.graph.cut_points().collect();
    let mut all = Vec::new();
    for location in cfa.locations() {
        if !cut_points.contains(&location) {
            all.push(vec![terms.bool(true)]);
            continue;
        }
        let live = outline.live_at_join(location);
        let falling = counting_down(model, location);
        let mut questions = Vec::new();
        for Passing { slot, counter, term } in foremost(terms, passings, &falling) {
            if live.contains(&slot) && live.contains(&counter) {
                let slot = terms.var(slot);
                let is_falling = falling.contains(&counter);
                let (less, more) = if is_falling { (term, slot) } else { (slot, term) };
                questions.push(match unsigned.contains(&counter) {
                    true => terms.bv_ult(less, more),
                    false => terms.bv_slt(less, more),
                });
            }
        }
        for &variable in live.iter().filter(|&&v| cells.is_variable_of_program(v)) {
            let flag = terms.var(variable);
            match terms.symbol_sort(variable) {
                Sort::Bool => questions.push(flag),
                Sort::BitVec(1) => {
                    let one = terms.bv(1, 1);
                    questions.push(terms.eq(flag, one));
                }
                _ => {}
            }
        }
        let suspicious = suspicious(terms, &cells.suspicions, live);
        let mut cases = vec![suspicious];
        for question in questions {
            if 2 * cases.len() > MAX_CASES {
                break;
            }
            let otherwise = terms.not(question);
            let refine = |&case: &Term| [question, otherwise].map(|c| terms.and(&[case, c]));
            cases = cases.iter().flat_map(refine).collect();
        }
        let harmless = terms.not(suspicious);
        if terms.as_bool(harmless) != Some(false) {
            cases.push(harmless);
        }
        all.push(cases);
    }
    all
}

/// That slots may have been chosen well, as far as live variables tell.
fn suspicious(terms: &mut TermStore, suspicions: &[Vec<Term>], live: &[Symbol]) -> Term {
    let mut alternatives = Vec::new();
    for conditions in suspicions {
        let is_known = |&&t: &&Term| free_vars(terms, &[t]).iter().all(|v| live.contains(v));
        let known: Vec<Term> = conditions.iter().filter(is_known).copied().collect();
        alternatives.push(terms.and(&known));
    }
    if alternatives.is_empty() { terms.bool(true) } else { terms.or(&alternatives) }
}

/// The variables that the loops of a head decrement and never increment.
fn counting_down(model: &Model, head: Location) -> FxHashSet<Symbol> {
    let cfa = &model.entry().cfa;
    let after = closure(head, |l| cfa.outgoing(l).iter().map(|&e| cfa.edge(e).target).collect());
    let before = closure(head, |l| cfa.incoming(l).iter().map(|&e| cfa.edge(e).source).collect());
    let (mut down, mut up) = (FxHashSet::default(), FxHashSet::default());
    let edges = cfa.edges().map(|edge| cfa.edge(edge));
    let in_loops = edges.filter(|e| after.contains(&e.source) && before.contains(&e.target));
    for command in in_loops.flat_map(|edge| edge.command.iter()) {
        if let Command::Assign(variable, value) = command
            && model.terms.op(*value) == Op::BvAdd
            && let [term, step] = model.terms.args(*value)
            && model.terms.as_var(*term) == Some(*variable)
            && let Some(step) = model.terms.as_bitvec(*step)
        {
            let moved = if step.sign() { &mut down } else { &mut up };
            moved.insert(*variable);
        }
    }
    down.retain(|variable| !up.contains(variable));
    down
}

/// The locations that any number of steps lead to.
fn closure(from: Location, next: impl Fn(Location) -> Vec<Location>) -> FxHashSet<Location> {
    let mut found = FxHashSet::from_iter([from]);
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        pending.extend(next(location).into_iter().filter(|&l| found.insert(l)));
    }
    found
}

/// The variables that are compared as natural numbers only.
fn read_as_natural(model: &Model) -> FxHashSet<Symbol> {
    let cfa = &model.entry().cfa;
    let roots: Vec<Term> = cfa.edges().flat_map(|e| cfa.edge(e).command.terms()).collect();
    let (mut natural, mut signed) = (FxHashSet::default(), FxHashSet::default());
    for part in post_order(&model.terms, &roots, |_| false) {
        let variables = model.terms.args(part).iter().filter_map(|&arg| model.terms.as_var(arg));
        match model.terms.op(part) {
            Op::BvUlt | Op::BvUle => natural.extend(variables),
            Op::BvSlt | Op::BvSle => signed.extend(variables),
            _ => {}
        }
    }
    natural.retain(|variable| !signed.contains(variable));
    natural
}
