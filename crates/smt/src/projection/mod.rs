//! Model-based projection: from a model of formulas to a conjunction around it, without some variables.
//!
//! [`implicant`] says why formulas hold in a model, as a conjunction of literals. [`project`] eliminates
//! variables from such a conjunction: what it returns holds in the model, and implies that the variables have
//! values for which the conjunction holds. It need not be the weakest such formula, since the model decides
//! cases that the weakest one would have to list:
//!
//! - Reals are eliminated as by Loos and Weispfenning: the variable is its greatest lower bound in the model,
//!   or infinitely little more. Integers are eliminated as by Cooper, with divisibility (`numbers.rs`).
//! - An array is replaced by means of an equation, or its reads become variables (`arrays.rs`).
//! - A bit-vector is solved for, replaced by one of its bounds, or by its value (`words.rs`).
//! - A truth value is replaced by its value.
//!
//! The use of models for this is described in Komuravelli, Gurfinkel, Chaki: "SMT-based model checking for
//! recursive programs" (2014).

mod arrays;
mod constraint;
mod implicant;
mod modular;
mod numbers;
mod sum;
#[cfg(test)]
mod tests;
mod words;

pub use implicant::implicant;
pub use modular::{Linear, normalise};

use crate::arithmetic::Rational;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, Value, free_vars, post_order};

/// What a model says about a term.
pub type Valuation<'a> = dyn FnMut(&mut TermStore, Term) -> Value + 'a;

/// Literals without the variables for which `eliminated` holds. They hold in the model, and wherever they hold
/// the variables have values that make all the given literals hold. The given literals must hold in the model and
/// have no cases, as those of an [`implicant`].
pub fn project(
    store: &mut TermStore,
    value: &mut Valuation<'_>,
    eliminated: &dyn Fn(Symbol) -> bool,
    literals: Vec<Term>,
) -> Vec<Term> {
    let mut model = Model { value, fresh: Vec::new(), substitution: Substitution::new() };
    let mut literals = literals;
    loop {
        let symbols = free_vars(store, &literals);
        let variables: Vec<Term> = symbols
            .into_iter()
            .filter(|&symbol| eliminated(symbol) || model.fresh.contains(&symbol))
            .map(|symbol| store.var(symbol))
            .collect();
        if variables.is_empty() {
            return literals;
        }
        let solved = variables.iter().find_map(|&variable| {
            let solution = literals.iter().find_map(|&l| solution(store, variable, l))?;
            Some((variable, solution))
        });
        if let Some((variable, solution)) = solved {
            substitute(store, variable, solution, &mut literals);
            continue;
        }
        let is_array = |x: &&Term| matches!(store.sort(**x), Sort::Array(_));
        let next = *variables.iter().find(is_array).unwrap_or(&variables[0]);
        literals = eliminate(store, &mut model, next, literals);
    }
}

/// A model, extended to variables that were made up since.
struct Model<'a, 'b> {
    value: &'a mut Valuation<'b>,
    fresh: Vec<Symbol>,
    /// The new variables by their values.
    substitution: Substitution,
}

impl Model<'_, '_> {
    fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        let known = self.substitution.apply(store, term);
        match store.as_value(known) {
            Some(value) => value.clone(),
            None => (self.value)(store, known),
        }
    }

    fn holds(&mut self, store: &mut TermStore, formula: Term) -> bool {
        self.value(store, formula) == Value::Bool(true)
    }

    fn number(&mut self, store: &mut TermStore, term: Term) -> Rational {
        match self.value(store, term) {
            Value::Int(number) => number.into(),
            Value::Real(number) => number.into(),
            other => unreachable!("{other:?} is no number"),
        }
    }

    /// A new variable that has the value of a term.
    fn name(&mut self, store: &mut TermStore, term: Term) -> Term {
        let value = self.value(store, term);
        let symbol = store.fresh("part", store.sort(term).clone());
        let (variable, value) = (store.var(symbol), store.constant(value));
        self.fresh.push(symbol);
        self.substitution.insert(variable, value);
        variable
    }

    /// Literals that hold and imply some formulas that hold.
    fn implicant(&mut self, store: &mut TermStore, formulas: &[Term]) -> Vec<Term> {
        implicant(store, &mut |store, term| self.value(store, term), formulas)
    }
}

/// Eliminates a variable, or a part of literals that is as good as one: a read of an array that is eliminated.
fn eliminate(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    variable: Term,
    literals: Vec<Term>,
) -> Vec<Term> {
    let (with, mut rest): (Vec<Term>, Vec<Term>) =
        literals.into_iter().partition(|&literal| occurs(store, variable, literal));
    let replaced = match store.sort(variable) {
        _ if with.is_empty() => Vec::new(),
        Sort::Int | Sort::Real => numbers::eliminate(store, model, variable, with),
        Sort::Array(_) => arrays::eliminate(store, model, variable, &with),
        _ => words::eliminate(store, model, variable, &with),
    };
    for literal in replaced {
        if store.as_bool(literal) != Some(true) && !rest.contains(&literal) {
            rest.push(literal);
        }
    }
    rest
}

/// What a literal says that a variable is equal to, in a term without it.
fn solution(store: &mut TermStore, variable: Term, literal: Term) -> Option<Term> {
    if store.op(literal) != Op::Eq || !occurs(store, variable, literal) {
        return None;
    }
    let &[a, b] = store.args(literal) else { return None };
    let sides = [(a, b), (b, a)];
    let other = sides.into_iter().find(|side| side.0 == variable).map(|side| side.1);
    if let Some(other) = other {
        return (!occurs(store, variable, other)).then_some(other);
    }
    match store.sort(a) {
        Sort::Int | Sort::Real => numbers::solution(store, variable, literal),
        sort @ Sort::BitVec(_) if sort == store.sort(variable) => {
            let sum = Linear::of(store, a).minus(&Linear::of(store, b));
            let solution = sum.solved_for(store, variable)?;
            (!occurs(store, variable, solution)).then_some(solution)
        }
        _ => None,
    }
}

/// Whether a term has the given part.
fn occurs(store: &TermStore, part: Term, term: Term) -> bool {
    // Parts have smaller numbers.
    post_order(store, &[term], |t| t < part).contains(&part)
}

fn substitute(store: &mut TermStore, part: Term, by: Term, literals: &mut Vec<Term>) {
    let mut substitution: Substitution = [(part, by)].into_iter().collect();
    for literal in literals.iter_mut() {
        *literal = substitution.apply(store, *literal);
    }
    literals.retain(|&literal| store.as_bool(literal) != Some(true));
}

/// Replaces a part by its value in the model.
fn by_value(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    part: Term,
    mut literals: Vec<Term>,
) -> Vec<Term> {
    let value = model.value(store, part);
    let value = store.constant(value);
    substitute(store, part, value, &mut literals);
    literals
}
