//! Violations for programs: where they are, and how a run comes there.

use super::trace::ViolationSite;
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
/// - `library_function`: the function that is called there, if the violation is inside of it;
/// - `allocated_at`: where memory was allocated that is lost;
/// - `lost_at`: the statement after which no pointer leads to that memory, as far as it is known;
/// - `calls`: the calls that lead there, innermost first, with `function` and `place`;
/// - `trace`: what happens until then, with `place` and `text`.
pub fn of_program(task: &ProgramTask, replay: &Replay) -> Value {
    let Violation { property, message, .. } = &replay.violation;
    let site = ViolationSite::of(task, replay);
    let caller = |(function, place): &(String, Place)| json!({ "function": function, "place": place_json(place) });
    let calls: Vec<Value> = site.callers.iter().map(caller).collect();
    let step = |place: Option<&Place>, text: &str| match place {
        Some(place) => json!({ "place": place_json(place), "text": text }),
        None => json!({ "text": text }),
    };
    let steps = replay.log.iter().map(|line| step(line.place.as_ref(), &line.text));
    let mut finding = json!({
        "property": property.name(),
        "message": message,
        "place": site.place.as_ref().map(place_json),
        "calls": calls,
        "trace": steps.collect::<Vec<_>>(),
    });
    if let Some(function) = site.library_function {
        finding["library_function"] = function.into();
    }
    if let Some(place) = replay.lost.as_ref().and_then(|lost| lost.allocated_at.as_ref()) {
        finding["allocated_at"] = place_json(place);
    }
    if let Some(place) = replay.lost.as_ref().and_then(|lost| lost.lost_at.as_ref()) {
        finding["lost_at"] = place_json(place);
    }
    finding
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
