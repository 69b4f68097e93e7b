//! Splits loop heads by the progress of loops, whether they have passed watched cells, and by
//! flags.
//!
//! Most choices of slots never lead to a violation: an index out of bounds, an element other than
//! the one that will be read. Nothing needs to be known about them, so they form one case.

use super::abstraction::CellModel;
use super::loops::{counting_down, edges_of_loops, read_as_natural};
use super::passing::{Passing, foremost, passings_along};
use crate::unwinding::Outline;
use model::{Automaton, Cfa, Command, EdgeId, Location, Model};
use std::collections::BTreeMap;
use term::{Sort, Symbol, Term, TermStore, free_vars};

/// The maximal number of cases of a location in which a violation may follow.
const MAX_CASES: usize = 8;

/// A model whose loop heads have a copy for each case.
pub(super) struct SplitModel {
    pub(super) model: Automaton,
    /// The original of each location and its case; `None` for the new start.
    pub(super) origins: Vec<Option<(Location, Term)>>,
}

impl SplitModel {
    /// Splits the loop heads of a model with cells, given an assumption at the start and some known
    /// invariants. The original model shows how arrays are used.
    pub(super) fn of(
        with_arrays: &Model,
        cells: &CellModel,
        assumed: &[Term],
        known: &BTreeMap<Location, Vec<Term>>,
    ) -> SplitModel {
        let model = &cells.model;
        let mut split = model.clone();
        let source = &model.entry().cfa;
        let cases_of = cases(with_arrays, cells, &mut split.terms);
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
                    cfa.add_error(copy, error.kind.clone());
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
        let heads = source.cut_points();
        for (location, cases) in source.locations().zip(&copies) {
            for &(copy, _) in cases {
                for &edge in source.outgoing(location) {
                    let edge = source.edge(edge);
                    for (target, enter) in &copies[edge.target.index()] {
                        let command = Command::seq([edge.command.clone(), enter.clone()]);
                        cfa.add_edge(copy, *target, command, edge.span);
                    }
                }
                // A copy of a head gets an invariant even if no cycle leads through it.
                if heads.contains(location) {
                    cfa.add_edge(copy, copy, Command::Assume(never), None);
                }
            }
        }
        split.procedures[model.entry.index()].cfa = cfa;
        let model = Automaton::of(split).expect("cells add no calls");
        SplitModel { model, origins }
    }
}

/// The cases of each location; they are exhaustive and mutually exclusive.
fn cases(with_arrays: &Model, cells: &CellModel, terms: &mut TermStore) -> Vec<Vec<Term>> {
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
        let edges = edges_of_loops(cfa, location);
        let falling = counting_down(model, &edges);
        let mut passings = passings_along(with_arrays, &edges, cells, terms);
        if passings.is_empty() {
            // The accesses of other loops may show what this loop counts.
            let all: Vec<EdgeId> = cfa.edges().collect();
            passings = passings_along(with_arrays, &all, cells, terms);
        }
        let mut questions = Vec::new();
        for Passing { slot, counter, term } in foremost(terms, &passings, &falling) {
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
        let flags = live.iter().copied().filter(|&v| cells.is_variable_of_program(v));
        questions.extend(flags.filter_map(|variable| is_set(terms, variable)));
        let suspicious = suspicious(terms, &cells.suspicions, live);
        all.push(split(terms, suspicious, questions));
    }
    all
}

/// That a flag is set, if a variable is one.
fn is_set(terms: &mut TermStore, variable: Symbol) -> Option<Term> {
    let flag = terms.var(variable);
    match terms.symbol_sort(variable) {
        Sort::Bool => Some(flag),
        Sort::BitVec(1) => {
            let one = terms.bv(1, 1);
            Some(terms.eq(flag, one))
        }
        _ => None,
    }
}

/// The answers to questions, where something is suspicious, as far as there are not too many; and the
/// rest as one case.
fn split(terms: &mut TermStore, suspicious: Term, questions: Vec<Term>) -> Vec<Term> {
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
    cases
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
