//! Interpolation in a vocabulary of predicates.
//!
//! The states reachable after a segment contradict the rest of a path. Models of the rest are
//! excluded one by one by literals that the segment contradicts, as in "Computing interpolants
//! without proofs" (Chockler, Ivrii and Matsliah, 2012). But the literals are not bits: they
//! explain why the rest of the path is feasible in the model.

use super::segment::Segment;
use crate::literals::{implicant, normalise, project, relations};
use crate::solver::is_satisfiable;
use evidence::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Budget, Cores, EmbeddedSolver, Models, Solver, minimise_core};
use term::{Symbol, Term, TermStore, Value};

/// The conflict limit of each attempt to drop a literal.
const MINIMISATION_CONFLICTS: u64 = 500;

/// The rest of a path: the condition at its start under which some inputs lead to the error.
pub(super) struct Rest {
    /// The condition, over the values at its start and inputs.
    pub(super) formula: Term,
    /// A separate solver.
    pub(super) solver: EmbeddedSolver,
}

/// Separates the values after a segment from the rest of a path.
pub(super) struct Separation<'a> {
    /// The store of all terms.
    pub(super) store: &'a mut TermStore,
    /// The segment.
    pub(super) segment: &'a mut Segment,
    /// Its exit.
    pub(super) exit: usize,
    /// Conditions that hold before the segment.
    pub(super) before: &'a [Term],
    /// The rest of the path; no state reachable after the segment satisfies it.
    pub(super) rest: &'a mut Rest,
    /// The variables of the program.
    pub(super) variables: &'a FxHashSet<Symbol>,
}

impl Separation<'_> {
    /// Clauses that hold after the segment and contradict the rest, preferably built from known
    /// predicates.
    pub(super) fn clauses(
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
        let why = implicant(store, &mut value, &[self.rest.formula]);
        let is_input = |symbol| !self.variables.contains(&symbol);
        let why = project(store, &mut value, &is_input, why);
        let mut cube: Vec<Term> = why.iter().map(|&literal| normalise(store, literal)).collect();
        cube.retain(|&literal| store.as_bool(literal).is_none());
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

    /// Literals of a cube that never hold together after the segment.
    fn contradiction(&mut self, cube: &[Term], budget: &Budget) -> Result<Vec<Term>, Reason> {
        let mut conditions = self.before.to_vec();
        conditions.push(self.segment.exits[self.exit].guard);
        let mut literal_of: FxHashMap<Term, Term> = FxHashMap::default();
        for &literal in cube {
            let image = self.segment.exits[self.exit].image(self.store, literal);
            match self.store.as_bool(image) {
                Some(true) => {}
                Some(false) => return Ok(vec![literal]),
                None => {
                    literal_of.insert(image, literal);
                    conditions.push(image);
                }
            }
        }
        if self.segment.possible(self.store, &conditions, budget)? {
            let reason = "no predicates exclude a spurious path".to_owned();
            return Err(Reason::Incomplete(reason));
        }
        let solver = &mut self.segment.solver;
        let core = solver.core();
        let brief = budget.clone().with_conflict_limit(MINIMISATION_CONFLICTS);
        let core = minimise_core(solver, self.store, &core, &brief);
        Ok(core.iter().filter_map(|image| literal_of.get(image).copied()).collect())
    }
}
