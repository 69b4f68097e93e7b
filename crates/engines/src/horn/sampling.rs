//! Interpolants between rules and a region, over numbers: by sampling implicants of the rules.

use super::annotation::Annotation;
use super::elimination::eliminate_defined;
use super::rules::{RuleId, Rules};
use crate::frames::Cube;
use evidence::Reason;
use smt::projection::implicant;
use smt::{FarkasInterpolator, Interpolants, Interpolation};
use term::{Op, Sort, Term, TermStore, Value};

/// A lemma that is made of more interpolants than this is none.
const MAX_INTERPOLANTS: usize = 6;

impl Annotation {
    /// A region that includes the given one, of which rules derive nothing within a level: by interpolants between
    /// it and implicants of the rules, until these cover all that the rules derive. Nothing if they are too many,
    /// or have none.
    pub(crate) fn interpolated(
        &mut self,
        rules: &[RuleId],
        level: u32,
        cube: &Cube<Term>,
    ) -> Result<Option<Cube<Term>>, Reason> {
        if !cube.literals().iter().any(|&literal| is_numeric(&self.rules.store, literal)) {
            return Ok(None);
        }
        let mut outside: Vec<Term> = Vec::new();
        for &rule in rules {
            if level == 1 && !self.rules.rules[rule].body.is_empty() {
                continue;
            }
            loop {
                let region = Cube::new(outside.clone());
                let literals = self.of_head(rule, &region);
                if !self.applies(rule, level, &literals)? {
                    break;
                }
                if outside.len() >= MAX_INTERPOLANTS {
                    return Ok(None);
                }
                let Some(interpolant) = self.interpolant_of_model(rule, level, cube) else {
                    return Ok(None);
                };
                outside.push(self.rules.store.not(interpolant));
            }
        }
        Ok(Some(Cube::new(outside)))
    }

    /// An interpolant between an implicant of a rule, around its model, and a region.
    fn interpolant_of_model(
        &mut self,
        rule: RuleId,
        level: u32,
        cube: &Cube<Term>,
    ) -> Option<Term> {
        let Rules { store, rules, parameters, symbols, .. } = &mut self.rules;
        let applied = &mut rules[rule];
        let mut formulas = applied.constraint.clone();
        for atom in &mut applied.body {
            for lemma in self.frames.lemmas(atom.predicate, level - 1) {
                let lemma = lemma.clause(store);
                formulas.push(atom.of(store, lemma));
            }
        }
        let head = applied.head.as_mut().expect("the rule derives facts");
        for &parameter in &parameters[head.predicate.index()] {
            if matches!(store.sort(parameter), Sort::Int | Sort::Real) {
                let arg = head.of(store, parameter);
                formulas.push(store.eq(parameter, arg));
            }
        }
        let solver = &mut self.solvers[rule];
        let mut value = |store: &mut TermStore, term: Term| {
            let of_rule = head.of(store, term);
            solver.value(store, of_rule)
        };
        // A truth value that contradicts the region is reason enough: other models are asked about later.
        for &literal in cube.literals() {
            if !is_numeric(store, literal) && value(store, literal) == Value::Bool(false) {
                return Some(store.not(literal));
            }
        }
        let derived = implicant(store, &mut value, &formulas);
        let symbols = &symbols[rule];
        let mut derived = eliminate_defined(store, &|symbol| symbols.contains(&symbol), derived);
        derived.retain(|&literal| is_numeric(store, literal));
        let region: Vec<Term> =
            cube.literals().iter().copied().filter(|&l| is_numeric(store, l)).collect();
        let (a, b) = (store.and(&derived), store.and(&region));
        match FarkasInterpolator.interpolate(store, a, b, &self.budget) {
            Interpolation::Interpolant(term) if store.as_bool(term).is_none() => Some(term),
            _ => None,
        }
    }
}

/// Whether a literal is a comparison of numbers.
fn is_numeric(store: &TermStore, literal: Term) -> bool {
    let atom = match store.op(literal) {
        Op::Not if store.op(store.args(literal)[0]) != Op::Eq => store.args(literal)[0],
        _ => literal,
    };
    match store.args(atom) {
        &[a, _] => matches!(store.sort(a), Sort::Int | Sort::Real),
        _ => false,
    }
}
