//! BatSat for easy queries, CaDiCaL from the first hard one on.
//!
//! BatSat that branches only on inputs is fastest on many tiny queries. But a search that may not
//! branch on intermediate results fails on hard ones (multipliers, floats), where CaDiCaL is
//! strong. Which kind a solver will see is not known in advance. So it starts with BatSat and, once
//! a query has had many conflicts, moves all clauses to CaDiCaL permanently.

use super::{
    BatsatOptions, BatsatSolver, CadicalOptions, CadicalSolver, Lit, SatResult, SatSolver,
    SatStatistics, Var,
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
        let Some(log) = &self.log else { return self.solver.solve(assumptions, budget) };
        let limit = budget.conflict_limit();
        if limit.is_some_and(|limit| limit <= EASY_CONFLICTS) {
            return self.solver.solve(assumptions, budget);
        }
        let easy = budget.clone().with_conflict_limit(EASY_CONFLICTS);
        let answer = self.solver.solve(assumptions, &easy);
        if answer != SatResult::Unknown(StopReason::ConflictLimit) {
            return answer;
        }
        let mut strong = CadicalSolver::new(self.strong);
        log.replay(&mut strong);
        self.before = self.solver.statistics();
        self.solver = Box::new(strong);
        self.log = None;
        self.solver.solve(assumptions, budget)
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
