//! Scatter plots: each task is a point at its costs for two configurations.

use super::axis::{Axis, label};
use crate::limits::Limits;
use crate::record::Record;
use crate::report::compare::shown;
use crate::report::grid::escape;
use crate::report::results::Column;
use crate::score::Expected;
use std::fmt::Write;

/// A quantity to plot.
pub struct Measure {
    /// Its title.
    pub title: &'static str,
    unit: &'static str,
    of: fn(&Record) -> Option<f64>,
    limit: fn(&Limits) -> Option<f64>,
    floor: f64,
}

/// All plotted quantities.
pub const MEASURES: [Measure; 3] = [
    Measure {
        title: "CPU time",
        unit: "s",
        of: |record| Some(record.cpu_s),
        limit: |limits| Some(limits.cpu_s),
        floor: 0.01,
    },
    Measure { title: "Queries", unit: "", of: Record::queries, limit: |_| None, floor: 1.0 },
    Measure {
        title: "Memory",
        unit: "MB",
        of: |record| Some(record.memory_mb),
        limit: |_| None,
        floor: 1.0,
    },
];

/// The side of the plot area, and the space around it: the strip for unsolved tasks, and labels.
const SIDE: f64 = 250.0;
const STRIP: f64 = 22.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 42.0;

/// A task with its coordinates.
struct Point<'r> {
    first: &'r Record,
    second: &'r Record,
    /// `None` if it is not solved.
    x: Option<f64>,
    y: Option<f64>,
}

/// The plot, if at least one of the two solved at least one task for which the quantity is known.
pub fn scatter(measure: &Measure, first: &Column, second: &Column) -> Option<String> {
    let points: Vec<Point> = first
        .records
        .iter()
        .filter_map(|(key, record)| point(measure, record, second.records.get(key)?))
        .collect();
    let measured = [first, second]
        .map(|column| column.records.values().any(|r| r.is_solved() && (measure.of)(r).is_some()));
    if points.is_empty() || measured == [false, false] {
        return None;
    }
    let limits = [&first.limits, &second.limits].map(measure.limit);
    let values = points.iter().flat_map(|point| [point.x, point.y]).chain(limits).flatten();
    let axis = Axis::new(values, measure.floor, SIDE);
    let size = (LEFT + SIDE + STRIP + 8.0, TOP + STRIP + SIDE + BOTTOM);
    let title = escape(&format!("{}: {} and {}", measure.title, first.name, second.name));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{title}\">\n",
        size.0, size.1,
    );
    svg += &frame(&axis);
    svg += &names(measure, first, second);
    for point in &points {
        svg += &mark(&axis, measure, point);
    }
    Some(svg + "</svg>\n")
}

fn point<'r>(measure: &Measure, first: &'r Record, second: &'r Record) -> Option<Point<'r>> {
    let value = |record: &Record| {
        if record.is_solved() { (measure.of)(record).map(Some) } else { Some(None) }
    };
    let (x, y) = (value(first)?, value(second)?);
    let worth_a_point = x.is_some() || y.is_some() || first.is_wrong() || second.is_wrong();
    worth_a_point.then_some(Point { first, second, x, y })
}

/// The pixel position of a value; unsolved tasks are in the strip at the right or at the top.
fn x_of(axis: &Axis, value: Option<f64>) -> f64 {
    LEFT + value.map_or(SIDE + STRIP / 2.0, |value| axis.at(value))
}

fn y_of(axis: &Axis, value: Option<f64>) -> f64 {
    TOP + STRIP + SIDE - value.map_or(SIDE + STRIP / 2.0, |value| axis.at(value))
}

/// The axes, the diagonals and the strips for unsolved tasks.
fn frame(axis: &Axis) -> String {
    let mut svg = String::new();
    let (left, right, top, bottom) = (LEFT, LEFT + SIDE, TOP + STRIP, TOP + STRIP + SIDE);
    // Writing to a string does not fail, here and below.
    let _ = write!(
        svg,
        "<rect class=\"strip\" x=\"{right}\" y=\"{TOP}\" width=\"{STRIP}\" height=\"{}\"/>\n\
         <rect class=\"strip\" x=\"{left}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{STRIP}\"/>\n\
         <rect class=\"box\" x=\"{left}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/>\n",
        SIDE + STRIP,
        SIDE + STRIP,
        SIDE + STRIP,
    );
    for (value, labelled) in axis.ticks() {
        let (x, y) = (x_of(axis, Some(value)), y_of(axis, Some(value)));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} {bottom}V{top}M{left} {y:.1}H{right}\"/>"
        );
        if labelled {
            let text = label(value);
            let _ = writeln!(
                svg,
                "<text class=\"x\" x=\"{x:.1}\" y=\"{}\">{text}</text>\
                 <text class=\"y\" x=\"{}\" y=\"{:.1}\">{text}</text>",
                bottom + 14.0,
                left - 5.0,
                y + 3.5,
            );
        }
    }
    let (low, high) = axis.ends();
    for (factor, class) in [(1.0, "same"), (10.0, "tenfold")] {
        if low * factor < high {
            let near = (x_of(axis, Some(low)), y_of(axis, Some(low * factor)));
            let far = (x_of(axis, Some(high / factor)), y_of(axis, Some(high)));
            let mirror_near = (x_of(axis, Some(low * factor)), y_of(axis, Some(low)));
            let mirror_far = (x_of(axis, Some(high)), y_of(axis, Some(high / factor)));
            for ((x, y), (to_x, to_y)) in [(near, far), (mirror_near, mirror_far)] {
                let _ = writeln!(
                    svg,
                    "<path class=\"{class}\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>"
                );
            }
        }
    }
    svg
}

fn names(measure: &Measure, first: &Column, second: &Column) -> String {
    let unit = if measure.unit.is_empty() { String::new() } else { format!(" [{}]", measure.unit) };
    let (x, y) = (LEFT + SIDE / 2.0, TOP + STRIP + SIDE / 2.0);
    let below = TOP + STRIP + SIDE + 33.0;
    format!(
        "<text class=\"name\" x=\"{x}\" y=\"{below}\">{}{unit}</text>\n\
         <text class=\"name\" transform=\"translate(12 {y}) rotate(-90)\">{}{unit}</text>\n\
         <text class=\"hint\" x=\"{x}\" y=\"{}\">not solved</text>\n\
         <text class=\"hint\" transform=\"translate({} {y}) rotate(90)\">not solved</text>\n",
        escape(&first.name),
        escape(&second.name),
        TOP + STRIP / 2.0 + 3.5,
        LEFT + SIDE + STRIP / 2.0 - 3.5,
    )
}

/// The mark of a task: a circle if the property holds, a diamond if it is violated, a cross if an
/// answer is wrong.
fn mark(axis: &Axis, measure: &Measure, point: &Point) -> String {
    let (x, y) = (x_of(axis, point.x), y_of(axis, point.y));
    let shape = if point.first.is_wrong() || point.second.is_wrong() {
        format!("<path class=\"wrong\" d=\"M{x:.1} {y:.1}m-4 -4l8 8m0 -8l-8 8\">")
    } else if point.first.expected == Expected::True {
        format!("<circle class=\"holds\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">")
    } else {
        format!("<path class=\"violated\" d=\"M{x:.1} {y:.1}m0 -4l4 4l-4 4l-4 -4z\">")
    };
    let end = if shape.starts_with("<circle") { "circle" } else { "path" };
    let told = |record: &Record| {
        let value = (measure.of)(record);
        let value = value.map_or("-".to_owned(), |value| format!("{value} {}", measure.unit));
        format!("{}: {}, {}", record.configuration, shown(record), value.trim_end())
    };
    let title = format!("{}\n{}\n{}", point.first.task, told(point.first), told(point.second));
    format!("{shape}<title>{}</title></{end}>\n", escape(&title))
}
