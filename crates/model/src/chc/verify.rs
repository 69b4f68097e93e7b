//! The verifier of Horn clauses.
//!
//! 1. Predicates are different symbols with a Boolean result.
//! 2. An atom refers to a predicate of the system and has an argument of the right sort for each
//!    parameter.
//! 3. A constraint is Boolean.
//! 4. The variables of a clause are different constants and no predicates. Neither they nor
//!    predicates are named like a constant of SMT-LIB.
//! 5. Constraints and arguments mention only variables of their clause, and no functions.
//! 6. Source spans refer to files of the system.

use super::{Atom, ChcSystem, Clause};
use crate::verify::is_constant_name;
use rustc_hash::FxHashSet;
use term::{Op, Sort, Symbol, post_order};
use thiserror::Error;

/// A violation of the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages are the documentation
pub enum ChcError {
    #[error("predicate '{0}' is declared twice")]
    DuplicatePredicate(String),
    #[error("'{0}' is not a predicate")]
    NotAPredicate(String),
    #[error("clause {clause}: no such predicate")]
    NoSuchPredicate { clause: usize },
    #[error("clause {clause}: the arguments of '{predicate}' do not fit")]
    Arguments { clause: usize, predicate: String },
    #[error("clause {clause}: a constraint of sort {sort}")]
    NotBoolean { clause: usize, sort: Sort },
    #[error("clause {clause}: '{name}' is no variable of it")]
    NotAVariable { clause: usize, name: String },
    #[error("clause {clause}: a source span refers to no file")]
    NoSuchFile { clause: usize },
}

/// Checks all rules. Clauses are numbered from 0 in errors.
pub fn verify(system: &ChcSystem) -> Result<(), ChcError> {
    let terms = &system.terms;
    let mut predicates = FxHashSet::default();
    for &predicate in &system.predicates {
        let name = || terms.name(predicate).to_owned();
        if !predicates.insert(predicate) {
            return Err(ChcError::DuplicatePredicate(name()));
        }
        let is_constant = is_constant_name(terms.name(predicate));
        if *terms.symbol_sort(predicate) != Sort::Bool || is_constant {
            return Err(ChcError::NotAPredicate(name()));
        }
    }
    for (index, clause) in system.clauses.iter().enumerate() {
        verify_clause(system, &predicates, index, clause)?;
    }
    Ok(())
}

fn verify_clause(
    system: &ChcSystem,
    predicates: &FxHashSet<Symbol>,
    index: usize,
    clause: &Clause,
) -> Result<(), ChcError> {
    let terms = &system.terms;
    let not_a_variable = |symbol: Symbol| ChcError::NotAVariable {
        clause: index,
        name: terms.name(symbol).to_owned(),
    };
    if clause.span.is_some_and(|span| span.file.index() >= system.files.len()) {
        return Err(ChcError::NoSuchFile { clause: index });
    }
    let mut variables = FxHashSet::default();
    for &variable in &clause.variables {
        let is_variable =
            terms.parameters(variable).is_empty() && !is_constant_name(terms.name(variable));
        if !is_variable || predicates.contains(&variable) || !variables.insert(variable) {
            return Err(not_a_variable(variable));
        }
    }
    let sort = terms.sort(clause.constraint);
    if *sort != Sort::Bool {
        return Err(ChcError::NotBoolean { clause: index, sort: sort.clone() });
    }
    clause.atoms().try_for_each(|atom| verify_atom(system, index, atom))?;
    for part in post_order(terms, &clause.terms(), |_| false) {
        match terms.op(part) {
            Op::Var(symbol) if !variables.contains(&symbol) => return Err(not_a_variable(symbol)),
            Op::Apply(symbol) => return Err(not_a_variable(symbol)),
            _ => {}
        }
    }
    Ok(())
}

fn verify_atom(system: &ChcSystem, clause: usize, atom: &Atom) -> Result<(), ChcError> {
    let terms = &system.terms;
    let Some(&predicate) = system.predicates.get(atom.predicate.index()) else {
        return Err(ChcError::NoSuchPredicate { clause });
    };
    let sorts = atom.args.iter().map(|&arg| terms.sort(arg));
    if sorts.eq(terms.parameters(predicate)) {
        Ok(())
    } else {
        Err(ChcError::Arguments { clause, predicate: terms.name(predicate).to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chc::parse;
    use crate::ids::PredicateId;

    /// Checks the error for a valid system that was spoilt.
    fn check(spoil: impl Fn(&mut ChcSystem), expected: &str) {
        let text = "(declare-fun p (Int Bool) Bool)
            (assert (forall ((x Int)) (=> (< 0 x) (p x true))))";
        let mut system = parse(text, "test.smt2").unwrap();
        assert_eq!(verify(&system), Ok(()));
        spoil(&mut system);
        assert_eq!(verify(&system).unwrap_err().to_string(), expected);
    }

    fn head(system: &mut ChcSystem) -> &mut Atom {
        system.clauses[0].head.as_mut().unwrap()
    }

    #[test]
    fn every_rule_can_be_violated() {
        let twice = |s: &mut ChcSystem| s.predicates.push(s.predicates[0]);
        check(twice, "predicate 'p' is declared twice");
        let number = |s: &mut ChcSystem| s.predicates.push(s.clauses[0].variables[0]);
        check(number, "'x' is not a predicate");
        let constant = |s: &mut ChcSystem| {
            let symbol = s.terms.declare("true", Sort::Bool).unwrap();
            s.predicates.push(symbol);
        };
        check(constant, "'true' is not a predicate");
        let constant = |s: &mut ChcSystem| {
            let symbol = s.terms.declare("RNE", Sort::Bool).unwrap();
            s.clauses[0].variables.push(symbol);
        };
        check(constant, "clause 0: 'RNE' is no variable of it");
        let unknown = |s: &mut ChcSystem| head(s).predicate = PredicateId::from_index(1);
        check(unknown, "clause 0: no such predicate");
        let fewer = |s: &mut ChcSystem| head(s).args.truncate(1);
        check(fewer, "clause 0: the arguments of 'p' do not fit");
        let wrong = |s: &mut ChcSystem| head(s).args.swap(0, 1);
        check(wrong, "clause 0: the arguments of 'p' do not fit");
        let constraint = |s: &mut ChcSystem| s.clauses[0].constraint = head(s).args[0];
        check(constraint, "clause 0: a constraint of sort Int");
        let unbound = |s: &mut ChcSystem| s.clauses[0].variables.clear();
        check(unbound, "clause 0: 'x' is no variable of it");
        let predicate = |s: &mut ChcSystem| s.clauses[0].variables.push(s.predicates[0]);
        check(predicate, "clause 0: 'p' is no variable of it");
        let again = |s: &mut ChcSystem| {
            let variables = &mut s.clauses[0].variables;
            variables.push(variables[0]);
        };
        check(again, "clause 0: 'x' is no variable of it");
        let function = |s: &mut ChcSystem| {
            let args = head(s).args.clone();
            s.clauses[0].constraint = s.terms.call(s.predicates[0], &args);
        };
        check(function, "clause 0: 'p' is no variable of it");
        check(|s| s.files.clear(), "clause 0: a source span refers to no file");
    }
}
