//! Reports for other programs.

use super::callers;
use super::finding;
use super::unknown::advice;
use crate::answer::ResultLine;
use driver::{Acceptance, Checked, EngineRun, Report, Task, Times};
use engines::EngineStats;
use evidence::Verdict;
use model::Property;
use serde_json::{Value, json};

/// The JSON document of a run, as `docs/report.schema.json` describes it:
///
/// - `result`: `TRUE`, `FALSE` or `UNKNOWN`, with `property` (of FALSE) or `reason` (of UNKNOWN);
/// - `findings`: the violation of FALSE, see [`finding::of_program`];
/// - `depends_on_callers`: violations that depend on what callers of a function pass, see
///   [`callers::of_caller`];
/// - `engine`: the name of the one whose answer it is, if it is that of one;
/// - `evidence`: as `verify --proof FILE.json` stores it, and `accepted`: how the checker did;
/// - `conditions`, `certified` and `proof_steps` of a proof: how many verification conditions it has, how
///   many of them were refuted with checked proofs, and how many steps those have;
/// - `checked`, of a program: `checks`, how many checks the answer is about, `kinds`, how many of each
///   property, `not_checked`, the properties of its other checks, and `partly_checked`, those that not all
///   places of the program have checks of;
/// - `notes`: what a user may want to know, and `warnings`: why the answer may not say what they expect;
/// - `statistics`: counters of the engine, which are the same each time for an engine that works
///   alone;
/// - `times`, in seconds: of the run, and `in_solver` and `outside_solver` of the engine;
/// - `engines`: the result of each, with `name`, `ending`, `statistics` and `times`.
pub fn report(task: &Task, report: &Report, result: &ResultLine) -> Value {
    let evidence = driver::evidence_of(&report.verdict).map(|evidence| {
        let text = evidence.to_json(task.about_what());
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    });
    let answering = report.answering();
    let stats = answering.and_then(|run| run.stats.as_ref());
    let mut times = times(stats);
    for (part, time) in parts(&report.times) {
        times[part] = time.into();
    }
    let mut document = result.to_json();
    document["findings"] = findings(task, report).into();
    if let (Some(program), false) = (task.program(), report.of_callers.is_empty()) {
        document["depends_on_callers"] =
            report.of_callers.iter().map(|found| callers::of_caller(program, found)).collect();
    }
    document["engine"] = answering.map(|run| run.engine).into();
    document["evidence"] = evidence.into();
    document["accepted"] = report.acceptance.as_ref().map(ToString::to_string).into();
    if let Some(Acceptance::Proved(proved)) = &report.acceptance {
        document["conditions"] = proved.conditions.into();
        document["certified"] = proved.certified.into();
        document["proof_steps"] = proved.steps.into();
    }
    document["notes"] = [report.notes.clone(), advice(task, report)].concat().into();
    document["warnings"] = report.warnings.clone().into();
    if let Some(what) = task.checked() {
        document["checked"] = checked(&what);
    }
    document["statistics"] = counters(stats);
    document["times"] = times;
    document["engines"] = report.engines.iter().map(engine).collect();
    document
}

/// What an answer is about.
pub fn checked(what: &Checked) -> Value {
    let names = |kinds: &[Property]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let kinds = what.kinds.iter().map(|(kind, checks)| (kind.name().to_owned(), (*checks).into()));
    json!({
        "checks": what.checks(),
        "kinds": Value::Object(kinds.collect()),
        "not_checked": names(&what.unchecked),
        "partly_checked": names(&what.partly),
    })
}

/// What violates a property.
fn findings(task: &Task, report: &Report) -> Vec<Value> {
    let finding = match (&report.verdict, &report.acceptance, &report.replay, task.program()) {
        (_, _, Some(replay), Some(program)) => Some(finding::of_program(program, replay)),
        (Verdict::Unsafe(trace), Some(Acceptance::Replayed(replayed)), ..) => {
            Some(finding::of_model(task.model(), trace, &replayed.changes))
        }
        _ => None,
    };
    finding.into_iter().collect()
}

/// How long the parts of a run took, in seconds.
pub fn run_times(times: &Times) -> Value {
    let parts = parts(times).map(|(part, time)| (part.to_owned(), time.into()));
    Value::Object(parts.into_iter().collect())
}

fn parts(times: &Times) -> [(&'static str, f64); 3] {
    let parts = [("reductions", times.reduce), ("search", times.search), ("check", times.check)];
    parts.map(|(part, time)| (part, time.as_secs_f64()))
}

fn engine(run: &EngineRun) -> Value {
    json!({
        "name": run.engine,
        "ending": run.ending.to_string(),
        "statistics": counters(run.stats.as_ref()),
        "times": times(run.stats.as_ref()),
    })
}

fn counters(stats: Option<&EngineStats>) -> Value {
    let counters = stats.map(EngineStats::all_counters).unwrap_or_default();
    let counters = counters.into_iter().map(|(name, n)| (name.replace(' ', "_"), n.into()));
    Value::Object(counters.collect())
}

fn times(stats: Option<&EngineStats>) -> Value {
    match stats {
        Some(stats) => json!({
            "in_solver": stats.time_in_solver().as_secs_f64(),
            "outside_solver": stats.time_outside_solver().as_secs_f64(),
        }),
        None => json!({}),
    }
}
