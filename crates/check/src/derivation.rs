//! Repeating derivations by evaluation.

use crate::rejected::{DerivationError, Rejected};
use evidence::{Application, Derivation, Fact};
use model::chc::{Atom, ChcSystem, Clause};
use term::{Assignment, Evaluator, Value};

/// A derivation of false was repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// What each step but the last derived.
    pub facts: Vec<Fact>,
    /// The clause without a head that the last step applied.
    pub query: usize,
}

/// Applies clauses as the derivation says, and accepts it if that ends with false.
pub fn check_derivation(system: &ChcSystem, derivation: &Derivation) -> Result<Derived, Rejected> {
    let mut facts: Vec<Fact> = Vec::with_capacity(derivation.steps.len());
    let last = derivation.steps.len().checked_sub(1).ok_or(DerivationError::Empty)?;
    for (step, applied) in derivation.steps.iter().enumerate() {
        match apply(system, &facts, step, applied)? {
            Some(fact) if step < last => facts.push(fact),
            None if step == last => return Ok(Derived { facts, query: applied.clause }),
            _ => return Err(DerivationError::WrongEnd { step }.into()),
        }
    }
    Err(DerivationError::Empty.into())
}

/// What a step derives from the facts of the steps before it; nothing if that is false.
fn apply(
    system: &ChcSystem,
    facts: &[Fact],
    step: usize,
    applied: &Application,
) -> Result<Option<Fact>, DerivationError> {
    let number = applied.clause;
    let unknown = DerivationError::UnknownClause { step, clause: number };
    let clause = system.clauses.get(number).ok_or(unknown)?;
    let values = values_of(system, clause, applied)
        .ok_or(DerivationError::Values { step, clause: number })?;
    let undefined = |error| DerivationError::Undefined { step, error };
    let mut evaluator = Evaluator::new(&system.terms, &values);
    if evaluator.eval(clause.constraint).map_err(undefined)? != Value::Bool(true) {
        return Err(DerivationError::Constraint { step, clause: number });
    }
    let mut fact = |atom: &Atom| {
        let values = atom.args.iter().map(|&arg| evaluator.eval(arg)).collect::<Result<_, _>>();
        Ok(Fact { predicate: atom.predicate, values: values.map_err(undefined)? })
    };
    if applied.premises.len() != clause.body.len() {
        return Err(DerivationError::Premises { step, clause: number });
    }
    for (&premise, atom) in applied.premises.iter().zip(&clause.body) {
        let known = facts.get(premise);
        let known = known.ok_or(DerivationError::Premises { step, clause: number })?;
        if *known != fact(atom)? {
            return Err(DerivationError::OtherFact { step, clause: number, premise });
        }
    }
    clause.head.as_ref().map(fact).transpose()
}

/// The values of the variables of a clause, if each has one of its sort.
fn values_of(system: &ChcSystem, clause: &Clause, applied: &Application) -> Option<Assignment> {
    if clause.variables.len() != applied.values.len() {
        return None;
    }
    let mut values = Assignment::new();
    for (&variable, value) in clause.variables.iter().zip(&applied.values) {
        if *system.terms.symbol_sort(variable) != value.sort() {
            return None;
        }
        values.set(variable, value.clone());
    }
    Some(values)
}
