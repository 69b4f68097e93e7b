//! Random systems of bounds, against certificates and enumeration.

use super::certificate::{self, Constraint, Lemma, Source};
use super::{Bound, Delta, Form, Rational, Side, Simplex, Variable, WholeAnswer};
use crate::budget::Budget;
use num_bigint::BigInt;
use num_rational::BigRational;
use term::testing::Rng;

/// A bound as it was set.
#[derive(Clone, Debug)]
struct Set {
    variable: Variable,
    side: Side,
    value: Delta,
}

struct System {
    rng: Rng,
    simplex: Simplex,
    originals: u32,
    /// The bounds that hold now, by their names; the earlier ones first.
    set: Vec<(u32, Set)>,
    levels: Vec<usize>,
}

impl System {
    fn new(seed: u64, integers: bool) -> System {
        let mut rng = Rng::new(seed);
        let mut simplex = Simplex::default();
        let originals = 2 + rng.below(4);
        for _ in 0..originals {
            simplex.add_variable(integers && !rng.one_in(5));
        }
        let mut system = System { rng, simplex, originals, set: Vec::new(), levels: Vec::new() };
        for _ in 0..1 + system.rng.below(5) {
            system.define();
        }
        system
    }

    fn define(&mut self) {
        let mut form = Form::new();
        for x in 0..self.originals {
            let factor = i64::from(self.rng.below(9)) - 4;
            if factor != 0 && !self.rng.one_in(3) {
                form.push((x, Rational::from(factor)));
            }
        }
        if form.len() > 1 {
            self.simplex.define(&form);
        }
    }

    /// Sets a random bound; a contradiction of two bounds if there is one.
    fn bound(&mut self, name: u32) -> Option<Lemma> {
        let variable = self.rng.below(self.simplex.len() as u32);
        let side = if self.rng.one_in(2) { Side::Lower } else { Side::Upper };
        let real = Rational::from(i64::from(self.rng.below(15)) - 7);
        let strict = !self.simplex.is_integer(variable) && self.rng.one_in(2);
        let delta = match (strict, side) {
            (false, _) => Rational::ZERO,
            (true, Side::Lower) => Rational::ONE,
            (true, Side::Upper) => -&Rational::ONE,
        };
        let value = Delta::new(real, delta);
        self.set.push((name, Set { variable, side, value: value.clone() }));
        let bound = Bound { value, source: Source::Premise(name) };
        let conflict = self.simplex.assert_bound(variable, side, bound).err()?;
        Some(self.lemma(super::Refutation::of_conflict(&conflict)))
    }

    fn push(&mut self) {
        self.levels.push(self.set.len());
        self.simplex.push();
    }

    fn pop(&mut self) {
        if let Some(length) = self.levels.pop() {
            self.set.truncate(length);
            self.simplex.pop(1);
        }
    }

    fn constraint(&self, set: &Set) -> Constraint {
        let sign = if set.side == Side::Upper { Rational::ONE } else { -&Rational::ONE };
        let form = self.simplex.form(set.variable);
        Constraint {
            form: form.iter().map(|(x, c)| (*x, (c * &sign).to_big())).collect(),
            bound: (&set.value.real * &sign).to_big(),
            strict: !set.value.delta.is_zero(),
        }
    }

    fn lemma(&self, refutation: super::Refutation) -> Lemma {
        let premises = self.set.iter().map(|(name, set)| (*name, self.constraint(set)));
        Lemma { premises: premises.collect(), refutation }
    }

    fn check_values(&self, values: &[Rational], seed: u64) {
        for (x, value) in values.iter().enumerate() {
            let x = x as Variable;
            assert!(!self.simplex.is_integer(x) || value.is_integer(), "seed {seed}");
            let mut sum = Rational::ZERO;
            for (y, factor) in self.simplex.form(x) {
                sum.add_product(&factor, &values[y as usize]);
            }
            assert_eq!(sum, *value, "seed {seed}: a form has its value");
        }
        for (_, set) in &self.set {
            let Constraint { form, bound, strict } = self.constraint(set);
            let sum: BigRational = form.iter().map(|(x, c)| c * values[*x as usize].to_big()).sum();
            let holds = if strict { sum < bound } else { sum <= bound };
            assert!(holds, "seed {seed}: {set:?} is violated");
        }
    }

    /// Whether some whole values within a box satisfy all bounds.
    fn enumerate(&self) -> bool {
        let width = 9i64;
        let total = width.pow(self.originals);
        (0..total).any(|mut number| {
            let mut values = Vec::new();
            for _ in 0..self.originals {
                values.push(BigRational::from_integer(BigInt::from(number % width - width / 2)));
                number /= width;
            }
            self.set.iter().all(|(_, set)| {
                let Constraint { form, bound, strict } = self.constraint(set);
                let sum: BigRational = form.iter().map(|(x, c)| c * &values[*x as usize]).sum();
                if strict { sum < bound } else { sum <= bound }
            })
        })
    }

    fn run(&mut self, seed: u64, tally: &mut [u32; 3]) {
        for name in 0..30 {
            match self.rng.below(8) {
                0 => self.push(),
                1 => self.pop(),
                2 if self.levels.is_empty() => self.define(),
                _ => {}
            }
            // A contradiction that is found at once leaves the system as it was.
            if let Some(lemma) = self.bound(name) {
                let checked = certificate::check(&lemma, |x| self.simplex.is_integer(x));
                assert_eq!(checked, Ok(()), "seed {seed}: {lemma:?}");
                self.set.pop();
                continue;
            }
            if !self.rng.one_in(3) {
                continue;
            }
            match self.simplex.solve(&Budget::unlimited()) {
                WholeAnswer::Values(values) => {
                    tally[0] += 1;
                    self.check_values(&values, seed);
                }
                WholeAnswer::Refuted(refutation) => {
                    tally[1] += 1;
                    let lemma = self.lemma(refutation);
                    let checked = certificate::check(&lemma, |x| self.simplex.is_integer(x));
                    assert_eq!(checked, Ok(()), "seed {seed}: {lemma:?}");
                    if self.originals <= 4 {
                        assert!(!self.enumerate(), "seed {seed}");
                    }
                    if self.levels.is_empty() {
                        return;
                    }
                    self.pop();
                }
                WholeAnswer::Split(variable, at) => {
                    tally[2] += 1;
                    assert!(self.simplex.is_integer(variable) && at.is_integer());
                }
                WholeAnswer::Stopped(reason) => panic!("no limit: {reason}"),
            }
        }
    }
}

fn check(integers: bool, seeds: u64) -> [u32; 3] {
    let mut tally = [0; 3];
    for seed in 0..seeds {
        System::new(seed, integers).run(seed, &mut tally);
    }
    tally
}

#[test]
fn reals_have_values_or_certificates() {
    let [values, refuted, split] = check(false, 400);
    assert!(values > 500 && refuted > 200, "{values} and {refuted}");
    assert_eq!(split, 0);
}

#[test]
fn integers_have_values_or_certificates() {
    let [values, refuted, split] = check(true, 400);
    assert!(values > 500 && refuted > 200, "{values} and {refuted}");
    assert!(split < (values + refuted) / 20, "{split} of {values} and {refuted} are not decided");
}

/// Sums of two variables that are even and odd, and such.
fn equations(rows: &[(&[i64], i64)]) -> WholeAnswer {
    let rows: Vec<(&[i64], i64, i64)> =
        rows.iter().map(|&(factors, constant)| (factors, constant, constant)).collect();
    strips(&rows)
}

/// Sums of whole variables between two numbers each.
fn strips(rows: &[(&[i64], i64, i64)]) -> WholeAnswer {
    let mut simplex = Simplex::default();
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    for _ in 0..width {
        simplex.add_variable(true);
    }
    let mut premises = Vec::new();
    for (factors, least, most) in rows {
        let form: Form = factors
            .iter()
            .enumerate()
            .filter(|(_, c)| **c != 0)
            .map(|(x, &c)| (x as Variable, Rational::from(c)))
            .collect();
        let variable = simplex.define(&form);
        for (side, sign, constant) in [(Side::Lower, -1, least), (Side::Upper, 1, most)] {
            let name = premises.len() as u32;
            let value: Delta = Rational::from(*constant).into();
            let bound = Bound { value, source: Source::Premise(name) };
            simplex.assert_bound(variable, side, bound).expect("one row a form");
            let sign = Rational::from(sign);
            let constraint = Constraint {
                form: form.iter().map(|(x, c)| (*x, (c * &sign).to_big())).collect(),
                bound: (&Rational::from(*constant) * &sign).to_big(),
                strict: false,
            };
            premises.push((name, constraint));
        }
    }
    let answer = simplex.solve(&Budget::unlimited());
    if let WholeAnswer::Refuted(refutation) = &answer {
        let lemma = Lemma { premises, refutation: refutation.clone() };
        assert_eq!(certificate::check(&lemma, |_| true), Ok(()));
    }
    answer
}

#[test]
fn unbounded_equations_without_whole_solutions_are_refuted() {
    assert!(matches!(equations(&[(&[2, -2], 1)]), WholeAnswer::Refuted(_)));
    assert!(matches!(equations(&[(&[3, 6, -9], 4)]), WholeAnswer::Refuted(_)));
    // x + y + z even and odd by way of others.
    let rows: [(&[i64], i64); 2] = [(&[3, 5, 2], 1), (&[1, 3, 4], 2)];
    assert!(matches!(equations(&rows), WholeAnswer::Refuted(_)));
    let rows: [(&[i64], i64); 2] = [(&[12, 20, 15], 1), (&[0, 7, 5], 3)];
    assert!(!matches!(equations(&rows), WholeAnswer::Refuted(_)));
}

/// Between parallel lines without whole points cases of single variables never end.
#[test]
fn strips_without_whole_points_are_refuted() {
    assert!(matches!(strips(&[(&[3, -3], 1, 2)]), WholeAnswer::Refuted(_)));
    let rows: [(&[i64], i64, i64); 2] = [(&[3, 3, 5], 1, 2), (&[0, 0, 5], -1, 1)];
    assert!(matches!(strips(&rows), WholeAnswer::Refuted(_)));
    let rows: [(&[i64], i64, i64); 2] = [(&[3, 5, -8], 0, 1), (&[2, 3, -1], 0, 1)];
    assert!(matches!(strips(&rows), WholeAnswer::Values(_)));
    let rows: [(&[i64], i64, i64); 2] = [(&[4, 4, 2], 1, 3), (&[0, 0, 2], 1, 3)];
    assert!(matches!(strips(&rows), WholeAnswer::Values(_)));
}
