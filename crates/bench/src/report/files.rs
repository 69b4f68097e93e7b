//! All runs as TSV and as JSON.

use crate::record::Record;
use crate::score::Judgement;
use serde_json::{Value, json};

const COLUMNS: [&str; 15] = [
    "task",
    "category",
    "property",
    "expected",
    "configuration",
    "status",
    "judgement",
    "points",
    "cpu_s",
    "wall_s",
    "memory_mb",
    "queries",
    "iterations",
    "in_solver_s",
    "note",
];

/// A line for each run, after a header.
pub fn tsv<'r>(records: impl IntoIterator<Item = &'r Record>) -> String {
    let mut text = COLUMNS.join("\t") + "\n";
    for record in records {
        text += &(fields(record).map(|field| field.replace(['\t', '\n'], " ")).join("\t") + "\n");
    }
    text
}

fn fields(r: &Record) -> [String; COLUMNS.len()] {
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), |value| value.to_string());
    [
        r.task.clone(),
        r.category.clone(),
        r.property.clone(),
        r.expected.to_string(),
        r.configuration.clone(),
        r.status.to_string(),
        judgement(r).to_owned(),
        r.points().to_string(),
        r.cpu_s.to_string(),
        r.wall_s.to_string(),
        r.memory_mb.to_string(),
        optional(r.queries()),
        optional(r.iterations()),
        optional(r.in_solver_s()),
        r.note.clone(),
    ]
}

fn judgement(record: &Record) -> &'static str {
    match record.judgement() {
        Judgement::Correct => "correct",
        Judgement::Wrong => "wrong",
        Judgement::Open => "open",
    }
}

/// A list with all data of each run, including every counter.
pub fn json<'r>(records: impl IntoIterator<Item = &'r Record>) -> serde_json::Result<String> {
    let value = |record: &Record| -> serde_json::Result<Value> {
        let mut value = serde_json::to_value(record)?;
        value["judgement"] = judgement(record).into();
        value["points"] = record.points().into();
        Ok(value)
    };
    let runs: Vec<Value> = records.into_iter().map(value).collect::<Result<_, _>>()?;
    serde_json::to_string_pretty(&json!({ "version": 1, "runs": runs }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::example;

    #[test]
    fn lines_of_tsv() {
        let mut wrong = example("a/1", "x", "false", "true", 1.5);
        wrong.note = "a\tb".to_owned();
        let text = tsv([&wrong, &example("a/2", "x", "true", "timeout", 10.0)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0].split('\t').count(), 15);
        assert_eq!(
            lines[1],
            "a/1\ta\tunreach-call\tfalse\tx\ttrue\twrong\t-32\t1.5\t1.5\t10\t150\t3\t0.75\ta b",
        );
        assert!(lines[2].starts_with("a/2\ta\tunreach-call\ttrue\tx\ttimeout\topen\t0\t10"));
    }

    #[test]
    fn json_has_all() {
        let text = json([&example("a/1", "x", "true", "true", 1.5)]).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let run = &value["runs"][0];
        assert_eq!(run["status"], "true");
        assert_eq!(run["points"], 2);
        assert_eq!(run["counters"]["queries"], 150.0);
    }
}
