//! Summaries of procedures, for proofs about recursion.
//!
//! A summary is a condition on the parameters and the results of a procedure. It is found in the
//! template domains of kIkI: as the invariant of the procedure's exit in the model where summaries
//! replace calls. At first no call returns; the invariants of the exits are then the next summary.
//! After some rounds only those conditions are kept that still hold, together with bounds of
//! results by constants of the program, until all of them hold. Invariants of the exits under that
//! stable summary hold for all activations, and strengthen it.
//!
//! Nothing here is trusted: a proof contains the summaries, and the checker checks it on the model
//! with these summaries.

mod bounds;
mod probe;

use crate::engine::Context;
use crate::solver::{Workload, is_satisfiable};
use crate::templates::{ANYTHING, invariants_of_domains};
use bounds::bounds;
use evidence::{Reason, Summaries};
use model::{Model, ProcedureId};
use probe::Probe;
use smt::{Budget, EmbeddedSolver};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use term::{Term, TermStore, Transfer, post_order};

/// Rounds in which summaries grow freely.
const FREE_ROUNDS: u32 = 5;

/// The maximal number of rounds to find a summary.
const MAX_ROUNDS: u32 = 30;

/// Rounds that strengthen stable summaries.
const DESCENT: u32 = 2;

/// The conjuncts of each procedure's summary.
type Conjuncts = BTreeMap<ProcedureId, Vec<Term>>;

/// Finds summaries of the called procedures of a model.
pub fn infer(model: &Model, context: &mut Context<'_>) -> Result<Summaries, Reason> {
    let solver = EmbeddedSolver::new(context.solver.backend(Workload::ManySmallQueries));
    let mut search = Search { model, store: model.terms.clone(), solver };
    let never = search.store.bool(false);
    let callable = model.procedure_ids().filter(|&id| id != model.entry);
    let mut known: Conjuncts = callable.map(|id| (id, vec![never])).collect();
    for round in 0..MAX_ROUNDS {
        let found = search.exits(&known, context)?;
        let kept = search.implied(&known, &found, &context.budget)?;
        if kept == known {
            return search.strengthened(known, context);
        }
        known = match round {
            0..FREE_ROUNDS => found,
            FREE_ROUNDS => {
                let bounds = bounds(model, &mut search.store);
                let mut wider = search.implied(&bounds, &found, &context.budget)?;
                for (id, old) in kept {
                    wider.entry(id).or_default().extend(old);
                }
                wider
            }
            _ => kept,
        };
    }
    Err(Reason::Incomplete(format!("no stable summaries after {MAX_ROUNDS} rounds")))
}

struct Search<'m> {
    model: &'m Model,
    /// Owns the summaries.
    store: TermStore,
    solver: EmbeddedSolver,
}

impl Search<'_> {
    /// The conjuncts that follow from others.
    fn implied(
        &mut self,
        conjuncts: &Conjuncts,
        from: &Conjuncts,
        budget: &Budget,
    ) -> Result<Conjuncts, Reason> {
        let mut implied = Conjuncts::new();
        for (&id, candidates) in conjuncts {
            let mut kept = Vec::new();
            for &candidate in candidates {
                let mut query = from.get(&id).cloned().unwrap_or_default();
                if query.contains(&candidate) {
                    kept.push(candidate);
                    continue;
                }
                query.push(self.store.not(candidate));
                if !is_satisfiable(&mut self.solver, &mut self.store, &query, budget)? {
                    kept.push(candidate);
                }
            }
            implied.insert(id, kept);
        }
        Ok(implied)
    }

    /// Adds conditions that hold at exits if calls satisfy stable summaries.
    fn strengthened(
        &mut self,
        mut known: Conjuncts,
        context: &mut Context<'_>,
    ) -> Result<Summaries, Reason> {
        for _ in 0..DESCENT {
            for (id, found) in self.exits(&known, context)? {
                let all = known.entry(id).or_default();
                all.extend(found);
                all.sort_unstable();
                all.dedup();
            }
        }
        for conjuncts in known.values_mut() {
            self.tidy(conjuncts, &context.budget)?;
        }
        Ok(self.summaries(&known))
    }

    /// Drops conjuncts that follow from the others, large ones first.
    fn tidy(&mut self, conjuncts: &mut Vec<Term>, budget: &Budget) -> Result<(), Reason> {
        let size = |store: &TermStore, term| post_order(store, &[term], |_| false).len();
        let mut open = conjuncts.clone();
        open.sort_by_cached_key(|&term| Reverse((size(&self.store, term), term)));
        for term in open {
            let mut others: Vec<Term> =
                conjuncts.iter().copied().filter(|&other| other != term).collect();
            others.push(self.store.not(term));
            if !is_satisfiable(&mut self.solver, &mut self.store, &others, budget)? {
                conjuncts.retain(|&other| other != term);
            }
        }
        Ok(())
    }

    fn summaries(&mut self, conjuncts: &Conjuncts) -> Summaries {
        let terms: Vec<(ProcedureId, Term)> =
            conjuncts.iter().map(|(&id, all)| (id, self.store.and(all))).collect();
        Summaries::new(&self.store, terms)
    }

    /// The conditions that hold at the exits of procedures if all calls satisfy some summaries.
    fn exits(&mut self, known: &Conjuncts, context: &mut Context<'_>) -> Result<Conjuncts, Reason> {
        let summaries = self.summaries(known);
        let misfit = || Reason::Unsupported("a call of the entry procedure".into());
        let summarised = summaries.applied_to(self.model).ok_or_else(misfit)?;
        let probe = Probe::of(self.model, summarised);
        let mut alone = Context::new(context.budget.clone(), context.observer);
        alone.solver = context.solver;
        let (terms, invariants) = invariants_of_domains(&[], ANYTHING, &probe.model, &mut alone)?;
        let mut found = Conjuncts::new();
        for &id in known.keys() {
            let at_exit = probe.exits.get(&id).and_then(|exit| invariants.get(exit));
            let conjuncts = at_exit.map_or(&[][..], Vec::as_slice);
            let mut own: Vec<Term> = Vec::new();
            let (said, about) = probe.about(self.model, id, &terms, conjuncts);
            let mut transfer = Transfer::new();
            for term in about {
                let copied = transfer.copy(&said, &mut self.store, term);
                own.push(copied.expect("it speaks of symbols of the model"));
            }
            own.sort_unstable();
            own.dedup();
            found.insert(id, own);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
