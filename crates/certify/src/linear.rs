//! Linear inequalities, and refutations of them that need no search to check.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// The number of a variable that stands for an integer or a real.
pub type Variable = u32;

/// Factors of variables; none of them is zero.
pub type Form = BTreeMap<Variable, BigRational>;

/// `form <= bound`, or `form < bound`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inequality {
    /// What is bounded.
    pub form: Form,
    /// What it is bounded by.
    pub bound: BigRational,
    /// Whether the form is less than the bound.
    pub strict: bool,
}

/// An inequality that a step of a refutation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of those to be refuted, by position.
    Premise(usize),
    /// One that a step before has introduced, by its number.
    Step(u32),
}

/// Positive multiples of inequalities, to be added up.
pub type Combination = Vec<(Source, BigRational)>;

/// A proof that inequalities have no common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Their sum is `0 <= c` with negative `c`, or `0 < 0` (Farkas).
    Sum(Combination),
    /// Their sum has whole factors of whole variables, so its bound may be rounded down. The rest may use
    /// the result as the given step.
    Cut(Combination, u32, Box<Refutation>),
    /// A whole variable is at most a number, or at least the next one. Both cases are refuted, with the
    /// case as the given step.
    Branch(Variable, BigInt, u32, [Box<Refutation>; 2]),
}

/// Whether a refutation is right, given which variables are whole.
pub fn refutes(refutation: &Refutation, premises: &[Inequality], is_whole: &[bool]) -> bool {
    let is_whole = |x: &Variable| is_whole.get(*x as usize).copied().unwrap_or(false);
    // What is left to check, and what the steps before it have introduced.
    let mut open: Vec<(&Refutation, BTreeMap<u32, Inequality>)> =
        vec![(refutation, BTreeMap::new())];
    while let Some((refutation, mut steps)) = open.pop() {
        match refutation {
            Refutation::Sum(parts) => {
                let Some(Inequality { form, bound, strict }) = sum(parts, premises, &steps) else {
                    return false;
                };
                let contradictory = bound.is_negative() || strict && bound.is_zero();
                if !form.is_empty() || !contradictory {
                    return false;
                }
            }
            Refutation::Cut(parts, step, rest) => {
                let Some(mut sum) = sum(parts, premises, &steps) else { return false };
                let whole =
                    |(x, factor): (&Variable, &BigRational)| is_whole(x) && factor.is_integer();
                if !sum.form.iter().all(whole) {
                    return false;
                }
                let excluded = sum.strict && sum.bound.is_integer();
                sum.bound = sum.bound.floor();
                if excluded {
                    sum.bound -= BigRational::one();
                }
                sum.strict = false;
                steps.insert(*step, sum);
                open.push((rest, steps));
            }
            Refutation::Branch(variable, at, step, [low, high]) => {
                if !is_whole(variable) {
                    return false;
                }
                let at = BigRational::from_integer(at.clone());
                let case = |factor: BigRational, bound: BigRational| Inequality {
                    form: [(*variable, factor)].into(),
                    bound,
                    strict: false,
                };
                let mut other = steps.clone();
                steps.insert(*step, case(BigRational::one(), at.clone()));
                other.insert(*step, case(-BigRational::one(), -at - BigRational::one()));
                open.push((low, steps));
                open.push((high, other));
            }
        }
    }
    true
}

/// The sum of positive multiples of inequalities; `None` if one is not there, or not positive.
fn sum(
    parts: &Combination,
    premises: &[Inequality],
    steps: &BTreeMap<u32, Inequality>,
) -> Option<Inequality> {
    let mut total = Inequality::default();
    for (source, factor) in parts {
        let part = match source {
            Source::Premise(number) => premises.get(*number)?,
            Source::Step(number) => steps.get(number)?,
        };
        if !factor.is_positive() {
            return None;
        }
        for (&x, c) in &part.form {
            *total.form.entry(x).or_default() += c * factor;
        }
        total.bound += &part.bound * factor;
        total.strict |= part.strict;
    }
    total.form.retain(|_, factor| !factor.is_zero());
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> BigRational {
        BigRational::from_integer(n.into())
    }

    fn inequality(form: &[(Variable, i64)], bound: i64, strict: bool) -> Inequality {
        let form = form.iter().map(|&(x, c)| (x, number(c))).collect();
        Inequality { form, bound: number(bound), strict }
    }

    fn parts(parts: &[(Source, i64)]) -> Combination {
        parts.iter().map(|&(source, factor)| (source, number(factor))).collect()
    }

    use Source::{Premise, Step};

    #[test]
    fn sums_have_to_be_contradictions() {
        // 2x < y, y <= x, 0 <= x.
        let premises = [
            inequality(&[(0, 2), (1, -1)], 0, true),
            inequality(&[(1, 1), (0, -1)], 0, false),
            inequality(&[(0, -1)], 0, false),
        ];
        let refuted = |a, b, c| {
            let sum = parts(&[(Premise(0), a), (Premise(1), b), (Premise(2), c)]);
            refutes(&Refutation::Sum(sum), &premises, &[false, false])
        };
        assert!(refuted(1, 1, 1));
        assert!(!refuted(1, 1, 2), "the variables do not cancel");
        assert!(!refuted(-1, -1, -1), "negative factors");
        let weaker = [inequality(&[(0, 1)], 0, false), premises[2].clone()];
        let sum = Refutation::Sum(parts(&[(Premise(0), 1), (Premise(1), 1)]));
        assert!(!refutes(&sum, &weaker, &[false]), "0 <= 0 is none");
        let missing = Refutation::Sum(parts(&[(Premise(3), 1)]));
        assert!(!refutes(&missing, &premises, &[false, false]));
    }

    #[test]
    fn cuts_and_branches_are_for_whole_variables() {
        // 1 <= 2x and 2x <= 1.
        let premises = [inequality(&[(0, 2)], 1, false), inequality(&[(0, -2)], -1, false)];
        let half = BigRational::new(1.into(), 2.into());
        let end = Refutation::Sum(vec![(Step(1), number(2)), (Premise(1), number(1))]);
        let cut = Refutation::Cut(vec![(Premise(0), half)], 1, Box::new(end.clone()));
        assert!(refutes(&cut, &premises, &[true]));
        assert!(!refutes(&cut, &premises, &[false]));
        let fraction = Refutation::Cut(
            vec![(Premise(0), BigRational::new(1.into(), 4.into()))],
            1,
            Box::new(end.clone()),
        );
        assert!(!refutes(&fraction, &premises, &[true]), "half a variable is not whole");
        let above = Refutation::Sum(parts(&[(Step(1), 2), (Premise(0), 1)]));
        let branch = |at: i64, high: &Refutation| {
            let cases = [Box::new(end.clone()), Box::new(high.clone())];
            Refutation::Branch(0, at.into(), 1, cases)
        };
        assert!(refutes(&branch(0, &above), &premises, &[true]));
        assert!(!refutes(&branch(0, &above), &premises, &[false]));
        assert!(!refutes(&branch(1, &above), &premises, &[true]), "the low case is possible");
        assert!(!refutes(&branch(0, &end), &premises, &[true]), "the high case is not refuted");
        // What one case assumes is unknown in the other, and after the branch.
        let lone = Refutation::Sum(parts(&[(Step(2), 1)]));
        assert!(!refutes(&lone, &premises, &[true]));
    }
}
