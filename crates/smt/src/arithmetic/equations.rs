//! Systems of equations over integers.
//!
//! Equations have no whole solution if a combination of them has whole factors on its left and a broken
//! number on its right. Elimination finds one if there is one: an equation whose factors have been divided
//! by their common divisor is solved for a variable with factor 1 or -1; if it has none, a change of
//! variables that can be undone over the integers makes the factors smaller, as in Euclid's algorithm.

use super::rational::{Rational, common_denominator, gcd};
use super::{Form, Variable, add_multiple};

/// Steps after which elimination gives up.
const STEPS: usize = 2000;

/// `form = constant`.
pub(super) struct Equation {
    pub form: Form,
    pub constant: Rational,
}

/// An equation that follows, with its factors of the given ones.
struct Derived {
    form: Form,
    constant: Rational,
    /// By position.
    factors: Form,
}

impl Derived {
    /// Multiplied so that the factors are whole and have no common divisor.
    fn normalise(&mut self) {
        let denominator = common_denominator(self.form.iter().map(|entry| &entry.1));
        self.multiply(&denominator);
        let divisor = gcd(self.form.iter().map(|entry| &entry.1));
        if !divisor.is_zero() {
            self.multiply(&divisor.recip());
        }
    }

    fn multiply(&mut self, factor: &Rational) {
        if factor.is_one() {
            return;
        }
        self.constant = &self.constant * factor;
        for entry in self.form.iter_mut().chain(&mut self.factors) {
            entry.1 = &entry.1 * factor;
        }
    }

    fn add(&mut self, factor: &Rational, other: &Derived) {
        self.form = add_multiple(&self.form, factor, &other.form);
        self.factors = add_multiple(&self.factors, factor, &other.factors);
        self.constant.add_product(factor, &other.constant);
    }

    fn factor(&self, variable: Variable) -> Option<Rational> {
        let position = self.form.binary_search_by_key(&variable, |entry| entry.0).ok()?;
        Some(self.form[position].1.clone())
    }
}

/// Factors of equations over whole variables, by their positions, whose sum has no whole solution; `None`
/// if there are no such, or if it takes too long to find them. A sum of zero on the left and something else on
/// the right counts as well.
pub(super) fn contradiction(equations: &[Equation], variables: Variable) -> Option<Form> {
    let derive = |(i, equation): (usize, &Equation)| Derived {
        form: equation.form.clone(),
        constant: equation.constant.clone(),
        factors: vec![(i as u32, Rational::ONE)],
    };
    let mut open: Vec<Derived> = equations.iter().enumerate().map(derive).collect();
    let mut fresh = variables;
    let mut steps = 0;
    while let Some(mut equation) = open.pop() {
        loop {
            steps += 1;
            if steps > STEPS {
                return None;
            }
            equation.normalise();
            let least = equation.form.iter().min_by(|a, b| a.1.abs().cmp(&b.1.abs()));
            let Some((variable, factor)) = least.cloned() else {
                if equation.constant.is_zero() {
                    break;
                }
                // Scaled so that the right side is broken.
                let half = &Rational::from(2).recip() * &equation.constant.recip();
                equation.multiply(&half);
                return Some(equation.factors);
            };
            if !equation.constant.is_integer() {
                return Some(equation.factors);
            }
            if factor.abs().is_one() {
                eliminate(&mut open, &equation, variable, &factor);
                break;
            }
            substitute(&mut open, &mut equation, variable, &factor, fresh);
            fresh += 1;
        }
    }
    None
}

/// Takes a variable out of the other equations, by one in which its factor is 1 or -1.
fn eliminate(open: &mut [Derived], by: &Derived, variable: Variable, factor: &Rational) {
    for other in open {
        if let Some(there) = other.factor(variable) {
            // The factor is its own inverse.
            other.add(&-&(&there * factor), by);
        }
    }
}

/// Puts `fresh - Σ floor(c / factor) y` in the place of a variable, over the other variables `y` of an
/// equation with their factors `c`: only what these leave modulo the factor remains there.
fn substitute(
    open: &mut [Derived],
    equation: &mut Derived,
    variable: Variable,
    factor: &Rational,
    fresh: Variable,
) {
    let inverse = factor.recip();
    let mut image: Form = Vec::with_capacity(equation.form.len());
    for (x, c) in equation.form.iter().filter(|(x, _)| *x != variable) {
        let quotient = (c * &inverse).floor();
        if !quotient.is_zero() {
            image.push((*x, -&quotient));
        }
    }
    image.push((fresh, Rational::ONE));
    for derived in open.iter_mut().chain(std::iter::once(equation)) {
        if let Some(there) = derived.factor(variable) {
            derived.form.retain(|(x, _)| *x != variable);
            derived.form = add_multiple(&derived.form, &there, &image);
        }
    }
}
