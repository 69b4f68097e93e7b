//! The BatSat backend.

mod follow;

use batsat::{ClauseKind, SolverInterface, SolverOpts, lbool};

use super::query::LastQuery;
use super::{Lit, Propagator, SatResult, SatSolver, SatStatistics, Var};
use crate::budget::{Budget, StopReason, Watch};
use follow::Follower;

/// Options of the BatSat backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatsatOptions {
    /// Branch only on variables created with `decision` true.
    pub decide_inputs_only: bool,
}

impl Default for BatsatOptions {
    fn default() -> Self {
        Self { decide_inputs_only: true }
    }
}

/// BatSat as a [`SatSolver`].
pub struct BatsatSolver {
    solver: batsat::Solver<BudgetCallbacks>,
    options: BatsatOptions,
    query: LastQuery,
    /// A reusable buffer of literals.
    buffer: Vec<batsat::Lit>,
    /// How many of the literals that are assigned for good a theory was told.
    told: usize,
}

impl BatsatSolver {
    /// A solver without variables and clauses.
    pub fn new(options: BatsatOptions) -> Self {
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), BudgetCallbacks::default()),
            options,
            query: LastQuery::default(),
            buffer: Vec::new(),
            told: 0,
        }
    }

    fn fill_buffer(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend(lits.iter().copied().map(to_batsat));
    }

    /// Searches under the assumptions in the buffer.
    fn search(&mut self, budget: &Budget) -> SatResult {
        if let Err(reason) = budget.check() {
            return SatResult::Unknown(reason);
        }
        self.solver.cb_mut().start(budget);
        let status = self.solver.solve_limited(&self.buffer);
        self.conclude(status)
    }

    /// Searches under the assumptions in the buffer for a model that a theory accepts.
    fn search_modulo(&mut self, theory: &mut dyn Propagator, budget: &Budget) -> SatResult {
        if let Err(reason) = budget.check() {
            return SatResult::Unknown(reason);
        }
        self.solver.cb_mut().start(budget);
        let mut follower = Follower::new(theory, self.told, budget);
        let status = self.solver.solve_limited_th(&mut follower, &self.buffer);
        let refuted = follower.has_refuted_all();
        self.told = follower.told();
        let answer = self.conclude(status);
        if refuted {
            self.add_clause(&[]);
            return SatResult::Unsat;
        }
        answer
    }

    fn conclude(&mut self, status: lbool) -> SatResult {
        let stopped = self.solver.cb_mut().finish();
        if status == lbool::TRUE {
            debug_assert!(
                self.solver.get_model().iter().all(|v| *v != lbool::UNDEF),
                "a variable made with `decision` false does not follow from the others"
            );
            SatResult::Sat
        } else if status == lbool::FALSE {
            SatResult::Unsat
        } else {
            SatResult::Unknown(stopped.unwrap_or(StopReason::Interrupted))
        }
    }
}

impl SatSolver for BatsatSolver {
    fn new_var(&mut self, decision: bool) -> Var {
        let decision = decision || !self.options.decide_inputs_only;
        Var::new(self.solver.new_var(lbool::UNDEF, decision).idx())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.fill_buffer(clause);
        // The result only repeats what the next query will find.
        let _consistent = self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatResult {
        self.query.begin(assumptions);
        self.fill_buffer(assumptions);
        let answer = self.search(budget);
        self.query.finish(answer)
    }

    fn solve_modulo(
        &mut self,
        assumptions: &[Lit],
        theory: &mut dyn Propagator,
        budget: &Budget,
    ) -> SatResult {
        self.query.begin(assumptions);
        self.fill_buffer(assumptions);
        let answer = self.search_modulo(theory, budget);
        self.query.finish(answer)
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        if !self.query.is_sat() {
            return None;
        }
        let value = self.solver.value_lit(to_batsat(lit));
        (value != lbool::UNDEF).then(|| value == lbool::TRUE)
    }

    fn core(&mut self) -> &[Lit] {
        // BatSat's final conflict is a clause, so assumptions occur negated.
        self.query.core(|lit| self.solver.unsat_core_contains_lit(to_batsat(!lit)))
    }

    fn statistics(&self) -> SatStatistics {
        SatStatistics {
            solves: self.query.count(),
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        }
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    let var = batsat::Var::unsafe_from_idx(lit.var().index() as u32);
    batsat::Lit::new(var, !lit.is_negated())
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    Lit::new(Var::new(lit.var().idx()), !lit.sign())
}

/// Lets a budget stop the search: BatSat calls back after every propagation without conflict, that
/// is, before every decision and restart.
#[derive(Default)]
struct BudgetCallbacks {
    watch: Option<Watch>,
    conflicts_left: Option<u64>,
}

impl BudgetCallbacks {
    fn start(&mut self, budget: &Budget) {
        self.watch = Some(Watch::new(budget));
        self.conflicts_left = budget.conflict_limit();
    }

    fn finish(&mut self) -> Option<StopReason> {
        self.watch.take()?.reason()
    }
}

impl batsat::Callbacks for BudgetCallbacks {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if !matches!(kind, ClauseKind::Learnt | ClauseKind::Theory) {
            return;
        }
        if let (Some(left), Some(watch)) = (&mut self.conflicts_left, &self.watch) {
            *left = left.saturating_sub(1);
            if *left == 0 {
                watch.stop(StopReason::ConflictLimit);
            }
        }
    }

    fn stop(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::must_stop)
    }
}
