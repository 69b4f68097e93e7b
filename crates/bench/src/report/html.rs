//! A self-contained HTML page: tables, plots, wrong answers, differences.

use super::compare::{Comparison, compare, shown};
use super::grid::{Align, Form, Grid, escape};
use super::plot::{MEASURES, cactus, scatter};
use super::results::{Column, Results};
use super::summary::{categories, common, number};
use crate::record::Record;
use crate::score::Judgement;

const STYLE: &str = include_str!("style.css");

/// The legend of scatter plots.
const KEY: &str = "<p class=\"key\">\
<span><svg viewBox=\"0 0 12 12\"><circle class=\"holds\" cx=\"6\" cy=\"6\" r=\"4\"/></svg>\
the property holds</span>\
<span><svg viewBox=\"0 0 12 12\"><path class=\"violated\" d=\"M6 1l5 5l-5 5l-5 -5z\"/></svg>\
the property is violated</span>\
<span><svg viewBox=\"0 0 12 12\"><path class=\"wrong\" d=\"M2 2l8 8m0 -8l-8 8\"/></svg>\
a wrong answer</span>\
<span>points below the diagonal: the second is better; dotted: by a factor of ten</span></p>\n";

/// The default pairs of columns to compare: all pairs of few columns, otherwise the first with each
/// other one.
pub fn usual_pairs(columns: usize) -> Vec<(usize, usize)> {
    let firsts = if columns <= 3 { columns } else { 1 };
    (0..firsts).flat_map(|a| (a + 1..columns).map(move |b| (a, b))).collect()
}

/// The page of results; `pairs` are the columns to compare.
pub fn page(results: &Results, pairs: &[(usize, usize)]) -> String {
    let body = [
        header(results),
        summary(results),
        wrong(results),
        cactus_section(results),
        pair_sections(results, pairs),
        all_runs(results),
    ];
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>lemmatic bench</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}</body>\n\
         </html>\n",
        body.concat(),
    )
}

fn header(results: &Results) -> String {
    let tasks = results.rows().len();
    let mut grid = Grid::new([
        ("configuration", Align::Left),
        ("command", Align::Left),
        ("runs", Align::Right),
        ("CPU limit", Align::Right),
        ("wall limit", Align::Right),
        ("memory limit", Align::Right),
    ]);
    grid.rule();
    for Column { name, command, records, limits } in &results.columns {
        let memory = limits.memory_mb.map_or("-".to_owned(), |mb| format!("{mb} MB"));
        grid.row(vec![
            name.clone(),
            command.clone(),
            records.len().to_string(),
            format!("{} s", limits.cpu_s),
            format!("{} s", limits.wall_s),
            memory,
        ]);
    }
    format!(
        "<h1>lemmatic bench</h1>\n<p class=\"soft\">{tasks} tasks, {} configurations. Limits and \
         measurements are for all processes of a run together.</p>\n<div class=\"scroll\">{}</div>\n",
        results.columns.len(),
        grid.render(Form::Html),
    )
}

fn summary(results: &Results) -> String {
    let mut html = format!(
        "<h2>Summary</h2>\n<p class=\"soft\">Score as in SV-COMP: proof 2, bug 1, wrong proof -32, \
         wrong alarm -16. CPU time, memory, queries, iterations and time in solvers are sums over \
         correctly solved tasks.</p>\n<div class=\"scroll\">{}</div>\n",
        categories(results, &[]).without_empty_columns().render(Form::Html),
    );
    if results.columns.len() > 1 {
        let (tasks, grid) = common(results, &[]);
        html += &format!(
            "<h3>Solved by all: {tasks} tasks</h3>\n<div class=\"scroll\">{}</div>\n",
            grid.without_empty_columns().render(Form::Html),
        );
    }
    html
}

fn wrong(results: &Results) -> String {
    let names = ["task", "property", "expected", "configuration", "answer"];
    let names = names.map(|name| (name, Align::Left));
    let mut grid = Grid::new(names.into_iter().chain([("CPU s", Align::Right)]));
    grid.rule();
    for column in &results.columns {
        for record in column.records.values().filter(|record| record.is_wrong()) {
            grid.row(vec![
                record.task.clone(),
                record.property.clone(),
                record.expected.to_string(),
                column.name.clone(),
                record.status.to_string(),
                number(record.cpu_s, 2),
            ]);
        }
    }
    let content = match grid.rows().count() {
        0 => "<p class=\"none\">None.</p>\n".to_owned(),
        _ => format!("<div class=\"scroll\">{}</div>\n", grid.render(Form::Html)),
    };
    format!("<h2>Wrong answers</h2>\n{content}")
}

fn cactus_section(results: &Results) -> String {
    let Some(plot) = cactus(results) else { return String::new() };
    format!(
        "<h2>Solved within time</h2>\n<p class=\"soft\">The tasks that each configuration solves, \
         sorted by CPU time: further to the right is more, lower is faster.</p>\n\
         <figure>{plot}</figure>\n"
    )
}

fn pair_sections(results: &Results, pairs: &[(usize, usize)]) -> String {
    let columns =
        |&(a, b): &(usize, usize)| Some((results.columns.get(a)?, results.columns.get(b)?));
    let sections: String = pairs.iter().filter_map(columns).map(|(a, b)| pair(a, b)).collect();
    if sections.is_empty() { sections } else { format!("<h2>Comparisons</h2>\n{KEY}{sections}") }
}

fn pair(first: &Column, second: &Column) -> String {
    let comparison = compare(first, second);
    let Comparison { tasks, only_first, only_second, .. } = comparison;
    let (a, b) = (escape(&first.name), escape(&second.name));
    let both = comparison.first_on_both.solved();
    let plots = MEASURES.iter().filter_map(|measure| {
        let plot = scatter(measure, first, second)?;
        Some(format!("<figure><figcaption>{}</figcaption>{plot}</figure>\n", measure.title))
    });
    let mut html = format!(
        "<section>\n<h3>{a} and {b}</h3>\n<p class=\"soft\">{tasks} tasks: {both} solved by both, \
         {only_first} by {a} only, {only_second} by {b} only.</p>\n<div class=\"plots\">{}</div>\n\
         <div class=\"scroll\">{}</div>\n",
        plots.collect::<String>(),
        comparison.costs().render(Form::Html),
    );
    if !comparison.differences.is_empty() {
        html += &format!(
            "<details><summary>{} differences</summary><div class=\"scroll\">{}</div></details>\n",
            comparison.differences.len(),
            comparison.difference_grid().render(Form::Html),
        );
    }
    html + "</section>\n"
}

fn all_runs(results: &Results) -> String {
    let names: String = results
        .columns
        .iter()
        .map(|column| format!("<th>{}</th><th class=\"n\">CPU s</th>", escape(&column.name)))
        .collect();
    let mut html = format!(
        "<h2>All runs</h2>\n<details><summary>{} tasks</summary><div class=\"scroll\"><table>\n\
         <thead><tr><th>task</th><th>property</th><th>expected</th>{names}</tr></thead>\n<tbody>\n",
        results.rows().len(),
    );
    for ((task, property), row) in results.rows() {
        let expected = row.iter().flatten().next().map(|record| record.expected.to_string());
        html += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td>{}</tr>\n",
            escape(task),
            escape(property),
            escape(&expected.unwrap_or_default()),
            row.iter().map(|record| cell(*record)).collect::<String>(),
        );
    }
    html + "</tbody></table></div></details>\n"
}

fn cell(record: Option<&Record>) -> String {
    let Some(record) = record else { return "<td></td><td></td>".to_owned() };
    let class = match record.judgement() {
        Judgement::Correct => "good",
        Judgement::Wrong => "bad",
        Judgement::Open => "open",
    };
    format!(
        "<td class=\"{class}\" title=\"{}\">{}</td><td class=\"n\">{}</td>",
        escape(&record.note),
        escape(&shown(record)),
        number(record.cpu_s, 2),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::record::example;

    fn column(name: &str, records: Vec<Record>) -> Column {
        let key = |record: &Record| (record.task.clone(), record.property.clone());
        Column {
            name: name.to_owned(),
            command: "a < b".to_owned(),
            records: records.into_iter().map(|record| (key(&record), record)).collect(),
            limits: Limits { cpu_s: 10.0, wall_s: 45.0, memory_mb: Some(100) },
        }
    }

    #[test]
    fn pages_stand_alone() {
        let one = vec![
            example("a/<1>", "x", "true", "true", 0.5),
            example("a/2", "x", "false", "timeout", 10.0),
            example("a/3", "x", "true", "false", 1.0),
        ];
        let two = vec![
            example("a/<1>", "y", "true", "true", 5.0),
            example("a/2", "y", "false", "false", 2.0),
            example("a/3", "y", "true", "unknown", 1.0),
        ];
        let results = Results { columns: vec![column("x", one), column("y", two)] };
        let page = page(&results, &usual_pairs(2));
        for part in
            ["Wrong answers", "CPU time", "Queries", "Memory", "class=\"wrong\"", "a/&lt;1&gt;"]
        {
            assert!(page.contains(part), "{part}");
        }
        // One cactus plot, three scatter plots, and the legend with three marks.
        assert_eq!(page.matches("<svg").count(), 7);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        for link in ["http:", "https:", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(link), "{link}");
        }
    }

    #[test]
    fn pages_about_little() {
        assert!(page(&Results::default(), &[]).contains("0 tasks"));
        let results = Results { columns: vec![column("x", Vec::new()), column("y", Vec::new())] };
        let page = page(&results, &[(0, 1), (7, 8)]);
        assert!(page.contains("None."), "{page}");
    }

    #[test]
    fn pairs() {
        assert_eq!(usual_pairs(1), []);
        assert_eq!(usual_pairs(3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(usual_pairs(4), [(0, 1), (0, 2), (0, 3)]);
    }
}
