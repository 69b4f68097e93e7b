//! Instances of invariants with parameters.
//!
//! A run satisfies such invariants for all values of the parameters, so any terms may take their
//! place. Those that help are what arrays are read and written at on the way to an error.

use crate::encoding::{Encoder, Runs};
use std::collections::BTreeSet;
use term::{Op, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// Most instances of each invariant. Fewer than there could be make nothing accepted that should
/// not be.
const MAX_INSTANCES: usize = 400;

/// The invariants that runs satisfied on their way, for all values of the parameters.
pub struct Assumed<'a> {
    parameters: &'a [Symbol],
    /// Which runs, and what they satisfied.
    visits: Vec<(Term, Term)>,
}

impl<'a> Assumed<'a> {
    /// Nothing yet.
    pub fn new(parameters: &'a [Symbol]) -> Assumed<'a> {
        Assumed { parameters, visits: Vec::new() }
    }

    /// Takes note that runs satisfy an invariant where they are.
    pub fn add(&mut self, encoder: &mut Encoder<'_>, runs: &Runs, invariant: Term) {
        if !self.parameters.is_empty() {
            self.visits.push((runs.condition, encoder.read(&runs.values, invariant)));
        }
    }

    /// What the runs of a condition satisfied for those values of the parameters that the condition
    /// has to do with.
    pub fn instances(&self, encoder: &mut Encoder<'_>, condition: Term) -> Vec<Term> {
        let store = &mut encoder.store;
        let mut found = Vec::new();
        if self.visits.is_empty() {
            return found;
        }
        let candidates = self.candidates(store, condition);
        for values in combinations(&candidates) {
            let pairs = self.parameters.iter().zip(values);
            let pairs: Vec<(Term, Term)> = pairs.map(|(&p, v)| (store.var(p), v)).collect();
            let mut instance: Substitution = pairs.into_iter().collect();
            for &(runs, invariant) in &self.visits {
                let runs = instance.apply(store, runs);
                let invariant = instance.apply(store, invariant);
                found.push(store.implies(runs, invariant));
            }
        }
        found
    }

    /// For each parameter the terms of its sort that indices of arrays are made of, and the low bits of
    /// wider ones: of a pointer, its offset.
    fn candidates(&self, store: &mut TermStore, condition: Term) -> Vec<Vec<Term>> {
        let parts = post_order(store, &[condition], |_| false);
        let accesses = parts.iter().filter(|&&t| matches!(store.op(t), Op::Select | Op::Store));
        let indices: BTreeSet<Term> = accesses.map(|&access| store.args(access)[1]).collect();
        let indices: Vec<Term> = indices.into_iter().collect();
        let parts = post_order(store, &indices, |_| false);
        let speaks_of_parameter =
            |&t: &Term| free_vars(store, &[t]).iter().any(|v| self.parameters.contains(v));
        let values: Vec<Term> = parts.into_iter().filter(|t| !speaks_of_parameter(t)).collect();
        let mut of_sort = |parameter: &Symbol| {
            let sort = store.symbol_sort(*parameter).clone();
            let mut fitting: Vec<Term> = Vec::new();
            for &value in &values {
                match (store.sort(value).bit_width(), sort.bit_width()) {
                    _ if *store.sort(value) == sort => fitting.push(value),
                    (Some(wide), Some(width)) if wide > width => {
                        fitting.push(store.extract(width - 1, 0, value));
                    }
                    _ => {}
                }
            }
            fitting
        };
        self.parameters.iter().map(&mut of_sort).collect()
    }
}

/// All ways to take one of each, up to a number.
fn combinations(candidates: &[Vec<Term>]) -> Vec<Vec<Term>> {
    let mut all = vec![Vec::new()];
    for values in candidates {
        let longer = all.iter().flat_map(|shorter: &Vec<Term>| {
            values.iter().map(move |&value| shorter.iter().copied().chain([value]).collect())
        });
        all = longer.take(MAX_INSTANCES).collect();
    }
    all
}
