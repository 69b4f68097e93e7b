//! The search for a tuple of measures that shrinks in each round.

use super::component::Component;
use super::linear::Combinations;
use super::located::assignment;
use super::loops::SavedLoop;
use super::phases::{TRUTH_WIDTH, phase, within};
use super::piecewise::PiecewiseMeasures;
use super::split::{Splits, conditions};
use super::steps::{Change, ConcreteStep};
use crate::templates::Formula;
use evidence::Reason;
use model::{Command, Location};
use smt::{Budget, Models};
use term::{Assignment, Symbol, Term, TermStore};

/// Most components of a tuple.
const MAX_COMPONENTS: usize = 8;

/// Most components with measures by cut point, or linear combinations, that are tried for one place of a
/// tuple.
const MAX_TRIES: usize = 40;

/// Conflicts after which it is not known whether a measure never grows.
const CONFLICTS: u64 = 20_000;

/// Looks for rankings, and counts.
pub(super) struct RankingSearch<'s, 'm> {
    /// The steps between cut points, with what is known of them.
    pub(super) formula: &'s mut Formula<'m>,
    /// The variables that measures may speak of.
    pub(super) variables: &'s [Symbol],
    /// The measures that are tried.
    pub(super) candidates: &'s [Term],
    /// How many queries there were.
    pub(super) queries: u64,
}

impl RankingSearch<'_, '_> {
    /// Components of which no step inside of the loop makes one grow unless an earlier one shrinks, and
    /// one of which shrinks in each step to its head. None if none are found.
    pub(super) fn ranking(
        &mut self,
        of: &SavedLoop,
        budget: &Budget,
    ) -> Result<Option<Vec<Component>>, Reason> {
        let budget = budget.clone().with_conflict_limit(CONFLICTS);
        let mut tuple: Vec<Component> = Vec::new();
        let mut known: Vec<ConcreteStep> = Vec::new();
        loop {
            let Some(stays) = self.round_without_progress(of, &tuple, &budget)? else {
                return Ok(Some(tuple));
            };
            if tuple.len() == MAX_COMPONENTS {
                return Ok(None);
            }
            known.push(stays);
            let mut next = self.strong_measure(of, &tuple, &mut known, &budget)?;
            if next.is_none() {
                next = self.located_measures(of, &tuple, &mut known, &budget)?;
            }
            if next.is_none() {
                next = self.combination(of, &tuple, &mut known, &budget)?;
            }
            if next.is_none() {
                next = self.measure_of_phase(of, &tuple, &mut known, &budget)?;
            }
            if next.is_none() {
                next = self.piecewise(of, &tuple, &mut known, &budget)?;
            }
            if next.is_none() {
                next = self.weak_measure(of, &tuple, &mut known, &budget)?;
            }
            if next.is_none() {
                next = self.split(of, &tuple, &mut known, &budget)?;
            }
            let Some(component) = next else { return Ok(None) };
            let store = &self.formula.store;
            known.retain(|step| step.change(store, &component) == Some(Change::Stays));
            tuple.push(component);
        }
    }

    /// A measure that shrinks in the last step that is known, and never grows.
    fn strong_measure(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        for &measure in self.candidates {
            let component = Component::everywhere(measure);
            let store = &self.formula.store;
            let shrinks = known[witness].change(store, &component) == Some(Change::Shrinks);
            if !shrinks || !known.iter().all(|step| step.may_rank(store, &component)) {
                continue;
            }
            if self.never_grows(of, tuple, &component, known, budget)? {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// The same with a measure for each cut point.
    fn located_measures(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        let mut locations: Vec<Location> =
            self.starts(of).into_iter().map(|(location, _)| location).collect();
        locations.retain(|location| *location != of.head);
        locations.sort_unstable();
        locations.dedup();
        locations.insert(0, of.head);
        let mut seen = Vec::new();
        for _ in 0..MAX_TRIES {
            let store = &mut self.formula.store;
            let candidates = self.candidates;
            let Some(found) = assignment(store, &locations, candidates, known, witness, &seen)
            else {
                return Ok(None);
            };
            let component = Component::located(store, &found);
            seen.push(found);
            if self.never_grows(of, tuple, &component, known, budget)? {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// The same with a linear combination of variables that change.
    fn combination(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        let changing = self.variables.iter().copied().filter(|v| of.modified.contains(v));
        let mut combinations = Combinations::of(&self.formula.store, changing);
        let next = |store: &mut TermStore, known: &[ConcreteStep]| {
            combinations.next(store, known, witness)
        };
        self.first_that_never_grows(of, tuple, known, budget, next)
    }

    /// The same with a measure that only matters in the phase of the step.
    fn measure_of_phase(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        let Some(phase) = phase(&mut self.formula.store, tuple, &known[witness]) else {
            return Ok(None);
        };
        for &measure in self.candidates {
            let store = &mut self.formula.store;
            let component = Component::everywhere(within(store, phase, measure));
            let shrinks = known[witness].change(store, &component) == Some(Change::Shrinks);
            if !shrinks || !known.iter().all(|step| step.may_rank(store, &component)) {
                continue;
            }
            if self.never_grows(of, tuple, &component, known, budget)? {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// The same with the greater or the smaller of two terms.
    fn piecewise(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        let changing = self.variables.iter().copied().filter(|v| of.modified.contains(v));
        let mut measures = PiecewiseMeasures::of(&self.formula.store, changing);
        let next =
            |store: &mut TermStore, known: &[ConcreteStep]| measures.next(store, known, witness);
        self.first_that_never_grows(of, tuple, known, budget, next)
    }

    /// The same with one measure where a condition holds, and another one elsewhere.
    fn split(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        let witness = known.len() - 1;
        let roots: Vec<Term> = of.commands.iter().flat_map(Command::terms).collect();
        let conditions = conditions(&mut self.formula.store, &roots, self.variables);
        let mut splits = Splits::of(&conditions, self.candidates);
        let next =
            |store: &mut TermStore, known: &[ConcreteStep]| splits.next(store, known, witness);
        self.first_that_never_grows(of, tuple, known, budget, next)
    }

    /// A measure that never grows, and shrinks in some step, though not in the one that is looked at: what
    /// happens once, such as that a counter wraps around, is out of the way then.
    fn weak_measure(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<Option<Component>, Reason> {
        // Conditions come first, because they tell phases apart.
        let mut candidates = self.candidates.to_vec();
        candidates.sort_by_key(|&measure| self.formula.store.width(measure) != TRUTH_WIDTH);
        for measure in candidates {
            let component = Component::everywhere(measure);
            let store = &mut self.formula.store;
            let may_rank = known.iter().all(|step| step.may_rank(store, &component));
            if !may_rank || tuple.contains(&component) {
                continue;
            }
            // Measures have a bit to spare, so that the negation shrinks where the measure grows.
            let negated = Component::everywhere(store.bv_neg(measure));
            if !self.never_grows(of, tuple, &component, known, budget)? {
                continue;
            }
            match self.step_that_grows(of, tuple, &negated, budget) {
                Ok(Some(_)) => return Ok(Some(component)),
                Ok(None) | Err(Reason::Incomplete(_)) => {}
                Err(reason) => return Err(reason),
            }
        }
        Ok(None)
    }

    /// The first of some measures that no step makes grow. The steps that are known choose the next one.
    fn first_that_never_grows(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
        mut next: impl FnMut(&mut TermStore, &[ConcreteStep]) -> Option<Term>,
    ) -> Result<Option<Component>, Reason> {
        for _ in 0..MAX_TRIES {
            let Some(measure) = next(&mut self.formula.store, known) else { return Ok(None) };
            let component = Component::everywhere(measure);
            if self.never_grows(of, tuple, &component, known, budget)? {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    /// Whether no step makes a component grow while the tuple stays as it is. A step that does is known
    /// from now on.
    fn never_grows(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        component: &Component,
        known: &mut Vec<ConcreteStep>,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        if !of.compares(&self.formula.store, component.at(of.head)) {
            return Ok(false);
        }
        match self.step_that_grows(of, tuple, component, budget) {
            Ok(None) => return Ok(true),
            Ok(Some(step)) => known.push(step),
            // It takes too long to know.
            Err(Reason::Incomplete(_)) => {}
            Err(reason) => return Err(reason),
        }
        Ok(false)
    }

    /// A step to the head of the loop in which none of the components changes.
    fn round_without_progress(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        self.step(of, tuple, None, budget)
    }

    /// A step inside of the loop in which none of the components changes, and another one grows.
    fn step_that_grows(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        component: &Component,
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        self.step(of, tuple, Some(component), budget)
    }

    /// Where steps inside of the loop start, with the guards of these visits.
    fn starts(&self, of: &SavedLoop) -> Vec<(Location, Term)> {
        let visits = self.formula.past_visits.iter();
        let inside = visits.filter(|visit| of.locations.contains(&visit.location));
        inside.map(|visit| (visit.location, visit.guard)).collect()
    }

    /// A step in which a tuple stays as it is and a component grows; to the head if none is given.
    fn step(
        &mut self,
        of: &SavedLoop,
        tuple: &[Component],
        grows: Option<&Component>,
        budget: &Budget,
    ) -> Result<Option<ConcreteStep>, Reason> {
        let starts = self.starts(of);
        let guards: Vec<Term> = starts.iter().map(|&(_, guard)| guard).collect();
        let start = self.formula.store.or(&guards);
        for visit in 0..self.formula.next_visits.len() {
            let Formula { store, next_visits, .. } = &mut *self.formula;
            let visit = &mut next_visits[visit];
            let to = visit.location;
            if !of.locations.contains(&to) || grows.is_none() && to != of.head {
                continue;
            }
            let mut assumed = vec![start, visit.guard];
            for component in tuple {
                let before = component.where_guarded(store, &starts);
                let after = visit.instance(store, component.at(to));
                assumed.push(store.eq(after, before));
            }
            if let Some(component) = grows {
                let before = component.where_guarded(store, &starts);
                let after = visit.instance(store, component.at(to));
                assumed.push(store.bv_slt(before, after));
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
                return Ok(Some(self.concrete_step(&starts, to, &after)));
            }
        }
        Ok(None)
    }

    /// The step that the solver has just found.
    fn concrete_step(
        &mut self,
        starts: &[(Location, Term)],
        to: Location,
        after: &[(Symbol, Term)],
    ) -> ConcreteStep {
        let mut from = starts.iter().filter(|(_, guard)| self.formula.holds(*guard));
        let from = from.next().map_or(to, |&(location, _)| location);
        let Formula { store, solver, .. } = &mut *self.formula;
        let before = solver.assignment(store, self.variables);
        let mut values = Assignment::new();
        for &(variable, term) in after {
            values.set(variable, solver.value(store, term));
        }
        ConcreteStep { from, to, before, after: values }
    }
}
