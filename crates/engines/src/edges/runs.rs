//! Runs along given edges.

use crate::solver::{SolverChoice, Workload, is_satisfiable};
use evidence::{Reason, Trace, TraceStep};
use model::{EdgeId, Model, State, execute_from, read_choices};
use smt::{Budget, EmbeddedSolver, Models, Solver};
use term::{Assignment, TermStore, Value};

/// A run along edges from the initial location to an error. The engine knows that there is one.
pub(crate) fn run_along(
    model: &Model,
    store: &mut TermStore,
    edges: &[EdgeId],
    budget: &Budget,
) -> Result<Trace, Reason> {
    let cfa = &model.entry().cfa;
    let mut state = State::new();
    let (mut guards, mut inputs) = (Vec::new(), Vec::new());
    for &edge in edges {
        let step = execute_from(store, &cfa.edge(edge).command, state)
            .map_err(|call| Reason::Unsupported(call.to_string().into()))?;
        guards.push(step.guard);
        inputs.push(step.inputs);
        state = step.state;
    }
    let mut solver = EmbeddedSolver::new(SolverChoice::Auto.backend(Workload::OneGrowingQuery));
    for guard in guards {
        solver.assert(store, guard);
    }
    if !is_satisfiable(&mut solver, store, &[], budget)? {
        return Err(Reason::Internal("the way found to an error has no run".to_owned()));
    }
    let variables = model.variables(model.entry);
    let initial = solver.assignment(store, &variables);
    let mut steps = Vec::with_capacity(edges.len());
    for (&edge, inputs) in edges.iter().zip(&inputs) {
        let mut value = |term| solver.value(store, term);
        steps.push(TraceStep { edge, choices: read_choices(inputs, &mut value) });
    }
    let error = edges.last().map_or(cfa.initial(), |&edge| cfa.edge(edge).target);
    Ok(Trace { initial, steps, error })
}

/// The run of a model whose initial location is an error.
pub(crate) fn run_without_steps(model: &Model, store: &TermStore) -> Trace {
    let mut initial = Assignment::new();
    for variable in model.variables(model.entry) {
        initial.set(variable, Value::default_of(store.symbol_sort(variable)));
    }
    Trace { initial, steps: Vec::new(), error: model.entry().cfa.initial() }
}
