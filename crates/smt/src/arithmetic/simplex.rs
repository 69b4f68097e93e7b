//! The general simplex method for bounds that come and go.
//!
//! After Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)" (2006): a variable is
//! either *basic*, a sum of multiples of the others by its row, or not. Variables that are not basic are
//! always within their bounds. A check pivots until the basic ones are, too, or until a row shows that
//! they cannot be. Undoing a bound needs no work: values stay as they are.

mod tableau;

use super::certificate::Source;
use super::delta::Delta;
use super::rational::Rational;
use super::{Form, Variable};
use crate::budget::{Budget, StopReason};
use std::collections::BTreeSet;
use tableau::Tableau;

/// Pivots of one check after which variables are chosen by Bland's rule, which ends for certain.
const FREE_PIVOTS: u32 = 200;

/// Which bound of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The variable is at least as large.
    Lower,
    /// The variable is at most as large.
    Upper,
}

/// A bound, and who has set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound itself.
    pub value: Delta,
    /// What a refutation is to name.
    pub source: Source,
}

/// Bounds with positive factors whose sum is a contradiction.
pub type Conflict = Vec<(Source, Rational)>;

/// Why a check did not find values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Conflict(Conflict),
    Stopped(StopReason),
}

/// Variables, their bounds, and values within them.
#[derive(Default)]
pub struct Simplex {
    tableau: Tableau,
    bounds: [Vec<Option<Bound>>; 2],
    values: Vec<Delta>,
    integer: Vec<bool>,
    /// What each variable stands for: itself, or a form that was given a name.
    definitions: Vec<Option<Form>>,
    /// Basic variables that may be out of their bounds, at least all that are.
    suspects: BTreeSet<Variable>,
    /// Earlier bounds, to be restored.
    trail: Vec<(Variable, Side, Option<Bound>)>,
    levels: Vec<usize>,
    pivots: u64,
}

impl Simplex {
    /// A new variable.
    pub fn add_variable(&mut self, integer: bool) -> Variable {
        self.add(integer, None)
    }

    fn add(&mut self, integer: bool, definition: Option<Form>) -> Variable {
        let variable = self.tableau.add_variable();
        self.values.push(Delta::default());
        self.integer.push(integer);
        self.definitions.push(definition);
        self.bounds.iter_mut().for_each(|side| side.push(None));
        variable
    }

    /// A variable that equals a form over variables without definition, so that the form can have
    /// bounds.
    pub fn define(&mut self, form: &Form) -> Variable {
        let whole = |(x, c): &(Variable, Rational)| self.is_integer(*x) && c.is_integer();
        let integer = form.iter().all(whole);
        let mut value = Delta::default();
        for (x, c) in form {
            value.add_product(c, &self.values[*x as usize]);
        }
        let variable = self.add(integer, Some(form.clone()));
        self.values[variable as usize] = value;
        self.tableau.add_row(variable, form);
        variable
    }

    /// Takes away the variable that was added last, which has no bounds any more.
    pub(crate) fn remove_last(&mut self) {
        let last = self.values.len() as Variable - 1;
        debug_assert!(self.bounds.iter().all(|side| side[last as usize].is_none()));
        // No row may mention it, so it becomes basic, if it is not; who leaves the basis for it goes
        // within its bounds.
        let leaving = self.tableau.column(last).next().map(|(basic, _)| basic);
        if let Some(leaving) = leaving {
            self.tableau.pivot(leaving, last);
            for side in [Side::Lower, Side::Upper] {
                if self.violates(leaving, side) {
                    let bound = self.bound(leaving, side).expect("violated").value.clone();
                    self.update(leaving, bound);
                }
            }
        }
        self.tableau.remove_last_variable();
        self.values.pop();
        self.integer.pop();
        self.definitions.pop();
        self.bounds.iter_mut().for_each(|side| {
            side.pop();
        });
        self.suspects.remove(&last);
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How often a basic variable was exchanged so far.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Whether all values of a variable are whole.
    pub fn is_integer(&self, variable: Variable) -> bool {
        self.integer[variable as usize]
    }

    /// The form that a variable stands for, over variables without definition.
    pub fn form(&self, variable: Variable) -> Form {
        match &self.definitions[variable as usize] {
            Some(form) => form.clone(),
            None => vec![(variable, Rational::ONE)],
        }
    }

    /// Whether a variable stands for itself.
    pub(crate) fn is_original(&self, variable: Variable) -> bool {
        self.definitions[variable as usize].is_none()
    }

    /// A bound of a variable, if it has one.
    pub fn bound(&self, variable: Variable, side: Side) -> Option<&Bound> {
        self.bounds[side as usize][variable as usize].as_ref()
    }

    /// The present value of a variable.
    pub fn value(&self, variable: Variable) -> &Delta {
        &self.values[variable as usize]
    }

    /// The row of a basic variable.
    pub(crate) fn row(&self, variable: Variable) -> Option<&Form> {
        self.tableau.row(variable)
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Restores the bounds as they were before the last levels.
    pub fn pop(&mut self, levels: usize) {
        if levels == 0 {
            return;
        }
        let kept = self.levels.len() - levels;
        let length = self.levels[kept];
        self.levels.truncate(kept);
        self.undo(length);
    }

    /// Takes all bounds away.
    pub fn reset(&mut self) {
        self.levels.clear();
        self.undo(0);
    }

    fn undo(&mut self, length: usize) {
        for (variable, side, bound) in self.trail.drain(length..).rev() {
            self.bounds[side as usize][variable as usize] = bound;
        }
    }

    /// Whether the value of a variable is beyond a bound.
    fn violates(&self, variable: Variable, side: Side) -> bool {
        let value = self.value(variable);
        self.bound(variable, side).is_some_and(|bound| match side {
            Side::Lower => *value < bound.value,
            Side::Upper => *value > bound.value,
        })
    }

    /// Sets a bound, if it is stronger than the present one; whether it was.
    pub fn assert_bound(
        &mut self,
        variable: Variable,
        side: Side,
        bound: Bound,
    ) -> Result<bool, Conflict> {
        let stronger = |a: &Delta, b: &Delta| if side == Side::Lower { a > b } else { a < b };
        if self.bound(variable, side).is_some_and(|old| !stronger(&bound.value, &old.value)) {
            return Ok(false);
        }
        let other = if side == Side::Lower { Side::Upper } else { Side::Lower };
        if let Some(opposite) = self.bound(variable, other)
            && stronger(&bound.value, &opposite.value)
        {
            let one = Rational::ONE;
            return Err(vec![(bound.source, one.clone()), (opposite.source, one)]);
        }
        let value = bound.value.clone();
        let old = self.bounds[side as usize][variable as usize].replace(bound);
        self.trail.push((variable, side, old));
        if self.violates(variable, side) {
            if self.tableau.is_basic(variable) {
                self.suspects.insert(variable);
            } else {
                self.update(variable, value);
            }
        }
        Ok(true)
    }

    /// Gives a variable that is not basic another value.
    pub(crate) fn update(&mut self, variable: Variable, value: Delta) {
        let change = &value - self.value(variable);
        self.values[variable as usize] = value;
        for (basic, factor) in self.tableau.column(variable) {
            self.values[basic as usize].add_product(factor, &change);
            self.suspects.insert(basic);
        }
    }

    /// Finds values within all bounds.
    pub(crate) fn check(&mut self, budget: &Budget) -> Result<(), Failure> {
        let mut pivots = 0;
        while let Some(&basic) = self.suspects.first() {
            let side = if !self.tableau.is_basic(basic) {
                None
            } else if self.violates(basic, Side::Lower) {
                Some(Side::Lower)
            } else {
                self.violates(basic, Side::Upper).then_some(Side::Upper)
            };
            let Some(side) = side else {
                self.suspects.pop_first();
                continue;
            };
            if pivots % 16 == 15 {
                budget.check().map_err(Failure::Stopped)?;
            }
            pivots += 1;
            match self.entering(basic, side, pivots > FREE_PIVOTS) {
                Some(entering) => self.exchange(basic, side, entering),
                None => return Err(Failure::Conflict(self.explain(basic, side))),
            }
        }
        Ok(())
    }

    /// Bounds that contradict each other, if there are such and the budget allows to find them.
    pub fn conflict(&mut self, budget: &Budget) -> Option<Conflict> {
        match self.check(budget) {
            Err(Failure::Conflict(conflict)) => Some(conflict),
            Err(Failure::Stopped(_)) | Ok(()) => None,
        }
    }

    /// Which side stops a variable from helping the basic one of a row that is beyond a bound.
    fn limiting(side: Side, factor: &Rational) -> Side {
        // To increase the basic variable, those with positive factors have to increase.
        match (side, factor.is_positive()) {
            (Side::Lower, true) | (Side::Upper, false) => Side::Upper,
            _ => Side::Lower,
        }
    }

    /// A variable of the row of a basic one that can move so that this reaches its bound.
    fn entering(&self, basic: Variable, side: Side, by_number: bool) -> Option<Variable> {
        let row = self.tableau.row(basic).expect("basic");
        let movable = row.iter().filter(|(x, factor)| {
            let limit = Simplex::limiting(side, factor);
            self.bound(*x, limit).is_none_or(|bound| *self.value(*x) != bound.value)
        });
        let mut movable = movable.map(|&(x, _)| x);
        if by_number {
            return movable.next();
        }
        // Few rows change if the column is short.
        movable.min_by_key(|&x| self.tableau.column_length(x))
    }

    /// Makes a variable basic in place of one beyond its bound, which gets the bound's value.
    fn exchange(&mut self, basic: Variable, side: Side, entering: Variable) {
        self.pivots += 1;
        let target = self.bound(basic, side).expect("it is violated").value.clone();
        let factor = self.tableau.factor(basic, entering).expect("in its row").recip();
        let step = (&target - self.value(basic)).times(&factor);
        let moved = self.value(entering) + &step;
        // All rows with the entering variable follow it, that of the leaving one too.
        self.update(entering, moved);
        debug_assert_eq!(*self.value(basic), target);
        self.tableau.pivot(basic, entering);
        self.suspects.remove(&basic);
        self.suspects.insert(entering);
    }

    /// The bounds that keep a basic variable beyond one of its own.
    fn explain(&self, basic: Variable, side: Side) -> Conflict {
        let row = self.tableau.row(basic).expect("basic");
        let source = |x, side| self.bound(x, side).expect("it limits").source;
        let own = (source(basic, side), Rational::ONE);
        let others = row.iter().map(|(x, factor)| {
            let limit = Simplex::limiting(side, factor);
            (source(*x, limit), factor.abs())
        });
        std::iter::once(own).chain(others).collect()
    }

    /// An ε for which the values of all variables are within their bounds.
    pub fn epsilon(&self) -> Rational {
        let mut epsilon = Rational::ONE;
        let mut limit = |less: &Delta, more: &Delta| {
            let (gap, excess) = (&more.real - &less.real, &less.delta - &more.delta);
            if excess.is_positive() {
                debug_assert!(gap.is_positive(), "the values are within the bounds");
                let most = &gap * &excess.recip();
                if most < epsilon {
                    epsilon = most;
                }
            }
        };
        for (variable, value) in self.values.iter().enumerate() {
            let variable = variable as Variable;
            if let Some(bound) = self.bound(variable, Side::Lower) {
                limit(&bound.value, value);
            }
            if let Some(bound) = self.bound(variable, Side::Upper) {
                limit(value, &bound.value);
            }
        }
        epsilon
    }
}
