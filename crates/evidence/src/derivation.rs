//! Derivations: why Horn clauses are not solvable.

use model::PredicateId;
use model::chc::ChcSystem;
use term::{Assignment, EvalError, Evaluator, Value};

/// How false follows from the clauses: applications of clauses, each to facts that were derived before.
/// A fact may be used several times, so this is a graph and not a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The applications. The last one is that of a clause without a head.
    pub steps: Vec<Application>,
}

/// One application of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The clause, by its number in the system.
    pub clause: usize,
    /// The values of the clause's variables, in their order.
    pub values: Vec<Value>,
    /// For each atom of the body the step that derived it.
    pub premises: Vec<usize>,
}

/// A predicate that holds of some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The predicate.
    pub predicate: PredicateId,
    /// The values.
    pub values: Vec<Value>,
}

impl Application {
    /// What the application derives; nothing for a clause without a head.
    ///
    /// # Errors
    /// If the arguments of the head have no value, or the system has no such clause.
    pub fn fact(&self, system: &ChcSystem) -> Result<Option<Fact>, EvalError> {
        let Some(clause) = system.clauses.get(self.clause) else { return Ok(None) };
        let Some(head) = &clause.head else { return Ok(None) };
        let mut assignment = Assignment::new();
        for (&variable, value) in clause.variables.iter().zip(&self.values) {
            assignment.set(variable, value.clone());
        }
        let mut evaluator = Evaluator::new(&system.terms, &assignment);
        let values = head.args.iter().map(|&arg| evaluator.eval(arg)).collect::<Result<_, _>>()?;
        Ok(Some(Fact { predicate: head.predicate, values }))
    }
}
