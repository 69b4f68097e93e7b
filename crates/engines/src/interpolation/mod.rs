//! Interpolation from preconditions, in a vocabulary of literals.
//!
//! What is reachable after a step contradicts the rest of a path. Models of the rest are excluded
//! one after the other by literals that the step contradicts, as in "Computing interpolants without
//! proofs" (Chockler, Ivrii and Matsliah, 2012). But the literals are not bits: they say why the rest
//! of the path is possible in the model. The clauses that come out hold after the step, contradict
//! the rest, and speak of the variables between the two: an interpolant.

#[cfg(test)]
mod tests;

use crate::literals::{region, relations};
use crate::solver::is_satisfiable;
use evidence::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Budget, Cores, EmbeddedSolver, Models, Solver, minimise_core};
use term::{Symbol, Term, TermStore, Value};

/// The conflict limit of each attempt to drop a literal.
const MINIMISATION_CONFLICTS: u64 = 500;

/// A step: what is reachable after it, said over the values and inputs before it.
pub(crate) struct Step<'a> {
    /// What holds before the step, and the condition under which it can be taken.
    pub(crate) conditions: Vec<Term>,
    /// What must hold before the step for a literal to hold after it.
    pub(crate) image: &'a mut dyn FnMut(&mut TermStore, Term) -> Term,
    /// Is asked about the step.
    pub(crate) solver: &'a mut EmbeddedSolver,
}

/// The rest of a path: what has to hold at its start, with some inputs, to get to the error.
pub(crate) struct Rest {
    /// Over the values at its start, and inputs.
    pub(crate) formula: Term,
    /// A solver of its own, in which clauses are asserted that hold at its start.
    pub(crate) solver: EmbeddedSolver,
}

/// What separates the values after a step from the rest of a path.
pub(crate) struct Separation<'a> {
    /// The store of all terms.
    pub(crate) store: &'a mut TermStore,
    /// The step.
    pub(crate) step: Step<'a>,
    /// The rest of the path, which nothing that is reachable after the step satisfies.
    pub(crate) rest: &'a mut Rest,
    /// The variables of the program: those that clauses may speak of.
    pub(crate) variables: &'a FxHashSet<Symbol>,
}

impl Separation<'_> {
    /// Clauses that hold after the step and contradict the rest, preferably made of predicates that
    /// are known.
    pub(crate) fn clauses(
        &mut self,
        known: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Vec<Term>>, Reason> {
        let mut clauses = Vec::new();
        while self.rest_goes_on(budget)? {
            let cube = self.cube_of_rest(known);
            let core = self.contradiction(&cube, budget)?;
            let clause: Vec<Term> = core.iter().map(|&literal| self.store.not(literal)).collect();
            let excluded = self.store.or(&clause);
            self.rest.solver.assert(self.store, excluded);
            clauses.push(clause);
        }
        Ok(clauses)
    }

    fn rest_goes_on(&mut self, budget: &Budget) -> Result<bool, Reason> {
        is_satisfiable(&mut self.rest.solver, self.store, &[self.rest.formula], budget)
    }

    /// Literals that hold in the model of the rest and make it feasible for some inputs. The least
    /// useful literals come first, as candidates for dropping: relations are better than constants,
    /// and known literals are better than new ones.
    fn cube_of_rest(&mut self, known: &[Term]) -> Vec<Term> {
        let (store, solver) = (&mut *self.store, &mut self.rest.solver);
        let mut value = |store: &mut TermStore, term| solver.value(store, term);
        let is_input = |symbol| !self.variables.contains(&symbol);
        let mut cube = region(store, &mut value, &is_input, &[self.rest.formula]);
        let relations = relations(store, &cube);
        cube.extend(relations);
        let mut familiar = Vec::with_capacity(known.len());
        for &predicate in known {
            let holds = value(store, predicate) == Value::Bool(true);
            familiar.push(if holds { predicate } else { store.not(predicate) });
        }
        cube.retain(|literal| !familiar.contains(literal));
        cube.extend(familiar);
        cube
    }

    /// Literals of a cube that never hold together after the step. None are needed if the step is
    /// never taken.
    fn contradiction(&mut self, cube: &[Term], budget: &Budget) -> Result<Vec<Term>, Reason> {
        let Step { conditions, image, solver } = &mut self.step;
        if conditions.iter().any(|&c| self.store.as_bool(c) == Some(false)) {
            return Ok(Vec::new());
        }
        let mut assumptions = conditions.clone();
        let mut literal_of: FxHashMap<Term, Term> = FxHashMap::default();
        for &literal in cube {
            let before = image(self.store, literal);
            match self.store.as_bool(before) {
                Some(true) => {}
                Some(false) => return Ok(vec![literal]),
                None => {
                    literal_of.insert(before, literal);
                    assumptions.push(before);
                }
            }
        }
        if is_satisfiable(solver, self.store, &assumptions, budget)? {
            let reason = "no predicates exclude a spurious path".to_owned();
            return Err(Reason::Incomplete(reason));
        }
        let core = solver.core();
        let brief = budget.clone().with_conflict_limit(MINIMISATION_CONFLICTS);
        let core = minimise_core(*solver, self.store, &core, &brief);
        Ok(core.iter().filter_map(|before| literal_of.get(before).copied()).collect())
    }
}
