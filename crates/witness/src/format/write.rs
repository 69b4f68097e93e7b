//! Witnesses as YAML text.

use super::{Constraint, Content, Invariant, Location, Segment, Waypoint, Witness, Word};
use crate::metadata::{Metadata, Producer, Task};
use program::Machine;
use saphyr::{Mapping, Scalar, Yaml, YamlEmitter};

impl Witness {
    /// The YAML text.
    pub fn to_yaml(&self) -> String {
        let (entry_type, content) = match &self.content {
            Content::Invariants(invariants) => ("invariant_set", list(invariants, invariant)),
            Content::Violation(segments) => ("violation_sequence", list(segments, segment)),
        };
        let entry = mapping([
            ("entry_type", text(entry_type)),
            ("metadata", metadata(&self.metadata, self.version())),
            ("content", content),
        ]);
        let mut yaml = String::new();
        let mut emitter = YamlEmitter::new(&mut yaml);
        // Some readers take unquoted versions for numbers, and unquoted dates for dates.
        emitter.quoted_value(true);
        let written = emitter.dump(&Yaml::Sequence(vec![entry]));
        written.expect("writing to a string does not fail");
        yaml.trim_start_matches("---\n").to_owned() + "\n"
    }
}

fn metadata<'a>(metadata: &'a Metadata, version: &'a str) -> Yaml<'a> {
    mapping([
        ("format_version", text(version)),
        ("uuid", text(&metadata.uuid)),
        ("creation_time", text(&metadata.creation_time)),
        ("producer", producer(&metadata.producer)),
        ("task", task(&metadata.task)),
    ])
}

fn producer(producer: &Producer) -> Yaml<'_> {
    let configuration = producer.configuration.as_deref();
    mapping(
        [("name", text(&producer.name)), ("version", text(&producer.version))]
            .into_iter()
            .chain(configuration.map(|configuration| ("configuration", text(configuration)))),
    )
}

fn task(task: &Task) -> Yaml<'_> {
    let hashes = task.input_files.iter().map(|(file, hash)| (file.as_str(), text(hash)));
    let data_model = match task.data_model {
        Machine::Ilp32 => "ILP32",
        Machine::Lp64 => "LP64",
    };
    mapping([
        ("input_files", list(&task.input_files, |(file, _)| text(file))),
        ("input_file_hashes", mapping(hashes)),
        ("specification", text(&task.specification)),
        ("data_model", text(data_model)),
        ("language", text("C")),
    ])
}

fn invariant(invariant: &Invariant) -> Yaml<'_> {
    let inner = mapping([
        ("type", text(invariant.kind.word())),
        ("location", location(&invariant.location)),
        ("value", text(&invariant.value)),
        ("format", text("c_expression")),
    ]);
    mapping([("invariant", inner)])
}

fn segment(segment: &Segment) -> Yaml<'_> {
    mapping([("segment", list(&segment.waypoints, waypoint))])
}

fn waypoint(waypoint: &Waypoint) -> Yaml<'_> {
    let constraint = waypoint.constraint.as_ref().map(|it| ("constraint", constraint(it)));
    let inner = [
        ("type", text(waypoint.kind.word())),
        ("action", text(waypoint.action.word())),
        ("location", location(&waypoint.location)),
    ];
    mapping([("waypoint", mapping(inner.into_iter().chain(constraint)))])
}

fn constraint(constraint: &Constraint) -> Yaml<'_> {
    let format = constraint.format.map(|format| ("format", text(format.word())));
    mapping([("value", text(&constraint.value))].into_iter().chain(format))
}

fn location(location: &Location) -> Yaml<'_> {
    let column = location.column.map(|column| ("column", number(column)));
    let function = location.function.as_deref().map(|function| ("function", text(function)));
    let place = [("file_name", text(&location.file_name)), ("line", number(location.line))];
    mapping(place.into_iter().chain(column).chain(function))
}

fn text(value: &str) -> Yaml<'_> {
    Yaml::Value(Scalar::String(value.into()))
}

fn number(value: u32) -> Yaml<'static> {
    Yaml::Value(Scalar::Integer(i64::from(value)))
}

fn list<'a, T>(items: &'a [T], write: impl Fn(&'a T) -> Yaml<'a>) -> Yaml<'a> {
    Yaml::Sequence(items.iter().map(write).collect())
}

fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Yaml<'a>)>) -> Yaml<'a> {
    let entries = entries.into_iter().map(|(key, value)| (text(key), value));
    Yaml::Mapping(entries.collect::<Mapping<'a>>())
}
