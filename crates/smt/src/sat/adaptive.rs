//! BatSat for easy queries, CaDiCaL from the first hard one on.
//!
//! BatSat that branches only on inputs is fastest on many tiny queries. But a search that may not
//! branch on intermediate results fails on hard ones (multipliers, floats), where CaDiCaL is
//! strong. Which kind a solver will see is not known in advance. So it starts with BatSat and, once
//! a query has had many conflicts, moves all clauses to CaDiCaL permanently. With a theory it moves to
//! BatSat that branches on anything instead: a theory cannot follow the search of CaDiCaL.

use super::{
    BatsatOptions, BatsatSolver, CadicalOptions, CadicalSolver, Lit, Propagator, SatResult,
    SatSolver, SatStatistics, Var,
};
use crate::budget::{Budget, StopReason};

/// The number of conflicts after which a query counts as hard.
const EASY_CONFLICTS: u64 = 1000;

/// A [`SatSolver`] that may switch its backend.
pub struct AdaptiveSolver {
    /// The options of CaDiCaL after the switch.
    strong: CadicalOptions,
    solver: Box<dyn SatSolver + Send>,
    /// Everything added so far, to be added again at the switch; `None` after it.
    log: Option<Log>,
    /// The statistics of the solver before the switch.
    before: SatStatistics,
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
        }
    }

    /// The budget for an attempt with the present solver, after which to move; `None` if there is
    /// nothing to move to, or the query has no budget for that.
    fn easy_budget(&self, budget: &Budget) -> Option<Budget> {
        let too_small = budget.conflict_limit().is_some_and(|limit| limit <= EASY_CONFLICTS);
        let moves = self.log.is_some() && !too_small;
        moves.then(|| budget.clone().with_conflict_limit(EASY_CONFLICTS))
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
        if let Some(easy) = self.easy_budget(budget) {
            let answer = self.solver.solve(assumptions, &easy);
            if answer != SatResult::Unknown(StopReason::ConflictLimit) {
                return answer;
            }
            self.move_to(Box::new(CadicalSolver::new(self.strong)));
        }
        self.solver.solve(assumptions, budget)
    }

    fn solve_modulo(
        &mut self,
        assumptions: &[Lit],
        theory: &mut dyn Propagator,
        budget: &Budget,
    ) -> SatResult {
        if let Some(easy) = self.easy_budget(budget) {
            let answer = self.solver.solve_modulo(assumptions, theory, &easy);
            if answer != SatResult::Unknown(StopReason::ConflictLimit) {
                return answer;
            }
            let free = BatsatOptions { decide_inputs_only: false };
            self.move_to(Box::new(BatsatSolver::new(free)));
            // The theory knows what the solver that was left had assigned for good.
            theory.reset();
        }
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
            // The query that caused the switch was counted twice.
            solves: now.solves + self.before.solves.saturating_sub(1),
            conflicts: now.conflicts + self.before.conflicts,
            decisions: now.decisions + self.before.decisions,
            propagations: now.propagations + self.before.propagations,
        }
    }
}
