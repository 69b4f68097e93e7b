//! Evaluation of terms over concrete values.

mod apply;
mod floats;

pub use apply::apply_op;

use crate::ids::{Symbol, Term};
use crate::op::Op;
use crate::store::TermStore;
use crate::traverse::post_order;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use thiserror::Error;

/// Values for declared constants and functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    constants: FxHashMap<Symbol, Value>,
    functions: FxHashMap<Symbol, FunctionValue>,
}

/// A function given by a table and a value everywhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    /// The value at arguments that are not in the table.
    pub default: Value,
    /// Exceptions.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvalError {
    /// A symbol of the term is not assigned.
    #[error("no value for '{0}'")]
    Unassigned(String),
}

impl Assignment {
    /// An empty assignment.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Assigns a constant.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.constants.insert(symbol, value);
    }

    /// Assigns a function.
    pub fn set_function(&mut self, symbol: Symbol, value: FunctionValue) {
        self.functions.insert(symbol, value);
    }

    /// The value of a constant.
    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.constants.get(&symbol)
    }

    /// The value of a function.
    pub fn function(&self, symbol: Symbol) -> Option<&FunctionValue> {
        self.functions.get(&symbol)
    }

    /// All constants with their values, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        let mut rows: Vec<_> = self.constants.iter().map(|(&s, v)| (s, v)).collect();
        rows.sort_unstable_by_key(|row| row.0);
        rows.into_iter()
    }
}

/// The value of one term.
pub fn eval(store: &TermStore, term: Term, assignment: &Assignment) -> Result<Value, EvalError> {
    Evaluator::new(store, assignment).eval(term)
}

/// Evaluates many terms under one assignment. Each shared subterm is evaluated once.
pub struct Evaluator<'a> {
    store: &'a TermStore,
    assignment: &'a Assignment,
    values: FxHashMap<Term, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator under the given assignment.
    pub fn new(store: &'a TermStore, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { store, assignment, values: FxHashMap::default() }
    }

    /// The value of a term.
    pub fn eval(&mut self, term: Term) -> Result<Value, EvalError> {
        for part in post_order(self.store, &[term], |t| self.values.contains_key(&t)) {
            let value = self.eval_node(part)?;
            self.values.insert(part, value);
        }
        Ok(self.values[&term].clone())
    }

    /// The value of a term whose arguments are already evaluated.
    fn eval_node(&self, term: Term) -> Result<Value, EvalError> {
        let args = self.store.args(term);
        match self.store.op(term) {
            Op::Const(_) => Ok(self.store.as_value(term).expect("a constant").clone()),
            Op::Var(symbol) => self.assignment.get(symbol).cloned().ok_or_else(|| self.no(symbol)),
            Op::Apply(symbol) => {
                let function = self.assignment.function(symbol).ok_or_else(|| self.no(symbol))?;
                let key: Vec<Value> = args.iter().map(|a| self.values[a].clone()).collect();
                Ok(function.entries.get(&key).unwrap_or(&function.default).clone())
            }
            op => {
                let values: Vec<&Value> = args.iter().map(|a| &self.values[a]).collect();
                Ok(apply_op(op, self.store.sort(term), &values))
            }
        }
    }

    fn no(&self, symbol: Symbol) -> EvalError {
        EvalError::Unassigned(self.store.name(symbol).to_owned())
    }
}
