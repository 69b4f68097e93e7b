//! What is known of predicates, by the number of steps that derive a fact.

use super::rule_solver::{Known, RuleSolver};
use super::rules::{RuleId, Rules};
use crate::frames::{Cube, Frames};
use evidence::{Interpretation, Reason};
use model::PredicateId;
use smt::sat::SatBackend;
use smt::{Budget, SolverStats};
use term::Term;

/// Lemmas of predicates with levels: no fact of a cube is derived in so many steps. In other words, the lemmas of a
/// level over-approximate what is derived within it. Each rule has a solver that knows the lemmas of its body.
pub(crate) struct Annotation {
    pub(crate) rules: Rules,
    pub(crate) budget: Budget,
    /// The atoms of bodies in which each predicate occurs, as rules with positions.
    uses: Vec<Vec<(RuleId, usize)>>,
    /// The solver of each rule.
    pub(crate) solvers: Vec<RuleSolver>,
    /// What is known of each predicate alone.
    pub(crate) alone: Vec<RuleSolver>,
    pub(crate) frames: Frames<PredicateId, Term>,
    /// How many lemmas were propagated.
    pub(crate) pushed: u64,
}

impl Annotation {
    /// Rules of whose predicates nothing is known.
    pub(crate) fn new(mut rules: Rules, backend: SatBackend, budget: Budget) -> Annotation {
        let count = rules.rules.len();
        let solvers = (0..count).map(|rule| RuleSolver::new(&mut rules, rule, backend)).collect();
        let predicates = rules.parameters.len();
        let mut uses = vec![Vec::new(); predicates];
        for (number, rule) in rules.rules.iter().enumerate() {
            for (position, atom) in rule.body.iter().enumerate() {
                uses[atom.predicate.index()].push((number, position));
            }
        }
        Annotation {
            rules,
            budget,
            uses,
            solvers,
            alone: (0..predicates).map(|_| RuleSolver::of_atom(backend)).collect(),
            frames: Frames::new(predicates),
            pushed: 0,
        }
    }

    /// Adds the lemma that no fact of a cube is derived within a level.
    pub(crate) fn add_lemma(&mut self, predicate: PredicateId, level: u32, cube: &Cube<Term>) {
        if !self.frames.block(predicate, level, cube) {
            return;
        }
        let lemma = cube.clause(&mut self.rules.store);
        self.alone[predicate.index()].add_lemma(&mut self.rules.store, 0, level, lemma);
        for &(rule, position) in &self.uses[predicate.index()] {
            let Rules { store, rules, .. } = &mut self.rules;
            let instance = rules[rule].body[position].of(store, lemma);
            self.solvers[rule].add_lemma(store, position, level, instance);
        }
    }

    /// Lets all solvers know facts that are derived.
    pub(crate) fn add_facts(&mut self, predicate: PredicateId, formula: Term) {
        self.alone[predicate.index()].add_facts(&mut self.rules.store, 0, formula);
        for &(rule, position) in &self.uses[predicate.index()] {
            let Rules { store, rules, .. } = &mut self.rules;
            let instance = rules[rule].body[position].of(store, formula);
            self.solvers[rule].add_facts(store, position, instance);
        }
    }

    /// What a region says of the head of a rule, literal by literal.
    pub(crate) fn of_head(&mut self, rule: RuleId, cube: &Cube<Term>) -> Vec<Term> {
        let Rules { store, rules, .. } = &mut self.rules;
        match &mut rules[rule].head {
            Some(head) => cube.literals().iter().map(|&literal| head.of(store, literal)).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a rule applies to facts that the lemmas of the level below allow, and literals hold.
    pub(crate) fn applies(
        &mut self,
        rule: RuleId,
        level: u32,
        literals: &[Term],
    ) -> Result<bool, Reason> {
        let known = vec![Known::Lemmas(level - 1); self.rules.rules[rule].body.len()];
        self.applies_to(rule, &known, literals)
    }

    /// Whether a rule applies to atoms of which this is known, and literals hold.
    pub(crate) fn applies_to(
        &mut self,
        rule: RuleId,
        known: &[Known],
        literals: &[Term],
    ) -> Result<bool, Reason> {
        let (solver, store) = (&mut self.solvers[rule], &mut self.rules.store);
        solver.is_satisfiable(store, known, literals, &self.budget)
    }

    /// Replaces the solver of a rule if it has gathered too much from old queries.
    pub(crate) fn restart_if_large(&mut self, rule: RuleId) {
        self.solvers[rule].restart_if_large(&mut self.rules, rule);
    }

    /// The literals of a region that are enough for a rule to derive nothing of it within a level, if it derives
    /// nothing.
    pub(crate) fn rule_core(
        &mut self,
        rule: RuleId,
        level: u32,
        cube: &Cube<Term>,
    ) -> Result<Option<Cube<Term>>, Reason> {
        self.core_of(rule, level, cube, &[])
    }

    /// The literals of a region that are enough to exclude its facts within a level, if they are excluded. The
    /// facts before are outside of the region, too: the lemma is inductive relative to the level below.
    pub(crate) fn blocking_core(
        &mut self,
        predicate: PredicateId,
        level: u32,
        cube: &Cube<Term>,
    ) -> Result<Option<Cube<Term>>, Reason> {
        let mut core: Vec<Term> = Vec::new();
        let lemma = cube.clause(&mut self.rules.store);
        for rule in self.rules.deriving[predicate.index()].clone() {
            let Rules { store, rules, .. } = &mut self.rules;
            let same = rules[rule].body.iter_mut().filter(|atom| atom.predicate == predicate);
            let outside: Vec<Term> = same.map(|atom| atom.of(store, lemma)).collect();
            match self.core_of(rule, level, cube, &outside)? {
                Some(needed) => core.extend(needed.literals()),
                None => return Ok(None),
            }
        }
        // That the facts before are outside of the smaller region is assumed of more facts.
        Ok(Some(Cube::new(core)))
    }

    fn core_of(
        &mut self,
        rule: RuleId,
        level: u32,
        cube: &Cube<Term>,
        assumed: &[Term],
    ) -> Result<Option<Cube<Term>>, Reason> {
        if level == 1 && !self.rules.rules[rule].body.is_empty() {
            return Ok(Some(Cube::all_states()));
        }
        let literals = self.of_head(rule, cube);
        let mut assumptions = assumed.to_vec();
        assumptions.extend(&literals);
        if self.applies(rule, level, &assumptions)? {
            return Ok(None);
        }
        let core = self.solvers[rule].core();
        Ok(Some(needed(cube, &literals, &core)))
    }

    /// Tries every lemma one level higher. The level above which nothing changes any more, if there is one: what
    /// its lemmas allow covers what those of the next level allow.
    pub(crate) fn propagate(&mut self, bound: u32) -> Result<Option<u32>, Reason> {
        for level in 1..=bound {
            for number in 0..self.rules.parameters.len() {
                let predicate = PredicateId::from_index(number);
                for cube in self.frames.delta(predicate, level).to_vec() {
                    if !self.frames.delta(predicate, level).contains(&cube) {
                        continue;
                    }
                    if self.blocking_core(predicate, level + 1, &cube)?.is_some() {
                        self.pushed += 1;
                        self.add_lemma(predicate, level + 1, &cube);
                    }
                }
            }
            if self.frames.is_fixpoint(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The lemmas of a level as what predicates mean.
    pub(crate) fn interpretation(&mut self, level: u32) -> Interpretation {
        let mut formulas: Vec<Vec<Term>> = Vec::with_capacity(self.rules.parameters.len());
        for number in 0..self.rules.parameters.len() {
            let predicate = PredicateId::from_index(number);
            let lemmas = self.frames.lemmas(predicate, level);
            formulas.push(lemmas.map(|cube| cube.clause(&mut self.rules.store)).collect());
        }
        self.rules.interpretation(&formulas)
    }

    /// The statistics of all solvers.
    pub(crate) fn solver_stats(&self) -> SolverStats {
        let mut solver = SolverStats::default();
        for part in self.solvers.iter().chain(&self.alone) {
            solver += part.stats();
        }
        solver
    }
}

/// The literals of a cube whose instances are in a core.
pub(crate) fn needed(cube: &Cube<Term>, instances: &[Term], core: &[Term]) -> Cube<Term> {
    let pairs = cube.literals().iter().zip(instances);
    Cube::new(pairs.filter(|(_, instance)| core.contains(instance)).map(|(&l, _)| l).collect())
}
