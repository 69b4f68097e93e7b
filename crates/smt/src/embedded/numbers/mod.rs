//! Linear arithmetic over integers and reals, which follows the search.
//!
//! An inequality is an *atom*: a literal that bounds a variable of the simplex method, which may stand for
//! a sum. An equality is two of them. What is no sum gets a variable of its own and conditions that
//! define it: conditionals, quotients by constants, whole parts. A product of several variables gets a
//! variable without a meaning; where a model has it wrong, a clause says what it is for the
//! values that all factors but one have there.
//!
//! During a search bounds that follow from bounds of the same variable are implied, and a partial assignment is
//! refused if it has no solution over the reals. Whole solutions are looked for in the end. Every clause has a
//! certificate; in debug builds it is checked as it is made.

mod atoms;
mod cells;
mod conjunction;
pub(crate) mod forms;
mod meaning;
mod products;
#[cfg(test)]
mod tests;

use super::blast::Blaster;
use super::theory::{Refinement, Theory};
use crate::arithmetic::{
    Conflict, Lemma, Rational, Refutation, Simplex, Source, Variable, WholeAnswer, certificate,
};
use crate::budget::Budget;
use crate::sat::{Effort, Lit, Propagator, Reaction, Var};
use crate::traits::UnknownReason;
use atoms::Atoms;
use cells::Cells;
pub(crate) use conjunction::Conjunctions;
use forms::{Affine, Leaf};
use products::Product;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermStore, Value};

/// Variables that a query may ask the SAT solver to branch on.
const SPLITS: u32 = 2000;
/// Clauses about products that a query may make.
const PRODUCT_LEMMAS: u32 = 200;

/// The numbers of a solver: variables, atoms, and the present assignment.
#[derive(Default)]
pub struct Numbers {
    simplex: Simplex,
    atoms: Atoms,
    leaves: FxHashMap<Leaf, Variable>,
    /// Constants that are sums by an assertion, and have no variable.
    definitions: FxHashMap<Term, Affine>,
    /// The sorts of constants that have a value.
    constants: FxHashMap<Term, Sort>,
    products: Vec<Product>,
    /// What arrays and functions know by number.
    cells: Cells,
    /// The atoms that are assigned, and where levels begin.
    assigned: Vec<Var>,
    levels: Vec<usize>,
    /// Bounds that contradict each other, since the assignment before the last.
    conflict: Option<Conflict>,
    implied: Vec<Lit>,
    explanation: Vec<Lit>,
    /// What the last check of a whole assignment found.
    found: Option<WholeAnswer>,
    /// The values of variables in the last model.
    values: Vec<Rational>,
    /// What is left of the limits in this query.
    splits: u32,
    product_lemmas: u32,
    /// Why clauses hold, if that is recorded.
    lemmas: Option<Vec<Lemma>>,
}

impl Numbers {
    /// Whether there is nothing to check.
    pub fn is_empty(&self) -> bool {
        self.atoms.vars().is_empty()
    }

    /// Starts a query.
    pub fn begin_query(&mut self) {
        self.splits = SPLITS;
        self.product_lemmas = PRODUCT_LEMMAS;
    }

    /// Remembers from now on why clauses hold.
    pub fn record_lemmas(&mut self) {
        self.lemmas.get_or_insert_default();
    }

    /// The clauses that were made since they are remembered, as refuted constraints: their names are
    /// the numbers of the literals.
    pub fn lemmas(&self) -> &[Lemma] {
        self.lemmas.as_deref().unwrap_or_default()
    }

    /// Whether a variable of lemmas is whole.
    pub fn is_integer(&self, variable: Variable) -> bool {
        self.simplex.is_integer(variable)
    }

    /// Checks a refutation of literals where that is wanted, and records it.
    fn justify(&mut self, premises: &[Lit], refutation: &dyn Fn() -> Refutation) {
        if !cfg!(debug_assertions) && self.lemmas.is_none() {
            return;
        }
        let named = premises.iter().map(|&lit| {
            let constraint = self.atoms.constraint_of(&self.simplex, lit).expect("an atom");
            (lit.index() as u32, constraint)
        });
        let lemma = Lemma { premises: named.collect(), refutation: refutation() };
        let checked = certificate::check(&lemma, |x| self.simplex.is_integer(x));
        debug_assert_eq!(checked, Ok(()), "{lemma:?}");
        if let Some(lemmas) = &mut self.lemmas {
            lemmas.push(lemma);
        }
    }

    /// The clause that a refutation of the assignment gives.
    fn refuse(&mut self, refutation: &Refutation) -> Reaction {
        let lits: Vec<Lit> = refutation
            .sources()
            .into_iter()
            .filter_map(|source| match source {
                Source::Premise(number) => Some(Lit::new(Var::new(number >> 1), number & 1 == 1)),
                Source::Step(_) => None,
            })
            .collect();
        self.justify(&lits, &|| refutation.clone());
        Reaction::Conflict(lits.into_iter().map(|lit| !lit).collect())
    }
}

impl Propagator for Numbers {
    fn atoms(&self) -> &[Var] {
        self.atoms.vars()
    }

    fn push(&mut self) {
        self.levels.push(self.assigned.len());
        self.simplex.push();
    }

    fn pop(&mut self, levels: usize) {
        let kept = self.levels.len() - levels;
        for var in self.assigned.drain(self.levels[kept]..) {
            self.atoms.set_assigned(var, false);
        }
        self.levels.truncate(kept);
        self.simplex.pop(levels);
        self.conflict = None;
        self.implied.clear();
    }

    fn reset(&mut self) {
        for var in self.assigned.drain(..) {
            self.atoms.set_assigned(var, false);
        }
        self.levels.clear();
        self.simplex.reset();
        self.conflict = None;
        self.implied.clear();
    }

    fn assign(&mut self, lit: Lit) {
        let Some((variable, side, bound)) = self.atoms.bound_of(&self.simplex, lit) else { return };
        self.assigned.push(lit.var());
        self.atoms.set_assigned(lit.var(), true);
        if self.conflict.is_some() {
            return;
        }
        let value = bound.value.clone();
        match self.simplex.assert_bound(variable, side, bound) {
            Ok(true) => {
                self.atoms.implied_by(variable, side, &value, lit, &mut self.implied);
            }
            Ok(false) => {}
            Err(conflict) => self.conflict = Some(conflict),
        }
    }

    fn check(&mut self, effort: Effort, budget: &Budget) -> Reaction {
        if let Some(conflict) = &self.conflict {
            let refutation = Refutation::of_conflict(conflict);
            return self.refuse(&refutation);
        }
        match effort {
            Effort::Partial => {
                if let Some(conflict) = self.simplex.conflict(budget) {
                    let refutation = Refutation::of_conflict(&conflict);
                    return self.refuse(&refutation);
                }
                let mut implied = std::mem::take(&mut self.implied);
                implied.retain(|lit| !self.atoms.is_assigned(lit.var()));
                if implied.is_empty() { Reaction::Consistent } else { Reaction::Implies(implied) }
            }
            Effort::Final => {
                self.implied.clear();
                let answer = self.simplex.solve(budget);
                if let WholeAnswer::Refuted(refutation) = &answer {
                    return self.refuse(refutation);
                }
                self.found = Some(answer);
                Reaction::Consistent
            }
        }
    }

    fn explain(&mut self, lit: Lit) -> &[Lit] {
        let reason = self.atoms.reason(lit).expect("implied before");
        // The bound and the opposite of what it implies exclude each other.
        let both = [reason, !lit];
        self.justify(&both, &|| {
            let part = |lit: Lit| (Source::Premise(lit.index() as u32), Rational::ONE);
            Refutation::of_conflict(&both.map(part).to_vec())
        });
        self.explanation.clear();
        self.explanation.push(reason);
        &self.explanation
    }
}

impl Theory for Numbers {
    fn register(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        match store.op(term) {
            Op::Le | Op::Lt => self.register_inequality(store, blaster, term),
            Op::Eq => self.register_equality(store, blaster, term),
            Op::IsInt => self.register_is_whole(store, blaster, term),
            Op::Ite => self.register_conditional(store, blaster, term),
            Op::ToInt => {
                self.register_whole_part(store, blaster, term);
            }
            Op::IntDiv | Op::IntMod => self.register_division(store, blaster, term),
            Op::Mul | Op::RealDiv => self.register_product(store, term),
            Op::Var(_) => {
                self.constants.insert(term, store.sort(term).clone());
            }
            _ => {}
        }
    }

    fn refine(&mut self, blaster: &mut Blaster, _: &Budget) -> Result<Refinement, UnknownReason> {
        match self.found.take() {
            None => self.values.clear(),
            Some(WholeAnswer::Values(values)) => self.values = values,
            Some(WholeAnswer::Split(variable, at)) => {
                let Some(left) = self.splits.checked_sub(1) else {
                    return Err(gave_up("too many cases of integers"));
                };
                self.splits = left;
                // As an atom it is decided; either case excludes the value that is not whole.
                self.bound_literal(blaster, variable, at.into());
                return Ok(Refinement::Lemmas(Vec::new()));
            }
            Some(WholeAnswer::Stopped(reason)) => return Err(reason.into()),
            Some(WholeAnswer::Refuted(_)) => unreachable!("refused during the search"),
        }
        let lemmas = self.product_lemmas(blaster);
        if lemmas.is_empty() {
            return Ok(Refinement::Model);
        }
        let Some(left) = self.product_lemmas.checked_sub(1) else {
            return Err(gave_up("products of variables"));
        };
        self.product_lemmas = left;
        Ok(Refinement::Lemmas(lemmas))
    }

    fn constant_value(&self, constant: Term) -> Option<Value> {
        let value = match self.definitions.get(&constant) {
            Some(definition) => definition.value(&self.values),
            None => {
                let variable = *self.leaves.get(&Leaf::Term(constant))?;
                self.values.get(variable as usize)?.clone()
            }
        };
        Some(match self.constants.get(&constant)? {
            Sort::Int => Value::Int(value.numerator()),
            _ => Value::Real(value.to_big()),
        })
    }
}

fn gave_up(what: &str) -> UnknownReason {
    UnknownReason::Unsupported(what.to_owned())
}
