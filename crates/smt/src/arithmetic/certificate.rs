//! Why constraints contradict each other, in a form that needs no search to check.
//!
//! The checker shares nothing with the simplex method, not even its numbers.

use super::Variable;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use thiserror::Error;

/// `form <= bound`, or `form < bound`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraint {
    /// Factors of variables, none of them zero.
    pub form: BTreeMap<Variable, BigRational>,
    /// What the form is bounded by.
    pub bound: BigRational,
    /// Whether the form is less than the bound.
    pub strict: bool,
}

/// A constraint that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// One of those to be refuted, by its name.
    Premise(u32),
    /// One that a step before has introduced, by its number.
    Step(u32),
}

/// Positive multiples of constraints, to be added up.
pub type Combination = Vec<(Source, BigRational)>;

/// A proof that constraints have no common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Their sum is `0 <= c` with negative `c`, or `0 < 0` (Farkas).
    Sum(Combination),
    /// Their sum has whole factors of whole variables, so its bound may be rounded down (Chvátal).
    /// The rest of the proof may use the result under the given number.
    Cut {
        /// What is added up.
        sum: Combination,
        /// The number of the result.
        step: u32,
        /// The rest of the proof.
        rest: Box<Refutation>,
    },
    /// A whole form is at most `at`, or at least one more. Both are refuted, under the given number.
    Branch {
        /// The form, with whole factors of whole variables.
        form: BTreeMap<Variable, BigRational>,
        /// Where the cases part.
        at: BigInt,
        /// The number of `form <= at` in `low`, and of `form >= at + 1` in `high`.
        step: u32,
        /// The refutation of the first case.
        low: Box<Refutation>,
        /// The refutation of the second case.
        high: Box<Refutation>,
    },
}

/// Constraints, by names, and their refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The constraints that have no common solution.
    pub premises: Vec<(u32, Constraint)>,
    /// Why they have none.
    pub refutation: Refutation,
}

/// What is wrong with a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// A step uses a constraint that is not there.
    #[error("a step uses a constraint that is not there")]
    UnknownSource,
    /// A constraint is multiplied by a number that is not positive.
    #[error("a constraint is multiplied by a number that is not positive")]
    Sign,
    /// The sum is no contradiction.
    #[error("the sum of the constraints is no contradiction")]
    NoContradiction,
    /// Rounding or branching where something is not whole.
    #[error("a form that is rounded or branched on need not be whole")]
    NotWhole,
}

/// Checks a lemma, given which variables are whole.
pub fn check(lemma: &Lemma, is_integer: impl Fn(Variable) -> bool) -> Result<(), CertificateError> {
    let mut known: FxHashMap<Source, Constraint> = FxHashMap::default();
    for (name, constraint) in &lemma.premises {
        known.insert(Source::Premise(*name), constraint.clone());
    }
    let whole = |form: &BTreeMap<Variable, BigRational>| {
        form.iter().all(|(x, factor)| is_integer(*x) && factor.is_integer())
    };
    // What is left to check, and what holds there. Steps have numbers of their own, so what the first
    // case of a branch adds is not used in the second; to be sure, each case has a copy.
    let mut open = vec![(known, &lemma.refutation)];
    while let Some((mut known, refutation)) = open.pop() {
        match refutation {
            Refutation::Sum(parts) => {
                let Constraint { form, bound, strict } = sum(&known, parts)?;
                let contradictory = bound.is_negative() || strict && bound.is_zero();
                if !form.is_empty() || !contradictory {
                    return Err(CertificateError::NoContradiction);
                }
            }
            Refutation::Cut { sum: parts, step, rest } => {
                let Constraint { form, bound, strict } = sum(&known, parts)?;
                if !whole(&form) {
                    return Err(CertificateError::NotWhole);
                }
                let below = if strict && bound.is_integer() {
                    bound - BigRational::one()
                } else {
                    bound.floor()
                };
                let cut = Constraint { form, bound: below, strict: false };
                known.insert(Source::Step(*step), cut);
                open.push((known, rest));
            }
            Refutation::Branch { form, at, step, low, high } => {
                if !whole(form) {
                    return Err(CertificateError::NotWhole);
                }
                let at = BigRational::from_integer(at.clone());
                let below = Constraint { form: form.clone(), bound: at.clone(), strict: false };
                let negated = form.iter().map(|(&x, factor)| (x, -factor)).collect();
                let bound = -at - BigRational::one();
                let above = Constraint { form: negated, bound, strict: false };
                let mut other = known.clone();
                known.insert(Source::Step(*step), below);
                other.insert(Source::Step(*step), above);
                open.push((known, low));
                open.push((other, high));
            }
        }
    }
    Ok(())
}

fn sum(
    known: &FxHashMap<Source, Constraint>,
    parts: &Combination,
) -> Result<Constraint, CertificateError> {
    let mut total = Constraint::default();
    for (source, factor) in parts {
        if !factor.is_positive() {
            return Err(CertificateError::Sign);
        }
        let part = known.get(source).ok_or(CertificateError::UnknownSource)?;
        for (&x, c) in &part.form {
            *total.form.entry(x).or_default() += c * factor;
        }
        total.bound += &part.bound * factor;
        total.strict |= part.strict;
    }
    total.form.retain(|_, factor| !factor.is_zero());
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> BigRational {
        BigRational::from_integer(BigInt::from(n))
    }

    fn constraint(form: &[(Variable, i64)], bound: i64, strict: bool) -> Constraint {
        let form = form.iter().map(|&(x, c)| (x, number(c))).collect();
        Constraint { form, bound: number(bound), strict }
    }

    fn lemma(premises: &[Constraint], refutation: Refutation) -> Lemma {
        let premises = premises.iter().cloned().enumerate();
        Lemma { premises: premises.map(|(i, p)| (i as u32, p)).collect(), refutation }
    }

    fn combination(parts: &[(Source, i64)]) -> Combination {
        parts.iter().map(|&(source, factor)| (source, number(factor))).collect()
    }

    use Source::{Premise, Step};

    #[test]
    fn a_sum_has_to_be_a_contradiction() {
        // x < y, y < x.
        let premises =
            [constraint(&[(0, 1), (1, -1)], 0, true), constraint(&[(1, 1), (0, -1)], 0, false)];
        let parts = |a, b| Refutation::Sum(combination(&[(Premise(0), a), (Premise(1), b)]));
        assert_eq!(check(&lemma(&premises, parts(1, 1)), |_| false), Ok(()));
        let wrong = check(&lemma(&premises, parts(1, 2)), |_| false);
        assert_eq!(wrong, Err(CertificateError::NoContradiction));
        let wrong = check(&lemma(&premises, parts(1, -1)), |_| false);
        assert_eq!(wrong, Err(CertificateError::Sign));
        let weak = [premises[1].clone(), constraint(&[(0, 1), (1, -1)], 0, false)];
        let wrong = check(&lemma(&weak, parts(1, 1)), |_| false);
        assert_eq!(wrong, Err(CertificateError::NoContradiction));
        let missing = Refutation::Sum(combination(&[(Premise(7), 1)]));
        let wrong = check(&lemma(&premises, missing), |_| false);
        assert_eq!(wrong, Err(CertificateError::UnknownSource));
    }

    #[test]
    fn cuts_and_branches_are_for_whole_variables() {
        // 0 < x < 1.
        let premises = [constraint(&[(0, 1)], 1, true), constraint(&[(0, -1)], 0, true)];
        let end = |step| Refutation::Sum(combination(&[(Step(step), 1), (Premise(1), 1)]));
        let cut = Refutation::Cut {
            sum: combination(&[(Premise(0), 1)]),
            step: 0,
            rest: Box::new(end(0)),
        };
        assert_eq!(check(&lemma(&premises, cut.clone()), |_| true), Ok(()));
        let wrong = check(&lemma(&premises, cut), |_| false);
        assert_eq!(wrong, Err(CertificateError::NotWhole));
        let high = Refutation::Sum(combination(&[(Step(3), 1), (Premise(0), 1)]));
        let branch = |high: Refutation| Refutation::Branch {
            form: BTreeMap::from([(0, number(1))]),
            at: BigInt::zero(),
            step: 3,
            low: Box::new(end(3)),
            high: Box::new(high),
        };
        assert_eq!(check(&lemma(&premises, branch(high.clone())), |_| true), Ok(()));
        let wrong = check(&lemma(&premises, branch(high)), |_| false);
        assert_eq!(wrong, Err(CertificateError::NotWhole));
        let wrong = check(&lemma(&premises, branch(end(3))), |_| true);
        assert_eq!(wrong, Err(CertificateError::NoContradiction));
    }
}
