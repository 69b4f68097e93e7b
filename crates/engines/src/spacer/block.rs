//! Obligations: blocked by a lemma, or met by a fact.

use super::Cube;
use super::search::Search;
use crate::horn::{
    Annotation, FactId, Known, RuleId, Rules, eliminate_defined, literal_cube, needed,
};
use evidence::Reason;
use model::PredicateId;
use smt::projection::{implicant, project};
use std::sync::Arc;
use term::{Term, TermStore, Value};

/// What a rule says about the facts of a region.
pub(super) enum Expansion {
    /// It derives none of them from facts that the lemmas allow. These literals of the region are reason enough.
    Blocked(Cube),
    /// It derives one from known facts.
    Derived(Vec<FactId>),
    /// It derives one if there is a fact in this region.
    Open(PredicateId, Cube),
}

impl Search<'_> {
    /// Works on obligations until none is left. What is above one that was met or blocked has to look again.
    pub(super) fn discharge(&mut self) -> Result<(), Reason> {
        while let Some((id, level)) = self.obligations.pop() {
            self.known.budget.check().map_err(crate::solver::reason_for_stop)?;
            let obligation = self.obligations.get(id);
            let (predicate, cube) = (obligation.place, obligation.cube.clone());
            if self.is_met(predicate, &cube)? {
                continue;
            }
            if !self.is_blocked(predicate, level, &cube)? {
                match self.resolve(predicate, level, &cube)? {
                    Expansion::Derived(_) => continue,
                    Expansion::Open(next, region) => {
                        self.obligations.add(id, level);
                        let next = self.obligations.obligation(next, region, (), Some(id));
                        self.obligations.add(next, level - 1);
                        continue;
                    }
                    Expansion::Blocked(core) => self.learn(predicate, level, core)?,
                }
            }
            if level < self.bound {
                self.obligations.add(id, level + 1);
            }
        }
        Ok(())
    }

    /// Whether a region has a fact that is known to be derivable.
    fn is_met(&mut self, predicate: PredicateId, cube: &Cube) -> Result<bool, Reason> {
        let Annotation { alone, rules, budget, .. } = &mut self.known;
        let (alone, store) = (&mut alone[predicate.index()], &mut rules.store);
        alone.is_satisfiable(store, &[Known::Facts], cube.literals(), budget)
    }

    /// Whether lemmas exclude a region.
    fn is_blocked(
        &mut self,
        predicate: PredicateId,
        level: u32,
        cube: &Cube,
    ) -> Result<bool, Reason> {
        if self.known.frames.is_blocked(predicate, level, cube) {
            return Ok(true);
        }
        let Annotation { alone, rules, budget, .. } = &mut self.known;
        let (alone, store) = (&mut alone[predicate.index()], &mut rules.store);
        Ok(!alone.is_satisfiable(store, &[Known::Lemmas(level)], cube.literals(), budget)?)
    }

    /// What all rules of a predicate say about a region. A fact that was found is noted.
    fn resolve(
        &mut self,
        predicate: PredicateId,
        level: u32,
        cube: &Cube,
    ) -> Result<Expansion, Reason> {
        let mut core = Vec::new();
        for rule in self.known.rules.deriving[predicate.index()].clone() {
            match self.expand(rule, level, cube)? {
                Expansion::Blocked(needed) => core.extend(needed.literals()),
                Expansion::Derived(premises) => {
                    let formula = self.derived_facts(rule, cube, &premises);
                    self.facts.add(predicate, formula, rule, premises.clone());
                    self.known.add_facts(predicate, formula);
                    return Ok(Expansion::Derived(premises));
                }
                open @ Expansion::Open(..) => return Ok(open),
            }
        }
        Ok(Expansion::Blocked(Cube::new(core)))
    }

    /// What a rule says about a region of its head.
    pub(super) fn expand(
        &mut self,
        rule: RuleId,
        level: u32,
        cube: &Cube,
    ) -> Result<Expansion, Reason> {
        self.count.expansions += 1;
        self.known.restart_if_large(rule);
        let literals = self.known.of_head(rule, cube);
        let atoms = self.known.rules.rules[rule].body.len();
        // The first atoms are to be known facts, as many as possible.
        for facts in (0..=atoms).rev() {
            let mut known = vec![Known::Facts; facts];
            known.resize(atoms, Known::Lemmas(level - 1));
            if !self.known.applies_to(rule, &known, &literals)? {
                continue;
            }
            let premises = self.premises(rule, facts);
            if facts == atoms {
                return Ok(Expansion::Derived(premises));
            }
            let predicate = self.known.rules.rules[rule].body[facts].predicate;
            let region = self.region_of_atom(rule, level, &literals, &premises);
            return Ok(Expansion::Open(predicate, region));
        }
        if level == 1 && atoms > 0 {
            return Ok(Expansion::Blocked(Cube::all_states()));
        }
        let core = self.known.solvers[rule].core();
        Ok(Expansion::Blocked(needed(cube, &literals, &core)))
    }

    /// The facts that the first atoms are in the model of the rule.
    fn premises(&mut self, rule: RuleId, count: usize) -> Vec<FactId> {
        let Rules { store, rules, .. } = &mut self.known.rules;
        let solver = &mut self.known.solvers[rule];
        let mut premises = Vec::with_capacity(count);
        for atom in &mut rules[rule].body[..count] {
            let holds = self.facts.of(atom.predicate).find(|&fact| {
                let formula = atom.of(store, self.facts.formula(fact));
                solver.value(store, formula) == Value::Bool(true)
            });
            premises.push(holds.expect("one of them holds in the model"));
        }
        premises
    }

    /// The facts for the first atom of a rule without a premise with which the rule applies, around the model.
    fn region_of_atom(
        &mut self,
        rule: RuleId,
        level: u32,
        literals: &[Term],
        premises: &[FactId],
    ) -> Cube {
        let position = premises.len();
        let symbols = Arc::clone(&self.known.rules.symbols[rule]);
        let Rules { store, rules, parameters, .. } = &mut self.known.rules;
        let applied = &mut rules[rule];
        let mut formulas = applied.constraint.clone();
        formulas.extend(literals);
        for (atom, &premise) in applied.body.iter_mut().zip(premises) {
            formulas.push(atom.of(store, self.facts.formula(premise)));
        }
        for atom in &mut applied.body[position + 1..] {
            for lemma in self.known.frames.lemmas(atom.predicate, level - 1) {
                let lemma = lemma.clause(store);
                formulas.push(atom.of(store, lemma));
            }
        }
        let atom = &mut applied.body[position];
        let parameters = &parameters[atom.predicate.index()];
        for (&parameter, &arg) in parameters.iter().zip(&applied.args[position]) {
            formulas.push(store.eq(parameter, arg));
        }
        let solver = &mut self.known.solvers[rule];
        let mut value = |store: &mut TermStore, term: Term| {
            let of_rule = atom.of(store, term);
            solver.value(store, of_rule)
        };
        let literals = implicant(store, &mut value, &formulas);
        let eliminated = |symbol| symbols.contains(&symbol);
        let literals = eliminate_defined(store, &eliminated, literals);
        let literals = project(store, &mut value, &eliminated, literals);
        literal_cube(store, literals)
    }

    /// The facts that a rule derives from premises, around the model.
    fn derived_facts(&mut self, rule: RuleId, cube: &Cube, premises: &[FactId]) -> Term {
        let of_head = self.known.of_head(rule, cube);
        let symbols = Arc::clone(&self.known.rules.symbols[rule]);
        let Rules { store, rules, parameters, .. } = &mut self.known.rules;
        let applied = &mut rules[rule];
        let mut formulas = applied.constraint.clone();
        formulas.extend(of_head);
        for (atom, &premise) in applied.body.iter_mut().zip(premises) {
            formulas.push(atom.of(store, self.facts.formula(premise)));
        }
        let head = applied.head.as_mut().expect("the rule derives facts");
        for &parameter in &parameters[head.predicate.index()] {
            let arg = head.of(store, parameter);
            formulas.push(store.eq(parameter, arg));
        }
        let solver = &mut self.known.solvers[rule];
        let mut value = |store: &mut TermStore, term: Term| {
            let of_rule = head.of(store, term);
            solver.value(store, of_rule)
        };
        let literals = implicant(store, &mut value, &formulas);
        let eliminated = |symbol| symbols.contains(&symbol);
        let literals = eliminate_defined(store, &eliminated, literals);
        let literals = project(store, &mut value, &eliminated, literals);
        store.and(&literals)
    }
}
