//! The outer loop: unwinding deeper and deeper, and what the search works on.

use super::Cube;
use super::config::{Convergence, LaConfig};
use super::goal::{Copies, Goal};
use crate::engine::Context;
use crate::horn::{Annotation, Rules};
use crate::observer::{Event, Progress};
use crate::solver::{Workload, is_satisfiable, reason_for_stop};
use crate::stats::EngineStats;
use evidence::{Derivation, Proof, Reason, Verdict};
use model::PredicateId;
use model::chc::ChcSystem;
use smt::sat::SatBackend;
use smt::{EmbeddedSolver, SolverStats};
use std::time::Duration;
use term::{Substitution, Term};

/// A solver with more SAT variables than this is replaced.
const LARGE: u64 = 150_000;

/// The state of a search.
pub(super) struct Search<'a> {
    pub(super) config: &'a LaConfig,
    backend: SatBackend,
    /// What is known of predicates by level, and solvers of single rules.
    pub(super) annotation: Annotation,
    pub(super) copies: Copies,
    /// The solver of goals. All of a goal is assumed, so parts come and go in any order.
    pub(super) goals: EmbeddedSolver,
    past: SolverStats,
    /// How relevant each rule has been.
    pub(super) scores: Vec<i64>,
    /// The depth of the unwinding.
    pub(super) depth: u32,
    pub(super) count: Count,
}

/// Statistics of the engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) resolutions: u64,
    pub(super) decisions: u64,
    pub(super) strengthened: u64,
    pub(super) sampled: u64,
    pub(super) back_jumps: u64,
    pub(super) propagated: u64,
}

/// What became of a goal.
pub(super) enum Outcome {
    /// It has a derivation.
    Sat(Derivation),
    /// It has none, and the annotation says so.
    Unsat,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        config: &'a LaConfig,
        system: &ChcSystem,
        context: &Context<'_>,
    ) -> Search<'a> {
        let backend = context.solver.backend(Workload::ManySmallQueries);
        Search {
            config,
            backend,
            annotation: Annotation::new(Rules::new(system), backend, context.budget.clone()),
            copies: Copies::default(),
            goals: EmbeddedSolver::new(backend),
            past: SolverStats::default(),
            scores: vec![0; system.clauses.len()],
            depth: 0,
            count: Count::default(),
        }
    }

    /// Searches unwindings of growing depth for a derivation, until one has it or the annotation converges.
    pub(super) fn prove(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        loop {
            self.annotation.budget.check().map_err(reason_for_stop)?;
            for query in self.annotation.rules.queries.clone() {
                if let Some(derivation) = self.rstep_of_query(query)? {
                    return Ok(Verdict::Derived(derivation));
                }
            }
            if let Some(interpretation) = self.converged()? {
                return Ok(Verdict::Safe(Proof::Interpretation(interpretation)));
            }
            self.depth += 1;
            let queries = self.solver_stats().queries;
            let lemmas = self.annotation.frames.learnt();
            let progress = Progress { level: self.depth.into(), lemmas, queries };
            context.observer.observe(&Event::Progress(progress));
        }
    }

    /// Whether a solution follows from the annotation.
    fn converged(&mut self) -> Result<Option<evidence::Interpretation>, Reason> {
        if let Some(level) = self.annotation.propagate(self.depth)? {
            return Ok(Some(self.annotation.interpretation(level)));
        }
        match self.config.convergence {
            Convergence::Covering => Ok(None),
            Convergence::Houdini => self.houdini(),
        }
    }

    /// The SAT solver to use.
    pub(super) fn backend(&self) -> SatBackend {
        self.backend
    }

    /// Whether a goal has a model in the annotation, or which assumptions contradict each other.
    pub(super) fn is_satisfiable(&mut self, assumptions: &[Term]) -> Result<bool, Reason> {
        if self.goals.stats().variables > LARGE {
            self.past += self.goals.stats();
            self.goals = EmbeddedSolver::new(self.backend);
        }
        let (store, budget) = (&mut self.annotation.rules.store, &self.annotation.budget);
        is_satisfiable(&mut self.goals, store, assumptions, budget)
    }

    /// What the annotation says of subgoals.
    pub(super) fn annotated(&mut self, goal: &Goal, subgoals: std::ops::Range<usize>) -> Vec<Term> {
        let mut formulas = Vec::new();
        let Annotation { rules, frames, .. } = &mut self.annotation;
        for subgoal in &goal.subgoals[subgoals] {
            if subgoal.level == 0 {
                // Nothing is derived in no step.
                return vec![rules.store.bool(false)];
            }
            let parameters = &rules.parameters[subgoal.predicate.index()];
            let mut arguments = Substitution::new();
            for (&parameter, &argument) in parameters.iter().zip(&subgoal.arguments) {
                arguments.insert(parameter, argument);
            }
            for cube in frames.lemmas(subgoal.predicate, subgoal.level) {
                let clause = cube.clause(&mut rules.store);
                formulas.push(arguments.apply(&mut rules.store, clause));
            }
        }
        formulas
    }

    /// Strengthens the annotation: no fact of the region is derived within the level.
    pub(super) fn strengthen(&mut self, predicate: PredicateId, level: u32, region: &Cube) {
        self.count.strengthened += 1;
        self.annotation.add_lemma(predicate, level, region);
    }

    fn solver_stats(&self) -> SolverStats {
        let mut stats = self.annotation.solver_stats();
        stats += self.past;
        stats += self.goals.stats();
        stats
    }

    /// The statistics of the run.
    pub(super) fn stats(&self, elapsed: Duration) -> EngineStats {
        let Count { resolutions, decisions, strengthened, sampled, back_jumps, propagated } =
            self.count;
        let counters = vec![
            ("depth", self.depth.into()),
            ("resolution steps", resolutions),
            ("decisions", decisions),
            ("strengthened", strengthened),
            ("sampled interpolants", sampled),
            ("back-jumps", back_jumps),
            ("eagerly propagated", propagated),
            ("propagated", self.annotation.pushed),
        ];
        EngineStats { solver: self.solver_stats(), counters, elapsed }
    }
}
