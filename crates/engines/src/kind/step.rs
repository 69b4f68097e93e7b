//! The step case: runs from any cut point with any values.

use crate::engine::Context;
use crate::exchange::{Exchange, Lemma, ReliedOn};
use crate::solver::{Workload, reason_for_unknown};
use crate::unwinding::{Head, Outline, Unwinding};
use evidence::{Induction, Invariants, Reason};
use model::Location;
use rustc_hash::FxHashMap;
use smt::budget::Watch;
use smt::{
    Budget, EmbeddedSolver, Models, Outcome, Solver, SolverStats, StopReason, UnknownReason,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Symbol, Term, TermStore, Value, free_vars};

/// The conflict limit of the first queries. A query that needs more is given up, and the limit is
/// doubled for later ones: the base case must not wait for a step for which k is too small.
const FIRST_CONFLICT_LIMIT: u64 = 20_000;

/// All runs from cut points in one growing solver instance.
pub(super) struct StepCase<'m> {
    store: TermStore,
    solver: EmbeddedSolver,
    unwinding: Unwinding<'m>,
    /// Lemmas of other engines, by cut point.
    lemmas: FxHashMap<Location, Vec<Term>>,
    simple_path: bool,
    conflict_limit: u64,
    queries: u64,
    given_up: u64,
    told_apart: u64,
}

impl<'m> StepCase<'m> {
    /// Nothing is unwound yet. The store must be the one of the outline, or a copy.
    pub(super) fn new(
        outline: Rc<Outline<'m>>,
        mut store: TermStore,
        simple_path: bool,
        context: &Context<'_>,
    ) -> StepCase<'m> {
        StepCase {
            solver: EmbeddedSolver::new(context.solver.backend(Workload::OneGrowingQuery)),
            unwinding: Unwinding::from_cut_points(outline, &mut store),
            store,
            lemmas: FxHashMap::default(),
            simple_path,
            conflict_limit: FIRST_CONFLICT_LIMIT,
            queries: 0,
            given_up: 0,
            told_apart: 0,
        }
    }

    /// The number of visits after which errors were checked.
    pub(super) fn k(&self) -> u32 {
        self.unwinding.depth()
    }

    /// Assumes lemmas of other engines at all visits of their cut points.
    pub(super) fn take_lemmas(&mut self, exchange: &mut Exchange) {
        for Lemma { location, term, .. } in exchange.take_new(&mut self.store) {
            let outline = self.unwinding.outline();
            let matters = outline.graph.is_cut_point(location)
                && outline.graph.position(location).is_some()
                // A visit has values only for live variables.
                && is_over(&self.store, term, outline.live_at_join(location));
            if matters {
                for head in self.unwinding.heads().iter().filter(|h| h.location == location) {
                    assume(&mut self.store, &mut self.solver, head, term);
                }
                self.lemmas.entry(location).or_default().push(term);
            }
        }
    }

    /// Increases k by one; returns whether no run reaches an error between its k-th visit of a cut
    /// point and the next.
    pub(super) fn holds(&mut self, budget: &Budget, watch: &Watch) -> Result<bool, Reason> {
        let visited = self.unwinding.heads().len();
        let errors = self.unwinding.unwind(&mut self.store, watch)?;
        for head in &self.unwinding.heads()[visited..] {
            for &lemma in self.lemmas.get(&head.location).into_iter().flatten() {
                assume(&mut self.store, &mut self.solver, head, lemma);
            }
        }
        let error = self.store.or(&errors);
        let limited = budget.clone().with_conflict_limit(self.conflict_limit);
        loop {
            if self.store.as_bool(error) == Some(false) {
                return Ok(true);
            }
            self.queries += 1;
            match self.solver.check(&mut self.store, &[error], &limited) {
                Outcome::Unsat => return Ok(true),
                Outcome::Sat if self.simple_path && self.tell_apart() => {}
                Outcome::Sat => return Ok(false),
                Outcome::Unknown(UnknownReason::Stopped(StopReason::ConflictLimit)) => {
                    self.conflict_limit *= 2;
                    self.given_up += 1;
                    return Ok(false);
                }
                Outcome::Unknown(reason) => return Err(reason_for_unknown(reason)),
            }
        }
    }

    /// Excludes a return to the same values at a cut point that occurs in the solver's model.
    /// Returns whether there is one.
    fn tell_apart(&mut self) -> bool {
        let (store, solver) = (&mut self.store, &mut self.solver);
        let outline = self.unwinding.outline();
        let mut visited: FxHashMap<(Location, Vec<Value>), &Head> = FxHashMap::default();
        let mut confused: Vec<(&Head, &Head)> = Vec::new();
        for head in self.unwinding.heads() {
            if solver.value(store, head.guard) != Value::Bool(true) {
                continue;
            }
            let live = outline.live_at_join(head.location).iter();
            let held: Vec<Term> = live.map(|&v| head.state.value(store, v)).collect();
            let values = held.into_iter().map(|term| solver.value(store, term)).collect();
            if let Some(before) = visited.insert((head.location, values), head) {
                confused.push((before, head));
            }
        }
        for &(first, second) in &confused {
            let mut same = vec![first.guard, second.guard];
            for &variable in outline.live_at_join(first.location) {
                let (a, b) =
                    (first.state.value(store, variable), second.state.value(store, variable));
                same.push(store.eq(a, b));
            }
            let same = store.and(&same);
            let different = store.not(same);
            solver.assert(store, different);
        }
        self.told_apart += confused.len() as u64;
        !confused.is_empty()
    }

    /// The invariants that make the step case hold for the given k: the lemmas that were relied on,
    /// and "true" at all other cut points, including irrelevant ones.
    pub(super) fn invariants(&mut self, k: u32, exchange: &Exchange) -> Invariants {
        let ReliedOn { k: k_of_lemmas, lemmas } = exchange.relied_on(&mut self.store);
        let cut_points = self.unwinding.outline().graph.cfa.loop_heads();
        let mut conjuncts: BTreeMap<Location, Vec<Term>> =
            cut_points.iter().map(|&location| (location, Vec::new())).collect();
        for (location, lemma) in lemmas {
            conjuncts.entry(location).or_default().push(lemma);
        }
        // The checker counts the visits of all locations with invariants. From one cut point to the
        // next, each of them is visited at most once.
        let between = conjuncts.len() - cut_points.len();
        let k = k.max(k_of_lemmas).saturating_mul(1 + between as u32);
        let invariants: Vec<(Location, Term)> =
            conjuncts.into_iter().map(|(l, terms)| (l, self.store.and(&terms))).collect();
        // If no visits had to be distinguished, the result for simple paths holds for all paths.
        let induction = Induction { k, simple_paths: self.told_apart > 0 };
        Invariants::by_induction(&self.store, induction, invariants)
    }

    /// Number of queries so far.
    pub(super) fn queries(&self) -> u64 {
        self.queries
    }

    /// The statistics of the solver.
    pub(super) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// The counters.
    pub(super) fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("k", self.k().into()),
            ("step visits", self.unwinding.len() as u64),
            ("step queries", self.queries),
            ("step queries given up", self.given_up),
            ("visits told apart", self.told_apart),
            ("step terms", self.store.len() as u64),
        ]
    }
}

/// Whether a term mentions only the given variables.
fn is_over(store: &TermStore, term: Term, variables: &[Symbol]) -> bool {
    free_vars(store, &[term]).iter().all(|symbol| variables.contains(symbol))
}

/// Asserts that a lemma holds at a visit of its location.
fn assume(store: &mut TermStore, solver: &mut EmbeddedSolver, head: &Head, lemma: Term) {
    let holds = head.state.apply(store, lemma);
    let elsewhere = store.not(head.guard);
    let clause = store.or(&[elsewhere, holds]);
    solver.assert(store, clause);
}
