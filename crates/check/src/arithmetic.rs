//! The simplex method of the embedded solver finds refutations of inequalities for the certifier, which checks
//! them.

use certify::linear::{Combination, Inequality, Refutation, Source};
use certify::{Arithmetic, Solution};
use num_rational::BigRational;
use smt::Budget;
use smt::arithmetic::{self as simplex, Bound, Delta, Form, Rational, Side, Simplex, WholeAnswer};
use std::collections::HashMap;

/// Solves inequalities with the simplex method, under a budget.
pub struct SimplexArithmetic {
    budget: Budget,
}

impl SimplexArithmetic {
    /// With the given budget for each question.
    pub fn new(budget: Budget) -> SimplexArithmetic {
        SimplexArithmetic { budget }
    }
}

impl Arithmetic for SimplexArithmetic {
    fn solve(&mut self, is_whole: &[bool], inequalities: &[Inequality]) -> Solution {
        let mut simplex = Simplex::default();
        for &whole in is_whole {
            simplex.add_variable(whole);
        }
        let mut names: HashMap<Form, u32> = HashMap::new();
        for (number, inequality) in inequalities.iter().enumerate() {
            let source = simplex::Source::Premise(number as u32);
            let (variable, side, value) = bound(&mut simplex, &mut names, inequality);
            if let Err(conflict) = simplex.assert_bound(variable, side, Bound { value, source }) {
                let refutation = simplex::Refutation::of_conflict(&conflict);
                return refuted(&refutation);
            }
        }
        match simplex.solve(&self.budget) {
            WholeAnswer::Values(values) => {
                let values = values.iter().take(is_whole.len()).map(Rational::to_big);
                Solution::Values(values.collect())
            }
            WholeAnswer::Refuted(refutation) => refuted(&refutation),
            WholeAnswer::Split(variable, at) => Solution::Split(variable, at.numerator()),
            WholeAnswer::Stopped(_) => Solution::Unknown,
        }
    }
}

/// An inequality as a bound of a variable that stands for its form, or for the negated form if that begins with
/// a negative factor.
fn bound(
    simplex: &mut Simplex,
    names: &mut HashMap<Form, u32>,
    inequality: &Inequality,
) -> (u32, Side, Delta) {
    let mut form: Form =
        inequality.form.iter().map(|(&x, factor)| (x, factor.clone().into())).collect();
    let mut real: Rational = inequality.bound.clone().into();
    let mut delta = if inequality.strict { -&Rational::ONE } else { Rational::ZERO };
    let mut side = Side::Upper;
    if form.first().is_some_and(|(_, factor)| factor.is_negative()) {
        form.iter_mut().for_each(|(_, factor)| *factor = -&*factor);
        (real, delta, side) = (-&real, -&delta, Side::Lower);
    }
    let variable = match &*form {
        [(x, factor)] if factor.is_one() => *x,
        _ => *names.entry(form).or_insert_with_key(|form| simplex.define(form)),
    };
    (variable, side, Delta::new(real, delta))
}

fn refuted(refutation: &simplex::Refutation) -> Solution {
    match translated(refutation) {
        Some(refutation) => Solution::Refuted(refutation),
        None => Solution::Unknown,
    }
}

/// A refutation in the certifier's words; `None` for branches on sums, which are not made. It recurs as deep as
/// the search for whole numbers has branched and cut.
fn translated(refutation: &simplex::Refutation) -> Option<Refutation> {
    Some(match refutation {
        simplex::Refutation::Sum(sum) => Refutation::Sum(combination(sum)),
        simplex::Refutation::Cut { sum, step, rest } => {
            Refutation::Cut(combination(sum), *step, Box::new(translated(rest)?))
        }
        simplex::Refutation::Branch { form, at, step, low, high } => {
            let mut entries = form.iter();
            let (&variable, factor) = entries.next()?;
            if entries.next().is_some() || *factor != BigRational::from_integer(1.into()) {
                return None;
            }
            let cases = [Box::new(translated(low)?), Box::new(translated(high)?)];
            Refutation::Branch(variable, at.clone(), *step, cases)
        }
    })
}

fn combination(sum: &[(simplex::Source, BigRational)]) -> Combination {
    let part = |(source, factor): &(simplex::Source, BigRational)| {
        let source = match source {
            simplex::Source::Premise(number) => Source::Premise(*number as usize),
            simplex::Source::Step(step) => Source::Step(*step),
        };
        (source, factor.clone())
    };
    sum.iter().map(part).collect()
}
