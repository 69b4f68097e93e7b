//! Messages on standard error; errors in input point into the source.

use crate::terminal;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use driver::source::{InputError, LineInFile};
use std::fmt::Display;
use std::io::{self, Write};

/// Longer source lines are not shown: those of generated models can have megabytes.
const LINE_LENGTH: usize = 1000;

/// Reports an error in the input.
pub fn input_error(error: &InputError) {
    let path = error.path.display().to_string();
    match &error.place {
        Some(place) => report(&pointing(Level::ERROR, &path, place, &error.message)),
        None => report(&plain(Level::ERROR, &format!("{path}: {}", error.message))),
    }
}

/// Reports a note about a place of the input.
pub fn input_note(note: &InputError) {
    let path = note.path.display().to_string();
    match &note.place {
        Some(place) => report(&pointing(Level::NOTE, &path, place, &note.message)),
        None => report(&plain(Level::NOTE, &format!("{path}: {}", note.message))),
    }
}

/// Reports a note.
pub fn note(message: impl Display) {
    report(&plain(Level::NOTE, &message.to_string()));
}

/// Reports an error other than in the input.
pub fn error(message: impl Display) {
    report(&plain(Level::ERROR, &message.to_string()));
}

fn renderer() -> Renderer {
    let renderer = if terminal::colours() { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

fn plain(level: Level<'_>, message: &str) -> String {
    renderer().render(&[Group::with_title(level.primary_title(message))])
}

/// The message with the source line and a mark under the place.
fn pointing(level: Level<'_>, path: &str, place: &LineInFile, message: &str) -> String {
    let title = level.primary_title(message);
    let (line, column) = (place.line as usize, place.column as usize);
    if place.text.len() > LINE_LENGTH {
        let origin = Origin::path(path).line(line).char_column(column);
        return renderer().render(&[title.element(origin)]);
    }
    let text = place.text.as_str();
    let mut characters = text.char_indices().map(|(from, c)| from..from + c.len_utf8());
    let end = text.len()..text.len();
    let mark = AnnotationKind::Primary.span(characters.nth(column - 1).unwrap_or(end));
    let snippet = Snippet::source(text).line_start(line).path(path).annotation(mark);
    renderer().render(&[title.element(snippet)])
}

fn report(text: &str) {
    // If standard error is closed, the message cannot be shown.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, column: u32, expected: &str) {
        let place = LineInFile { line: 7, column, text: text.to_owned() };
        assert_eq!(pointing(Level::ERROR, "m.cfa", &place, "what?"), expected);
    }

    #[test]
    fn errors_point_into_the_line() {
        check("abc", 2, "error: what?\n --> m.cfa:7:2\n  |\n7 | abc\n  |  ^");
        check("äbc", 2, "error: what?\n --> m.cfa:7:2\n  |\n7 | äbc\n  |  ^");
        // At the end of the line.
        check("abc", 4, "error: what?\n --> m.cfa:7:4\n  |\n7 | abc\n  |    ^");
        check("", 1, "error: what?\n --> m.cfa:7:1\n  |\n7 |\n  | ^");
    }

    #[test]
    fn long_lines_are_not_shown() {
        check(&"x".repeat(2_000_000), 1_000_000, "error: what?\n--> m.cfa:7:1000000");
    }
}
