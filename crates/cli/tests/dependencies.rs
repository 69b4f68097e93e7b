//! Our dependencies: compatible licences, and no crate in two versions without a reason.
//! `deny.toml` says the same to `cargo deny`.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Licences that require no more than a notice.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that occur in two versions, each with the reason.
const TWICE: &[(&str, &str)] = &[
    ("bit-vec", "batsat has an old one, proptest (tests only) a new one"),
    ("syn", "zerocopy (benchmarks only) has an old one"),
];

/// All packages that a build for this machine may need, including tests and benchmarks.
fn packages() -> Vec<Value> {
    let cargo = |more: &[&str]| {
        let host = format!("--filter-platform={}", host());
        let mut command = Command::new(env!("CARGO"));
        command.args(["metadata", "--locked", "--format-version", "1", &host]).args(more);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs")
    };
    // After a partial build the sources of some crates are missing, and cargo must fetch them.
    let mut output = cargo(&["--offline"]);
    if !output.status.success() {
        output = cargo(&[]);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {errors}");
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let used: BTreeSet<String> = metadata["resolve"]["nodes"]
        .as_array()
        .expect("a list of nodes")
        .iter()
        .map(|node| text(&node["id"]))
        .collect();
    let all = std::mem::take(metadata["packages"].as_array_mut().expect("a list of packages"));
    all.into_iter().filter(|package| used.contains(&text(&package["id"]))).collect()
}

/// The machine that cargo builds for.
fn host() -> String {
    let output = Command::new(env!("CARGO")).arg("-vV").output().expect("cargo runs");
    let told = String::from_utf8(output.stdout).expect("cargo prints text");
    let line = told.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("cargo tells the host").to_owned()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Whether an SPDX licence expression can be satisfied by the allowed licences. Old crates write
/// `/` for OR.
fn is_allowed(expression: &str) -> bool {
    let any = |part: &str| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')').replace('/', " OR ");
        part.split(" OR ").any(|licence| LICENCES.contains(&licence.trim()))
    };
    expression.split(" AND ").all(any)
}

#[test]
fn licence_expressions_are_understood() {
    for allowed in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0-only OR MIT",
        "Apache-2.0 WITH LLVM-exception",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "LGPL-2.1 OR MPL-2.0"] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn licences_of_dependencies_fit() {
    let packages = packages();
    assert!(packages.len() > 50, "all dependencies are looked at");
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !is_allowed(&text(&package["license"])))
        .map(|package| format!("{}: {}", text(&package["name"]), package["license"]))
        .collect();
    assert_eq!(refused, Vec::<String>::new(), "licences that do not fit");
}

#[test]
fn no_crate_comes_twice_without_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        versions.entry(text(&package["name"])).or_default().insert(text(&package["version"]));
    }
    versions.retain(|_, versions| versions.len() > 1);
    let twice: Vec<&str> = versions.keys().map(String::as_str).collect();
    let excused: Vec<&str> = TWICE.iter().map(|row| row.0).collect();
    assert_eq!(twice, excused, "crates in several versions: {versions:#?}");
}

/// `cargo deny` is not needed for these tests, but must not contradict them.
#[test]
fn deny_toml_says_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    let deny = std::fs::read_to_string(path).expect("the file is there");
    let between = |start: &str, end: &str| {
        let (_, rest) = deny.split_once(start).expect("the list starts");
        let (list, _) = rest.split_once(end).expect("the list ends");
        list.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(between("allow = [", "]"), LICENCES);
    let skipped = between("skip = [", "]\n");
    let expected: Vec<&str> = TWICE.iter().flat_map(|&(name, reason)| [name, reason]).collect();
    assert_eq!(skipped, expected);
}
