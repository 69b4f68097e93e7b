//! Invariants of templates, rankings, and the proof that no saved state comes back.

use super::component::Component;
use super::constants::{bound, constants};
use super::loops::{SavedLoop, saved_loops, saved_variables};
use super::measures::measures;
use super::ranking::RankingSearch;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::stats::EngineStats;
use crate::templates::{
    ANYTHING, BoundIteration, Domain, Formula, InvariantSearch, Request, Stage, refined_stages,
};
use evidence::{Invariants, Proof, Reason, Verdict};
use model::{Automaton, Location};
use rustc_hash::FxHashSet;
use smt::budget::Watch;
use smt::{Budget, Solver};
use std::collections::BTreeMap;
use std::time::Instant;
use term::{Substitution, Symbol, Term, TermStore, free_vars};

/// Conflicts after which it is not known whether the invariants are enough.
const PROOF_CONFLICTS: u64 = 50_000;

/// Rankings for loops whose states were saved.
#[derive(Clone, Debug, Default)]
pub struct Termination {}

impl Engine for Termination {
    fn name(&self) -> &'static str {
        "termination"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut search = Search::new(model, context);
        let verdict = search.verdict(context).unwrap_or_else(Verdict::Unknown);
        let counters = vec![
            ("loops", search.loops.len() as u64),
            ("ranked loops", search.ranked()),
            ("measures", search.tried),
            ("ranking queries", search.queries),
            ("inference queries", search.invariants.queries),
        ];
        let solver = search.invariants.formula.solver.stats();
        Answer { verdict, stats: EngineStats { solver, counters, elapsed: start.elapsed() } }
    }
}

struct Search<'m> {
    model: &'m Automaton,
    /// Variables with those that keep their values.
    saved: Vec<(Symbol, Symbol)>,
    loops: Vec<SavedLoop>,
    is_ranked: Vec<bool>,
    invariants: InvariantSearch<'m>,
    tried: u64,
    queries: u64,
}

impl<'m> Search<'m> {
    fn new(model: &'m Automaton, context: &Context<'_>) -> Search<'m> {
        let loops = saved_loops(model);
        Search {
            saved: saved_variables(model),
            is_ranked: vec![false; loops.len()],
            loops,
            invariants: InvariantSearch::new(model, context),
            tried: 0,
            queries: 0,
            model,
        }
    }

    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        if self.loops.is_empty() && self.model.entry().cfa.errors().is_empty() {
            return Ok(self.proof());
        }
        self.invariants.formula.unwind(&Watch::new(&context.budget))?;
        self.bound_constants(&context.budget)?;
        let mut is_new = true;
        let keeps: FxHashSet<Symbol> = self.saved.iter().map(|pair| pair.1).collect();
        let about_now = |store: &TermStore, term: Term| {
            free_vars(store, &[term]).iter().all(|variable| !keeps.contains(variable))
        };
        for (stage, is_about_saved) in stages() {
            if !stage.is_empty() {
                let request = Request {
                    domains: &stage,
                    expressions: &[],
                    bounds: BoundIteration::default(),
                    is_wanted: !is_about_saved,
                    about: if is_about_saved { ANYTHING } else { &about_now },
                };
                is_new = self.invariants.infer(&request, context)?;
            }
            if is_new && self.rank_loops(context)? && self.is_safe(&context.budget)? {
                return Ok(self.proof());
            }
        }
        let all = self.loops.len();
        Err(Reason::Incomplete(format!("{} of {all} loops are ranked", self.ranked())))
    }

    /// What is known of all cut points, which is enough.
    fn proof(&mut self) -> Verdict {
        let cut_points = self.model.entry().cfa.loop_heads();
        let formula = &mut self.invariants.formula;
        let invariant = |location: Location| {
            let lemmas = formula.lemmas(location).to_vec();
            (location, formula.store.and(&lemmas))
        };
        let by_location: Vec<_> = cut_points.into_iter().map(invariant).collect();
        let store = &self.invariants.formula.store;
        Verdict::Safe(Proof::Invariants(Invariants::new(store, by_location)))
    }

    fn ranked(&self) -> u64 {
        self.is_ranked.iter().filter(|&&is_ranked| is_ranked).count() as u64
    }

    /// Infers bounds of sizes and the like, which are easy to have.
    fn bound_constants(&mut self, budget: &Budget) -> Result<(), Reason> {
        let cfa = &self.model.entry().cfa;
        let store = &self.invariants.formula.store;
        let known = self.loops.iter().flat_map(|one| one.known(store, &self.saved));
        let constants = constants(cfa, known);
        let (formula, heads) = (&mut self.invariants.formula, cfa.loop_heads());
        self.queries += bound(formula, &constants, &heads, budget)?;
        Ok(())
    }

    /// Looks for rankings of the loops that have none. Says whether all have one.
    fn rank_loops(&mut self, context: &mut Context<'_>) -> Result<bool, Reason> {
        for number in 0..self.loops.len() {
            if self.is_ranked[number] {
                continue;
            }
            let of = &self.loops[number];
            let formula = &mut self.invariants.formula;
            let variables = of.known(&formula.store, &self.saved);
            let candidates = measures(&mut formula.store, of, &variables);
            self.tried += candidates.len() as u64;
            let (variables, candidates) = (&variables[..], &candidates[..]);
            let mut search = RankingSearch { formula, variables, candidates, queries: 0 };
            let found = search.ranking(of, &context.budget);
            self.queries += search.queries;
            match found {
                Ok(Some(tuple)) => {
                    self.assert_progress(number, &tuple);
                    let lemmas = self.not_greater_than_saved(number, &tuple);
                    if self.hold_in_loop(number, &lemmas, &context.budget)? {
                        self.is_ranked[number] = true;
                        for (location, lemma) in lemmas {
                            self.invariants.formula.add_lemma(location, lemma);
                        }
                    }
                }
                Ok(None) | Err(Reason::Incomplete(_)) => {}
                Err(reason) => return Err(reason),
            }
            let (level, queries) = (self.ranked(), self.queries);
            context.observer.observe(&Event::Progress(Progress { level, lemmas: level, queries }));
        }
        Ok(self.is_ranked.iter().all(|&is_ranked| is_ranked))
    }

    /// That a tuple is not greater, in lexicographic order, than at the head when the state was saved, for
    /// each location of a loop.
    fn not_greater_than_saved(
        &mut self,
        number: usize,
        tuple: &[Component],
    ) -> BTreeMap<Location, Term> {
        let store = &mut self.invariants.formula.store;
        let SavedLoop { head, locations, modified, .. } = &self.loops[number];
        let changing = self.saved.iter().filter(|pair| modified.contains(&pair.0));
        let pairs: Vec<(Term, Term)> =
            changing.map(|&(now, then)| (store.var(now), store.var(then))).collect();
        let mut then: Substitution = pairs.into_iter().collect();
        let saved: Vec<Term> =
            tuple.iter().map(|component| then.apply(store, component.at(*head))).collect();
        let mut sorted: Vec<Location> = locations.iter().copied().collect();
        sorted.sort_unstable();
        let lemma = |location: Location| {
            let now: Vec<Term> = tuple.iter().map(|component| component.at(location)).collect();
            (location, lexicographic(store, &now, &saved, true))
        };
        sorted.into_iter().map(lemma).collect()
    }

    /// Tells the solver for good what it has found out: in each step inside of a loop the tuple does not
    /// grow, and it shrinks in a step to the head. That makes it easy to compare it with saved values.
    fn assert_progress(&mut self, number: usize, tuple: &[Component]) {
        let SavedLoop { head, locations, .. } = &self.loops[number];
        let Formula { store, solver, past_visits, next_visits, .. } = &mut self.invariants.formula;
        let starts: Vec<(Location, Term)> = past_visits
            .iter()
            .filter(|visit| locations.contains(&visit.location))
            .map(|visit| (visit.location, visit.guard))
            .collect();
        let guards: Vec<Term> = starts.iter().map(|&(_, guard)| guard).collect();
        let start = store.or(&guards);
        let before: Vec<Term> =
            tuple.iter().map(|component| component.where_guarded(store, &starts)).collect();
        for visit in next_visits.iter_mut().filter(|v| locations.contains(&v.location)) {
            let at = visit.location;
            let after: Vec<Term> =
                tuple.iter().map(|component| visit.instance(store, component.at(at))).collect();
            let progress = lexicographic(store, &after, &before, at != *head);
            let inside = store.and(&[start, visit.guard]);
            let fact = store.implies(inside, progress);
            solver.assert(store, fact);
        }
    }

    /// Whether conditions hold at the cut points of a loop whenever runs come there, if they do where
    /// these come from.
    fn hold_in_loop(
        &mut self,
        number: usize,
        lemmas: &BTreeMap<Location, Term>,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let budget = budget.clone().with_conflict_limit(PROOF_CONFLICTS);
        let inside = &self.loops[number].locations;
        let formula = &mut self.invariants.formula;
        let mut violations = Vec::new();
        let mut assumed = Vec::new();
        for visit in &mut formula.past_visits {
            if inside.contains(&visit.location) {
                let lemma = lemmas[&visit.location];
                let instance = visit.instance(&mut formula.store, lemma);
                assumed.push(formula.store.implies(visit.guard, instance));
            }
        }
        let assumed = formula.store.and(&assumed);
        for (visits, assumed) in
            [(&mut formula.first_visits, None), (&mut formula.next_visits, Some(assumed))]
        {
            for visit in visits.iter_mut().filter(|visit| inside.contains(&visit.location)) {
                let lemma = lemmas[&visit.location];
                let instance = visit.instance(&mut formula.store, lemma);
                let violated = formula.store.not(instance);
                violations.push([Some(visit.guard), Some(violated), assumed]);
            }
        }
        for violation in violations {
            let violation: Vec<Term> = violation.into_iter().flatten().collect();
            self.queries += 1;
            match formula.is_satisfiable(&violation, &budget) {
                Ok(false) => {}
                Ok(true) | Err(Reason::Incomplete(_)) => return Ok(false),
                Err(reason) => return Err(reason),
            }
        }
        Ok(true)
    }

    /// Whether no error follows a visit of a cut point, and none comes before the first one.
    fn is_safe(&mut self, budget: &Budget) -> Result<bool, Reason> {
        let budget = budget.clone().with_conflict_limit(PROOF_CONFLICTS);
        let formula = &mut self.invariants.formula;
        let errors = [formula.base.unchecked().to_vec(), formula.step_errors.clone()].concat();
        for error in errors {
            self.queries += 1;
            match formula.is_satisfiable(&[error], &budget) {
                Ok(false) => {}
                Ok(true) | Err(Reason::Incomplete(_)) => return Ok(false),
                Err(reason) => return Err(reason),
            }
        }
        Ok(true)
    }
}

/// The stages of inference, and whether they compare with saved values: none, those of other engines, and
/// bounds where two numbers differ.
fn stages() -> Vec<(Stage, bool)> {
    let mut stages = vec![(Vec::new(), false)];
    stages.extend(refined_stages(1).into_iter().map(|stage| (stage, true)));
    stages.push((vec![Domain::GuardedIntervals], false));
    stages
}

/// That a tuple of signed numbers is less than another one in lexicographic order, or equal if so wanted.
fn lexicographic(store: &mut TermStore, first: &[Term], second: &[Term], or_equal: bool) -> Term {
    let mut rest = store.bool(or_equal);
    for (&first, &second) in first.iter().zip(second).rev() {
        let (less, same) = (store.bv_slt(first, second), store.eq(first, second));
        let same = store.and(&[same, rest]);
        rest = store.or(&[less, same]);
    }
    rest
}
