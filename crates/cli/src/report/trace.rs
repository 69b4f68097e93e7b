//! A violating run of a program, for people.

use driver::{LogLine, Place, ProgramTask, Replay};
use std::collections::HashMap;
use std::fmt::Write;

/// Loops whose bodies have more steps are not folded.
const LONGEST_BODY: usize = 30;

/// Loops with fewer iterations are not folded.
const FEWEST_ITERATIONS: usize = 4;

/// The violation, its calls, and the way there; step by step if requested.
pub fn program_run(task: &ProgramTask, replay: &Replay, trace: bool) -> String {
    let mut text = match trace {
        true => "trace:\n".to_owned() + &steps(task, &replay.log),
        false => {
            let steps = replay.log.len();
            format!("trace: {steps} step(s) to the violation (--trace shows them)\n")
        }
    };
    let site = ViolationSite::of(task, replay);
    let place = site.place.as_ref().map_or_else(String::new, |place| format!("{place}: "));
    let call = site.library_function.as_ref();
    let call = call.map_or_else(String::new, |name| format!("in the call of {name}: "));
    // Writing to a string does not fail.
    let _ = writeln!(text, "violated: {place}{call}{}", replay.violation.message);
    if let Some(lost) = &replay.lost {
        let place = lost.allocated_at.as_ref().map_or("?".to_owned(), ToString::to_string);
        let _ = write!(text, "  lost: {}, allocated at {place}", lost.name);
        if let Some(place) = &lost.lost_at {
            let _ = write!(text, "; no pointer leads to it after {place}");
        }
        text.push('\n');
    }
    for (function, place) in &site.callers {
        let _ = writeln!(text, "  called from {function} at {place}");
    }
    text
}

/// Where a violation is, as its user sees it.
pub struct ViolationSite {
    /// The place in the user's code: a violation inside of a library function is one of its call.
    pub place: Option<Place>,
    /// The library function that is called there.
    pub library_function: Option<String>,
    /// The callers, innermost first, with the places of their calls.
    pub callers: Vec<(String, Place)>,
}

impl ViolationSite {
    /// The site of the violation that a run ends with.
    pub fn of(task: &ProgramTask, replay: &Replay) -> ViolationSite {
        let program = &task.program;
        let violation = &replay.violation;
        let place = |span| Place::of(program, span);
        let name = |function| program.function(function).name.clone();
        let stack = &violation.stack;
        let in_library = |span: Option<_>| span.is_some_and(|span| place(span).is_in_library());
        // The frames of library functions come first.
        let inner = stack.iter().take_while(|(_, span)| in_library(*span)).count();
        let user = stack.get(inner).filter(|_| inner > 0 && in_library(violation.span));
        let caller = |&(function, span): &(_, Option<_>)| Some((name(function), place(span?)));
        match user {
            Some(&(_, span)) => ViolationSite {
                place: span.map(place),
                library_function: library_function(&name(stack[inner - 1].0)),
                callers: stack[inner + 1..].iter().filter_map(caller).collect(),
            },
            None => ViolationSite {
                place: violation.span.map(place),
                library_function: None,
                callers: stack.iter().skip(1).filter_map(caller).collect(),
            },
        }
    }
}

/// The name of a library function, unless programs cannot call it.
fn library_function(name: &str) -> Option<String> {
    let name = unprefixed(name);
    (!name.starts_with("part.")).then(|| name.to_owned())
}

/// The name of a function without the prefix of the library's own ones.
fn unprefixed(name: &str) -> &str {
    name.strip_prefix("lemmatic.").unwrap_or(name)
}

/// The steps with their source lines; iterations of loops are folded.
fn steps(task: &ProgramTask, log: &[LogLine]) -> String {
    let sources = Sources::of(task);
    let (mut text, mut last_line) = (String::new(), None);
    for part in folded(log) {
        match part {
            Part::Step(line) => {
                let place = line.place.as_ref().map(ToString::to_string).unwrap_or_default();
                let at = line.place.as_ref().map(|place| (&place.file, place.line));
                let source = line.place.as_ref().filter(|_| at != last_line);
                let source = source.and_then(|place| sources.line(place));
                last_line = at;
                // Writing to a string does not fail.
                let _ = match source {
                    Some(source) => {
                        writeln!(text, "  {place:<24} {:<32} | {source}", line.text)
                    }
                    None => writeln!(text, "  {place:<24} {}", line.text),
                };
            }
            Part::Folded { from, to } => {
                let iterations = match from == to {
                    true => format!("iteration {from}"),
                    false => format!("iterations {from} to {to}"),
                };
                let _ = writeln!(text, "  {:<24} ... {iterations} as before", "");
                last_line = None;
            }
        }
    }
    text
}

/// The source files of a program, by lines.
struct Sources<'a>(HashMap<String, Vec<&'a str>>);

impl<'a> Sources<'a> {
    fn of(task: &'a ProgramTask) -> Sources<'a> {
        let file = |file: &'a driver::InputFile| {
            let text = std::str::from_utf8(&file.bytes).unwrap_or_default();
            (file.path.display().to_string(), text.lines().collect())
        };
        Sources(task.files.iter().map(file).collect())
    }

    /// The line of a place, if it is in one of the files and has something on it.
    fn line(&self, place: &Place) -> Option<&'a str> {
        let lines = self.0.get(&place.file)?;
        let line = lines.get((place.line as usize).checked_sub(1)?)?.trim();
        (!line.is_empty()).then_some(line)
    }
}

/// A part of a trace.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A step.
    Step(&'a LogLine),
    /// Iterations of a loop with the same steps as the one before, but for values.
    Folded { from: usize, to: usize },
}

/// The steps; of loops that do the same again and again, the first and the last iteration.
fn folded(log: &[LogLine]) -> Vec<Part<'_>> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < log.len() {
        let Some((length, count)) = iterations(&log[at..]) else {
            parts.push(Part::Step(&log[at]));
            at += 1;
            continue;
        };
        let last = at + length * (count - 1);
        parts.extend(log[at..at + length].iter().map(Part::Step));
        parts.push(Part::Folded { from: 2, to: count - 1 });
        parts.extend(log[last..last + length].iter().map(Part::Step));
        at = last + length;
    }
    parts
}

/// The steps of an iteration, and how many iterations there are, if a loop starts here.
fn iterations(log: &[LogLine]) -> Option<(usize, usize)> {
    (1..=LONGEST_BODY.min(log.len() / FEWEST_ITERATIONS)).find_map(|length| {
        let same = |a: &[LogLine], b: &[LogLine]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| key(a) == key(b))
        };
        let chunks = log.chunks(length);
        let count = chunks.take_while(|chunk| same(chunk, &log[..length])).count();
        (count >= FEWEST_ITERATIONS).then_some((length, count))
    })
}

/// What two steps have in common that differ in values only: the place and the variable.
fn key(line: &LogLine) -> (Option<&Place>, &str) {
    let text = line.text.split([' ', '[']).next().unwrap_or_default();
    (line.place.as_ref(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(steps: &[(u32, &str)]) -> Vec<LogLine> {
        let line = |&(line, text): &(u32, &str)| LogLine {
            place: Some(Place { file: "a.c".to_owned(), line, column: 1 }),
            text: text.to_owned(),
        };
        steps.iter().map(line).collect()
    }

    fn check(steps: &[(u32, &str)], expected: &[&str]) {
        let log = log(steps);
        let shown = |part: &Part<'_>| match part {
            Part::Step(line) => line.text.clone(),
            Part::Folded { from, to } => format!("{from}-{to}"),
        };
        assert_eq!(folded(&log).iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn loops_are_folded() {
        check(&[(1, "x = 0"), (2, "y = 1")], &["x = 0", "y = 1"]);
        let body = [(3, "s = 1"), (4, "i = 1"), (3, "s = 2"), (4, "i = 2"), (3, "s = 3")];
        let rest = [(4, "i = 3"), (3, "s = 4"), (4, "i = 4"), (5, "t = 5")];
        let expected = ["s = 1", "i = 1", "2-3", "s = 4", "i = 4", "t = 5"];
        check(&[&body[..], &rest].concat(), &expected);
        // Three iterations are shown.
        check(&[(3, "i = 1"), (3, "i = 2"), (3, "i = 3")], &["i = 1", "i = 2", "i = 3"]);
        // Different variables at one place are no loop.
        let calls = [(3, "a = 1"), (3, "b = 1"), (3, "c = 1"), (3, "d = 1")];
        check(&calls, &["a = 1", "b = 1", "c = 1", "d = 1"]);
    }
}
