//! BatSat for easy queries, CaDiCaL from the first hard one on.
//!
//! BatSat that branches only on inputs is fastest on many tiny queries. But a search that may not
//! branch on intermediate results fails on hard ones (multipliers, floats), where CaDiCaL is
//! strong. Which kind a solver will see is not known in advance. So it starts with BatSat and, once
//! a query has had many conflicts, or conflicts that took long, moves all clauses to CaDiCaL permanently.
//! With a theory it moves to BatSat that branches on anything instead: a theory cannot follow the search
//! of CaDiCaL.

use super::{
    BatsatOptions, BatsatSolver, CadicalOptions, CadicalSolver, Lit, Propagator, SatResult,
    SatSolver, SatStatistics, Var,
};
use crate::budget::{Budget, StopReason};

/// The number of conflicts after which a query counts as hard.
const EASY_CONFLICTS: u64 = 1000;

/// The number of propagations after which a query counts as hard, if it has had conflicts: on a large
/// instance a thousand conflicts may take ten seconds.
const EASY_PROPAGATIONS: u64 = 10_000_000;

/// The number of conflicts after which the propagations are counted again.
const CONFLICTS_BETWEEN_COUNTS: u64 = 100;

/// A [`SatSolver`] that may switch its backend.
pub struct AdaptiveSolver {
    /// The options of CaDiCaL after the switch.
    strong: CadicalOptions,
    solver: Box<dyn SatSolver + Send>,
    /// Everything added so far, to be added again at the switch; `None` after it.
    log: Option<Log>,
    /// The statistics of the solver before the switch.
    before: SatStatistics,
    /// How many searches did not end a query.
    unfinished: u64,
}

/// Variables and clauses in the order of creation.
#[derive(Default)]
struct Log {
    /// For each variable, whether the solver may branch on it.
    decisions: Vec<bool>,
    /// The literals of all clauses, one after the other.
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
}

impl AdaptiveSolver {
    /// A solver that will switch to CaDiCaL with the given options.
    pub fn new(strong: CadicalOptions) -> AdaptiveSolver {
        let easy = BatsatSolver::new(BatsatOptions { decide_inputs_only: true });
        AdaptiveSolver {
            strong,
            solver: Box::new(easy),
            log: Some(Log::default()),
            before: SatStatistics::default(),
            unfinished: 0,
        }
    }

    /// The answer of the present solver, unless the query is hard and there is another solver to move to.
    fn answer_if_easy(
        &mut self,
        budget: &Budget,
        mut search: impl FnMut(&mut dyn SatSolver, &Budget) -> SatResult,
    ) -> Option<SatResult> {
        let too_small = budget.conflict_limit().is_some_and(|limit| limit <= EASY_CONFLICTS);
        if self.log.is_none() || too_small {
            return Some(search(&mut *self.solver, budget));
        }
        let easy = budget.clone().with_conflict_limit(CONFLICTS_BETWEEN_COUNTS);
        let start = self.solver.statistics().propagations;
        for _ in 0..EASY_CONFLICTS / CONFLICTS_BETWEEN_COUNTS {
            let answer = search(&mut *self.solver, &easy);
            if answer != SatResult::Unknown(StopReason::ConflictLimit) {
                return Some(answer);
            }
            self.unfinished += 1;
            if self.solver.statistics().propagations - start > EASY_PROPAGATIONS {
                break;
            }
        }
        None
    }

    /// Moves all clauses to another solver for good.
    fn move_to(&mut self, mut solver: Box<dyn SatSolver + Send>) {
        if let Some(log) = self.log.take() {
            log.replay(&mut *solver);
        }
        self.before = self.solver.statistics();
        self.solver = solver;
    }
}

impl Log {
    fn replay(&self, solver: &mut dyn SatSolver) {
        for &decision in &self.decisions {
            solver.new_var(decision);
        }
        let mut start = 0;
        for &end in &self.ends {
            solver.add_clause(&self.lits[start..end]);
            start = end;
        }
    }
}

impl SatSolver for AdaptiveSolver {
    fn new_var(&mut self, decision: bool) -> Var {
        if let Some(log) = &mut self.log {
            log.decisions.push(decision);
        }
        self.solver.new_var(decision)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(log) = &mut self.log {
            log.lits.extend_from_slice(clause);
            log.ends.push(log.lits.len());
        }
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatResult {
        let easy = self.answer_if_easy(budget, |solver, easy| solver.solve(assumptions, easy));
        if let Some(answer) = easy {
            return answer;
        }
        self.move_to(Box::new(CadicalSolver::new(self.strong)));
        self.solver.solve(assumptions, budget)
    }

    fn solve_modulo(
        &mut self,
        assumptions: &[Lit],
        theory: &mut dyn Propagator,
        budget: &Budget,
    ) -> SatResult {
        let easy = self.answer_if_easy(budget, |solver, easy| {
            solver.solve_modulo(assumptions, &mut *theory, easy)
        });
        if let Some(answer) = easy {
            return answer;
        }
        let free = BatsatOptions { decide_inputs_only: false };
        self.move_to(Box::new(BatsatSolver::new(free)));
        // The theory knows what the solver that was left had assigned for good.
        theory.reset();
        self.solver.solve_modulo(assumptions, theory, budget)
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.solver.value(lit)
    }

    fn core(&mut self) -> &[Lit] {
        self.solver.core()
    }

    fn statistics(&self) -> SatStatistics {
        let now = self.solver.statistics();
        SatStatistics {
            solves: (now.solves + self.before.solves).saturating_sub(self.unfinished),
            conflicts: now.conflicts + self.before.conflicts,
            decisions: now.decisions + self.before.decisions,
            propagations: now.propagations + self.before.propagations,
        }
    }
}
