//! The allowed dependencies between crates: those of ARCHITECTURE.md, and no others.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Each crate with the crates that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("term", &[]),
    ("smt", &["term"]),
    ("model", &["term"]),
    ("program", &["model", "term"]),
    ("c", &["model", "program", "term"]),
    ("evidence", &["model", "term"]),
    ("certify", &["term"]),
    ("check", &["certify", "evidence", "model", "smt", "term"]),
    ("engines", &["evidence", "model", "smt", "term"]),
    ("hardware", &["evidence", "model", "term"]),
    ("bits", &["engines", "evidence", "hardware", "model", "smt", "term"]),
    ("passes", &["evidence", "model", "program", "term"]),
    ("runs", &["evidence", "model", "passes", "program", "smt", "term"]),
    ("sample", &["engines", "evidence", "model", "program", "runs", "smt", "term"]),
    ("witness", &["c", "evidence", "model", "passes", "program", "runs", "term"]),
    (
        "driver",
        &[
            "bits", "c", "check", "engines", "evidence", "hardware", "model", "passes", "program",
            "runs", "sample", "smt", "term", "svcomp", "witness",
        ],
    ),
    ("bench", &["program", "svcomp"]),
    ("svcomp", &["program"]),
    ("hunt", &[]),
    ("cli", &["bench", "bits", "driver", "engines", "evidence", "model", "program", "smt", "term"]),
];

/// The short name of a package of this workspace.
fn short(package: &str) -> &str {
    if package == "lemmatic" { "cli" } else { package.trim_start_matches("lemmatic-") }
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

#[test]
fn crates_know_only_what_they_may() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let mut forbidden = Vec::new();
    for package in packages {
        let name = text(&package["name"]);
        let allowed = ALLOWED.iter().find(|row| row.0 == short(&name));
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("'{name}' is not in the table"));
        for dependency in package["dependencies"].as_array().expect("a list") {
            let needed = text(&dependency["name"]);
            // Tests may use more: they compare crates that must not know each other.
            let in_tests = text(&dependency["kind"]) == "dev";
            if ours.contains(&needed) && !in_tests && !allowed.contains(&short(&needed)) {
                forbidden.push(format!("{name} -> {needed}"));
            }
        }
    }
    assert_eq!(forbidden, Vec::<String>::new(), "edges that ARCHITECTURE.md does not allow");
    assert_eq!(ours.len(), ALLOWED.len(), "crates of the table that are gone");
}
