//! Random incremental sessions, against the truth table and between solvers.

use proptest::collection::vec;
use proptest::prelude::*;

use super::backends;
use crate::budget::Budget;
use crate::sat::{Lit, SatResult, SatSolver, Var};

/// Few enough variables for truth tables.
const MAX_VARS: usize = 12;

/// One call in a session. A literal is any number, taken modulo the number of existing literals.
#[derive(Clone, Debug)]
enum Step {
    Input,
    And(usize, usize),
    Xor(usize, usize),
    Clause(Vec<usize>),
    Solve(Vec<usize>),
}

fn step() -> impl Strategy<Value = Step> {
    let lit = || 0..2 * MAX_VARS;
    prop_oneof![
        2 => Just(Step::Input),
        1 => (lit(), lit()).prop_map(|(a, b)| Step::And(a, b)),
        1 => (lit(), lit()).prop_map(|(a, b)| Step::Xor(a, b)),
        8 => vec(lit(), 1..5).prop_map(Step::Clause),
        4 => vec(lit(), 0..7).prop_map(Step::Solve),
    ]
}

/// A solver with a copy of its clauses, to check its answers.
struct Session {
    solver: Box<dyn SatSolver + Send>,
    lits: Vec<Lit>,
    clauses: Vec<Vec<Lit>>,
}

impl Session {
    fn new(solver: Box<dyn SatSolver + Send>) -> Self {
        Self { solver, lits: Vec::new(), clauses: Vec::new() }
    }

    fn var(&mut self, decision: bool) -> Lit {
        let var = self.solver.new_var(decision);
        assert_eq!(var.index() * 2, self.lits.len());
        self.lits.extend([var.positive(), var.negative()]);
        var.into()
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
        self.clauses.push(clause.to_vec());
    }

    fn pick(&self, number: usize) -> Lit {
        self.lits[number % self.lits.len()]
    }

    fn perform(&mut self, step: &Step) {
        let full = self.lits.len() >= 2 * MAX_VARS;
        match step {
            Step::Input | Step::And(..) | Step::Xor(..) if full => {}
            Step::Input => {
                self.var(true);
            }
            Step::And(a, b) => {
                let (a, b) = (self.pick(*a), self.pick(*b));
                let out = self.var(false);
                self.clause(&[!out, a]);
                self.clause(&[!out, b]);
                self.clause(&[out, !a, !b]);
            }
            Step::Xor(a, b) => {
                let (a, b) = (self.pick(*a), self.pick(*b));
                let out = self.var(false);
                self.clause(&[!out, a, b]);
                self.clause(&[!out, !a, !b]);
                self.clause(&[out, !a, b]);
                self.clause(&[out, a, !b]);
            }
            Step::Clause(numbers) => {
                let clause: Vec<Lit> = numbers.iter().map(|&n| self.pick(n)).collect();
                self.clause(&clause);
            }
            Step::Solve(numbers) => {
                let assumptions: Vec<Lit> = numbers.iter().map(|&n| self.pick(n)).collect();
                let sat = self.solve_checked(&assumptions);
                assert_eq!(sat, self.truth_table_has_model(&assumptions));
                if !sat {
                    let core = self.solver.core().to_vec();
                    assert!(!self.truth_table_has_model(&core), "{core:?}");
                }
            }
        }
    }

    /// Solves, checks the evidence for the answer, and returns whether it is sat.
    fn solve_checked(&mut self, assumptions: &[Lit]) -> bool {
        match self.solver.solve(assumptions, &Budget::unlimited()) {
            SatResult::Sat => {
                self.check_model(assumptions);
                assert_eq!(self.solver.core(), []);
                true
            }
            SatResult::Unsat => {
                self.check_core(assumptions);
                assert!(self.lits.iter().all(|&lit| self.solver.value(lit).is_none()));
                false
            }
            SatResult::Unknown(reason) => panic!("stopped without a limit: {reason}"),
        }
    }

    fn check_model(&self, assumptions: &[Lit]) {
        let is_true = |lit: &Lit| self.solver.value(*lit) == Some(true);
        assert!(assumptions.iter().all(is_true));
        for clause in &self.clauses {
            assert!(clause.iter().any(is_true), "{clause:?}");
        }
        for &lit in &self.lits {
            let value = self.solver.value(lit);
            assert_eq!(self.solver.value(!lit), value.map(|value| !value));
        }
    }

    fn check_core(&mut self, assumptions: &[Lit]) {
        let core = self.solver.core().to_vec();
        let positions = core.iter().map(|lit| assumptions.iter().position(|a| a == lit));
        assert!(positions.clone().all(|position| position.is_some()));
        assert!(positions.is_sorted(), "{core:?} of {assumptions:?}");
        assert!(core.iter().all(|lit| core.iter().filter(|l| *l == lit).count() == 1));
        let again = self.solver.solve(&core, &Budget::unlimited());
        assert_eq!(again, SatResult::Unsat);
    }

    fn truth_table_has_model(&self, assumptions: &[Lit]) -> bool {
        (0..1_u32 << (self.lits.len() / 2)).any(|row| {
            let is_true = |lit: &Lit| (row >> lit.var().index() & 1 == 1) ^ lit.is_negated();
            assumptions.iter().all(is_true)
                && self.clauses.iter().all(|clause| clause.iter().any(is_true))
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sessions_agree_with_truth_tables(steps in vec(step(), 1..60)) {
        for backend in backends() {
            let mut session = Session::new(backend.build());
            session.perform(&Step::Input);
            for step in &steps {
                session.perform(step);
            }
        }
    }
}

/// A random clause of three different variables.
fn ternary_clause(vars: u32) -> impl Strategy<Value = [Lit; 3]> {
    let lit = move || (0..vars, any::<bool>()).prop_map(|(v, n)| Lit::new(Var::new(v), n));
    [lit(), lit(), lit()].prop_filter("three variables", |[a, b, c]| {
        a.var() != b.var() && b.var() != c.var() && c.var() != a.var()
    })
}

/// Random ternary clauses near the threshold of satisfiability need thousands of conflicts, so that
/// CaDiCaL eliminates variables. Later clauses and assumptions mention these variables again.
const HARD_VARS: u32 = 150;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn solvers_agree_on_hard_sessions(
        clauses in vec(ternary_clause(HARD_VARS), 660),
        assumptions in vec(vec(0..2 * HARD_VARS as usize, 0..4), 8),
    ) {
        let mut sessions: Vec<Session> =
            backends().into_iter().map(|backend| Session::new(backend.build())).collect();
        for session in &mut sessions {
            for _ in 0..HARD_VARS {
                session.var(true);
            }
            clauses[..600].iter().for_each(|clause| session.clause(clause));
        }
        for (numbers, added) in assumptions.iter().zip(clauses[600..].chunks(8)) {
            let answers: Vec<bool> = sessions
                .iter_mut()
                .map(|session| {
                    added.iter().for_each(|clause| session.clause(clause));
                    let lits: Vec<Lit> = numbers.iter().map(|&n| session.pick(n)).collect();
                    session.solve_checked(&lits)
                })
                .collect();
            prop_assert!(answers.iter().all(|answer| *answer == answers[0]), "{:?}", answers);
        }
    }
}
