//! Reports for programs.

use crate::answer::ResultLine;
use driver::{Report, Task};
use engines::EngineStats;
use serde_json::{Map, Value, json};

/// The JSON document of a run:
///
/// - `result`: `TRUE`, `FALSE` or `UNKNOWN`, with `property` (of FALSE) or `reason` (of UNKNOWN);
/// - `engine`: its name;
/// - `evidence`: as `verify --proof FILE.json` stores it, and `accepted`: how the checker did;
/// - `notes`: what a user may want to know;
/// - `statistics`: counters, the same each time, and `times` in seconds.
pub fn report(task: &Task, report: &Report, result: &ResultLine) -> Value {
    let evidence = driver::evidence_of(&report.verdict).map(|evidence| {
        let text = evidence.to_json(task.model());
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    });
    let counters = report.stats.iter().flat_map(EngineStats::all_counters);
    let counters: Map<String, Value> =
        counters.map(|(name, count)| (name.replace(' ', "_"), count.into())).collect();
    let mut times = json!({
        "engine": report.times.engine.as_secs_f64(),
        "check": report.times.check.as_secs_f64(),
    });
    if let Some(stats) = &report.stats {
        times["in_solver"] = stats.time_in_solver().as_secs_f64().into();
    }
    let mut document = result.to_json();
    document["engine"] = report.engine.into();
    document["evidence"] = evidence.into();
    document["accepted"] = report.acceptance.as_ref().map(ToString::to_string).into();
    document["notes"] = report.notes.clone().into();
    document["statistics"] = counters.into();
    document["times"] = times;
    document
}
