//! Interpolants between a rule and the rest of a goal.

use super::Cube;
use super::goal::Subgoal;
use super::search::Search;
use crate::frames::drop_literals;
use crate::horn::{RuleId, eliminate_defined, literal_cube};
use crate::solver::is_satisfiable;
use evidence::Reason;
use smt::projection::{implicant, project};
use smt::{EmbeddedSolver, Models, Solver};
use term::{Substitution, Symbol, Term, TermStore};

impl Search<'_> {
    /// ITP: a region over the parameters of a subgoal's predicate of which the rule derives nothing, and which
    /// includes all that the suffix allows. The interpolant is its complement.
    ///
    /// The suffix is projected to the arguments, model by model; the rule needs a part of each projection for a
    /// contradiction. Over numbers, that part may be widened by sampled implicants of the rule. The interpolant is
    /// the conjunction of the clauses that come of it.
    pub(super) fn itp(
        &mut self,
        rule: RuleId,
        subgoal: &Subgoal,
        suffix: &[Term],
    ) -> Result<Cube, Reason> {
        let budget = self.annotation.budget.clone();
        let mut solver = EmbeddedSolver::new(self.backend());
        let mut regions: Vec<Cube> = Vec::new();
        let store = &mut self.annotation.rules.store;
        for &part in suffix {
            solver.assert(store, part);
        }
        let parameters = self.annotation.rules.parameters[subgoal.predicate.index()].clone();
        let mut to_arguments = Substitution::new();
        let mut to_parameters = Substitution::new();
        for (&parameter, &argument) in parameters.iter().zip(&subgoal.arguments) {
            to_arguments.insert(parameter, argument);
            to_parameters.insert(argument, parameter);
        }
        let kept: Vec<Symbol> =
            subgoal.arguments.iter().filter_map(|&argument| store.as_var(argument)).collect();
        while is_satisfiable(&mut solver, &mut self.annotation.rules.store, &[], &budget)? {
            let store = &mut self.annotation.rules.store;
            let mut value = |store: &mut TermStore, term: Term| solver.value(store, term);
            let literals = implicant(store, &mut value, suffix);
            let eliminated = |symbol| !kept.contains(&symbol);
            let literals = eliminate_defined(store, &eliminated, literals);
            let literals = project(store, &mut value, &eliminated, literals);
            let literals = literals.iter().map(|&l| to_parameters.apply(store, l)).collect();
            let cube = literal_cube(store, literals);
            let level = subgoal.level;
            let core = self.annotation.rule_core(rule, level, &cube)?;
            let core = core
                .ok_or_else(|| Reason::Internal("a rule allows what contradicts it".to_owned()))?;
            let core = if self.config.mark.generalises() {
                self.generalised(rule, level, core)?
            } else {
                core
            };
            let store = &mut self.annotation.rules.store;
            let clause = core.clause(store);
            let clause = to_arguments.apply(store, clause);
            solver.assert(store, clause);
            regions.push(core);
        }
        let store = &mut self.annotation.rules.store;
        if let [single] = &regions[..] {
            return Ok(single.clone());
        }
        // Outside of all regions: one literal, which is the disjunction of the regions.
        let cubes: Vec<Term> = regions.iter().map(|cube| store.and(cube.literals())).collect();
        let any = store.or(&cubes);
        Ok(Cube::new(vec![any]))
    }

    /// A larger region of which a rule derives nothing: by interpolants with sampled implicants of the rule, and
    /// without literals that are not needed.
    fn generalised(&mut self, rule: RuleId, level: u32, core: Cube) -> Result<Cube, Reason> {
        let mut cube = core;
        if let Some(sampled) = self.annotation.interpolated(&[rule], level, &cube)? {
            self.count.sampled += 1;
            cube = sampled;
        }
        let block = |search: &mut Self, cube: &Cube| search.annotation.rule_core(rule, level, cube);
        drop_literals(self, cube, block)
    }
}
