//! Violations that depend on what callers of a function pass.

use super::finding;
use super::trace::{ViolationSite, program_run};
use driver::{BlamedValue, CallersViolation, ProgramTask};
use serde_json::{Value, json};
use std::fmt::Write;

/// How many values to blame are shown.
const MOST_BLAMED: usize = 4;

/// The violations, each with the values to blame; with the run there if requested.
pub fn of_callers(task: &ProgramTask, found: &[CallersViolation], trace: bool) -> String {
    let mut text = String::new();
    for CallersViolation { replay, depends } in found {
        if trace {
            text += &program_run(task, replay, trace);
        }
        let site = ViolationSite::of(task, replay);
        let place = site.place.map_or_else(String::new, |place| format!("{place}: "));
        // Writing to a string does not fail.
        let _ = writeln!(text, "depends on callers: {place}{}", replay.violation.message);
        let part = |of: fn(&BlamedValue) -> &str| {
            let parts = depends.blamed.iter().map(|one| format!("{} = {}", one.name, of(one)));
            let more = depends.blamed.len().saturating_sub(MOST_BLAMED);
            let more = (more > 0).then(|| format!("and {more} more"));
            parts.take(MOST_BLAMED).chain(more).collect::<Vec<_>>().join(", ")
        };
        let (value, harmless) = (part(|one| &one.value), part(|one| &one.harmless));
        let _ = writeln!(text, "  it fails with {value}, and not with {harmless}");
        if let Some(assume) = &depends.assume {
            let _ = writeln!(text, "  --assume '{assume}' excludes it");
        }
    }
    text
}

/// A violation as [`finding::of_program`] has it, and
///
/// - `blamed`: the values that it depends on, with `name`, `value`, and `harmless`, a value with which the
///   same code runs well;
/// - `assume`: a condition in C that excludes the run; null if there is no simple one.
pub fn of_caller(task: &ProgramTask, found: &CallersViolation) -> Value {
    let mut document = finding::of_program(task, &found.replay);
    let blamed = |one: &BlamedValue| json!({ "name": one.name, "value": one.value, "harmless": one.harmless });
    document["blamed"] = found.depends.blamed.iter().map(blamed).collect();
    document["assume"] = found.depends.assume.clone().into();
    document
}
