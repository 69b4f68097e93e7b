//! The cactus plot: how many tasks each configuration solves within which CPU time.

use super::axis::{Axis, label};
use super::series;
use crate::record::Record;
use crate::report::grid::escape;
use crate::report::results::Results;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 42.0;
/// Space for the names at the ends of the lines.
const RIGHT: f64 = 190.0;
/// The minimal distance between names.
const NAME_HEIGHT: f64 = 15.0;
/// The maximal number of marks, so that pages stay small.
const MOST_MARKS: usize = 4000;

/// The plot; `None` if no task is solved.
pub fn cactus(results: &Results) -> Option<String> {
    let solved: Vec<Vec<&Record>> = results
        .columns
        .iter()
        .map(|column| {
            let mut solved: Vec<&Record> =
                column.records.values().filter(|record| record.is_solved()).collect();
            solved.sort_by(|a, b| a.cpu_s.total_cmp(&b.cpu_s));
            solved
        })
        .collect();
    let most = solved.iter().map(Vec::len).max().filter(|most| *most > 0)?;
    let limits = results.columns.iter().map(|column| column.limits.cpu_s);
    let values = solved.iter().flatten().map(|record| record.cpu_s).chain(limits);
    let axis = Axis::new(values, 0.01, HEIGHT);
    let x_of = |count: usize| LEFT + count as f64 / most as f64 * WIDTH;
    let y_of = |value: f64| TOP + HEIGHT - axis.at(value);
    let size = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    let mut svg = format!(
        "<svg class=\"cactus\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Cactus plot\">\n\
         <rect class=\"box\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n",
        size.0, size.1,
    );
    // Writing to a string does not fail, here and below.
    for (value, labelled) in axis.ticks() {
        let y = y_of(value);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}h{WIDTH}\"/>");
        if labelled {
            let (x, y, text) = (LEFT - 5.0, y + 3.5, label(value));
            let _ = writeln!(svg, "<text class=\"y\" x=\"{x}\" y=\"{y:.1}\">{text}</text>");
        }
    }
    for count in (0..=most).step_by(step(most)) {
        let (x, bottom) = (x_of(count), TOP + HEIGHT);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} {bottom}v-{HEIGHT}\"/>\
             <text class=\"x\" x=\"{x:.1}\" y=\"{}\">{count}</text>",
            bottom + 14.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"name\" x=\"{}\" y=\"{}\">tasks solved</text>\n\
         <text class=\"name\" transform=\"translate(12 {}) rotate(-90)\">CPU time [s]</text>",
        LEFT + WIDTH / 2.0,
        TOP + HEIGHT + 33.0,
        TOP + HEIGHT / 2.0,
    );
    let marked = solved.iter().map(Vec::len).sum::<usize>() <= MOST_MARKS;
    for (index, records) in solved.iter().enumerate() {
        let _ = writeln!(svg, "<g {}>", series(index));
        let name = escape(&results.columns[index].name);
        let points: Vec<String> = records
            .iter()
            .enumerate()
            .map(|(place, record)| format!("{:.1},{:.1}", x_of(place + 1), y_of(record.cpu_s)))
            .collect();
        let _ = writeln!(svg, "<polyline points=\"{}\"/>", points.join(" "));
        for (place, record) in records.iter().enumerate().filter(|_| marked) {
            let title = format!("{name}: {} in {} s\n{}", place + 1, record.cpu_s, record.task);
            let (x, y) = (x_of(place + 1), y_of(record.cpu_s));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.2\"><title>{}</title></circle>",
                escape(&title),
            );
        }
        svg += "</g>\n";
    }
    svg += &names(results, &solved, &x_of, &y_of);
    Some(svg + "</svg>\n")
}

/// A round number of tasks between grid lines.
fn step(most: usize) -> usize {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    steps.into_iter().find(|step| most / step <= 12).unwrap_or(most.max(1))
}

/// The names at the ends of the lines, from top to bottom without overlaps.
fn names(
    results: &Results,
    solved: &[Vec<&Record>],
    x_of: &dyn Fn(usize) -> f64,
    y_of: &dyn Fn(f64) -> f64,
) -> String {
    let end = |index: usize| {
        let last = solved[index].last();
        (x_of(solved[index].len()), last.map_or(TOP + HEIGHT, |record| y_of(record.cpu_s)))
    };
    let mut order: Vec<usize> = (0..solved.len()).collect();
    // Among neighbours, the configuration that solves most is on top.
    order.sort_by(|&a, &b| {
        let (a_end, b_end) = (end(a), end(b));
        a_end.1.total_cmp(&b_end.1).then(b_end.0.total_cmp(&a_end.0))
    });
    let mut svg = String::new();
    let mut free = TOP + 6.0;
    for index in order {
        let (x, y) = end(index);
        let text_y = y.max(free);
        free = text_y + NAME_HEIGHT;
        let (right, name) = (LEFT + WIDTH + 14.0, escape(&results.columns[index].name));
        let _ = writeln!(
            svg,
            "<g {}><path class=\"leader\" d=\"M{x:.1} {y:.1}L{right} {text_y:.1}\"/>\
             <text class=\"series\" x=\"{}\" y=\"{:.1}\">{name} ({})</text></g>",
            series(index),
            right + 4.0,
            text_y + 4.0,
            solved[index].len(),
        );
    }
    svg
}
