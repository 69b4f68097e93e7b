//! Conjunctions of linear inequalities, without a search.

use super::Numbers;
use super::atoms::{Meaning, constraint, sided};
use super::forms::{Affine, Leaf};
use crate::arithmetic::{Bound, Constraint, Refutation, Source, Variable, WholeAnswer};
use crate::budget::Budget;
use crate::traits::UnknownReason;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use term::{Op, Term, TermStore};

/// Inequalities over variables, in conjunctions that are told apart by number.
#[derive(Default)]
pub(crate) struct Conjunctions {
    numbers: Numbers,
    /// Each inequality with the number of its conjunction; its position is its name.
    constraints: Vec<(usize, Constraint)>,
    /// A contradiction that was seen before any search.
    refuted: Option<Refutation>,
}

impl Conjunctions {
    /// Adds the conjuncts of a formula. All of them have to be linear inequalities and equalities between
    /// sums of variables.
    pub(crate) fn add(
        &mut self,
        store: &TermStore,
        formula: Term,
        conjunction: usize,
    ) -> Result<(), UnknownReason> {
        let mut open = vec![formula];
        while let Some(term) = open.pop() {
            let (atom, negated) = match store.op(term) {
                Op::Not => (store.args(term)[0], true),
                _ => (term, false),
            };
            let args = store.args(atom);
            match (store.op(atom), negated) {
                (Op::And, false) => open.extend(args),
                (Op::Const(_), _) => {
                    let truth = store.as_value(atom).and_then(term::Value::as_bool);
                    if truth == Some(negated) {
                        let never = Affine::constant(crate::arithmetic::Rational::ONE);
                        self.assert(&never, false, conjunction);
                    }
                }
                (op @ (Op::Le | Op::Lt), _) => {
                    let (a, b) = (self.sum(store, args[0])?, self.sum(store, args[1])?);
                    match negated {
                        false => self.assert(&a.minus(&b), op == Op::Lt, conjunction),
                        true => self.assert(&b.minus(&a), op == Op::Le, conjunction),
                    }
                }
                (Op::Eq, false) if store.sort(args[0]).is_arithmetic() => {
                    let (a, b) = (self.sum(store, args[0])?, self.sum(store, args[1])?);
                    self.assert(&a.minus(&b), false, conjunction);
                    self.assert(&b.minus(&a), false, conjunction);
                }
                _ => return Err(unsupported("no conjunction of linear inequalities")),
            }
        }
        Ok(())
    }

    /// A term as a sum of variables.
    fn sum(&mut self, store: &TermStore, term: Term) -> Result<Affine, UnknownReason> {
        let sum = self.numbers.affine(store, term);
        let is_variable = |leaf: &Leaf| match leaf {
            Leaf::Term(term) => store.as_var(*term).is_some(),
            Leaf::Quotient(..) => false,
        };
        if !self.numbers.leaves.keys().all(is_variable) {
            return Err(unsupported("interpolation of what is no sum of variables"));
        }
        Ok(sum)
    }

    /// Adds `sum <= 0`, or `sum < 0`.
    fn assert(&mut self, sum: &Affine, strict: bool, conjunction: usize) {
        let name = self.constraints.len() as u32;
        match self.numbers.meaning(sum, strict) {
            Meaning::Constant(true) => {}
            Meaning::Constant(false) => {
                let never = Constraint {
                    bound: (-&sum.constant).to_big(),
                    strict,
                    ..Constraint::default()
                };
                self.constraints.push((conjunction, never));
                let source = Source::Premise(name);
                let one = BigRational::from_integer(1.into());
                self.refuted = Some(Refutation::Sum(vec![(source, one)]));
            }
            Meaning::Bound { variable, bound, negated } => {
                let simplex = &mut self.numbers.simplex;
                let (side, value) = sided(simplex, variable, &bound, negated);
                self.constraints.push((conjunction, constraint(simplex, variable, side, &value)));
                let bound = Bound { value, source: Source::Premise(name) };
                if let Err(conflict) = simplex.assert_bound(variable, side, bound) {
                    self.refuted.get_or_insert_with(|| Refutation::of_conflict(&conflict));
                }
            }
        }
    }

    /// Why the conjunctions contradict each other; `None` if they do not.
    pub(crate) fn refute(&mut self, budget: &Budget) -> Result<Option<Refutation>, UnknownReason> {
        if let Some(refutation) = self.refuted.clone() {
            return Ok(Some(refutation));
        }
        match self.numbers.simplex.solve(budget) {
            WholeAnswer::Values(_) => Ok(None),
            WholeAnswer::Refuted(refutation) => Ok(Some(refutation)),
            WholeAnswer::Split(..) => Err(unsupported("too many cases of integers")),
            WholeAnswer::Stopped(reason) => Err(reason.into()),
        }
    }

    /// An inequality by its name, with the number of its conjunction.
    pub(crate) fn constraint(&self, name: u32) -> &(usize, Constraint) {
        &self.constraints[name as usize]
    }

    /// The terms of variables.
    pub(crate) fn variables(&self) -> FxHashMap<Variable, Term> {
        let term = |(leaf, &variable): (&Leaf, &Variable)| match leaf {
            Leaf::Term(term) => Some((variable, *term)),
            Leaf::Quotient(..) => None,
        };
        self.numbers.leaves.iter().filter_map(term).collect()
    }
}

fn unsupported(what: &str) -> UnknownReason {
    UnknownReason::Unsupported(what.to_owned())
}
