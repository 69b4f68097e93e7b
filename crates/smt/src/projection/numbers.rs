//! Elimination of integers and reals.

use super::constraint::{Constraint, Relation};
use super::sum::{SMALL_DIVISOR, Sum};
use super::{Model, by_value, occurs, substitute};
use crate::arithmetic::Rational;
use crate::embedded::numbers::forms::divisor;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use term::{Op, Sort, Term, TermStore, post_order};

/// Eliminates a number from literals that all mention it.
pub(super) fn eliminate(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    mut literals: Vec<Term>,
) -> Vec<Term> {
    let solved = literals.iter().find_map(|&literal| solution(store, variable, literal));
    if let Some(solution) = solved {
        substitute(store, variable, solution, &mut literals);
        return literals;
    }
    let Some(constraints) = linear(store, model, variable, &literals) else {
        return by_equal(store, model, variable, literals);
    };
    let (mut with, mut without): (Vec<Constraint>, Vec<Constraint>) =
        constraints.into_iter().partition(|c| !c.sum.factor(variable).is_zero());
    with = with.into_iter().map(|c| decided(store, model, c)).collect();
    if *store.sort(variable) == Sort::Real {
        without.extend(real(store, model, variable, &with));
    } else {
        if !with.iter().all(|constraint| constraint.sum.is_whole(store)) {
            return by_value(store, model, variable, literals);
        }
        without.extend(integer(store, model, variable, with));
    }
    without.iter().map(|constraint| constraint.to_literal(store)).collect()
}

/// What an equation between numbers says that a variable is equal to, in a term without it.
pub(super) fn solution(store: &mut TermStore, variable: Term, literal: Term) -> Option<Term> {
    if store.op(literal) != Op::Eq {
        return None;
    }
    let Constraint { sum, relation: Relation::Zero } = Constraint::of(store, literal)? else {
        return None;
    };
    let factor = sum.factor(variable);
    if factor.is_zero() {
        return None;
    }
    let sort = store.sort(variable).clone();
    let others = sum.without(variable);
    if sort == Sort::Int {
        let integers = others.is_whole(store) && sum.constant.is_integer();
        if !factor.abs().is_one() || !integers {
            return None;
        }
    }
    if others.factors.keys().any(|&term| occurs(store, variable, term)) {
        return None;
    }
    Some(others.times(&-&factor.recip()).to_term(store, &sort))
}

/// The literals as constraints in which the variable occurs only as a summand; `None` if there are other
/// occurrences that are no quotients or whole parts. The model decides the values of these, up to small
/// remainders.
fn linear(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    literals: &[Term],
) -> Option<Vec<Constraint>> {
    let mut open = Vec::with_capacity(literals.len());
    for &literal in literals {
        open.push(Constraint::of(store, literal)?);
    }
    let mut constraints = Vec::new();
    while let Some(constraint) = open.pop() {
        let nested = |term: &&Term| **term != variable && occurs(store, variable, **term);
        let Some(&part) = constraint.sum.factors.keys().find(nested) else {
            constraints.push(constraint);
            continue;
        };
        let arg = store.args(part).first().copied()?;
        let value = Sum::constant(model.number(store, part));
        let image = match store.op(part) {
            Op::IntMod | Op::IntDiv => {
                let divisor = divisor(store, part)?;
                let size = divisor.abs();
                let remainder = store.op(part) == Op::IntMod;
                if remainder && size <= SMALL_DIVISOR.into() && !size.is_one() {
                    let sum = Sum::of(store, arg).minus(&value);
                    let relation = Relation::Multiple(size);
                    open.push(Constraint { sum, relation }.normal(store));
                    value
                } else {
                    // Rounded so that the remainder is not negative.
                    let dividend = model.number(store, arg);
                    let quotient = (&dividend * &Rational::from(size.clone()).recip()).floor();
                    let multiple = &quotient * &Rational::from(size.clone());
                    let quotient = if divisor.is_negative() { -&quotient } else { quotient };
                    let rest = Sum::of(store, arg).minus(&Sum::constant(multiple));
                    let greatest = Rational::from(size - BigInt::one());
                    open.push(not_positive(rest.times(&Rational::from(-1))).normal(store));
                    let excess = rest.minus(&Sum::constant(greatest));
                    open.push(not_positive(excess).normal(store));
                    if remainder { rest } else { Sum::constant(quotient) }
                }
            }
            Op::ToInt => {
                let rest = Sum::of(store, arg).minus(&value);
                open.push(not_positive(rest.times(&Rational::from(-1))).normal(store));
                let excess = rest.minus(&Sum::constant(Rational::ONE));
                let below = Constraint { sum: excess, relation: Relation::Negative };
                open.push(below.normal(store));
                value
            }
            _ => return None,
        };
        let sum = constraint.sum.replace(part, &image);
        open.push(Constraint { sum, relation: constraint.relation }.normal(store));
    }
    Some(constraints)
}

fn not_positive(sum: Sum) -> Constraint {
    Constraint { sum, relation: Relation::NotPositive }
}

/// A disequality as the inequality that holds in the model.
fn decided(store: &mut TermStore, model: &mut Model<'_, '_>, constraint: Constraint) -> Constraint {
    if constraint.relation != Relation::NotZero {
        return constraint;
    }
    let below = constraint.sum.value(store, model).is_negative();
    let sum = if below { constraint.sum } else { constraint.sum.times(&Rational::from(-1)) };
    Constraint { sum, relation: Relation::Negative }.normal(store)
}

/// Replaces a variable that is an argument of something by another term with the same value there, or by its
/// value.
fn by_equal(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    mut literals: Vec<Term>,
) -> Vec<Term> {
    let value = model.value(store, variable);
    let mut candidates = Vec::new();
    for part in post_order(store, &literals, |_| false) {
        if matches!(store.op(part), Op::Select | Op::Store) {
            candidates.push(store.args(part)[1]);
        }
    }
    candidates.sort_unstable();
    candidates.dedup();
    for candidate in candidates {
        if store.sort(candidate) == store.sort(variable)
            && store.as_value(candidate).is_none()
            && !occurs(store, variable, candidate)
            && model.value(store, candidate) == value
        {
            substitute(store, variable, candidate, &mut literals);
            return literals;
        }
    }
    by_value(store, model, variable, literals)
}

/// A bound on a variable: the sum, and whether the variable must be different from it.
struct Limit {
    sum: Sum,
    strict: bool,
}

/// Loos and Weispfenning: the variable is its greatest lower bound or infinitely little more, or the same with
/// upper bounds.
fn real(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    constraints: &[Constraint],
) -> Vec<Constraint> {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for Constraint { sum, relation } in constraints {
        let factor = sum.factor(variable);
        let limit = sum.without(variable).times(&-&factor.recip());
        if *relation == Relation::Zero {
            let replaced = constraints.iter().map(|other| Constraint {
                sum: other.sum.replace(variable, &limit),
                relation: other.relation.clone(),
            });
            return replaced.collect();
        }
        let limit = Limit { sum: limit, strict: *relation == Relation::Negative };
        if factor.is_negative() { lower.push(limit) } else { upper.push(limit) }
    }
    if lower.is_empty() || upper.is_empty() {
        return Vec::new();
    }
    // From above if there are fewer upper bounds, as the same of the negated numbers.
    let above = upper.len() < lower.len();
    let sign = Rational::from(if above { -1 } else { 1 });
    let (near, far) = if above { (upper, lower) } else { (lower, upper) };
    let mut chosen: Option<(Rational, usize)> = None;
    for (i, limit) in near.iter().enumerate() {
        let value = &limit.sum.value(store, model) * &sign;
        let better = chosen.as_ref().is_none_or(|(best, at)| {
            // Of equal bounds the strict one counts.
            value > *best || value == *best && limit.strict && !near[*at].strict
        });
        if better {
            chosen = Some((value, i));
        }
    }
    let (_, chosen) = chosen.expect("not empty");
    let point = &near[chosen];
    let mut conditions = Vec::new();
    let mut at_most = |a: &Sum, b: &Sum, strict: bool| {
        let relation = if strict { Relation::Negative } else { Relation::NotPositive };
        conditions.push(Constraint { sum: a.minus(b).times(&sign), relation });
    };
    for (i, limit) in near.iter().enumerate() {
        if i != chosen {
            at_most(&limit.sum, &point.sum, limit.strict && !point.strict);
        }
    }
    for limit in &far {
        at_most(&point.sum, &limit.sum, limit.strict || point.strict);
    }
    conditions
}

/// Cooper: the variable is the least number above its greatest lower bound that has the same remainders as in
/// the model, or the same with upper bounds.
fn integer(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    constraints: Vec<Constraint>,
) -> Vec<Constraint> {
    // Bounds as factors greater than 0 and sums.
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    let mut period = BigInt::one();
    let mut equation = None;
    for Constraint { sum, relation } in &constraints {
        let factor = sum.factor(variable);
        let rest = sum.without(variable);
        let size = factor.abs();
        let sign = Rational::from(if factor.is_negative() { 1 } else { -1 });
        let side = (size, rest.times(&sign));
        match relation {
            Relation::Multiple(modulus) => {
                period = period.lcm(&(modulus / modulus.gcd(&factor.numerator())));
            }
            Relation::Zero => equation = equation.or(Some(side)),
            _ if factor.is_negative() => lower.push(side),
            _ => upper.push(side),
        }
    }
    if let Some((factor, sum)) = equation {
        return solved(variable, &factor, &sum, constraints);
    }
    let value = model.number(store, variable);
    if lower.is_empty() || upper.is_empty() {
        let remainder = value.numerator().mod_floor(&period);
        let remainder = Sum::constant(remainder.into());
        let multiples = constraints.into_iter().filter_map(|constraint| {
            let relation = constraint.relation;
            let sum = constraint.sum.replace(variable, &remainder);
            matches!(relation, Relation::Multiple(_)).then_some(Constraint { sum, relation })
        });
        return multiples.collect();
    }
    let greatest = nearest(store, model, &lower, false);
    let least = nearest(store, model, &upper, true);
    // Factors of 1 need no divisibility; a single bound loses nothing.
    let above = match (lower[greatest].0.is_one(), upper[least].0.is_one()) {
        (false, true) => true,
        (true, false) => false,
        _ => upper.len() < lower.len(),
    };
    let (factor, sum) = if above { &upper[least] } else { &lower[greatest] };
    // The distance to the bound, as small as the period allows.
    let bound = sum.value(store, model);
    let distance = &(factor * &value) - &bound;
    let step = factor.numerator() * period;
    let distance = distance.numerator();
    let distance = if above { -((-distance).mod_floor(&step)) } else { distance.mod_floor(&step) };
    let mut point = sum.clone();
    point.constant += &Rational::from(distance);
    solved(variable, &factor.clone(), &point, constraints)
}

/// The greatest bound in the model, or the least one.
fn nearest(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    bounds: &[(Rational, Sum)],
    least: bool,
) -> usize {
    let mut chosen: Option<(Rational, usize)> = None;
    for (i, (factor, sum)) in bounds.iter().enumerate() {
        let value = &sum.value(store, model) * &factor.recip();
        let better = chosen.as_ref().is_none_or(|(best, at)| {
            let nearer = if least { value < *best } else { value > *best };
            nearer || value == *best && *factor < bounds[*at].0
        });
        if better {
            chosen = Some((value, i));
        }
    }
    chosen.expect("not empty").1
}

/// The constraints where a positive multiple of the variable is equal to a sum.
fn solved(
    variable: Term,
    factor: &Rational,
    sum: &Sum,
    constraints: Vec<Constraint>,
) -> Vec<Constraint> {
    let mut conditions = Vec::with_capacity(constraints.len() + 1);
    if !factor.is_one() {
        let relation = Relation::Multiple(factor.numerator());
        conditions.push(Constraint { sum: sum.clone(), relation });
    }
    for Constraint { sum: old, relation } in constraints {
        // The condition times the factor, with the multiple of the variable replaced.
        let mut new = old.without(variable).times(factor);
        new.add(&old.factor(variable), sum);
        let relation = match relation {
            Relation::Multiple(modulus) => Relation::Multiple(modulus * factor.numerator()),
            other => other,
        };
        conditions.push(Constraint { sum: new, relation });
    }
    conditions
}
