//! Bounds of results by constants of the program.

use super::Conjuncts;
use model::{Model, Procedure};
use std::collections::BTreeSet;
use term::{BitVec, Sort, Symbol, Term, TermStore, post_order};

/// The maximal number of a procedure's constants used for bounds.
const MAX_CONSTANTS: usize = 32;

/// For each procedure, its results compared with constants of its commands and their neighbours.
pub(super) fn bounds(model: &Model, store: &mut TermStore) -> Conjuncts {
    let mut bounds = Conjuncts::new();
    for id in model.procedure_ids().filter(|&id| id != model.entry) {
        let procedure = model.procedure(id);
        let constants = constants(model, procedure);
        let mut own = Vec::new();
        for &result in &procedure.results {
            for constant in &constants {
                own.extend(comparisons(store, result, constant));
            }
        }
        bounds.insert(id, own);
    }
    bounds
}

fn constants(model: &Model, procedure: &Procedure) -> BTreeSet<BitVec> {
    let edges = procedure.cfa.edges().map(|edge| procedure.cfa.edge(edge));
    let roots: Vec<Term> = edges.flat_map(|edge| edge.command.terms()).collect();
    let parts = post_order(&model.terms, &roots, |_| false);
    let constants = parts.into_iter().filter_map(|part| model.terms.as_bitvec(part));
    let mut found = BTreeSet::new();
    for constant in constants {
        let one = BitVec::one(constant.width());
        found.extend([constant.clone(), constant.add(&one), constant.sub(&one)]);
        if found.len() >= MAX_CONSTANTS {
            break;
        }
    }
    found
}

fn comparisons(store: &mut TermStore, result: Symbol, constant: &BitVec) -> Vec<Term> {
    if *store.symbol_sort(result) != Sort::BitVec(constant.width()) {
        return Vec::new();
    }
    let (result, constant) = (store.var(result), store.bv_const(constant.clone()));
    vec![
        store.bv_sle(result, constant),
        store.bv_sle(constant, result),
        store.bv_ule(result, constant),
        store.bv_ule(constant, result),
    ]
}
