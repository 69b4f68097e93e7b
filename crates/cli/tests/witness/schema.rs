//! The rules of the witness format, versions 2.0 and 2.1: required and allowed keys, and their values.

use saphyr::Yaml;

/// A rule for a value.
enum Rule {
    /// Text.
    Text,
    /// One of some words.
    Word(&'static [&'static str]),
    /// Text that satisfies a predicate.
    Form(&'static str, fn(&str) -> bool),
    /// A positive integer.
    Number,
    /// A nonempty list of such values.
    List(&'static Rule),
    /// A mapping from any text to such values.
    Table(&'static Rule),
    /// A mapping with exactly these keys; the flag tells which are required.
    Mapping(&'static [(&'static str, bool, Rule)]),
    /// One of several rules, selected by the word of a key.
    ByWord(&'static str, &'static [(&'static str, Rule)]),
}

const LOCATION: Rule = Rule::Mapping(&[
    ("file_name", true, Rule::Text),
    ("line", true, Rule::Number),
    ("column", false, Rule::Number),
    ("function", false, Rule::Text),
]);

/// A constraint that is a condition in C.
const CONDITION: Rule =
    Rule::Mapping(&[("value", true, Rule::Text), ("format", false, Rule::Word(&["c_expression"]))]);

const METADATA: Rule = Rule::Mapping(&[
    ("format_version", true, Rule::Word(&["2.0", "2.1"])),
    ("uuid", true, Rule::Form("a UUID", is_uuid)),
    ("creation_time", true, Rule::Form("a time", is_time)),
    (
        "producer",
        true,
        Rule::Mapping(&[
            ("name", true, Rule::Text),
            ("version", true, Rule::Text),
            ("configuration", false, Rule::Text),
            ("command_line", false, Rule::Text),
            ("description", false, Rule::Text),
        ]),
    ),
    (
        "task",
        true,
        Rule::Mapping(&[
            ("input_files", true, Rule::List(&Rule::Text)),
            ("input_file_hashes", true, Rule::Table(&Rule::Form("a hash", is_hash))),
            ("specification", true, Rule::Text),
            ("data_model", true, Rule::Word(&["ILP32", "LP64"])),
            ("language", true, Rule::Word(&["C"])),
        ]),
    ),
]);

const INVARIANT: Rule = Rule::Mapping(&[(
    "invariant",
    true,
    Rule::Mapping(&[
        ("type", true, Rule::Word(&["loop_invariant", "location_invariant"])),
        ("location", true, LOCATION),
        ("value", true, Rule::Text),
        ("format", true, Rule::Word(&["c_expression"])),
    ]),
)]);

const ACTION: Rule = Rule::Word(&["follow", "avoid", "cycle"]);

const WAYPOINT: Rule = Rule::Mapping(&[(
    "waypoint",
    true,
    Rule::ByWord(
        "type",
        &[
            (
                "assumption",
                Rule::Mapping(&[
                    ("type", true, Rule::Text),
                    ("action", true, ACTION),
                    ("location", true, LOCATION),
                    ("constraint", true, CONDITION),
                ]),
            ),
            (
                "function_return",
                Rule::Mapping(&[
                    ("type", true, Rule::Text),
                    ("action", true, ACTION),
                    ("location", true, LOCATION),
                    (
                        "constraint",
                        true,
                        Rule::Mapping(&[
                            ("value", true, Rule::Form("about the result", mentions_result)),
                            ("format", true, Rule::Word(&["acsl_expression"])),
                        ]),
                    ),
                ]),
            ),
            (
                "recurrence_condition",
                Rule::Mapping(&[
                    ("type", true, Rule::Text),
                    ("action", true, Rule::Word(&["cycle"])),
                    ("location", true, LOCATION),
                    ("constraint", true, CONDITION),
                ]),
            ),
            (
                "target",
                Rule::Mapping(&[
                    ("type", true, Rule::Text),
                    ("action", true, Rule::Word(&["follow"])),
                    ("location", true, LOCATION),
                ]),
            ),
        ],
    ),
)]);

const SEGMENT: Rule = Rule::Mapping(&[("segment", true, Rule::List(&WAYPOINT))]);

const WITNESS: Rule = Rule::List(&Rule::ByWord(
    "entry_type",
    &[
        (
            "invariant_set",
            Rule::Mapping(&[
                ("entry_type", true, Rule::Text),
                ("metadata", true, METADATA),
                ("content", true, Rule::List(&INVARIANT)),
            ]),
        ),
        (
            "violation_sequence",
            Rule::Mapping(&[
                ("entry_type", true, Rule::Text),
                ("metadata", true, METADATA),
                ("content", true, Rule::List(&SEGMENT)),
            ]),
        ),
    ],
));

/// The rule violations of a document.
pub fn violations(document: &Yaml<'_>) -> Vec<String> {
    let mut found = Vec::new();
    check(document, &WITNESS, "witness", &mut found);
    found
}

fn check(node: &Yaml<'_>, rule: &Rule, path: &str, found: &mut Vec<String>) {
    let mut wrong = |what: &str| found.push(format!("{path} must be {what}"));
    match rule {
        Rule::Text => {
            if node.as_str().is_none() {
                wrong("text");
            }
        }
        Rule::Word(words) => {
            if !node.as_str().is_some_and(|text| words.contains(&text)) {
                wrong(&format!("one of {words:?}"));
            }
        }
        Rule::Form(what, holds) => {
            if !node.as_str().is_some_and(holds) {
                wrong(what);
            }
        }
        Rule::Number => {
            if node.as_integer().is_none_or(|number| number < 1) {
                wrong("a number from 1 on");
            }
        }
        Rule::List(element) => match node.as_sequence() {
            Some(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    check(item, element, &format!("{path}[{index}]"), found);
                }
            }
            _ => wrong("a list that is not empty"),
        },
        Rule::Table(element) => match node.as_mapping() {
            Some(entries) => {
                for value in entries.values() {
                    check(value, element, &format!("{path}.*"), found);
                }
            }
            None => wrong("a mapping"),
        },
        Rule::Mapping(keys) => mapping(node, keys, path, found),
        Rule::ByWord(key, rules) => {
            let word = node.as_mapping_get(key).and_then(Yaml::as_str);
            match rules.iter().find(|(known, _)| Some(*known) == word) {
                Some((_, rule)) => check(node, rule, path, found),
                None => wrong(&format!("of a known '{key}'")),
            }
        }
    }
}

fn mapping(node: &Yaml<'_>, keys: &[(&str, bool, Rule)], path: &str, found: &mut Vec<String>) {
    let Some(entries) = node.as_mapping() else {
        found.push(format!("{path} must be a mapping"));
        return;
    };
    for key in entries.keys().filter_map(Yaml::as_str) {
        if !keys.iter().any(|(known, ..)| *known == key) {
            found.push(format!("{path} must not have the key '{key}'"));
        }
    }
    for (key, required, rule) in keys {
        match node.as_mapping_get(key) {
            Some(value) => check(value, rule, &format!("{path}.{key}"), found),
            None if *required => found.push(format!("{path} must have the key '{key}'")),
            None => {}
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(|group| is_hexadecimal(group))
}

fn is_hexadecimal(text: &str) -> bool {
    text.chars().all(|char| char.is_ascii_digit() || ('a'..='f').contains(&char))
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && is_hexadecimal(text)
}

fn is_time(text: &str) -> bool {
    let form: String =
        text.chars().map(|char| if char.is_ascii_digit() { '0' } else { char }).collect();
    form == "0000-00-00T00:00:00Z"
}

fn mentions_result(text: &str) -> bool {
    text.starts_with("\\result == ")
}

#[test]
fn the_rules_can_be_broken() {
    use saphyr::LoadableYamlNode;
    let text = "- entry_type: violation_sequence\n  metadata: 1\n  content: []\n  more: 1\n";
    let documents = Yaml::load_from_str(text).unwrap();
    assert_eq!(
        violations(&documents[0]),
        [
            "witness[0] must not have the key 'more'",
            "witness[0].metadata must be a mapping",
            "witness[0].content must be a list that is not empty",
        ]
    );
}
