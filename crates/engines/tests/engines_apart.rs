//! Engines do not know each other; shared parts have their own folders.

use std::path::{Path, PathBuf};

/// The folders of engines.
const ENGINES: [&str; 10] = [
    "bmc",
    "cells",
    "ic3cfa",
    "kiki",
    "kind",
    "la",
    "predabs",
    "spacer",
    "termination",
    "tree_ic3",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the crate");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        match path.is_dir() {
            // Tests compare engines.
            true if path.ends_with("tests") => {}
            true => found.extend(sources(&path)),
            false => found.push(path),
        }
    }
    found.retain(|path| !path.ends_with("tests.rs"));
    found
}

#[test]
fn no_engine_mentions_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut mentions = Vec::new();
    for engine in ENGINES {
        let files = sources(&root.join(engine));
        assert!(!files.is_empty(), "{engine} has no files");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for other in ENGINES.iter().filter(|&&other| other != engine) {
                if text.contains(&format!("crate::{other}::")) {
                    mentions.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert_eq!(mentions, Vec::<String>::new());
}
