//! What happens in a run, for people.

use program::interpret::Event;
use program::{ChoiceSource, Program, ScalarType, Shown};
use std::fmt;
use term::Value;

/// Something that happened in a run, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Where: file, line, column.
    pub place: Option<String>,
    /// What.
    pub text: String,
}

impl LogLine {
    /// What is worth a line of what happens in a run.
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
        Some(LogLine { place: span.map(|span| program.place(span)), text })
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
