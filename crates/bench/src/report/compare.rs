//! Comparison of two configurations.

use super::grid::{Align, Form, Grid};
use super::results::Column;
use super::summary::{Totals, number};
use crate::record::Record;

/// A task on which two configurations end differently.
#[derive(Clone, Debug)]
pub struct Difference<'r> {
    /// The run of the first.
    pub first: &'r Record,
    /// The run of the second.
    pub second: &'r Record,
}

/// A comparison of two configurations, on the tasks that both have run.
#[derive(Clone, Debug)]
pub struct Comparison<'r> {
    /// The first.
    pub first: &'r Column,
    /// The second.
    pub second: &'r Column,
    /// How many tasks both have run.
    pub tasks: usize,
    /// How many tasks only the first solves.
    pub only_first: usize,
    /// How many tasks only the second solves.
    pub only_second: usize,
    /// The first on the tasks that both solve.
    pub first_on_both: Totals,
    /// The second on the tasks that both solve.
    pub second_on_both: Totals,
    /// Tasks with different results: wrong answers first, then tasks that only one solves, then
    /// others.
    pub differences: Vec<Difference<'r>>,
}

/// Compares two configurations.
pub fn compare<'r>(first: &'r Column, second: &'r Column) -> Comparison<'r> {
    let pairs: Vec<(&Record, &Record)> = first
        .records
        .iter()
        .filter_map(|(key, record)| Some((record, second.records.get(key)?)))
        .collect();
    let both = || pairs.iter().filter(|(a, b)| a.is_solved() && b.is_solved());
    let mut differences: Vec<Difference> = pairs
        .iter()
        .filter(|(a, b)| a.status != b.status)
        .map(|&(first, second)| Difference { first, second })
        .collect();
    differences.sort_by_key(|d| match (d.first, d.second) {
        (a, b) if a.is_wrong() || b.is_wrong() => 0,
        (a, b) if a.is_solved() && !b.is_solved() => 1,
        (a, b) if !a.is_solved() && b.is_solved() => 2,
        _ => 3,
    });
    Comparison {
        first,
        second,
        tasks: pairs.len(),
        only_first: pairs.iter().filter(|(a, b)| a.is_solved() && !b.is_solved()).count(),
        only_second: pairs.iter().filter(|(a, b)| !a.is_solved() && b.is_solved()).count(),
        first_on_both: Totals::of(both().map(|pair| pair.0)),
        second_on_both: Totals::of(both().map(|pair| pair.1)),
        differences,
    }
}

impl Comparison<'_> {
    /// The comparison as text: tasks that both solve, their costs, and the differences.
    pub fn render(&self, form: Form) -> String {
        let Comparison { first, second, tasks, only_first, only_second, .. } = self;
        let solved = self.first_on_both.solved();
        let (a, b) = (&first.name, &second.name);
        let mut text = format!(
            "{tasks} tasks: {solved} solved by both, {only_first} by {a} only, {only_second} by \
             {b} only\n\n",
        );
        text += &self.costs().render(form);
        if !self.differences.is_empty() {
            text.push('\n');
            text += &self.difference_grid().render(form);
        }
        text
    }

    /// The costs of the tasks that both solve.
    pub fn costs(&self) -> Grid {
        let (a, b) = (&self.first_on_both, &self.second_on_both);
        let names = [self.first.name.as_str(), self.second.name.as_str(), "ratio"];
        let names = names.map(|name| (name, Align::Right));
        let mut grid = Grid::new([("solved by both", Align::Left)].into_iter().chain(names));
        grid.rule();
        let rows = [
            ("CPU s", Some(a.cpu_s), Some(b.cpu_s), 1),
            ("MB", Some(a.memory_mb), Some(b.memory_mb), 0),
            ("queries", a.queries, b.queries, 0),
            ("iterations", a.iterations, b.iterations, 0),
            ("solver s", a.in_solver_s, b.in_solver_s, 1),
        ];
        for (name, a, b, digits) in rows {
            if let (Some(a), Some(b)) = (a, b) {
                let ratio = if a > 0.0 { format!("{:.2}", b / a) } else { "-".to_owned() };
                grid.row(vec![name.to_owned(), number(a, digits), number(b, digits), ratio]);
            }
        }
        grid
    }

    /// The tasks with different results.
    pub fn difference_grid(&self) -> Grid {
        let names = [self.first.name.as_str(), self.second.name.as_str()];
        let mut grid = Grid::new([
            ("task", Align::Left),
            ("property", Align::Left),
            ("expected", Align::Left),
            (names[0], Align::Left),
            ("CPU s", Align::Right),
            (names[1], Align::Left),
            ("CPU s", Align::Right),
        ]);
        grid.rule();
        for Difference { first, second } in &self.differences {
            grid.row(vec![
                first.task.clone(),
                first.property.clone(),
                first.expected.to_string(),
                shown(first),
                number(first.cpu_s, 2),
                shown(second),
                number(second.cpu_s, 2),
            ]);
        }
        grid
    }
}

/// How a run ended; wrong answers are marked clearly.
pub fn shown(record: &Record) -> String {
    let wrong = if record.is_wrong() { "WRONG " } else { "" };
    format!("{wrong}{}", record.status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::record::example;

    fn column(name: &str, ends: &[(&str, f64)]) -> Column {
        let record = |(index, (status, cpu_s)): (usize, &(&str, f64))| {
            let record = example(&format!("a/{index}"), name, "true", status, *cpu_s);
            ((record.task.clone(), record.property.clone()), record)
        };
        Column {
            name: name.to_owned(),
            command: String::new(),
            records: ends.iter().enumerate().map(record).collect(),
            limits: Limits { cpu_s: 10.0, wall_s: 10.0, memory_mb: None },
        }
    }

    #[test]
    fn differences_come_in_order() {
        let first = column(
            "one",
            &[
                ("true", 1.0),
                ("unknown", 1.0),
                ("true", 1.0),
                ("timeout", 9.0),
                ("false", 1.0),
                ("true", 1.0),
            ],
        );
        let second = column(
            "two",
            &[("true", 2.0), ("timeout", 9.0), ("timeout", 9.0), ("true", 1.0), ("true", 1.0)],
        );
        let comparison = compare(&first, &second);
        let Comparison { tasks, only_first, only_second, .. } = comparison;
        assert_eq!((tasks, only_first, only_second), (5, 1, 2));
        let expected = "\
5 tasks: 1 solved by both, 1 by one only, 2 by two only

solved by both  one  two  ratio
-------------------------------
CPU s           1.0  2.0   2.00
MB               10   10   1.00
queries         100  200   2.00
iterations        3    3   1.00
solver s        0.5  1.0   2.00

task  property      expected  one          CPU s  two      CPU s
----------------------------------------------------------------
a/4   unreach-call  true      WRONG false   1.00  true      1.00
a/2   unreach-call  true      true          1.00  timeout   9.00
a/3   unreach-call  true      timeout       9.00  true      1.00
a/1   unreach-call  true      unknown       1.00  timeout   9.00
";
        assert_eq!(comparison.render(Form::Text), expected);
    }
}
