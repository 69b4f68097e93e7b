//! The search for a tuple of measures that shrinks in each round.

use super::loops::SavedLoop;
use crate::templates::Formula;
use evidence::Reason;
use smt::{Budget, Models};
use term::{Assignment, Symbol, Term, eval};

/// Most components of a tuple.
const MAX_COMPONENTS: usize = 5;

/// Conflicts after which it is not known whether a measure never grows.
const CONFLICTS: u64 = 20_000;

/// A step inside of a loop: the values of variables before and after.
struct ConcreteStep {
    before: Assignment,
    after: Assignment,
}

/// Looks for rankings, and counts.
pub(super) struct RankingSearch<'s, 'm> {
    /// The steps between cut points, with what is known of them.
    pub(super) formula: &'s mut Formula<'m>,
    /// The variables that measures may speak of.
    pub(super) variables: &'s [Symbol],
    /// How many queries there were.
    pub(super) queries: u64,
}

impl RankingSearch<'_, '_> {
    /// Measures of which no step inside of the loop makes one grow unless an earlier one shrinks, and one
    /// of which shrinks in each step to its head. None if there are none among the candidates.
    pub(super) fn ranking(
        &mut self,
        of: &SavedLoop,
        candidates: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Reason> {
        let budget = budget.clone().with_conflict_limit(CONFLICTS);
        let mut tuple: Vec<Term> = Vec::new();
        let mut known: Vec<ConcreteStep> = Vec::new();
        loop {
            let Some(stays) = self.round_without_progress(of, &tuple, &budget)? else {
                return Ok(Some(tuple));
            };
            if tuple.len() == MAX_COMPONENTS {
                return Ok(None);
            }
            known.push(stays);
            let witness = known.len() - 1;
            let mut chosen = None;
            for &measure in candidates {
                let shrinks = self.change(measure, &known[witness]) == Some(Change::Shrinks);
                let grows = |step| {
                    self.change(measure, step) != Some(Change::Shrinks)
                        && self.change(measure, step) != Some(Change::Stays)
                };
                if !shrinks || known.iter().any(grows) {
                    continue;
                }
                match self.step_that_grows(of, &tuple, measure, &budget) {
                    Ok(None) => {
                        chosen = Some(measure);
                        break;
                    }
                    Ok(Some(step)) => known.push(step),
                    // It takes too long to know.
                    Err(Reason::Incomplete(_)) => {}
                    Err(reason) => return Err(reason),
                }
            }
            if chosen.is_none() {
                chosen = self.weak_measure(of, &tuple, candidates, &mut known, &budget)?;
            }
            let Some(measure) = chosen else { return Ok(None) };
            tuple.push(measure);
            let stays: Vec<bool> = known
                .iter()
                .map(|step| self.change(measure, step) == Some(Change::Stays))
                .collect();
            let mut stays = stays.into_iter();
            known.retain(|_| stays.next() == Some(true));
        }
    }

    /// A measure that never grows, and shrinks in some step, though not in the one that is looked at: what
    /// happens once, such as that a counter wraps around, is out of the way then.
    fn weak_measure(
        &mut self,
        of: &SavedLoop,
        tuple: &[Term],
        candidates: &[Term],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Term>, Reason> {
        for &measure in candidates {
            let may_grow = known.iter().any(|step| {
                !matches!(self.change(measure, step), Some(Change::Shrinks | Change::Stays))
            });
            if may_grow || tuple.contains(&measure) {
                continue;
            }
            let negated = self.formula.store.bv_neg(measure);
            // Measures have a bit to spare, so that the negation shrinks where the measure grows.
            match self.step_that_grows(of, tuple, measure, budget) {
                Ok(None) => {}
                Ok(Some(step)) => {
                    known.push(step);
                    continue;
                }
                Err(Reason::Incomplete(_)) => continue,
                Err(reason) => return Err(reason),
            }
            match self.step_that_grows(of, tuple, negated, budget) {
                Ok(Some(_)) => return Ok(Some(measure)),
                Ok(None) | Err(Reason::Incomplete(_)) => {}
                Err(reason) => return Err(reason),
            }
        }
        Ok(None)
    }

    /// A step to the head of the loop in which none of the measures changes.
    fn round_without_progress(
        &mut self,
        of: &SavedLoop,
        tuple: &[Term],
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        self.step(of, tuple, None, true, budget)
    }

    /// A step inside of the loop in which none of the measures changes, and another one grows.
    fn step_that_grows(
        &mut self,
        of: &SavedLoop,
        tuple: &[Term],
        measure: Term,
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        self.step(of, tuple, Some(measure), false, budget)
    }

    fn step(
        &mut self,
        of: &SavedLoop,
        tuple: &[Term],
        grows: Option<Term>,
        to_head: bool,
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        let starts: Vec<Term> = self
            .formula
            .past_visits
            .iter()
            .filter(|visit| of.locations.contains(&visit.location))
            .map(|visit| visit.guard)
            .collect();
        let start = self.formula.store.or(&starts);
        for visit in 0..self.formula.next_visits.len() {
            let Formula { store, next_visits, .. } = &mut *self.formula;
            let visit = &mut next_visits[visit];
            if !of.locations.contains(&visit.location) || to_head && visit.location != of.head {
                continue;
            }
            let mut assumed = vec![start, visit.guard];
            for &measure in tuple {
                let after = visit.instance(store, measure);
                assumed.push(store.eq(after, measure));
            }
            if let Some(measure) = grows {
                let after = visit.instance(store, measure);
                assumed.push(store.bv_slt(measure, after));
            }
            let after: Vec<(Symbol, Term)> = self
                .variables
                .iter()
                .map(|&variable| {
                    let term = store.var(variable);
                    (variable, visit.instance(store, term))
                })
                .collect();
            self.queries += 1;
            if self.formula.is_satisfiable(&assumed, budget)? {
                return Ok(Some(self.concrete_step(&after)));
            }
        }
        Ok(None)
    }

    /// The step that the solver has just found.
    fn concrete_step(&mut self, after: &[(Symbol, Term)]) -> ConcreteStep {
        let Formula { store, solver, .. } = &mut *self.formula;
        let before = solver.assignment(store, self.variables);
        let mut values = Assignment::new();
        for &(variable, term) in after {
            values.set(variable, solver.value(store, term));
        }
        ConcreteStep { before, after: values }
    }

    /// How a step changes a measure.
    fn change(&self, measure: Term, step: &ConcreteStep) -> Option<Change> {
        let store = &self.formula.store;
        let before = eval(store, measure, &step.before).ok()?;
        let after = eval(store, measure, &step.after).ok()?;
        let (before, after) = (before.as_bitvec()?, after.as_bitvec()?);
        Some(match (after.slt(before), before.slt(after)) {
            (true, _) => Change::Shrinks,
            (_, true) => Change::Grows,
            _ => Change::Stays,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Shrinks,
    Stays,
    Grows,
}
