//! Theories that follow the search of a SAT solver.
//!
//! To a [`SatSolver`](super::SatSolver) the atoms of a theory are variables as any other. A
//! [`Propagator`] is told how the search assigns them, and says what follows or why it cannot be. It
//! makes neither variables nor clauses during a search; a theory that wants new ones waits for the
//! end of the search and adds them before the next one.

use super::{Lit, SatResult, SatSolver, Var};
use crate::budget::Budget;

/// How thorough a check is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Some atoms may be open. The theory may overlook contradictions that cost too much to find.
    Partial,
    /// All atoms have their values: what is not refused now is a model.
    Final,
}

/// What a theory says of the present assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing to say. After a [`Effort::Final`] check this ends the search.
    Consistent,
    /// These literals follow; [`Propagator::explain`] tells from what.
    Implies(Vec<Lit>),
    /// A clause of the theory that the assignment falsifies; not empty.
    Conflict(Vec<Lit>),
}

/// A theory that follows a search. Assignments come in levels, as the search makes and undoes them.
pub trait Propagator {
    /// The variables whose assignment the theory wants to know, in the order of their making.
    fn atoms(&self) -> &[Var];

    /// Opens a level.
    fn push(&mut self);

    /// Undoes the assignments of the last levels.
    fn pop(&mut self, levels: usize);

    /// Forgets all assignments, those before the first level too.
    fn reset(&mut self);

    /// Takes note that a literal is true. It need not be one over an atom.
    fn assign(&mut self, lit: Lit);

    /// Looks at the assignments since the last check. A theory that has to stop early says
    /// [`Reaction::Consistent`] and remembers that this is not to be believed.
    fn check(&mut self, effort: Effort, budget: &Budget) -> Reaction;

    /// Literals assigned before `lit` that together imply it, for one that the theory has implied and
    /// that is still assigned.
    fn explain(&mut self, lit: Lit) -> &[Lit];
}

/// Solves modulo a theory with a solver that cannot be followed: the theory checks whole models, and
/// each one that it refuses makes a clause.
pub(super) fn solve_lazily<S: SatSolver + ?Sized>(
    solver: &mut S,
    assumptions: &[Lit],
    theory: &mut dyn Propagator,
    budget: &Budget,
) -> SatResult {
    theory.reset();
    loop {
        let answer = solver.solve(assumptions, budget);
        if answer != SatResult::Sat {
            return answer;
        }
        theory.push();
        for var in theory.atoms().to_vec() {
            let lit = var.positive();
            theory.assign(lit ^ !solver.value(lit).unwrap_or(false));
        }
        let mut clauses = Vec::new();
        match theory.check(Effort::Final, budget) {
            Reaction::Consistent => {}
            Reaction::Conflict(clause) => clauses.push(clause),
            Reaction::Implies(lits) => {
                for lit in lits.into_iter().filter(|&lit| solver.value(lit) != Some(true)) {
                    let reasons = theory.explain(lit).iter().map(|&reason| !reason);
                    clauses.push(std::iter::once(lit).chain(reasons).collect());
                }
            }
        }
        theory.pop(1);
        if clauses.is_empty() {
            return SatResult::Sat;
        }
        for clause in &clauses {
            solver.add_clause(clause);
        }
    }
}
