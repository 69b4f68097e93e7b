//! The program as a growing formula, on one solver.
//!
//! Loops are cut: the formula contains the runs from the start (the *base*) and the runs from any
//! cut point in any state (the *step*), both up to k segments long. A segment leads from one cut
//! point to the next. The values with which a run of the step starts are the loop-back variables of
//! 2LS, represented by the program's own variables. The loop-select guards decide where it starts.
//! All loops are unwound together, by one segment each time. Nothing is encoded twice, and nothing
//! encoded has to be retracted, since runs of different length do not share visits.

use super::instances::Instances;
use super::visit::Visit;
use crate::Context;
use crate::solver::{Workload, is_satisfiable};
use crate::unwinding::{Head, Outline, RunsFromStart, Unwinding};
use evidence::{Reason, Trace};
use model::{Location, Model};
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, Models, Solver};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Symbol, Term, TermStore, Value};

/// The runs of a program, and the facts about them.
pub(crate) struct Formula<'m> {
    /// The terms.
    pub(crate) store: TermStore,
    /// The solver; all assertions are permanent.
    pub(crate) solver: EmbeddedSolver,
    /// All runs from the start.
    pub(crate) base: RunsFromStart<'m>,
    /// All runs from cut points.
    pub(crate) step: Unwinding<'m>,
    /// The first k visits of runs from the start.
    pub(crate) first_visits: Vec<Visit>,
    /// The first k visits of runs from cut points.
    pub(crate) past_visits: Vec<Visit>,
    /// The visits after these.
    pub(crate) next_visits: Vec<Visit>,
    /// Guards of runs from cut points to errors after k visits.
    pub(crate) step_errors: Vec<Term>,
    /// Number of segments.
    pub(crate) k: u32,
    /// What invariants with parameters are known for.
    pub(crate) instances: Instances,
    /// Proved invariants, by cut point.
    lemmas: BTreeMap<Location, Vec<Term>>,
}

impl<'m> Formula<'m> {
    /// A formula without segments.
    pub(crate) fn new(model: &'m Model, context: &Context<'_>) -> Formula<'m> {
        let mut store = model.terms.clone();
        let cfa = &model.entry().cfa;
        let outline = Rc::new(Outline::of(cfa, &mut store));
        let base = RunsFromStart::new(model, Rc::clone(&outline), &mut store);
        let step = Unwinding::from_cut_points(outline, &mut store);
        let mut formula = Formula {
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            base,
            step,
            first_visits: Vec::new(),
            past_visits: Vec::new(),
            next_visits: Vec::new(),
            step_errors: Vec::new(),
            k: 0,
            instances: Instances::default(),
            lemmas: BTreeMap::new(),
            store,
        };
        let unwinding = formula.base.unwinding();
        if unwinding.outline().graph.is_cut_point(cfa.initial()) {
            formula.first_visits = next_visits(unwinding, &mut formula.store);
        }
        formula.next_visits = next_visits(&formula.step, &mut formula.store);
        formula
    }

    /// Adds a segment.
    pub(crate) fn unwind(&mut self, watch: &Watch) -> Result<(), Reason> {
        self.base.unwind(&mut self.store, watch)?;
        self.first_visits.extend(next_visits(self.base.unwinding(), &mut self.store));
        self.step_errors = self.step.unwind(&mut self.store, watch)?;
        self.past_visits.append(&mut self.next_visits);
        self.next_visits = next_visits(&self.step, &mut self.store);
        self.k += 1;
        self.find_instances();
        // New segments have new instances of what is said of earlier visits.
        let has_parameters = !self.instances.parameters.is_empty();
        let past = self.past_visits.iter_mut().filter(|_| has_parameters);
        for visit in past.chain(&mut self.next_visits) {
            for &lemma in self.lemmas.get(&visit.location).into_iter().flatten() {
                assert_at(&mut self.store, &mut self.solver, &self.instances, visit, lemma);
            }
        }
        Ok(())
    }

    /// Makes invariants with a parameter known for all indices of arrays in the runs from cut points.
    pub(crate) fn add_parameter(&mut self, parameter: Symbol) {
        self.instances.add_parameter(parameter);
        self.find_instances();
    }

    fn find_instances(&mut self) {
        let mut roots = self.step_errors.clone();
        for visit in self.past_visits.iter().chain(&self.next_visits) {
            roots.push(visit.guard);
            roots.extend(visit.values());
        }
        self.instances.find(&mut self.store, &roots);
    }

    /// Records a proved invariant of a cut point; returns whether it is new.
    pub(crate) fn add_lemma(&mut self, location: Location, lemma: Term) -> bool {
        let known = self.lemmas.entry(location).or_default();
        if self.store.as_bool(lemma) == Some(true) || known.contains(&lemma) {
            return false;
        }
        known.push(lemma);
        for visit in self.past_visits.iter_mut().chain(&mut self.next_visits) {
            if visit.location == location {
                assert_at(&mut self.store, &mut self.solver, &self.instances, visit, lemma);
            }
        }
        true
    }

    /// The proved invariants of a cut point.
    pub(crate) fn lemmas(&self, location: Location) -> &[Term] {
        self.lemmas.get(&location).map_or(&[], Vec::as_slice)
    }

    /// Number of invariants proved.
    pub(crate) fn lemma_count(&self) -> usize {
        self.lemmas.values().map(Vec::len).sum()
    }

    /// A run from the start to an error among those not checked yet.
    pub(crate) fn find_error(&mut self, budget: &Budget) -> Result<Option<Trace>, Reason> {
        self.base.find_error(&mut self.store, &mut self.solver, budget)
    }

    /// Stops unwinding runs from the start where none gets back to a loop head.
    pub(crate) fn drop_loop_heads(&mut self, budget: &Budget) -> Result<(), Reason> {
        self.base.drop_loop_heads(&mut self.store, &mut self.solver, budget)
    }

    /// Whether there are runs as assumed.
    pub(crate) fn is_satisfiable(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<bool, Reason> {
        is_satisfiable(&mut self.solver, &mut self.store, assumptions, budget)
    }

    /// The value of a term in the run that was just found.
    pub(crate) fn value(&mut self, term: Term) -> Value {
        self.solver.value(&mut self.store, term)
    }

    /// Whether a term holds in the run that was just found.
    pub(crate) fn holds(&mut self, term: Term) -> bool {
        self.value(term) == Value::Bool(true)
    }
}

fn next_visits(unwinding: &Unwinding<'_>, store: &mut TermStore) -> Vec<Visit> {
    let heads = unwinding.next_heads(store).into_iter();
    heads.map(|Head { location, guard, state }| Visit::new(location, guard, state)).collect()
}

fn assert_at(
    store: &mut TermStore,
    solver: &mut EmbeddedSolver,
    instances: &Instances,
    visit: &mut Visit,
    lemma: Term,
) {
    let lemma = visit.instance(store, lemma);
    for instance in instances.of(store, lemma) {
        let holds = store.implies(visit.guard, instance);
        solver.assert(store, holds);
    }
}
