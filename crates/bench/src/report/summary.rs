//! Sums over records.

use super::grid::{Align, Grid};
use super::results::Results;
use crate::record::Record;
use crate::status::Status;
use std::collections::BTreeMap;

/// Sums over records. Costs are those of correctly solved tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// How many tasks.
    pub tasks: usize,
    /// Correct proofs.
    pub proofs: usize,
    /// Correct alarms.
    pub alarms: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// Runs that gave up.
    pub unknown: usize,
    /// Runs out of time.
    pub timeout: usize,
    /// Runs out of memory.
    pub memory: usize,
    /// Runs that failed.
    pub failed: usize,
    /// Points of SV-COMP.
    pub score: i64,
    /// CPU seconds.
    pub cpu_s: f64,
    /// Megabytes.
    pub memory_mb: f64,
    /// Solver queries, if any run reports them.
    pub queries: Option<f64>,
    /// Iterations, if any run reports them.
    pub iterations: Option<f64>,
    /// Seconds in solvers, if any run reports them.
    pub in_solver_s: Option<f64>,
    /// All reported counters.
    pub counters: BTreeMap<String, f64>,
}

impl Totals {
    /// The sums over records.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Totals {
        let mut totals = Totals::default();
        for record in records {
            totals.add(record);
        }
        totals
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record) {
        self.tasks += 1;
        self.score += record.points();
        if record.is_wrong() {
            self.wrong += 1;
        }
        match record.status {
            Status::True if record.is_solved() => self.proofs += 1,
            Status::False(_) if record.is_solved() => self.alarms += 1,
            Status::True | Status::False(_) => {}
            Status::Unknown => self.unknown += 1,
            Status::Timeout => self.timeout += 1,
            Status::Memory => self.memory += 1,
            Status::Crash | Status::Error => self.failed += 1,
        }
        if record.is_solved() {
            self.cpu_s += record.cpu_s;
            self.memory_mb += record.memory_mb;
            for (sum, value) in [
                (&mut self.queries, record.queries()),
                (&mut self.iterations, record.iterations()),
                (&mut self.in_solver_s, record.in_solver_s()),
            ] {
                if let Some(value) = value {
                    *sum.get_or_insert_default() += value;
                }
            }
            for (name, value) in &record.counters {
                *self.counters.entry(name.clone()).or_default() += value;
            }
        }
    }

    /// Correctly solved tasks.
    pub fn solved(&self) -> usize {
        self.proofs + self.alarms
    }
}

/// The name of the row for all categories.
const ALL: &str = "all";

/// The usual cost columns, followed by requested counters.
fn cost_columns(counters: &[String]) -> impl Iterator<Item = (&str, Align)> {
    let names = ["CPU s", "MB", "queries", "iterations", "solver s"].into_iter();
    names.chain(counters.iter().map(String::as_str)).map(|name| (name, Align::Right))
}

/// A row for each category and configuration, and for all categories together, with the requested
/// counters.
pub fn categories(results: &Results, counters: &[String]) -> Grid {
    let left = ["category", "configuration"].map(|name| (name, Align::Left));
    let right = [
        "tasks", "solved", "true", "false", "wrong", "score", "unknown", "timeout", "memory",
        "failed",
    ]
    .map(|name| (name, Align::Right));
    let mut grid = Grid::new(left.into_iter().chain(right).chain(cost_columns(counters)));
    let categories = results.categories();
    // With a single category, a total would repeat it.
    let whole = (categories.len() != 1).then(|| ALL.to_owned());
    for category in categories.iter().chain(&whole) {
        grid.rule();
        for (index, column) in results.columns.iter().enumerate() {
            let counts = |r: &&Record| r.category == *category || whole.as_ref() == Some(category);
            let totals = Totals::of(column.records.values().filter(counts));
            let name = if index == 0 { category.as_str() } else { "" };
            let mut row = vec![name.to_owned(), column.name.clone()];
            row.extend(cells(&totals, counters));
            grid.row(row);
        }
    }
    grid
}

fn cells(totals: &Totals, counters: &[String]) -> Vec<String> {
    let t = totals;
    let counts = [t.tasks, t.solved(), t.proofs, t.alarms, t.wrong].map(|n| n.to_string());
    let others = [t.unknown, t.timeout, t.memory, t.failed].map(|n| n.to_string());
    let mut cells = counts.to_vec();
    cells.push(t.score.to_string());
    cells.extend(others);
    cells.extend(costs(t, counters));
    cells
}

/// The cells below [`cost_columns`].
fn costs(totals: &Totals, counters: &[String]) -> Vec<String> {
    let optional = |value: Option<f64>, digits: usize| match value {
        Some(value) => number(value, digits),
        None => "-".to_owned(),
    };
    let mut cells = vec![
        number(totals.cpu_s, 1),
        number(totals.memory_mb, 0),
        optional(totals.queries, 0),
        optional(totals.iterations, 0),
        optional(totals.in_solver_s, 1),
    ];
    cells.extend(counters.iter().map(|name| optional(totals.counters.get(name).copied(), 0)));
    cells
}

/// A number with groups of three digits.
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (text.as_str(), String::new()),
    };
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &fraction
}

/// The costs of configurations on the tasks that all of them solve; only these can be compared.
pub fn common(results: &Results, counters: &[String]) -> (usize, Grid) {
    let rows = results.rows();
    let common: Vec<&Vec<Option<&Record>>> = rows
        .values()
        .filter(|row| row.iter().all(|record| record.is_some_and(Record::is_solved)))
        .collect();
    let name = [("configuration", Align::Left)].into_iter();
    let mut grid = Grid::new(name.chain(cost_columns(counters)));
    grid.rule();
    for (index, column) in results.columns.iter().enumerate() {
        let totals = Totals::of(common.iter().filter_map(|row| row[index]));
        let mut row = vec![column.name.clone()];
        row.extend(costs(&totals, counters));
        grid.row(row);
    }
    (common.len(), grid)
}

#[cfg(test)]
mod tests {
    use super::super::results::Column;
    use super::*;
    use crate::limits::Limits;
    use crate::record::example;

    #[test]
    fn costs_are_those_of_solved_tasks() {
        let records = [
            example("a/1", "x", "true", "true", 1.0),
            example("a/2", "x", "false", "false", 2.0),
            example("a/3", "x", "true", "timeout", 10.0),
            example("a/4", "x", "false", "true", 3.0),
            example("a/5", "x", "true", "crash", 3.0),
            example("a/6", "x", "unknown", "true", 3.0),
        ];
        let totals = Totals::of(&records);
        let expected = Totals {
            tasks: 6,
            proofs: 1,
            alarms: 1,
            wrong: 1,
            timeout: 1,
            failed: 1,
            score: 2 + 1 - 32,
            cpu_s: 3.0,
            memory_mb: 20.0,
            queries: Some(300.0),
            iterations: Some(6.0),
            in_solver_s: Some(1.5),
            counters: BTreeMap::from([("queries".to_owned(), 300.0), ("depth".to_owned(), 6.0)]),
            ..Totals::default()
        };
        assert_eq!(totals, expected);
    }

    #[test]
    fn numbers_have_groups() {
        let check = |value: f64, digits: usize, expected: &str| {
            assert_eq!(number(value, digits), expected);
        };
        check(0.0, 1, "0.0");
        check(999.0, 0, "999");
        check(1234567.25, 1, "1,234,567.2");
        check(-123456.0, 0, "-123,456");
    }

    #[test]
    fn only_what_all_solve_is_common() {
        let column = |name: &str, records: Vec<Record>| Column {
            name: name.to_owned(),
            command: String::new(),
            records: records
                .into_iter()
                .map(|record| ((record.task.clone(), record.property.clone()), record))
                .collect(),
            limits: Limits { cpu_s: 1.0, wall_s: 1.0, memory_mb: None },
        };
        let a = vec![
            example("a/1", "x", "true", "true", 1.0),
            example("a/2", "x", "true", "true", 2.0),
        ];
        let b = vec![
            example("a/1", "y", "true", "true", 4.0),
            example("a/2", "y", "true", "unknown", 2.0),
        ];
        let results = Results { columns: vec![column("x", a), column("y", b)] };
        let (tasks, grid) = common(&results, &["depth".to_owned(), "height".to_owned()]);
        assert_eq!(tasks, 1);
        let rows: Vec<String> = grid.rows().map(|row| row.join(" ")).collect();
        assert_eq!(rows, ["x 1.0 10 100 3 0.5 3 -", "y 4.0 10 400 3 2.0 3 -"]);
    }
}
