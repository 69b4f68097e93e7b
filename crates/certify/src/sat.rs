//! The SAT solver; its refutations count only with a checked proof.

use crate::lrat::{Checker, Literal};
use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use std::cell::RefCell;
use std::ops::Not;
use std::rc::Rc;

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(Literal);

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The clauses contradict the assumptions, by a checked proof.
    Refuted,
    /// The solver has a model.
    Model,
    /// The solver was stopped.
    Stopped,
    /// The solver claims a contradiction, but its proof is not valid.
    Unproved,
}

/// CaDiCaL together with the checker, which receives each proof step.
///
/// New clauses are buffered until the next query, because adding them makes CaDiCaL discard its
/// model.
pub struct Sat {
    solver: CaDiCal,
    proof: Rc<RefCell<Proof>>,
    variables: Literal,
    declared: Literal,
    /// Clauses, each terminated by 0.
    pending: Vec<Literal>,
}

impl Sat {
    /// A solver without variables and clauses.
    pub fn new() -> Sat {
        let mut solver = CaDiCal::new();
        // Queries are many and easy, so simplification does not pay. Moreover its steps need not be
        // implications, and the checker accepts nothing else.
        solver.configure("plain");
        for option in ["lucky", "walk", "factor"] {
            solver.set(option, 0);
        }
        let proof = Rc::new(RefCell::new(Proof::default()));
        solver.connect_proof_tracer1(Rc::clone(&proof), true, false);
        Sat { solver, proof, variables: 0, declared: 0, pending: Vec::new() }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    /// How many variables there are.
    pub fn variables(&self) -> u64 {
        u64::from(self.variables.unsigned_abs())
    }

    /// How many proof steps were checked and accepted.
    pub fn steps(&self) -> u64 {
        self.proof.borrow().checker.steps()
    }

    /// How many conflicts the solver had.
    pub fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    /// Adds a clause.
    pub fn clause(&mut self, clause: &[Lit]) {
        self.pending.extend(clause.iter().map(|lit| lit.0));
        self.pending.push(0);
    }

    /// Whether the clauses have a model in which all assumptions hold. Polls `stop`.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        conflicts: Option<u32>,
        stop: &Rc<dyn Fn() -> bool>,
    ) -> Answer {
        self.flush();
        for lit in assumptions {
            self.solver.assume(lit.0);
        }
        if let Some(limit) = conflicts {
            self.solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        self.solver.connect_terminator(Stop(Rc::clone(stop)));
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => Answer::Model,
            Status::UNKNOWN => Answer::Stopped,
            Status::UNSATISFIABLE => {
                self.solver.conclude();
                let refuted = self.proof.borrow().refutes(assumptions);
                if refuted { Answer::Refuted } else { Answer::Unproved }
            }
        }
    }

    /// The value of a literal in the model of the last query.
    pub fn holds(&mut self, lit: Lit) -> bool {
        self.solver.val(lit.0) == lit.0
    }

    /// Passes variables and clauses to the solver. The checker takes the clauses from here; CaDiCaL
    /// only gives them numbers.
    fn flush(&mut self) {
        if self.variables > self.declared {
            self.solver.declare_more_variables(self.variables - self.declared);
            self.declared = self.variables;
        }
        for clause in self.pending.split(|&literal| literal == 0) {
            if !clause.is_empty() {
                self.proof.borrow_mut().input = Some(clause.to_vec());
                self.solver.clause6(clause);
            }
        }
        self.pending.clear();
    }
}

/// Receives the proof steps of the solver and checks them.
#[derive(Default)]
struct Proof {
    checker: Checker,
    /// The clause that is currently passed to the solver.
    input: Option<Vec<Literal>>,
    /// The numbers of the clauses that end the last proof.
    conclusion: Vec<i64>,
}

impl Proof {
    /// Whether the proof ends in a clause that the checker has accepted and that excludes the
    /// assumptions.
    fn refutes(&self, assumptions: &[Lit]) -> bool {
        let excluded = |literal: &Literal| assumptions.contains(&Lit(-literal));
        let refutes = |&number: &i64| {
            self.checker.clause(number).is_some_and(|clause| clause.iter().all(excluded))
        };
        self.conclusion.iter().any(refutes)
    }
}

impl ProofTracer for Proof {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], _restored: bool) {
        if let Some(clause) = self.input.take() {
            self.checker.input(id, &clause);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], reasons: &[i64]) {
        self.checker.derive(id, clause, reasons);
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], reasons: &[i64]) {
        self.checker.derive(id, clause, reasons);
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.checker.delete(id);
    }

    fn conclude_unsat(&mut self, _: i32, ids: &[i64]) {
        self.conclusion = ids.to_vec();
    }

    fn solve_query(&mut self) {
        self.conclusion.clear();
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// Lets the caller stop the search.
struct Stop(Rc<dyn Fn() -> bool>);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        (self.0)()
    }
}

#[cfg(test)]
mod tests;
