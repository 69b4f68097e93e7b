//! Reads a run from a model of the solver.

use super::runs::{Branch, Selector, Unwinding, Visit};
use evidence::{Trace, TraceStep};
use model::{ExecutionError, Location, read_choices, run};
use smt::Models;
use term::{Assignment, EvalError, Symbol, TermStore, Value, eval};
use thiserror::Error;

/// Why a model of the solver is not a run. None of these should ever happen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum TraceError {
    /// The run cannot continue.
    #[error("the run found ends at {0}")]
    Stuck(Location),
    /// A command of the run cannot be executed.
    #[error("the run found cannot be executed: {0}")]
    Execution(#[from] ExecutionError),
    /// A condition has no value.
    #[error("the run found cannot be followed: {0}")]
    Undefined(#[from] EvalError),
}

/// The run to an error location that the solver's model describes.
///
/// The run is executed along the way, so only open values have to be read from the model: initial
/// values, inputs and the symbols that select edges.
pub(crate) fn read_trace(
    unwinding: &Unwinding<'_>,
    variables: &[Symbol],
    store: &mut TermStore,
    solver: &mut impl Models,
) -> Result<Trace, TraceError> {
    let graph = &unwinding.outline().graph;
    let initial = solver.assignment(store, variables);
    let mut values = initial.clone();
    let mut steps = Vec::new();
    let start = unwinding.start().ok_or(TraceError::Stuck(graph.cfa.initial()))?;
    let mut visit = start;
    while !graph.is_error(visit.location) {
        let branch = taken(visit, store, solver, &values)?;
        let choices = read_choices(&branch.inputs, &mut |term| solver.value(store, term));
        let command = &graph.cfa.edge(branch.edge).command;
        run(store, command, &mut values, &mut choices.iter().cloned())?;
        steps.push(TraceStep { edge: branch.edge, choices });
        visit = unwinding.visit(branch.target);
    }
    Ok(Trace { initial, steps, error: visit.location })
}

/// The branch that the run takes.
fn taken<'v>(
    visit: &'v Visit,
    store: &mut TermStore,
    solver: &mut impl Models,
    values: &Assignment,
) -> Result<&'v Branch, TraceError> {
    for branch in &visit.branches {
        let holds = match branch.selector {
            Selector::Condition(condition) => eval(store, condition, values)?,
            Selector::Symbol(symbol) => solver.value(store, symbol),
            Selector::Otherwise => Value::Bool(true),
        };
        if holds == Value::Bool(true) {
            return Ok(branch);
        }
    }
    Err(TraceError::Stuck(visit.location))
}
