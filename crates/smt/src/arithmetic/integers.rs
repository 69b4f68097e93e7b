//! Whole solutions: equations first, then cuts, then branches.

use super::certificate::{Combination, Refutation, Source};
use super::equations::{Equation, contradiction};
use super::rational::{Rational, gcd};
use super::simplex::{Bound, Conflict, Failure, Side, Simplex};
use super::{Form, Variable, add_multiple};
use crate::budget::{Budget, StopReason};
use std::collections::BTreeSet;

/// Rounds of cuts before branching.
const CUT_ROUNDS: u32 = 4;
/// Cuts of one round.
const CUTS: usize = 4;
/// Longer cuts are not worth their rows.
const CUT_LENGTH: usize = 40;
/// Branchings of one search.
const BRANCHES: u32 = 60;
/// More bounds than this are not looked at together.
const MAX_TIGHT: usize = 60;
/// Forms whose factors are so many times as large as those of the bounds are not branched on.
const GROWTH: i64 = 10;
/// Nor are any if factors are larger than this.
const MAX_FACTOR: i64 = 200;
/// Branchings below each other.
const DEPTH: u32 = 30;

/// What bounds mean for variables of which some are whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WholeAnswer {
    /// Values of all variables.
    Values(Vec<Rational>),
    /// There are none.
    Refuted(Refutation),
    /// Not decided. The caller may ask again with the variable bounded from above by the number, and again
    /// with it bounded from below by the next one.
    Split(Variable, Rational),
    /// Out of budget.
    Stopped(StopReason),
}

/// The numbers of steps that were used.
struct Steps(u32);

impl Steps {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

impl Refutation {
    /// The proof that a conflict of bounds is.
    pub fn of_conflict(conflict: &Conflict) -> Refutation {
        Refutation::Sum(combination(conflict))
    }

    /// All constraints that are used somewhere, each once.
    pub fn sources(&self) -> BTreeSet<Source> {
        let mut sources = BTreeSet::new();
        let mut open = vec![self];
        while let Some(refutation) = open.pop() {
            match refutation {
                Refutation::Sum(sum) => sources.extend(sum.iter().map(|part| part.0)),
                Refutation::Cut { sum, rest, .. } => {
                    sources.extend(sum.iter().map(|part| part.0));
                    open.push(rest);
                }
                Refutation::Branch { low, high, .. } => open.extend([&**low, &**high]),
            }
        }
        sources
    }
}

fn combination(parts: &[(Source, Rational)]) -> Combination {
    parts.iter().map(|(source, factor)| (*source, factor.to_big())).collect()
}

impl Simplex {
    /// Finds values within all bounds that are whole where they have to be.
    pub fn solve(&mut self, budget: &Budget) -> WholeAnswer {
        match self.check(budget) {
            Err(Failure::Conflict(conflict)) => {
                return WholeAnswer::Refuted(Refutation::of_conflict(&conflict));
            }
            Err(Failure::Stopped(reason)) => return WholeAnswer::Stopped(reason),
            Ok(()) => {}
        }
        if self.broken().is_none() {
            return WholeAnswer::Values(self.whole_values());
        }
        let mut steps = Steps(0);
        if let Some(refutation) = self.refute_equations(&mut steps) {
            return WholeAnswer::Refuted(refutation);
        }
        let before = self.len();
        let mut cuts = Vec::new();
        self.push();
        let mut answer = self.cut_and_branch(&mut cuts, &mut steps, budget);
        self.pop(1);
        while self.len() > before {
            self.remove_last();
        }
        match &mut answer {
            WholeAnswer::Values(values) => values.truncate(before),
            WholeAnswer::Refuted(refutation) => {
                // Cuts that are not used would blame bounds that are not to blame.
                for (step, sum) in cuts.into_iter().rev() {
                    if refutation.sources().contains(&Source::Step(step)) {
                        let rest = std::mem::replace(refutation, Refutation::Sum(Vec::new()));
                        *refutation = Refutation::Cut { sum, step, rest: Box::new(rest) };
                    }
                }
            }
            WholeAnswer::Split(..) | WholeAnswer::Stopped(_) => {}
        }
        answer
    }

    /// A variable that should be whole and is not.
    fn broken(&self) -> Option<Variable> {
        (0..self.len() as Variable).find(|&x| self.is_broken(x))
    }

    fn is_broken(&self, x: Variable) -> bool {
        self.is_integer(x) && self.is_original(x) && !self.value(x).is_integer()
    }

    /// The values of all variables.
    fn whole_values(&self) -> Vec<Rational> {
        let epsilon = self.epsilon();
        (0..self.len() as Variable).map(|x| self.value(x).at(&epsilon)).collect()
    }

    /// Looks at the variables that have only one value left, as equations over integers.
    fn refute_equations(&self, steps: &mut Steps) -> Option<Refutation> {
        let mut equations = Vec::new();
        let mut sources = Vec::new();
        for x in 0..self.len() as Variable {
            let (Some(lower), Some(upper)) =
                (self.bound(x, Side::Lower), self.bound(x, Side::Upper))
            else {
                continue;
            };
            let form = self.form(x);
            if lower.value == upper.value && form.iter().all(|(y, _)| self.is_integer(*y)) {
                equations.push(Equation { form, constant: lower.value.real.clone() });
                sources.push((lower.source, upper.source));
            }
        }
        let factors = contradiction(&equations, self.len() as Variable)?;
        // One cut from either side of the combination; they miss each other by one.
        let side = |upwards: bool| -> Combination {
            let part = |(i, factor): &(u32, Rational)| {
                let (lower, upper) = sources[*i as usize];
                let source = if factor.is_positive() == upwards { upper } else { lower };
                (source, factor.abs().to_big())
            };
            factors.iter().map(part).collect()
        };
        let (first, second) = (steps.next(), steps.next());
        let one = Rational::ONE;
        let end = [(Source::Step(first), one.clone()), (Source::Step(second), one)];
        let end = Box::new(Refutation::Sum(combination(&end)));
        let rest = Box::new(Refutation::Cut { sum: side(false), step: second, rest: end });
        Some(Refutation::Cut { sum: side(true), step: first, rest })
    }

    fn cut_and_branch(
        &mut self,
        cuts: &mut Vec<(u32, Combination)>,
        steps: &mut Steps,
        budget: &Budget,
    ) -> WholeAnswer {
        for _ in 0..CUT_ROUNDS {
            let found: Vec<Cut> = (0..self.len() as Variable)
                .filter(|&x| self.is_broken(x))
                .filter_map(|x| self.gomory_cut(x))
                .take(CUTS)
                .collect();
            if found.is_empty() {
                break;
            }
            for cut in found {
                let step = steps.next();
                cuts.push((step, combination(&cut.sum)));
                let variable = match &*cut.form {
                    [(x, factor)] if factor.is_one() => *x,
                    _ => self.define(&cut.form),
                };
                let bound = Bound { value: cut.bound.into(), source: Source::Step(step) };
                if let Err(conflict) = self.assert_bound(variable, Side::Upper, bound) {
                    return WholeAnswer::Refuted(Refutation::of_conflict(&conflict));
                }
            }
            match self.check(budget) {
                Err(Failure::Conflict(conflict)) => {
                    return WholeAnswer::Refuted(Refutation::of_conflict(&conflict));
                }
                Err(Failure::Stopped(reason)) => return WholeAnswer::Stopped(reason),
                Ok(()) if self.broken().is_none() => {
                    return WholeAnswer::Values(self.whole_values());
                }
                Ok(()) => {}
            }
        }
        // Cases of variables are found fast; those of forms end where these do not.
        let answer = self.branch(Cases::OfVariables, &mut { BRANCHES }, DEPTH, steps, budget);
        match answer {
            WholeAnswer::Split(..) => {
                self.branch(Cases::OfForms, &mut { BRANCHES }, DEPTH, steps, budget)
            }
            found => found,
        }
    }

    /// Gomory's cut from the row of a basic variable whose value is broken, if all others of the row are
    /// whole and at a bound. In the distances `t` from these bounds the row is `x + Σ a t = b`, so
    /// `x + Σ floor(a) t <= floor(b)`: the bounds of the others, as often as `a` is beyond `floor(a)`,
    /// added up and rounded.
    fn gomory_cut(&self, basic: Variable) -> Option<Cut> {
        let mut sum = Vec::new();
        let mut form = Form::new();
        let mut bound = Rational::ZERO;
        for (x, factor) in self.row(basic)? {
            let at = |side| self.bound(*x, side).filter(|bound| bound.value == *self.value(*x));
            let (limit, sign) = match (at(Side::Lower), at(Side::Upper)) {
                (Some(lower), _) => (lower, -&Rational::ONE),
                (None, Some(upper)) => (upper, Rational::ONE),
                (None, None) => return None,
            };
            if !self.is_integer(*x) {
                return None;
            }
            let slope = factor * &sign;
            let part = &slope - &slope.floor();
            if part.is_zero() {
                continue;
            }
            let signed = &part * &sign;
            form = add_multiple(&form, &signed, &self.form(*x));
            bound.add_product(&signed, &limit.value.real);
            sum.push((limit.source, part));
        }
        if form.is_empty() || form.len() > CUT_LENGTH {
            return None;
        }
        debug_assert!(form.iter().all(|(_, factor)| factor.is_integer()), "a whole form");
        let scale = gcd(form.iter().map(|entry| &entry.1)).recip();
        form.iter_mut().for_each(|entry| entry.1 = &entry.1 * &scale);
        sum.iter_mut().for_each(|part| part.1 = &part.1 * &scale);
        Some(Cut { sum, form, bound: (&bound * &scale).floor() })
    }

    /// A whole form that the bounds at which the values are give a broken value, and that value rounded down. No
    /// whole solution is at all of these bounds, so one of the cases excludes it for a reason that all vertices
    /// around share; cases of single variables may have no end (Dillig, Dillig and Aiken, "Cuts from proofs", 2009).
    fn broken_form(&self) -> Option<(Form, Rational)> {
        let mut equations = Vec::new();
        for x in 0..self.len() as Variable {
            let at = |side| self.bound(x, side).is_some_and(|bound| bound.value == *self.value(x));
            if !at(Side::Lower) && !at(Side::Upper) {
                continue;
            }
            let form = self.form(x);
            let value = self.value(x);
            if value.delta.is_zero() && form.iter().all(|(y, _)| self.is_integer(*y)) {
                equations.push(Equation { form, constant: value.real.clone() });
            }
        }
        if equations.len() > MAX_TIGHT {
            return None;
        }
        let factors = contradiction(&equations, self.len() as Variable)?;
        let (mut form, mut value) = (Form::new(), Rational::ZERO);
        for (number, factor) in &factors {
            let equation = &equations[*number as usize];
            form = add_multiple(&form, factor, &equation.form);
            value.add_product(factor, &equation.constant);
        }
        debug_assert!(form.iter().all(|(_, factor)| factor.is_integer()), "a whole form");
        // A form of one variable is that variable's business, and large factors grow from case to case.
        let greatest = |form: &Form| form.iter().map(|entry| entry.1.abs()).max();
        let before = equations.iter().filter_map(|equation| greatest(&equation.form)).max()?;
        let is_small =
            greatest(&form)? <= &before * &Rational::from(GROWTH) && before < MAX_FACTOR.into();
        (form.len() > 1 && form.len() <= CUT_LENGTH && is_small).then(|| (form, value.floor()))
    }

    /// Finds values by cases.
    fn branch(
        &mut self,
        cases: Cases,
        left: &mut u32,
        depth: u32,
        steps: &mut Steps,
        budget: &Budget,
    ) -> WholeAnswer {
        match self.check(budget) {
            Err(Failure::Conflict(conflict)) => {
                return WholeAnswer::Refuted(Refutation::of_conflict(&conflict));
            }
            Err(Failure::Stopped(reason)) => return WholeAnswer::Stopped(reason),
            Ok(()) => {}
        }
        let Some(variable) = self.broken() else {
            return WholeAnswer::Values(self.whole_values());
        };
        let at = self.value(variable).floor();
        if *left == 0 || depth == 0 {
            return WholeAnswer::Split(variable, at);
        }
        *left -= 1;
        let step = steps.next();
        let (broken, broken_at) = (variable, at);
        let broken_form = match cases {
            Cases::OfVariables => None,
            Cases::OfForms => self.broken_form(),
        };
        let (form, variable, at) = match broken_form {
            Some((form, at)) => {
                let variable = self.define(&form);
                (form, variable, at)
            }
            None => ([(broken, Rational::ONE)].into_iter().collect(), broken, broken_at.clone()),
        };
        let above = &at + &Rational::ONE;
        let mut refutations = Vec::with_capacity(2);
        for (side, bound) in [(Side::Upper, &at), (Side::Lower, &above)] {
            let bound = Bound { value: bound.clone().into(), source: Source::Step(step) };
            self.push();
            let answer = match self.assert_bound(variable, side, bound) {
                Err(conflict) => WholeAnswer::Refuted(Refutation::of_conflict(&conflict)),
                Ok(_) => self.branch(cases, left, depth - 1, steps, budget),
            };
            self.pop(1);
            match answer {
                WholeAnswer::Refuted(refutation) => {
                    // A case that needs nothing of its own refutes the other one as well.
                    if !refutation.sources().contains(&Source::Step(step)) {
                        return WholeAnswer::Refuted(refutation);
                    }
                    refutations.push(Box::new(refutation));
                }
                // The caller knows no forms that were defined here.
                WholeAnswer::Split(..) => return WholeAnswer::Split(broken, broken_at),
                found => return found,
            }
        }
        let high = refutations.pop().expect("two cases");
        let low = refutations.pop().expect("two cases");
        let form = form.iter().map(|(x, factor)| (*x, factor.to_big())).collect();
        WholeAnswer::Refuted(Refutation::Branch { form, at: at.numerator(), step, low, high })
    }
}

/// What cases are about.
#[derive(Clone, Copy)]
enum Cases {
    /// A variable is at most some number, or greater.
    OfVariables,
    /// A form is, if [`Simplex::broken_form`] finds one.
    OfForms,
}

/// `form <= bound`, which rounding a sum of bounds gives.
struct Cut {
    sum: Vec<(Source, Rational)>,
    form: Form,
    bound: Rational,
}
