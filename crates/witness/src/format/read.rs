//! Witnesses from YAML text.

use super::{
    Action, Constraint, Content, ExpressionFormat, Invariant, Location, Segment, VERSION,
    VERSION_WITH_CYCLES, Waypoint, WaypointKind, Witness, Word,
};
use crate::metadata::{Metadata, Producer, Task};
use program::Machine;
use saphyr::{LoadableYamlNode, MarkedYaml};
use thiserror::Error;

/// Why a text is not a witness of this format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// A description of the error.
    pub message: String,
}

type Result<T, E = ReadError> = std::result::Result<T, E>;

impl Witness {
    /// Reads the first entry of a YAML text; files of several entries are not supported.
    pub fn from_yaml(text: &str) -> Result<Witness> {
        let documents = MarkedYaml::load_from_str(text).map_err(|error| {
            let marker = error.marker();
            ReadError {
                line: marker.line() as u32,
                column: marker.col() as u32 + 1,
                message: format!("no YAML: {}", error.info()),
            }
        })?;
        let wrong = || ReadError {
            line: 1,
            column: 1,
            message: "must be one document with a list of one entry".to_owned(),
        };
        let [root] = documents.as_slice() else { return Err(wrong()) };
        let [entry] = items(root)? else { return Err(wrong()) };
        let metadata = metadata(required(entry, "metadata")?)?;
        let entry_type = required(entry, "entry_type")?;
        let content = required(entry, "content")?;
        let version_node = required(required(entry, "metadata")?, "format_version")?;
        let content = match text_of(entry_type)? {
            "invariant_set" => Content::Invariants(list(content, invariant)?),
            "violation_sequence" => Content::Violation(segments(content)?),
            other => return Err(error(entry_type, format!("'{other}' is no known entry type"))),
        };
        let witness = Witness { metadata, content };
        if text_of(version_node)? == VERSION && witness.version() != VERSION {
            return Err(error(version_node, format!("version {VERSION} has no cycles")));
        }
        Ok(witness)
    }
}

fn metadata(node: &MarkedYaml) -> Result<Metadata> {
    let version = required(node, "format_version")?;
    if ![VERSION, VERSION_WITH_CYCLES].contains(&text_of(version)?) {
        let message = format!("only versions {VERSION} and {VERSION_WITH_CYCLES} are known");
        return Err(error(version, message));
    }
    Ok(Metadata {
        uuid: string(node, "uuid")?,
        creation_time: string(node, "creation_time")?,
        producer: producer(required(node, "producer")?)?,
        task: task(required(node, "task")?)?,
    })
}

fn producer(node: &MarkedYaml) -> Result<Producer> {
    let configuration = field(node, "configuration")?.map(text_of).transpose()?;
    Ok(Producer {
        name: string(node, "name")?,
        version: string(node, "version")?,
        configuration: configuration.map(str::to_owned),
    })
}

fn task(node: &MarkedYaml) -> Result<Task> {
    let hashes = required(node, "input_file_hashes")?;
    let input_files = list(required(node, "input_files")?, |file| {
        let name = text_of(file)?;
        Ok((name.to_owned(), string(hashes, name)?))
    })?;
    let data_model = required(node, "data_model")?;
    let language = required(node, "language")?;
    if text_of(language)? != "C" {
        return Err(error(language, "only the language C is known"));
    }
    Ok(Task {
        input_files,
        specification: string(node, "specification")?,
        data_model: match text_of(data_model)? {
            "ILP32" => Machine::Ilp32,
            "LP64" => Machine::Lp64,
            _ => return Err(error(data_model, "must be 'ILP32' or 'LP64'")),
        },
    })
}

fn invariant(node: &MarkedYaml) -> Result<Invariant> {
    let node = required(node, "invariant")?;
    let format = required(node, "format")?;
    if word::<ExpressionFormat>(format)? != ExpressionFormat::C {
        return Err(error(format, "invariants must be C expressions"));
    }
    Ok(Invariant {
        kind: word(required(node, "type")?)?,
        location: location(required(node, "location")?)?,
        value: string(node, "value")?,
    })
}

fn segments(node: &MarkedYaml) -> Result<Vec<Segment>> {
    let segments = list(node, |node| {
        let waypoints = list(required(node, "segment")?, waypoint)?;
        let reached = waypoints.iter().filter(|waypoint| waypoint.action != Action::Avoid);
        let ends_so = waypoints.last().is_some_and(|last| last.action != Action::Avoid);
        if reached.count() != 1 || !ends_so {
            return Err(error(node, "a segment must end with its only waypoint to reach"));
        }
        Ok(Segment { waypoints })
    })?;
    match segments.iter().position(Segment::is_in_cycle) {
        Some(start) => cycle(node, &segments, start)?,
        None => target(node, &segments)?,
    }
    Ok(segments)
}

/// Only the first waypoint of the cycle is a condition on states, and the cycle is the end.
fn cycle(node: &MarkedYaml, segments: &[Segment], start: usize) -> Result<()> {
    if !segments[start..].iter().all(Segment::is_in_cycle) {
        return Err(error(node, "the cycle must be at the end"));
    }
    let waypoints = || segments.iter().flat_map(|segment| &segment.waypoints);
    if waypoints().any(|waypoint| waypoint.kind == WaypointKind::Target) {
        return Err(error(node, "a run that never ends has no target"));
    }
    let is_condition = |waypoint: &Waypoint| waypoint.kind == WaypointKind::Recurrence;
    let first = segments[start].waypoints.last();
    if waypoints().filter(|it| is_condition(it)).count() != 1 || !first.is_some_and(is_condition) {
        return Err(error(node, "the cycle must start with the only recurrence condition"));
    }
    Ok(())
}

fn target(node: &MarkedYaml, segments: &[Segment]) -> Result<()> {
    let is_target = |waypoint: &Waypoint| waypoint.kind == WaypointKind::Target;
    let last = segments.last().and_then(|segment| segment.waypoints.last());
    let targets = segments.iter().flat_map(|segment| &segment.waypoints).filter(|it| is_target(it));
    if targets.count() != 1 || !last.is_some_and(is_target) {
        return Err(error(node, "the only target must be at the end"));
    }
    let is_condition = |waypoint: &Waypoint| waypoint.kind == WaypointKind::Recurrence;
    if segments.iter().flat_map(|segment| &segment.waypoints).any(is_condition) {
        return Err(error(node, "a recurrence condition is the start of a cycle"));
    }
    Ok(())
}

fn waypoint(node: &MarkedYaml) -> Result<Waypoint> {
    let node = required(node, "waypoint")?;
    let kind = required(node, "type")?;
    let constraint = field(node, "constraint")?.map(constraint).transpose()?;
    let kind: WaypointKind = word(kind)?;
    let needs = matches!(
        kind,
        WaypointKind::Assumption
            | WaypointKind::Branching
            | WaypointKind::FunctionReturn
            | WaypointKind::Recurrence
    );
    if needs && constraint.is_none() {
        return Err(error(node, format!("'{}' needs a constraint", kind.word())));
    }
    Ok(Waypoint {
        kind,
        action: word(required(node, "action")?)?,
        location: location(required(node, "location")?)?,
        constraint,
    })
}

fn constraint(node: &MarkedYaml) -> Result<Constraint> {
    let value = required(node, "value")?;
    // Branches are `true` and `false`, and some tools do not quote them.
    let text = match value.data.as_bool() {
        Some(truth) => truth.to_string(),
        None => text_of(value)?.to_owned(),
    };
    Ok(Constraint { value: text, format: field(node, "format")?.map(word).transpose()? })
}

fn location(node: &MarkedYaml) -> Result<Location> {
    let function = field(node, "function")?.map(text_of).transpose()?;
    Ok(Location {
        file_name: string(node, "file_name")?,
        line: number(required(node, "line")?)?,
        column: field(node, "column")?.map(number).transpose()?,
        function: function.map(str::to_owned),
    })
}

fn error(node: &MarkedYaml, message: impl Into<String>) -> ReadError {
    let start = node.span.start;
    ReadError { line: start.line() as u32, column: start.col() as u32 + 1, message: message.into() }
}

fn field<'n, 'i>(node: &'n MarkedYaml<'i>, key: &str) -> Result<Option<&'n MarkedYaml<'i>>> {
    if !node.data.is_mapping() {
        return Err(error(node, format!("must be a mapping with the key '{key}'")));
    }
    Ok(node.data.as_mapping_get(key))
}

fn required<'n, 'i>(node: &'n MarkedYaml<'i>, key: &str) -> Result<&'n MarkedYaml<'i>> {
    field(node, key)?.ok_or_else(|| error(node, format!("has no '{key}'")))
}

fn items<'n, 'i>(node: &'n MarkedYaml<'i>) -> Result<&'n [MarkedYaml<'i>]> {
    match node.data.as_sequence() {
        Some(items) => Ok(items),
        None => Err(error(node, "must be a list")),
    }
}

fn list<T>(node: &MarkedYaml, read: impl Fn(&MarkedYaml) -> Result<T>) -> Result<Vec<T>> {
    items(node)?.iter().map(read).collect()
}

fn text_of<'n>(node: &'n MarkedYaml) -> Result<&'n str> {
    node.data.as_str().ok_or_else(|| error(node, "must be text"))
}

fn string(node: &MarkedYaml, key: &str) -> Result<String> {
    Ok(text_of(required(node, key)?)?.to_owned())
}

fn number(node: &MarkedYaml) -> Result<u32> {
    let number = node.data.as_integer().and_then(|number| u32::try_from(number).ok());
    number.filter(|&number| number > 0).ok_or_else(|| error(node, "must be a number from 1 on"))
}

fn word<T: Word>(node: &MarkedYaml) -> Result<T> {
    let text = text_of(node)?;
    T::of_word(text).ok_or_else(|| {
        let known: Vec<&str> = T::WORDS.iter().map(|row| row.1).collect();
        error(node, format!("'{text}' is none of {}", known.join(", ")))
    })
}
