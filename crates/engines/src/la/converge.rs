//! From annotations of an unwinding to a solution.

use super::Cube;
use super::search::Search;
use crate::solver::is_satisfiable;
use evidence::{Interpretation, Reason};
use model::PredicateId;
use smt::{EmbeddedSolver, Models, Solver};
use term::{Sort, Term, Value};

impl Search<'_> {
    /// Eager propagation: annotations of the level below that hold at this one, too.
    pub(super) fn propagate_to(
        &mut self,
        predicate: PredicateId,
        level: u32,
    ) -> Result<(), Reason> {
        if level < 2 {
            return Ok(());
        }
        for cube in self.annotation.frames.delta(predicate, level - 1).to_vec() {
            if self.annotation.blocking_core(predicate, level, &cube)?.is_some() {
                self.count.propagated += 1;
                self.annotation.add_lemma(predicate, level, &cube);
            }
        }
        Ok(())
    }

    /// The largest set of annotations, of whatever levels, that is inductive (Flanagan and Leino, "Houdini, an
    /// annotation assistant for ESC/Java", 2001), if it excludes all queries.
    pub(super) fn houdini(&mut self) -> Result<Option<Interpretation>, Reason> {
        let predicates = self.annotation.rules.parameters.len();
        let mut kept: Vec<Vec<Term>> = Vec::with_capacity(predicates);
        for number in 0..predicates {
            let predicate = PredicateId::from_index(number);
            let cubes = self.annotation.frames.with_levels(predicate);
            let store = &mut self.annotation.rules.store;
            let mut clauses: Vec<Term> =
                cubes.map(|(_, cube): (u32, &Cube)| cube.clause(store)).collect();
            clauses.sort_unstable();
            clauses.dedup();
            kept.push(clauses);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for rule in 0..self.annotation.rules.rules.len() {
                changed |= self.drop_violated(rule, &mut kept)?;
            }
        }
        for query in self.annotation.rules.queries.clone() {
            if self.violation(query, &kept, &[])?.is_some() {
                return Ok(None);
            }
        }
        Ok(Some(self.annotation.rules.interpretation(&kept)))
    }

    /// Drops annotations of a rule's head that do not follow from those of its body.
    fn drop_violated(&mut self, rule: usize, kept: &mut [Vec<Term>]) -> Result<bool, Reason> {
        let Some(head) = &self.annotation.rules.rules[rule].head else { return Ok(false) };
        let predicate = head.predicate.index();
        let mut dropped = false;
        while !kept[predicate].is_empty() {
            let claimed = kept[predicate].clone();
            let Some(holds) = self.violation(rule, kept, &claimed)? else { break };
            let mut holds = holds.into_iter();
            kept[predicate].retain(|_| holds.next() == Some(true));
            dropped = true;
        }
        Ok(dropped)
    }

    /// Whether each claim about the head holds, in a model of a rule in which one of them does not.
    fn violation(
        &mut self,
        rule: usize,
        kept: &[Vec<Term>],
        claims: &[Term],
    ) -> Result<Option<Vec<bool>>, Reason> {
        let budget = self.annotation.budget.clone();
        let mut solver = EmbeddedSolver::new(self.backend());
        let rules = &mut self.annotation.rules;
        let (store, applied) = (&mut rules.store, &mut rules.rules[rule]);
        for &part in &applied.constraint {
            solver.assert(store, part);
        }
        for atom in &mut applied.body {
            for &claim in &kept[atom.predicate.index()] {
                let claim = atom.of(store, claim);
                solver.assert(store, claim);
            }
        }
        let mut of_head = Vec::with_capacity(claims.len());
        if let Some(head) = &mut applied.head {
            of_head.extend(claims.iter().map(|&claim| head.of(store, claim)));
            debug_assert!(of_head.iter().all(|&claim| *store.sort(claim) == Sort::Bool));
            let all = store.and(&of_head);
            let violated = store.not(all);
            solver.assert(store, violated);
        }
        if !is_satisfiable(&mut solver, store, &[], &budget)? {
            return Ok(None);
        }
        let holds = |claim| solver.value(store, claim) == Value::Bool(true);
        Ok(Some(of_head.into_iter().map(holds).collect()))
    }
}
