//! One incremental solver per location, with its frames as guarded lemmas.

use super::Cube;
use crate::solver::is_satisfiable;
use evidence::Reason;
use smt::sat::SatBackend;
use smt::{Budget, Cores, EmbeddedSolver, Models, Solver, SolverStats};
use term::{Sort, Term, TermStore, Value};

/// A solver grows with every literal it was ever asked about. Solvers with fewer SAT variables than
/// this are kept.
const LARGE: u64 = 30_000;

/// After this many queries the edges are encoded; later growth comes from literals of cubes.
const SETTLED: u64 = 50;

/// The minimal number of queries before a solver is replaced.
const LEAST_LIFE: u64 = 1_000;

/// The solver of a location. A lemma of level `j` is guarded by the literal of that level. The
/// literal of a level implies those above, so one assumption activates a whole frame.
pub(super) struct LocationSolver {
    solver: EmbeddedSolver,
    backend: SatBackend,
    levels: Vec<Term>,
    /// Invariants of the location that other engines proved.
    invariants: Vec<Term>,
    /// Guards the invariants, and is implied by all levels; created with the first invariant.
    invariant_guard: Option<Term>,
    /// Statistics of previous solvers of this location.
    past: SolverStats,
    /// SAT variables after the first queries of the current solver.
    settled_size: u64,
}

impl LocationSolver {
    /// A solver without lemmas.
    pub(super) fn new(backend: SatBackend) -> LocationSolver {
        LocationSolver {
            solver: EmbeddedSolver::new(backend),
            backend,
            levels: Vec::new(),
            invariants: Vec::new(),
            invariant_guard: None,
            past: SolverStats::default(),
            settled_size: 0,
        }
    }

    /// Adds the lemma that no state of the cube is reached up to a level.
    pub(super) fn block(&mut self, store: &mut TermStore, level: u32, cube: &Cube) {
        let active = self.level(store, level);
        let inactive = store.not(active);
        let clause = cube.clause(store);
        let lemma = store.or(&[inactive, clause]);
        self.solver.assert(store, lemma);
    }

    /// Adds an invariant of the location.
    pub(super) fn add_invariant(&mut self, store: &mut TermStore, invariant: Term) {
        let guard = match self.invariant_guard {
            Some(guard) => guard,
            None => {
                let symbol = store.fresh("invariants", Sort::Bool);
                let guard = store.var(symbol);
                self.invariant_guard = Some(guard);
                if let Some(&last) = self.levels.last() {
                    self.link(store, last, guard);
                }
                guard
            }
        };
        self.invariants.push(invariant);
        self.link(store, guard, invariant);
    }

    /// Whether all assumptions hold in some state of a frame, or in any state if no level is given.
    pub(super) fn is_satisfiable(
        &mut self,
        store: &mut TermStore,
        level: Option<u32>,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let mut all = Vec::with_capacity(assumptions.len() + 1);
        all.extend(level.map(|level| self.level(store, level)));
        all.extend(assumptions);
        is_satisfiable(&mut self.solver, store, &all, budget)
    }

    /// The assumptions that the last, unsatisfiable query needed.
    pub(super) fn core(&mut self) -> Vec<Term> {
        self.solver.core()
    }

    /// The value of a term in the model of the last, satisfiable query.
    pub(super) fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        self.solver.value(store, term)
    }

    /// Restarts with the lemmas of the location if the solver has grown too large.
    pub(super) fn restart_if_large<'a>(
        &mut self,
        store: &mut TermStore,
        lemmas: impl Iterator<Item = (u32, &'a Cube)>,
    ) -> bool {
        let stats = self.solver.stats();
        if stats.queries <= SETTLED {
            self.settled_size = stats.variables;
        }
        let has_gathered = stats.variables >= LARGE.max(2 * self.settled_size);
        if stats.queries < LEAST_LIFE || !has_gathered {
            return false;
        }
        self.past += self.solver.stats();
        self.solver = EmbeddedSolver::new(self.backend);
        let levels = std::mem::take(&mut self.levels);
        for pair in levels.windows(2) {
            self.link(store, pair[0], pair[1]);
        }
        if let Some(guard) = self.invariant_guard {
            for invariant in self.invariants.clone() {
                self.link(store, guard, invariant);
            }
            if let Some(&last) = levels.last() {
                self.link(store, last, guard);
            }
        }
        self.levels = levels;
        for (level, cube) in lemmas {
            self.block(store, level, cube);
        }
        true
    }

    /// The statistics so far.
    pub(super) fn stats(&self) -> SolverStats {
        let mut stats = self.past;
        stats += self.solver.stats();
        stats
    }

    fn level(&mut self, store: &mut TermStore, level: u32) -> Term {
        while self.levels.len() <= level as usize {
            let symbol = store.fresh("level", Sort::Bool);
            let next = store.var(symbol);
            if let Some(&last) = self.levels.last() {
                self.link(store, last, next);
            }
            if let Some(guard) = self.invariant_guard {
                self.link(store, next, guard);
            }
            self.levels.push(next);
        }
        self.levels[level as usize]
    }

    /// Makes a frame include the lemmas of all frames above, and the invariants.
    fn link(&mut self, store: &mut TermStore, lower: Term, higher: Term) {
        let implication = store.implies(lower, higher);
        self.solver.assert(store, implication);
    }
}
