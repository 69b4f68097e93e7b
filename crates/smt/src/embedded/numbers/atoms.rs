//! Atoms: literals that bound a variable of the simplex method.

use crate::arithmetic::{
    Bound, Constraint, Delta, Form, Rational, Side, Simplex, Source, Variable, common_denominator,
    gcd,
};
use crate::sat::{Lit, Var};
use rustc_hash::FxHashMap;

/// `variable <= bound` if the literal is true, else the opposite.
pub(super) struct Atom {
    lit: Lit,
    variable: Variable,
    bound: Delta,
    /// Whether the search has assigned it.
    assigned: bool,
    /// The literal that implied this one, or its negation.
    reason: Option<Lit>,
}

/// All atoms of a theory.
#[derive(Default)]
pub(super) struct Atoms {
    atoms: Vec<Atom>,
    vars: Vec<Var>,
    /// Atoms by the number of their SAT variable; those of variables up to the last atom.
    by_var: Vec<Option<u32>>,
    known: FxHashMap<(Variable, Delta), u32>,
    /// The atoms of each variable, by their bounds.
    by_variable: FxHashMap<Variable, Vec<(Delta, u32)>>,
    /// Variables for forms.
    names: FxHashMap<Form, Variable>,
}

/// What an inequality comes down to.
pub(super) enum Meaning {
    /// It holds, or does not, for all values.
    Constant(bool),
    /// `variable <= bound`, or the opposite.
    Bound { variable: Variable, bound: Delta, negated: bool },
}

impl Atoms {
    /// The SAT variables of all atoms.
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The meaning of `form <= constant`, or `form < constant`. Names the form, if it has to have one.
    pub(super) fn meaning(
        &mut self,
        simplex: &mut Simplex,
        mut form: Form,
        constant: &Rational,
        strict: bool,
    ) -> Meaning {
        let Some((_, leading)) = form.first() else {
            let zero = Rational::ZERO;
            return Meaning::Constant(if strict { zero < *constant } else { zero <= *constant });
        };
        // The leading factor becomes positive. Whole forms get whole factors without a common divisor,
        // others a leading factor of 1, so that equal bounds look alike.
        let integer = form.iter().all(|(x, _)| simplex.is_integer(*x));
        let negated = leading.is_negative();
        let mut scale = if integer {
            let denominator = common_denominator(form.iter().map(|entry| &entry.1));
            let whole: Vec<Rational> = form.iter().map(|(_, c)| c * &denominator).collect();
            &denominator * &gcd(whole.iter()).recip()
        } else {
            leading.abs().recip()
        };
        if negated {
            scale = -&scale;
        }
        form.iter_mut().for_each(|entry| entry.1 = &entry.1 * &scale);
        let bound = constant * &scale;
        let variable = match &*form {
            [(x, factor)] if factor.is_one() => *x,
            _ => *self.names.entry(form).or_insert_with_key(|form| simplex.define(form)),
        };
        // With a negative factor, `form <= c` has become `form >= c`: not `form < c`.
        let excluded = strict != negated;
        let bound = match (integer, excluded) {
            (true, true) => (&bound.ceil() - &Rational::ONE).into(),
            (true, false) => bound.floor().into(),
            (false, true) => Delta::new(bound, -&Rational::ONE),
            (false, false) => bound.into(),
        };
        Meaning::Bound { variable, bound, negated }
    }

    /// The literal of `variable <= bound`, if it has one.
    pub(super) fn literal(&self, variable: Variable, bound: &Delta) -> Option<Lit> {
        let atom = *self.known.get(&(variable, bound.clone()))?;
        Some(self.atoms[atom as usize].lit)
    }

    /// Makes a literal that has no meaning yet say `variable <= bound`.
    pub(super) fn add(&mut self, lit: Lit, variable: Variable, bound: Delta) {
        let number = self.atoms.len() as u32;
        let index = lit.var().index();
        if self.by_var.len() <= index {
            self.by_var.resize(index + 1, None);
        }
        debug_assert!(self.by_var[index].is_none(), "one meaning a variable");
        self.by_var[index] = Some(number);
        self.vars.push(lit.var());
        self.known.insert((variable, bound.clone()), number);
        let row = self.by_variable.entry(variable).or_default();
        let place = row.partition_point(|entry| entry.0 < bound);
        row.insert(place, (bound.clone(), number));
        self.atoms.push(Atom { lit, variable, bound, assigned: false, reason: None });
    }

    /// Whether the search has assigned an atom.
    pub(super) fn is_assigned(&self, var: Var) -> bool {
        self.number(var).is_some_and(|number| self.atoms[number].assigned)
    }

    fn number(&self, var: Var) -> Option<usize> {
        self.by_var.get(var.index()).copied().flatten().map(|number| number as usize)
    }

    /// Notes whether an atom is assigned.
    pub(super) fn set_assigned(&mut self, var: Var, assigned: bool) {
        if let Some(number) = self.number(var) {
            self.atoms[number].assigned = assigned;
        }
    }

    /// The bound that a literal sets, if its variable has a meaning.
    pub(super) fn bound_of(&self, simplex: &Simplex, lit: Lit) -> Option<(Variable, Side, Bound)> {
        let atom = &self.atoms[self.number(lit.var())?];
        let source = Source::Premise(lit.index() as u32);
        let (side, value) = sided(simplex, atom.variable, &atom.bound, lit != atom.lit);
        Some((atom.variable, side, Bound { value, source }))
    }

    /// The bound that a literal sets as a constraint over variables without definition.
    pub(super) fn constraint_of(&self, simplex: &Simplex, lit: Lit) -> Option<Constraint> {
        let (variable, side, bound) = self.bound_of(simplex, lit)?;
        Some(constraint(simplex, variable, side, &bound.value))
    }

    /// Literals without a value that follow from a bound which a literal has set; the literal is
    /// remembered as their reason.
    pub(super) fn implied_by(
        &mut self,
        variable: Variable,
        side: Side,
        bound: &Delta,
        reason: Lit,
        implied: &mut Vec<Lit>,
    ) {
        let Some(row) = self.by_variable.get(&variable) else { return };
        let numbers = match side {
            Side::Upper => &row[row.partition_point(|entry| entry.0 < *bound)..],
            Side::Lower => &row[..row.partition_point(|entry| entry.0 < *bound)],
        };
        for &(_, number) in numbers {
            let atom = &mut self.atoms[number as usize];
            if !atom.assigned {
                atom.reason = Some(reason);
                implied.push(if side == Side::Upper { atom.lit } else { !atom.lit });
            }
        }
    }

    /// The literal that implied a literal.
    pub(super) fn reason(&self, lit: Lit) -> Option<Lit> {
        self.atoms[self.number(lit.var())?].reason
    }
}

/// The bound of `variable <= bound`, or of the opposite.
pub(super) fn sided(
    simplex: &Simplex,
    variable: Variable,
    bound: &Delta,
    negated: bool,
) -> (Side, Delta) {
    if !negated {
        return (Side::Upper, bound.clone());
    }
    let next = if simplex.is_integer(variable) {
        Delta::from(&bound.real + &Rational::ONE)
    } else {
        Delta::new(bound.real.clone(), &bound.delta + &Rational::ONE)
    };
    (Side::Lower, next)
}

/// A bound as a constraint over variables without definition.
pub(super) fn constraint(
    simplex: &Simplex,
    variable: Variable,
    side: Side,
    bound: &Delta,
) -> Constraint {
    let form = simplex.form(variable);
    let sign = if side == Side::Upper { Rational::ONE } else { -&Rational::ONE };
    Constraint {
        form: form.iter().map(|(x, factor)| (*x, (factor * &sign).to_big())).collect(),
        bound: (&bound.real * &sign).to_big(),
        strict: !bound.delta.is_zero(),
    }
}
