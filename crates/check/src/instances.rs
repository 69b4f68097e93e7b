//! Instances of invariants with parameters.
//!
//! A run satisfies such invariants for all values of the parameters, so any terms may take their
//! place. Those that help are what arrays are read and written at on the way to an error or to the next
//! visit, and what the invariants compare parameters with. Which are tried, and in which order, only decides what is accepted
//! soon, or at all: no instance is wrong.

use crate::encoding::{Encoder, Runs};
use std::collections::{BTreeSet, HashSet};
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// Most instances of each invariant.
const MAX_INSTANCES: usize = 400;

/// Most terms that are tried for one parameter.
const MAX_CANDIDATES: usize = 40;

/// The invariants that runs satisfied on their way, for all values of the parameters.
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

    /// Whether nothing is known for all values of parameters.
    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// What runs satisfied for those values of the parameters that some conditions have to do with, the
    /// likeliest to matter first.
    pub fn instances(&self, encoder: &mut Encoder<'_>, conditions: &[Term]) -> Vec<Term> {
        let store = &mut encoder.store;
        let mut found = Vec::new();
        if self.visits.is_empty() {
            return found;
        }
        let candidates = self.candidates(store, conditions);
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

    /// For each parameter itself, for where it does not matter; then what invariants compare it with, and
    /// the terms of its sort that indices of arrays are made of or the low bits of wider ones: of a
    /// pointer, its offset. Constants come last.
    fn candidates(&self, store: &mut TermStore, conditions: &[Term]) -> Vec<Vec<Term>> {
        let indices = self.parts_of_indices(store, conditions);
        let mut of_parameter = |&parameter: &Symbol| {
            let sort = store.symbol_sort(parameter).clone();
            let itself = store.var(parameter);
            let mut fitting = self.compared_with(store, itself);
            for &value in &indices {
                match (store.sort(value).bit_width(), sort.bit_width()) {
                    _ if *store.sort(value) == sort => fitting.push(value),
                    (Some(wide), Some(width)) if wide > width => {
                        fitting.push(store.extract(width - 1, 0, value));
                    }
                    _ => {}
                }
            }
            fitting.sort_by_key(|&t| store.as_value(t).is_some());
            let mut seen = HashSet::from([itself]);
            fitting.retain(|&t| seen.insert(t));
            fitting.insert(0, itself);
            fitting.truncate(MAX_CANDIDATES);
            fitting
        };
        self.parameters.iter().map(&mut of_parameter).collect()
    }

    /// What invariants compare a parameter with.
    fn compared_with(&self, store: &TermStore, parameter: Term) -> Vec<Term> {
        let invariants: Vec<Term> = self.visits.iter().map(|&(_, invariant)| invariant).collect();
        let mut found = Vec::new();
        for part in post_order(store, &invariants, |_| false) {
            if *store.sort(part) == Sort::Bool
                && let &[a, b] = store.args(part)
                && (a == parameter || b == parameter)
            {
                found.extend([a, b].into_iter().filter(|&t| !self.speaks_of_parameters(store, t)));
            }
        }
        found
    }

    fn speaks_of_parameters(&self, store: &TermStore, term: Term) -> bool {
        free_vars(store, &[term]).iter().any(|v| self.parameters.contains(v))
    }

    /// The parts of indices without parameters, first those that indices are computed from by operations
    /// that keep different values apart.
    fn parts_of_indices(&self, store: &TermStore, conditions: &[Term]) -> Vec<Term> {
        let parts = post_order(store, conditions, |_| false);
        let accesses = parts.iter().filter(|&&t| matches!(store.op(t), Op::Select | Op::Store));
        let indices: BTreeSet<Term> = accesses.map(|&access| store.args(access)[1]).collect();
        let indices: Vec<Term> = indices.into_iter().collect();
        let near = post_order(store, &indices, |t| !keeps_apart(store, t));
        let near = indices.iter().chain(near.iter().flat_map(|&t| store.args(t)));
        let all = post_order(store, &indices, |_| false);
        near.chain(&all).copied().filter(|&t| !self.speaks_of_parameters(store, t)).collect()
    }
}

/// Whether an operation mostly makes different indices of different values.
fn keeps_apart(store: &TermStore, term: Term) -> bool {
    use Op::{Add, BvAdd, BvAnd, BvConcat, BvExtract, BvMul, BvNeg, BvShl, BvSignExtend, BvSub};
    let op = store.op(term);
    matches!(op, Add | BvAdd | BvAnd | BvConcat | BvExtract { .. } | BvMul | BvNeg | BvShl)
        || matches!(op, BvSub | BvSignExtend(_) | Op::BvZeroExtend(_) | Op::Mul | Op::Neg | Op::Sub)
}

/// Ways to take one of each but not the first of all, up to a number. One late candidate among first ones
/// comes as soon as several early ones.
fn combinations(candidates: &[Vec<Term>]) -> Vec<Vec<Term>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for values in candidates {
        let longer = all.iter().flat_map(|shorter| {
            (0..values.len()).map(move |next| shorter.iter().copied().chain([next]).collect())
        });
        all = longer.collect();
        all.sort_by_key(|ranks: &Vec<usize>| -> usize {
            ranks.iter().map(|rank| rank + 1).product()
        });
        all.truncate(MAX_INSTANCES + 1);
    }
    let take = |ranks: &Vec<usize>| ranks.iter().zip(candidates).map(|(&r, c)| c[r]).collect();
    all.iter().skip(1).map(take).collect()
}
