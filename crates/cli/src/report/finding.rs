//! Violations for programs: where they are, and how a run comes there.

use driver::{Place, ProgramTask, Replay};
use evidence::Trace;
use model::Model;
use program::interpret::Violation;
use serde_json::{Value, json};
use term::Symbol;

/// The violation that a run of a program ends with:
///
/// - `property` and `message`: what is violated;
/// - `place`: `file`, `line` and `column`; null if it has none;
/// - `calls`: the calls that lead there, innermost first, with `function` and `place`;
/// - `trace`: what happens until then, with `place` and `text`.
pub fn of_program(task: &ProgramTask, replay: &Replay) -> Value {
    let Violation { property, message, span, stack } = &replay.violation;
    let place = |span| Place::of(&task.program, span);
    let calls: Vec<Value> = stack
        .iter()
        .skip(1)
        .filter_map(|(function, span)| {
            let name = &task.program.function(*function).name;
            Some(json!({ "function": name, "place": place_json(&place((*span)?)) }))
        })
        .collect();
    let step = |place: Option<&Place>, text: &str| match place {
        Some(place) => json!({ "place": place_json(place), "text": text }),
        None => json!({ "text": text }),
    };
    let steps = replay.log.iter().map(|line| step(line.place.as_ref(), &line.text));
    json!({
        "property": property.name(),
        "message": message,
        "place": span.map(|span| place_json(&place(span))),
        "calls": calls,
        "trace": steps.collect::<Vec<_>>(),
    })
}

/// The violation that a trace of a model ends with. `changes` are the variables that each step changes.
pub fn of_model(model: &Model, trace: &Trace, changes: &[Vec<(Symbol, term::Value)>]) -> Value {
    let cfa = &model.entry().cfa;
    let kind = cfa.error_at(trace.error).map(|error| error.kind.to_string()).unwrap_or_default();
    let mut last_place = Value::Null;
    let steps = trace.steps.iter().enumerate().map(|(number, step)| {
        let edge = cfa.edge(step.edge);
        let mut text = format!("{} -> {}", cfa.name(edge.source), cfa.name(edge.target));
        for (symbol, value) in changes.get(number).into_iter().flatten() {
            text += &format!("; {} = {value}", model.terms.name(*symbol));
        }
        let mut step = json!({ "text": text });
        last_place = Value::Null;
        if let Some(span) = edge.span {
            let file = model.file_name(span.file).to_owned();
            let place = place_json(&Place { file, line: span.line, column: span.column });
            (step["place"], last_place) = (place.clone(), place);
        }
        step
    });
    let steps: Vec<Value> = steps.collect();
    json!({ "property": kind, "message": kind, "place": last_place, "calls": [], "trace": steps })
}

/// A place as an object.
pub fn place_json(place: &Place) -> Value {
    json!({ "file": place.file, "line": place.line, "column": place.column })
}
