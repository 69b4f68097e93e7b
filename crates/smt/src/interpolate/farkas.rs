//! Interpolants of conjunctions of linear inequalities.
//!
//! Positive multiples of inequalities of both sides add up to a contradiction (Farkas). The sum of those
//! of the first side is an interpolant: what only this side talks about has to cancel within it.

use crate::arithmetic::{Constraint, Refutation, Source};
use crate::budget::Budget;
use crate::embedded::numbers::Conjunctions;
use crate::traits::{Interpolation, UnknownReason};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use term::{Sort, Term, TermStore, Value};

/// An interpolant of two conjunctions of linear inequalities over integers and reals. A contradiction
/// that needs cuts or cases gives none.
pub(super) fn interpolate(
    store: &mut TermStore,
    a: Term,
    b: Term,
    budget: &Budget,
) -> Result<Interpolation, UnknownReason> {
    let mut sides = Conjunctions::default();
    sides.add(store, a, 0)?;
    sides.add(store, b, 1)?;
    let Some(refutation) = sides.refute(budget)? else { return Ok(Interpolation::Consistent) };
    let Refutation::Sum(parts) = refutation else {
        let what = "interpolation of integers that takes cuts or cases";
        return Err(UnknownReason::Unsupported(what.to_owned()));
    };
    let mut sum = Constraint::default();
    for (source, factor) in parts {
        let Source::Premise(name) = source else { unreachable!("a sum without steps before it") };
        let (side, constraint) = sides.constraint(name);
        if *side == 0 {
            for (&x, c) in &constraint.form {
                *sum.form.entry(x).or_default() += c * &factor;
            }
            sum.bound += &constraint.bound * &factor;
            sum.strict |= constraint.strict;
        }
    }
    sum.form.retain(|_, factor| !factor.is_zero());
    let variables = sides.variables();
    let summands = sum.form.iter().map(|(x, factor)| (variables[x], factor.clone())).collect();
    Ok(Interpolation::Interpolant(inequality(store, summands, sum.bound, sum.strict)))
}

/// The term of `Σ factor * variable <= bound`, or `<`.
fn inequality(
    store: &mut TermStore,
    mut summands: Vec<(Term, BigRational)>,
    mut bound: BigRational,
    strict: bool,
) -> Term {
    summands.sort_unstable();
    let whole = summands.iter().all(|(x, _)| *store.sort(*x) == Sort::Int);
    if whole {
        let scale = summands.iter().fold(BigInt::one(), |lcm, (_, c)| lcm.lcm(c.denom()));
        let scale = BigRational::from_integer(scale);
        summands.iter_mut().for_each(|summand| summand.1 *= &scale);
        bound *= &scale;
        // Whole sums are at most as large as the greatest whole number that they may be.
        bound = if strict { bound.ceil() - BigRational::one() } else { bound.floor() };
    }
    let number = |store: &mut TermStore, number: BigRational| {
        store.constant(if whole { Value::Int(number.to_integer()) } else { Value::Real(number) })
    };
    let mut terms = Vec::with_capacity(summands.len());
    for (x, factor) in summands {
        let x = if !whole && *store.sort(x) == Sort::Int { store.to_real(x) } else { x };
        let factor = number(store, factor);
        terms.push(store.mul(&[factor, x]));
    }
    let left = match &*terms {
        [] => number(store, BigRational::zero()),
        [one] => *one,
        _ => store.add(&terms),
    };
    let right = number(store, bound);
    if strict && !whole { store.lt(left, right) } else { store.le(left, right) }
}
