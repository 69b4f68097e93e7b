//! Options that the documentation and the hunt mention must exist.

mod common;

use common::{files_in, lemmatic, root};
use regex::Regex;
use std::collections::BTreeSet;

/// Options of other programs, and where they are mentioned.
const OTHERS: &[(&str, &[&str])] = &[
    ("README.md", &["--locked", "--path", "--release"]),
    ("contrib/benchexec/README.md", &["--tool-directory"]),
    ("crates/cli/src/bench/args.rs", &["--unwind"]),
    ("docs/bench.md", &["--unwind"]),
    ("docs/library.md", &["--library"]),
    ("docs/memory.md", &["--example"]),
    ("docs/results.md", &["--example", "--release"]),
    (
        "docs/solvers.md",
        &[
            "--abv",
            "--bench",
            "--bv",
            "--callgrind",
            "--fp",
            "--example",
            "--integers",
            "--release",
        ],
    ),
];

/// Files to search besides the folders of documentation.
const FILES: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "README.md",
    "crates/cli/src/bench/args.rs",
    "crates/hunt/src/campaign.rs",
];

/// All options of the command, from its shell completions.
fn known() -> BTreeSet<String> {
    let script = lemmatic(&["completions", "bash"]).stdout;
    found_in(&script).into_iter().map(|(_, option)| option).collect()
}

/// The options in a text, with their lines.
fn found_in(text: &str) -> Vec<(usize, String)> {
    let option = Regex::new(r"(?:^|[^\w-])(--[a-z][a-z0-9-]*)").expect("a regular expression");
    let in_line = |(index, line)| {
        let found = option.captures_iter(line).map(move |found| (index + 1, found[1].to_owned()));
        found.collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(in_line).collect()
}

#[test]
fn options_that_are_named_exist() {
    let known = known();
    for option in ["--kiki-domain", "--each-check", "--markdown"] {
        assert!(known.contains(option), "{option} is not in {known:?}");
    }
    let mut files: Vec<String> = FILES.iter().map(|&file| file.to_owned()).collect();
    for folder in ["docs", "docs/engines", "contrib/benchexec"] {
        files.extend(files_in(folder));
    }
    let mut unknown = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else { continue };
        let others = OTHERS.iter().find(|row| row.0 == file).map_or(&[][..], |row| row.1);
        for (line, option) in found_in(&text) {
            if !known.contains(&option) && !others.contains(&option.as_str()) {
                unknown.push(format!("{file}:{line}: {option}"));
            }
        }
    }
    assert_eq!(unknown, Vec::<String>::new(), "options that do not exist");
}
