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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::EmbeddedSolver;
    use crate::traits::{Outcome, Solver};
    use term::free_vars;
    use term::testing::Rng;

    fn refuted(store: &mut TermStore, terms: &[Term]) -> bool {
        let mut solver = EmbeddedSolver::default();
        solver.check(store, terms, &Budget::unlimited()) == Outcome::Unsat
    }

    /// A conjunction of inequalities over the given variables.
    fn conjunction(rng: &mut Rng, store: &mut TermStore, variables: &[Term]) -> Term {
        let whole = *store.sort(variables[0]) == Sort::Int;
        let mut literals = Vec::new();
        for _ in 0..1 + rng.below(5) {
            let number = |rng: &mut Rng, store: &mut TermStore| {
                let number = BigInt::from(i64::from(rng.below(9)) - 4);
                store.constant(if whole { Value::Int(number) } else { Value::Real(number.into()) })
            };
            let mut parts = Vec::new();
            for &variable in variables {
                let factor = number(rng, store);
                parts.push(store.mul(&[factor, variable]));
            }
            let (left, right) = (store.add(&parts), number(rng, store));
            literals.push(match rng.below(4) {
                0 => store.lt(left, right),
                1 => store.lt(right, left),
                2 => store.le(left, right),
                _ => store.eq(left, right),
            });
        }
        store.and(&literals)
    }

    fn check(sort: &Sort) {
        let (mut interpolated, mut consistent, mut open) = (0, 0, 0);
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut store = TermStore::new();
            let variables: Vec<Term> = (0..5)
                .map(|n| {
                    let symbol = store.declare(&format!("x{n}"), sort.clone()).expect("new");
                    store.var(symbol)
                })
                .collect();
            // The third one is shared.
            let a = conjunction(&mut rng, &mut store, &variables[..3]);
            let b = conjunction(&mut rng, &mut store, &variables[2..]);
            match interpolate(&mut store, a, b, &Budget::unlimited()) {
                Ok(Interpolation::Interpolant(interpolant)) => {
                    interpolated += 1;
                    let opposite = store.not(interpolant);
                    assert!(refuted(&mut store, &[a, opposite]), "seed {seed}: implied by a");
                    assert!(refuted(&mut store, &[b, interpolant]), "seed {seed}: against b");
                    let (of_a, of_b) = (free_vars(&store, &[a]), free_vars(&store, &[b]));
                    for symbol in free_vars(&store, &[interpolant]) {
                        let shared = of_a.contains(&symbol) && of_b.contains(&symbol);
                        assert!(shared, "seed {seed}: shared vocabulary");
                    }
                }
                Ok(Interpolation::Consistent) => {
                    consistent += 1;
                    assert!(!refuted(&mut store, &[a, b]), "seed {seed}");
                }
                Ok(Interpolation::Unknown(reason)) | Err(reason) => {
                    assert!(matches!(reason, UnknownReason::Unsupported(_)), "{reason}");
                    open += 1;
                }
            }
        }
        assert!(interpolated > 20 && consistent > 20, "{interpolated} and {consistent}");
        assert!(open == 0 || *sort == Sort::Int, "{open}");
    }

    #[test]
    fn conjunctions_over_reals_are_interpolated() {
        check(&Sort::Real);
    }

    #[test]
    fn conjunctions_over_integers_are_interpolated() {
        check(&Sort::Int);
    }
}
