use super::*;
use crate::metadata::{Metadata, Producer, Task, file_hash};
use program::Machine;

fn location(line: u32) -> Location {
    let function = Some("main".to_owned());
    Location { file_name: "a b.c".to_owned(), line, column: Some(3), function }
}

fn witness(content: Content) -> Witness {
    let configuration = Some("engine: bmc, \"quoted\"".to_owned());
    let producer =
        Producer { name: "Lemmatic".to_owned(), version: "0.1.0".to_owned(), configuration };
    let task = Task {
        input_files: vec![("a b.c".to_owned(), file_hash(b"int main() {}"))],
        specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )".to_owned(),
        data_model: Machine::Ilp32,
    };
    Witness { metadata: Metadata::now(producer, task), content }
}

fn waypoint(kind: WaypointKind, action: Action, value: Option<&str>) -> Waypoint {
    let format = (kind == WaypointKind::FunctionReturn).then_some(ExpressionFormat::Acsl);
    let constraint = value.map(|value| Constraint { value: value.to_owned(), format });
    Waypoint { kind, action, location: location(7), constraint }
}

fn violation() -> Witness {
    let segment = |waypoints: Vec<Waypoint>| Segment { waypoints };
    witness(Content::Violation(vec![
        segment(vec![
            waypoint(WaypointKind::Branching, Action::Avoid, Some("true")),
            waypoint(WaypointKind::FunctionReturn, Action::Follow, Some("\\result == -1")),
        ]),
        segment(vec![waypoint(WaypointKind::Assumption, Action::Follow, Some("x == 1: # '"))]),
        segment(vec![waypoint(WaypointKind::Target, Action::Follow, None)]),
    ]))
}

fn endless_run() -> Witness {
    let segment = |waypoint: Waypoint| Segment { waypoints: vec![waypoint] };
    witness(Content::Violation(vec![
        segment(waypoint(WaypointKind::FunctionReturn, Action::Follow, Some("\\result == 5"))),
        segment(waypoint(WaypointKind::Recurrence, Action::Cycle, Some("x == 5"))),
        segment(waypoint(WaypointKind::FunctionReturn, Action::Cycle, Some("\\result == 0"))),
    ]))
}

#[test]
fn cycles_have_their_own_version() {
    assert_eq!(violation().version(), "2.0");
    let text = endless_run().to_yaml();
    assert!(text.contains("format_version: \"2.1\""), "{text}");
    let older = text.replace("\"2.1\"", "\"2.0\"");
    assert!(Witness::from_yaml(&older).unwrap_err().message.contains("has no cycles"));
    let open = text.replacen("\"cycle\"", "\"follow\"", 1);
    assert!(Witness::from_yaml(&open).unwrap_err().message.contains("must start with"));
}

fn correctness() -> Witness {
    let invariant =
        |kind, value: &str| Invariant { kind, location: location(9), value: value.to_owned() };
    witness(Content::Invariants(vec![
        invariant(InvariantKind::Loop, "(unsigned int)x <= 10U && \"a\"[0] != '\\n'"),
        invariant(InvariantKind::Location, "1"),
    ]))
}

#[test]
fn what_is_written_is_read_again() {
    for witness in [violation(), endless_run(), correctness()] {
        let text = witness.to_yaml();
        assert_eq!(Witness::from_yaml(&text).as_ref(), Ok(&witness), "{text}");
    }
}

#[test]
fn the_text_is_as_others_write_it() {
    let text = violation().to_yaml();
    assert!(text.starts_with("- entry_type: \"violation_sequence\"\n  metadata:\n"), "{text}");
    for line in [
        "    format_version: \"2.0\"\n",
        "        - \"a b.c\"\n",
        "      data_model: \"ILP32\"\n",
        "    - segment:\n        - waypoint:\n            type: \"branching\"\n",
        "              value: \"\\\\result == -1\"\n              format: \"acsl_expression\"\n",
        "              line: 7\n              column: 3\n              function: \"main\"\n",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn what_is_no_witness_is_refused_with_its_place() {
    let check = |text: &str, from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from} is not in\n{text}");
        let error = Witness::from_yaml(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let (violation, correctness) = (violation().to_yaml(), correctness().to_yaml());
    check(&violation, "\"2.0\"", "\"1.0\"", "3:21: only versions 2.0 and 2.1 are known");
    check(&violation, "    uuid", "    uid", "3:5: has no 'uuid'");
    check(
        &violation,
        "language: \"C\"",
        "language: \"Java\"",
        "17:17: only the language C is known",
    );
    let known = "assumption, branching, function_enter, function_return, target, \
                 recurrence_condition";
    check(&violation, "\"target\"", "\"goal\"", &format!("54:19: 'goal' is none of {known}"));
    check(
        &violation,
        "\"target\"",
        "\"function_enter\"",
        "19:5: the only target must be at the end",
    );
    check(
        &violation,
        "\"avoid\"",
        "\"follow\"",
        "19:7: a segment must end with its only waypoint to reach",
    );
    check(&correctness, "line: 9", "line: 0", "23:17: must be a number from 1 on");
    check(&correctness, "invariant_set", "invariants", "1:15: 'invariants' is no known entry type");
    check(
        &correctness,
        "- entry_type",
        "entry_type",
        "2:3: no YAML: while parsing a block mapping, did not find expected key",
    );
}
