//! The CaDiCaL backend.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::propagator::solve_lazily;
use super::query::LastQuery;
use super::{Lit, Propagator, SatResult, SatSolver, SatStatistics, Var};
use crate::budget::{Budget, StopReason, Watch};

/// Options of the CaDiCaL backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CadicalOptions {
    /// Simplify clauses before and during the search (elimination, subsumption, probing,
    /// vivification, local search and so on). This pays for hard queries, but costs too much for
    /// thousands of easy ones.
    pub inprocessing: bool,
}

/// CaDiCaL as a [`SatSolver`].
///
/// New variables and clauses are buffered until the next query, because adding them makes CaDiCaL
/// discard its model and its core. CaDiCaL branches on any variable, including gate outputs.
pub struct CadicalSolver {
    /// In a cell because CaDiCaL extends its model when it is first queried.
    solver: RefCell<CaDiCal>,
    vars: u32,
    declared_vars: u32,
    /// Clauses in DIMACS, each terminated by 0.
    pending: Vec<i32>,
    query: LastQuery,
}

#[expect(unsafe_code, reason = "CaDiCaL is behind pointers of C++")]
// SAFETY: A CaDiCaL solver reaches nothing but its own heap: it has no
// thread-local state, shares no mutable state with other solvers, and may be
// used by any one thread at a time, which `&mut` and the lack of `Sync` ensure.
// The only callback ever connected, a `BudgetTerminator`, is connected and
// disconnected within one call of `solve`.
unsafe impl Send for CadicalSolver {}

impl CadicalSolver {
    /// A solver without variables and clauses.
    pub fn new(options: CadicalOptions) -> Self {
        Self {
            solver: RefCell::new(configured(options)),
            vars: 0,
            declared_vars: 0,
            pending: Vec::new(),
            query: LastQuery::default(),
        }
    }

    /// CaDiCaL would accept any literal, and create missing variables.
    fn assert_known(&self, lits: &[Lit]) {
        let known = |lit: &Lit| lit.var().index() < self.vars as usize;
        assert!(lits.iter().all(known), "a variable of another solver");
    }

    /// Passes on the variables and clauses added since the last query.
    fn flush(&mut self) {
        let solver = self.solver.get_mut();
        if self.vars > self.declared_vars {
            solver.declare_more_variables((self.vars - self.declared_vars).cast_signed());
            self.declared_vars = self.vars;
        }
        for clause in self.pending.split_inclusive(|&lit| lit == 0) {
            solver.clause6(&clause[..clause.len() - 1]);
        }
        self.pending.clear();
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> SatResult {
        if let Err(reason) = budget.check() {
            return SatResult::Unknown(reason);
        }
        self.flush();
        let solver = self.solver.get_mut();
        for lit in assumptions {
            solver.assume(lit.to_dimacs());
        }
        if let Some(limit) = budget.conflict_limit() {
            solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        let watch = Rc::new(Watch::new(budget));
        solver.connect_terminator(BudgetTerminator(Rc::clone(&watch)));
        let status = solver.solve();
        solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => SatResult::Sat,
            Status::UNSATISFIABLE => SatResult::Unsat,
            // CaDiCaL gives up by itself only at the conflict limit.
            Status::UNKNOWN => {
                SatResult::Unknown(watch.reason().unwrap_or(StopReason::ConflictLimit))
            }
        }
    }
}

impl SatSolver for CadicalSolver {
    fn new_var(&mut self, _decision: bool) -> Var {
        let var = Var::new(self.vars);
        self.vars += 1;
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.assert_known(clause);
        self.pending.extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.pending.push(0);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatResult {
        self.assert_known(assumptions);
        self.query.begin(assumptions);
        let answer = self.search(assumptions, budget);
        self.query.finish(answer)
    }

    /// The theory sees whole models only: the wrapper's external propagator has to own all that it
    /// needs, where a theory is borrowed for a query.
    fn solve_modulo(
        &mut self,
        assumptions: &[Lit],
        theory: &mut dyn Propagator,
        budget: &Budget,
    ) -> SatResult {
        solve_lazily(self, assumptions, theory, budget)
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        let known = lit.var().index() < self.declared_vars as usize;
        (known && self.query.is_sat()).then(|| {
            let name = lit.to_dimacs();
            self.solver.borrow_mut().val(name) == name
        })
    }

    fn core(&mut self) -> &[Lit] {
        let solver = self.solver.get_mut();
        self.query.core(|lit| solver.failed(lit.to_dimacs()))
    }

    fn statistics(&self) -> SatStatistics {
        let solver = self.solver.borrow();
        let counter = |name| u64::try_from(solver.get_statistic_value(name)).unwrap_or(0);
        SatStatistics {
            solves: self.query.count(),
            conflicts: counter("conflicts"),
            decisions: counter("decisions"),
            propagations: counter("propagations"),
        }
    }
}

/// A new CaDiCaL with its options, which can be set only at the start.
fn configured(options: CadicalOptions) -> CaDiCal {
    let mut solver = CaDiCal::new();
    if !options.inprocessing {
        let known = solver.configure("plain");
        debug_assert!(known, "CaDiCaL has a plain configuration");
        // These also traverse the whole formula, but do not count as preprocessing.
        for technique in ["lucky", "walk"] {
            let known = solver.set(technique, 0);
            debug_assert!(known, "CaDiCaL has an option {technique}");
        }
    }
    // The variables that bounded variable addition creates would clash with our numbers.
    solver.set("factor", 0);
    solver
}

/// Lets a budget stop the search. CaDiCaL calls back seldom enough (every few decisions) that each
/// call may check the whole budget.
struct BudgetTerminator(Rc<Watch>);

impl Terminator for BudgetTerminator {
    fn terminated(&mut self) -> bool {
        self.0.must_stop_now()
    }
}
