//! The verifier of transition systems.
//!
//! 1. Variables and inputs are different constants, none named like a constant of SMT-LIB.
//! 2. The next value of a variable has its sort.
//! 3. Initial states, constraint and bad states are Boolean terms.
//! 4. Initial states speak of variables only, all other terms of variables and inputs, without
//!    functions.

use super::TransitionSystem;
use crate::verify::is_constant_name;
use rustc_hash::FxHashSet;
use term::{Op, Sort, Symbol, Term, post_order};
use thiserror::Error;

/// A violation of the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages are the documentation
pub enum SystemError {
    #[error("'{0}' is declared twice")]
    Duplicate(String),
    #[error("'{0}' is no variable")]
    NotAVariable(String),
    #[error("the next value of '{variable}' has sort {sort}")]
    NextSort { variable: String, sort: Sort },
    #[error("a condition of sort {0}")]
    NotBoolean(Sort),
    #[error("'{0}' cannot be used here")]
    OutOfScope(String),
}

/// Checks all rules.
pub fn verify(system: &TransitionSystem) -> Result<(), SystemError> {
    let terms = &system.terms;
    let name = |symbol: Symbol| terms.name(symbol).to_owned();
    let variables: FxHashSet<Symbol> = system.variables.iter().map(|v| v.symbol).collect();
    let mut all = FxHashSet::default();
    for symbol in system.variables.iter().map(|v| v.symbol).chain(system.inputs.iter().copied()) {
        if !terms.parameters(symbol).is_empty() || is_constant_name(terms.name(symbol)) {
            return Err(SystemError::NotAVariable(name(symbol)));
        }
        if !all.insert(symbol) {
            return Err(SystemError::Duplicate(name(symbol)));
        }
    }
    for variable in &system.variables {
        let sort = terms.sort(variable.next);
        if sort != terms.symbol_sort(variable.symbol) {
            let variable = name(variable.symbol);
            return Err(SystemError::NextSort { variable, sort: sort.clone() });
        }
    }
    let bad = system.bad.iter().map(|bad| bad.condition);
    let conditions: Vec<Term> = bad.chain([system.initial, system.constraint]).collect();
    for &condition in &conditions {
        if *terms.sort(condition) != Sort::Bool {
            return Err(SystemError::NotBoolean(terms.sort(condition).clone()));
        }
    }
    let next = system.variables.iter().map(|variable| variable.next);
    let steps: Vec<Term> = conditions.iter().copied().chain(next).collect();
    check_scope(system, &steps, &all)?;
    check_scope(system, &[system.initial], &variables)
}

fn check_scope(
    system: &TransitionSystem,
    roots: &[Term],
    scope: &FxHashSet<Symbol>,
) -> Result<(), SystemError> {
    for part in post_order(&system.terms, roots, |_| false) {
        match system.terms.op(part) {
            Op::Var(symbol) if scope.contains(&symbol) => {}
            Op::Var(symbol) | Op::Apply(symbol) => {
                return Err(SystemError::OutOfScope(system.terms.name(symbol).to_owned()));
            }
            _ => {}
        }
    }
    Ok(())
}
