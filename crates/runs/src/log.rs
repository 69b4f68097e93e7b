//! What happens in a run, for people.

use program::interpret::Event;
use program::{ChoiceSource, Program, ScalarType, Shown, Span};
use std::fmt;
use term::Value;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the program names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a span of a program.
    pub fn of(program: &Program, span: Span) -> Place {
        let file = program.files.get(span.file.index()).map_or("?", String::as_str);
        Place { file: file.to_owned(), line: span.line, column: span.column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An event of a run, in readable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The place.
    pub place: Option<Place>,
    /// The text.
    pub text: String,
}

impl LogLine {
    /// The line for an event, if it is worth one.
    pub fn of(program: &Program, event: &Event<'_>) -> Option<LogLine> {
        let shown = |ty: Option<ScalarType>, value: &Value| match ty {
            Some(ty) => Shown(ty, value).to_string(),
            None => value.to_string(),
        };
        let (text, span) = match event {
            Event::Chosen { source, register, value, span } => {
                let value = shown(register.map(|register| register.ty), value);
                let text = match source {
                    ChoiceSource::Input(function) | ChoiceSource::External(function) => {
                        format!("{function}() returns {value}")
                    }
                    ChoiceSource::Uninitialised(name) => format!("{name} happens to be {value}"),
                    ChoiceSource::Order(_) | ChoiceSource::Volatile(_) if value == "false" => {
                        return None;
                    }
                    ChoiceSource::Order(text) => format!("another order of evaluation in '{text}'"),
                    ChoiceSource::Volatile(text) if value == "true" => {
                        format!("the volatile {text} changes")
                    }
                    ChoiceSource::Volatile(text) => format!("{text} becomes {value}"),
                };
                (text, *span)
            }
            Event::Assigned { register, value, span } if !register.name.is_empty() => {
                (format!("{} = {}", register.name, shown(Some(register.ty), value)), *span)
            }
            Event::Stored { object, offset, value, span } => {
                let (name, ty) = object.layout.part_at(&object.name, *offset);
                (format!("{name} = {}", shown(ty, value)), *span)
            }
            Event::Called { function, span } => {
                (format!("call of {}", program.function(*function).name), *span)
            }
            Event::Assigned { .. } | Event::Reached { .. } | Event::Returned { .. } => return None,
        };
        Some(LogLine { place: span.map(|span| Place::of(program, span)), text })
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}
