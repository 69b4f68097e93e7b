//! Replays traces by evaluation.

use crate::rejected::{ConditionPlace, Rejected, TraceError};
use evidence::{Trace, TraceStep};
use model::{Cfa, EdgeId, ErrorKind, Location, Model, run};
use term::{Assignment, Symbol, Value};

/// The result of replaying a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// For each step, the variables it changed, in the order of declaration.
    pub changes: Vec<Vec<(Symbol, Value)>>,
    /// The values of all variables at the end.
    pub last: Assignment,
    /// The meaning of the error location.
    pub error: ErrorKind,
}

/// Executes the model along the trace; accepts it if that ends at the claimed error location.
pub fn replay_trace(model: &Model, trace: &Trace) -> Result<Replayed, Rejected> {
    let cfa = &model.entry().cfa;
    let Followed { location, values, changes } = follow(model, &trace.initial, &trace.steps)?;
    if location != trace.error {
        let (at, claimed) =
            (ConditionPlace::new(cfa, location), ConditionPlace::new(cfa, trace.error));
        return Err(TraceError::WrongEnd { at, claimed }.into());
    }
    match cfa.error_at(location) {
        Some(error) => Ok(Replayed { changes, last: values, error: error.kind.clone() }),
        None => Err(TraceError::NoError(ConditionPlace::new(cfa, location)).into()),
    }
}

/// The end of a run.
pub struct Followed {
    /// Where it ends.
    pub location: Location,
    /// The values of all variables there.
    pub values: Assignment,
    /// For each step, the variables it changed, in the order of declaration.
    pub changes: Vec<Vec<(Symbol, Value)>>,
}

/// Executes the model along edges.
pub fn follow(
    model: &Model,
    initial: &Assignment,
    steps: &[TraceStep],
) -> Result<Followed, Rejected> {
    let cfa = &model.entry().cfa;
    let mut values = initial_values(model, initial)?;
    let mut location = cfa.initial();
    let mut changes = Vec::with_capacity(steps.len());
    for (step, taken) in steps.iter().enumerate() {
        let edge = edge_from(cfa, location, step, taken.edge)?;
        let modified = edge.command.modified();
        let before: Vec<Option<Value>> = modified.iter().map(|&v| values.get(v).cloned()).collect();
        let mut choices = taken.choices.iter().cloned();
        run(&model.terms, &edge.command, &mut values, &mut choices)
            .map_err(|error| TraceError::Stuck { step, edge: taken.edge, error })?;
        let unused = choices.len();
        if unused > 0 {
            return Err(TraceError::UnusedChoices { step, edge: taken.edge, unused }.into());
        }
        let after = modified.into_iter().zip(before).filter_map(|(variable, before)| {
            let after = values.get(variable)?;
            (before.as_ref() != Some(after)).then(|| (variable, after.clone()))
        });
        changes.push(after.collect());
        location = edge.target;
    }
    Ok(Followed { location, values, changes })
}

/// The initial values of a run: each variable has one of its sort.
fn initial_values(model: &Model, initial: &Assignment) -> Result<Assignment, TraceError> {
    for variable in model.variables(model.entry) {
        let name = || model.terms.name(variable).to_owned();
        let value = initial.get(variable).ok_or_else(|| TraceError::NoInitialValue(name()))?;
        let (expected, found) = (model.terms.symbol_sort(variable), value.sort());
        if *expected != found {
            let (variable, expected) = (name(), expected.clone());
            return Err(TraceError::InitialSort { variable, expected, found });
        }
    }
    Ok(initial.clone())
}

fn edge_from(
    cfa: &Cfa,
    location: Location,
    step: usize,
    id: EdgeId,
) -> Result<&model::Edge, TraceError> {
    if id.index() >= cfa.edges().len() {
        return Err(TraceError::UnknownEdge { step, edge: id });
    }
    let edge = cfa.edge(id);
    if edge.source != location {
        let (source_place, at) =
            (ConditionPlace::new(cfa, edge.source), ConditionPlace::new(cfa, location));
        return Err(TraceError::Disconnected { step, edge: id, source_place, at });
    }
    Ok(edge)
}
