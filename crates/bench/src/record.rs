//! Records of runs.

use crate::score::{Expected, Judgement, judge, points};
use crate::status::Status;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The record of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the task.
    pub task: String,
    /// The category that the task counts in.
    pub category: String,
    /// The name of the property.
    pub property: String,
    /// The expected answer.
    pub expected: Expected,
    /// The name of the configuration.
    pub configuration: String,
    /// How the run ended.
    pub status: Status,
    /// A note on the reason, possibly empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// CPU seconds of all processes.
    pub cpu_s: f64,
    /// Seconds between start and end.
    pub wall_s: f64,
    /// Peak memory of all processes together, in megabytes.
    pub memory_mb: f64,
    /// The engine that answered, if the verifier reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Counters reported by the verifier.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, f64>,
    /// Times reported by the verifier, in seconds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub times: BTreeMap<String, f64>,
}

/// Names of iteration counters; the first one present is used.
const ITERATIONS: [&str; 5] = ["iterations", "levels", "refinements", "k", "depth"];

impl Record {
    /// The key that identifies the record.
    pub fn key(&self) -> Key {
        Key {
            task: self.task.clone(),
            property: self.property.clone(),
            configuration: self.configuration.clone(),
        }
    }

    /// Whether the answer is right.
    pub fn judgement(&self) -> Judgement {
        judge(&self.expected, &self.status)
    }

    /// Whether the task was solved correctly.
    pub fn is_solved(&self) -> bool {
        self.judgement() == Judgement::Correct
    }

    /// Whether the answer is wrong.
    pub fn is_wrong(&self) -> bool {
        self.judgement() == Judgement::Wrong
    }

    /// The points of SV-COMP.
    pub fn points(&self) -> i64 {
        points(&self.expected, &self.status)
    }

    /// The number of solver queries, if the verifier reports it.
    pub fn queries(&self) -> Option<f64> {
        self.counters.get("queries").copied()
    }

    /// The number of iterations, levels or unwindings, if the verifier reports it.
    pub fn iterations(&self) -> Option<f64> {
        ITERATIONS.iter().find_map(|name| self.counters.get(*name)).copied()
    }

    /// Seconds in solvers, if the verifier reports them.
    pub fn in_solver_s(&self) -> Option<f64> {
        self.times.get("in_solver").copied()
    }
}

/// The key of a run: task, property and configuration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The name of the task.
    pub task: String,
    /// The name of the property.
    pub property: String,
    /// The name of the configuration.
    pub configuration: String,
}

/// A record for tests.
#[cfg(test)]
pub fn example(
    task: &str,
    configuration: &str,
    expected: &str,
    status: &str,
    cpu_s: f64,
) -> Record {
    Record {
        task: task.to_owned(),
        category: task.split('/').next().unwrap().to_owned(),
        property: "unreach-call".to_owned(),
        expected: expected.parse().unwrap(),
        configuration: configuration.to_owned(),
        status: status.parse().unwrap(),
        note: String::new(),
        cpu_s,
        wall_s: cpu_s,
        memory_mb: 10.0,
        engine: None,
        counters: BTreeMap::from([
            ("queries".to_owned(), 100.0 * cpu_s),
            ("depth".to_owned(), 3.0),
        ]),
        times: BTreeMap::from([("in_solver".to_owned(), cpu_s / 2.0)]),
    }
}
