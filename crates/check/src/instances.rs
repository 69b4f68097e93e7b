//! Instances of invariants with parameters.
//!
//! A run satisfies such invariants for all values of the parameters, so the parameters may be
//! replaced by any terms. Useful terms are the indices of array reads and writes on the way to an
//! error.

use crate::encoding::{Encoder, Runs};
use std::collections::BTreeSet;
use term::{Op, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// The maximal number of instances of each invariant. A lower limit cannot make a wrong proof
/// accepted.
const MAX_INSTANCES: usize = 400;

/// The parametrised invariants that runs have satisfied.
pub struct Assumed<'a> {
    parameters: &'a [Symbol],
    /// Conditions of runs, each with the invariant that the runs satisfied.
    visits: Vec<(Term, Term)>,
}

impl<'a> Assumed<'a> {
    /// Nothing yet.
    pub fn new(parameters: &'a [Symbol]) -> Assumed<'a> {
        Assumed { parameters, visits: Vec::new() }
    }

    /// Records that runs satisfy an invariant at their current point.
    pub fn add(&mut self, encoder: &mut Encoder<'_>, runs: &Runs, invariant: Term) {
        if !self.parameters.is_empty() {
            self.visits.push((runs.condition, encoder.read(&runs.values, invariant)));
        }
    }

    /// The instances that the runs of a condition satisfied, for parameter values that occur in the
    /// condition.
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

    /// For each parameter, the terms of its sort that occur in array indices, and the low bits of
    /// wider indices: for a pointer, its offset.
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

/// All combinations of one element from each list, up to a limit.
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
