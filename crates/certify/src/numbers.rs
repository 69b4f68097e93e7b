//! Integers and reals: terms as sums, inequalities as literals, and lemmas about these.
//!
//! A number is a sum of multiples of variables. A literal that stands for an inequality is an *atom*. What is no
//! sum gets a variable, and clauses over atoms define it. A lemma excludes literals whose inequalities have no
//! common solution, for which there is a checked refutation ([`crate::linear`]). So who finds refutations
//! ([`Arithmetic`]) need not be trusted.

use crate::gates::Gates;
use crate::linear::{Form, Inequality, Refutation, Source, Variable, refutes};
use crate::sat::Lit;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Finds solutions of inequalities, or refutations.
pub trait Arithmetic {
    /// A common solution of inequalities, or why there is none, given which variables are whole.
    fn solve(&mut self, is_whole: &[bool], inequalities: &[Inequality]) -> Solution;
}

/// What is found about inequalities.
#[derive(Clone, Debug)]
pub enum Solution {
    /// Values of all variables.
    Values(Vec<BigRational>),
    /// There are none.
    Refuted(Refutation),
    /// Not known. It would help to know whether a whole variable is at most a number.
    Split(Variable, BigInt),
    /// Not known.
    Unknown,
}

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    form: Form,
    constant: BigRational,
}

impl Sum {
    /// A number.
    pub fn constant(constant: BigRational) -> Sum {
        Sum { form: Form::new(), constant }
    }

    /// The number that it is, if it has no variables.
    pub fn as_constant(&self) -> Option<&BigRational> {
        self.form.is_empty().then_some(&self.constant)
    }

    /// A multiple of it.
    pub fn times(&self, factor: &BigRational) -> Sum {
        let mut product = Sum::default();
        product.add(factor, self);
        product
    }

    /// Adds a multiple of another one.
    pub fn add(&mut self, factor: &BigRational, other: &Sum) {
        for (&x, c) in &other.form {
            *self.form.entry(x).or_default() += c * factor;
        }
        self.form.retain(|_, c| !c.is_zero());
        self.constant += &other.constant * factor;
    }

    /// The difference to another one.
    pub fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.add(&-BigRational::one(), other);
        difference
    }
}

/// The variables and atoms so far.
#[derive(Default)]
pub struct Numbers {
    is_whole: Vec<bool>,
    /// The atoms in the order of their making: a literal, and what it says.
    atoms: Vec<(Lit, Inequality)>,
    known: FxHashMap<Inequality, usize>,
    by_literal: FxHashMap<Lit, usize>,
    /// The quotients of sums by constants.
    quotients: FxHashMap<(Sum, BigInt), Sum>,
    /// The atoms that were made or met since this was emptied.
    pub used: Vec<usize>,
    /// The values of variables in the last solution.
    values: Vec<BigRational>,
}

impl Numbers {
    /// A number that nothing is known of.
    pub fn unknown(&mut self, whole: bool) -> Sum {
        let variable = self.is_whole.len() as Variable;
        self.is_whole.push(whole);
        Sum { form: [(variable, BigRational::one())].into(), constant: BigRational::zero() }
    }

    /// The literal of `sum <= 0`, or of `sum < 0`.
    pub fn at_most_zero(&mut self, gates: &mut Gates, sum: &Sum, strict: bool) -> Lit {
        let Some((_, leading)) = sum.form.first_key_value() else {
            let holds = sum.constant.is_negative() || !strict && sum.constant.is_zero();
            return gates.constant(holds);
        };
        // The first factor becomes 1, or all are whole without a common divisor if the variables are. Where
        // the first factor is negative, the opposite is the atom.
        let negated = leading.is_negative();
        let whole = sum.form.keys().all(|&x| self.is_whole[x as usize]);
        let mut scale = if whole {
            let denominators = sum.form.values().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
            let divisor = sum
                .form
                .values()
                .fold(BigInt::zero(), |g, c| g.gcd(&(c.numer() * &denominators / c.denom())));
            BigRational::new(denominators, divisor)
        } else {
            leading.abs().recip()
        };
        if negated {
            scale = -scale;
        }
        let Sum { form, constant } = sum.times(&scale);
        // `sum <= 0` is `form <= -constant`; with a negative factor `form >= -constant`, not `form < ...`.
        let mut inequality = Inequality { form, bound: -constant, strict: strict != negated };
        if whole {
            let excluded = inequality.strict && inequality.bound.is_integer();
            inequality.bound = inequality.bound.floor();
            if excluded {
                inequality.bound -= BigRational::one();
            }
            inequality.strict = false;
        }
        let lit = self.atom(gates, inequality);
        if negated { !lit } else { lit }
    }

    /// The literal of an inequality in normal form.
    fn atom(&mut self, gates: &mut Gates, inequality: Inequality) -> Lit {
        let number = *self.known.entry(inequality).or_insert_with_key(|inequality| {
            let lit = gates.input();
            self.by_literal.insert(lit, self.atoms.len());
            self.atoms.push((lit, inequality.clone()));
            self.atoms.len() - 1
        });
        self.used.push(number);
        self.atoms[number].0
    }

    /// The literals of `a <= b` and `b <= a`.
    pub fn sides(&mut self, gates: &mut Gates, a: &Sum, b: &Sum) -> [Lit; 2] {
        [self.at_most_zero(gates, &a.minus(b), false), self.at_most_zero(gates, &b.minus(a), false)]
    }

    /// The quotient of a sum by a number other than 0, rounded so that what is left is not negative: `q` with
    /// `0 <= a - k q < |k|`.
    pub fn quotient(&mut self, gates: &mut Gates, a: &Sum, k: &BigInt) -> Sum {
        let known = self.quotients.get(&(a.clone(), k.clone())).cloned();
        let is_new = known.is_none();
        let quotient = known.unwrap_or_else(|| self.unknown(true));
        let by = BigRational::from_integer(k.clone());
        let rest = a.minus(&quotient.times(&by));
        let not_negative = self.at_most_zero(gates, &rest.times(&-BigRational::one()), false);
        let less = self.at_most_zero(gates, &rest.minus(&Sum::constant(by.abs())), true);
        if is_new {
            gates.sat.clause(&[not_negative]);
            gates.sat.clause(&[less]);
            self.quotients.insert((a.clone(), k.clone()), quotient.clone());
        }
        quotient
    }

    /// What a literal says, if it is an atom.
    fn inequality(&self, lit: Lit) -> Option<Inequality> {
        if let Some(&atom) = self.by_literal.get(&lit) {
            return Some(self.atoms[atom].1.clone());
        }
        let (_, Inequality { form, bound, strict }) = &self.atoms[*self.by_literal.get(&!lit)?];
        // The opposite of `form <= bound` is `-form < -bound`; of whole numbers it is `-form <= -bound - 1`.
        let whole = form.keys().all(|&x| self.is_whole[x as usize]);
        let form: Form = form.iter().map(|(&x, c)| (x, -c)).collect();
        Some(if whole {
            Inequality { form, bound: -bound - BigRational::one(), strict: false }
        } else {
            Inequality { form, bound: -bound, strict: !strict }
        })
    }

    /// Adds the clause that excludes literals whose inequalities are refuted. Returns whether they are.
    pub fn exclude(&self, gates: &mut Gates, lits: &[Lit], refutation: &Refutation) -> bool {
        let premises: Option<Vec<Inequality>> =
            lits.iter().map(|&lit| self.inequality(lit)).collect();
        let Some(premises) = premises else { return false };
        if !refutes(refutation, &premises, &self.is_whole) {
            return false;
        }
        let clause: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        gates.sat.clause(&clause);
        true
    }

    /// Asks about the atoms with the given numbers as the SAT solver's model has them. Returns what to do.
    pub fn consult(
        &mut self,
        gates: &mut Gates,
        arithmetic: &mut dyn Arithmetic,
        atoms: &[usize],
    ) -> Consulted {
        let mut lits = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            let lit = self.atoms[atom].0;
            lits.push(if gates.sat.holds(lit) { lit } else { !lit });
        }
        let inequalities: Vec<Inequality> =
            lits.iter().map(|&lit| self.inequality(lit).expect("an atom")).collect();
        match arithmetic.solve(&self.is_whole, &inequalities) {
            Solution::Values(values) => {
                self.values = values;
                Consulted::Consistent
            }
            Solution::Refuted(refutation) => {
                let (lits, refutation) = only_used(&lits, refutation);
                match self.exclude(gates, &lits, &refutation) {
                    true => Consulted::Excluded,
                    false => Consulted::Wrong,
                }
            }
            Solution::Split(variable, at) => {
                if !self.is_whole.get(variable as usize).copied().unwrap_or(false) {
                    return Consulted::Wrong;
                }
                let sum = Sum {
                    form: [(variable, BigRational::one())].into(),
                    constant: BigRational::from_integer(-at),
                };
                self.at_most_zero(gates, &sum, false);
                Consulted::Excluded
            }
            Solution::Unknown => Consulted::Unknown,
        }
    }

    /// Relates atoms about one form: a lower bound above implies the one below.
    pub fn order(
        &self,
        gates: &mut Gates,
        atoms: &[usize],
        related: &mut FxHashSet<(usize, usize)>,
    ) {
        let mut by_form: BTreeMap<Vec<(&Variable, &BigRational)>, Vec<usize>> = BTreeMap::new();
        for &atom in atoms {
            by_form.entry(self.atoms[atom].1.form.iter().collect()).or_default().push(atom);
        }
        for mut same in by_form.into_values() {
            // A strict bound is the smaller one of two that are equal otherwise.
            same.sort_by_key(|&atom| {
                let inequality = &self.atoms[atom].1;
                (inequality.bound.clone(), !inequality.strict)
            });
            same.dedup();
            for pair in same.windows(2) {
                if related.insert((pair[0], pair[1])) {
                    let lits = [self.atoms[pair[0]].0, !self.atoms[pair[1]].0];
                    let one = |premise| (Source::Premise(premise), BigRational::one());
                    let sum = Refutation::Sum(vec![one(0), one(1)]);
                    let right = self.exclude(gates, &lits, &sum);
                    debug_assert!(right, "bounds of one form");
                }
            }
        }
    }

    /// The value of a sum in the last solution.
    pub fn value(&self, sum: &Sum) -> BigRational {
        let mut value = sum.constant.clone();
        for (&x, c) in &sum.form {
            if let Some(number) = self.values.get(x as usize) {
                value += c * number;
            }
        }
        value
    }
}

/// What a consultation has led to.
pub enum Consulted {
    /// The model may be one of the numbers, too.
    Consistent,
    /// It is excluded, or there is more to decide.
    Excluded,
    /// It is not known.
    Unknown,
    /// A refutation is wrong.
    Wrong,
}

/// The premises that a refutation uses, and the refutation with their new positions.
fn only_used(lits: &[Lit], mut refutation: Refutation) -> (Vec<Lit>, Refutation) {
    let mut used: Vec<Lit> = Vec::new();
    let mut positions: FxHashMap<usize, usize> = FxHashMap::default();
    let mut open = vec![&mut refutation];
    while let Some(part) = open.pop() {
        let sum = match part {
            Refutation::Sum(sum) => sum,
            Refutation::Cut(sum, _, rest) => {
                open.push(rest);
                sum
            }
            Refutation::Branch(_, _, _, cases) => {
                open.extend(cases.iter_mut().map(|case| &mut **case));
                continue;
            }
        };
        for (source, _) in sum {
            if let Source::Premise(premise) = source
                && let Some(&lit) = lits.get(*premise)
            {
                *premise = *positions.entry(*premise).or_insert_with(|| {
                    used.push(lit);
                    used.len() - 1
                });
            }
        }
    }
    (used, refutation)
}
