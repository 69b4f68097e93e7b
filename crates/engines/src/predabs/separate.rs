//! Interpolation in a vocabulary of predicates.
//!
//! What is reachable after a segment contradicts the rest of a path. Models of the rest, as far as
//! the vocabulary tells them apart, are excluded one after the other by the literals that the
//! segment contradicts, as in "Computing interpolants without proofs" (Chockler, Ivrii and
//! Matsliah, 2012), but with predicates in place of bits.

use super::atoms::atoms;
use super::segment::Segment;
use crate::solver::reason_for_unknown;
use evidence::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Budget, Cores, EmbeddedSolver, Models, Outcome, Solver, minimise_core};
use term::{Sort, Substitution, Symbol, Term, TermStore, Value, free_vars};

/// Conflicts that each attempt at leaving out a literal may have.
const MINIMISATION_CONFLICTS: u64 = 500;

/// The rest of a path: what has to hold at its start, with some inputs, to get to the error.
pub(super) struct Rest {
    /// Over the values at its start, and inputs.
    pub(super) formula: Term,
    /// A solver of its own.
    pub(super) solver: EmbeddedSolver,
}

/// What separates the values after a segment from the rest of a path.
pub(super) struct Separation<'a> {
    /// The store of all terms.
    pub(super) store: &'a mut TermStore,
    /// The segment.
    pub(super) segment: &'a mut Segment,
    /// Its exit.
    pub(super) exit: usize,
    /// What holds before the segment.
    pub(super) before: &'a [Term],
    /// The rest of the path, which nothing that is reachable after the segment satisfies.
    pub(super) rest: &'a mut Rest,
    /// The variables of the program.
    pub(super) variables: &'a FxHashSet<Symbol>,
}

impl Separation<'_> {
    /// Clauses that hold after the segment and contradict the rest, preferably made of predicates
    /// that are known.
    pub(super) fn clauses(
        &mut self,
        known: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Vec<Term>>, Reason> {
        let mut vocabulary = atoms(self.store, self.rest.formula, self.variables);
        vocabulary.retain(|atom| !known.contains(atom));
        vocabulary.extend(known);
        let mut clauses = Vec::new();
        while self.rest_goes_on(budget)? {
            let cube = self.cube_of_rest(&vocabulary);
            let core = match self.contradiction(&cube, budget)? {
                Some(core) => core,
                None => {
                    self.enlarge(&mut vocabulary)?;
                    continue;
                }
            };
            let clause: Vec<Term> = core.iter().map(|&literal| self.store.not(literal)).collect();
            let excluded = self.store.or(&clause);
            self.rest.solver.assert(self.store, excluded);
            clauses.push(clause);
        }
        Ok(clauses)
    }

    fn rest_goes_on(&mut self, budget: &Budget) -> Result<bool, Reason> {
        match self.rest.solver.check(self.store, &[self.rest.formula], budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(reason) => Err(reason_for_unknown(reason)),
        }
    }

    /// What the model of the rest says about the vocabulary.
    fn cube_of_rest(&mut self, vocabulary: &[Term]) -> Vec<Term> {
        let mut cube = Vec::with_capacity(vocabulary.len());
        for &atom in vocabulary {
            let holds = self.rest.solver.value(self.store, atom) == Value::Bool(true);
            cube.push(if holds { atom } else { self.store.not(atom) });
        }
        cube
    }

    /// Literals of a cube that never hold together after the segment; none if all of them may.
    fn contradiction(
        &mut self,
        cube: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Reason> {
        let mut conditions = self.before.to_vec();
        conditions.push(self.segment.exits[self.exit].guard);
        let mut literal_of: FxHashMap<Term, Term> = FxHashMap::default();
        for &literal in cube {
            let image = self.segment.exits[self.exit].image(self.store, literal);
            match self.store.as_bool(image) {
                Some(true) => {}
                Some(false) => return Ok(Some(vec![literal])),
                None => {
                    literal_of.insert(image, literal);
                    conditions.push(image);
                }
            }
        }
        if self.segment.possible(self.store, &conditions, budget)? {
            return Ok(None);
        }
        let solver = &mut self.segment.solver;
        let core = solver.core();
        let brief = budget.clone().with_conflict_limit(MINIMISATION_CONFLICTS);
        let core = minimise_core(solver, self.store, &core, &brief);
        Ok(Some(core.iter().filter_map(|image| literal_of.get(image).copied()).collect()))
    }

    /// Adds what the rest says of the variables if its inputs have the values of the model: then
    /// the model of the rest is told apart from all that is reachable.
    fn enlarge(&mut self, vocabulary: &mut Vec<Term>) -> Result<(), Reason> {
        let symbols = free_vars(self.store, &[self.rest.formula]);
        let (own, inputs): (Vec<Symbol>, Vec<Symbol>) =
            symbols.into_iter().partition(|symbol| self.variables.contains(symbol));
        let mut instance = Substitution::new();
        for input in inputs {
            let variable = self.store.var(input);
            let value = self.rest.solver.value(self.store, variable);
            let value = self.store.constant(value);
            instance.insert(variable, value);
        }
        let formula = instance.apply(self.store, self.rest.formula);
        let mut new = atoms(self.store, formula, self.variables);
        new.retain(|atom| !vocabulary.contains(atom));
        if new.is_empty() {
            // The simplifier may have settled an atom; values settle everything.
            for variable in own {
                if matches!(self.store.symbol_sort(variable), Sort::Bool | Sort::BitVec(_)) {
                    let variable = self.store.var(variable);
                    let value = self.rest.solver.value(self.store, variable);
                    let value = self.store.constant(value);
                    new.push(self.store.eq(variable, value));
                }
            }
            new.retain(|atom| !vocabulary.contains(atom));
        }
        if new.is_empty() {
            return Err(Reason::Incomplete("no predicates exclude a spurious path".to_owned()));
        }
        new.append(vocabulary);
        *vocabulary = new;
        Ok(())
    }
}
