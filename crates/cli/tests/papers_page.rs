//! The page that maps papers to code names files and functions that exist.

use std::path::{Path, PathBuf};

/// Folders that paths on the page may be relative to.
const ROOTS: [&str; 4] = ["", "engines/src", "engines/src/ic3cfa", "passes/src/program"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn files_and_functions_that_are_named_exist() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(crates.join("../docs/papers.md")).expect("the page");
    let mut files = Vec::new();
    sources(&crates.join("engines/src"), &mut files);
    sources(&crates.join("model/src"), &mut files);
    sources(&crates.join("bits/src"), &mut files);
    let texts: Vec<String> =
        files.iter().map(|file| std::fs::read_to_string(file).expect("a source file")).collect();
    let (mut paths, mut functions) = (0, 0);
    for line in page.lines().filter(|line| line.starts_with('|')) {
        for name in line.split('`').skip(1).step_by(2) {
            // The function may be qualified by a type.
            let last = name.rsplit("::").next().unwrap_or(name);
            let is_path = name.contains('/') || name.ends_with(".rs");
            let exists = match is_path {
                true => ROOTS.iter().any(|root| crates.join(root).join(name).exists()),
                false => {
                    let definitions = [format!("fn {last}("), format!("fn {last}<")];
                    let defines = |text: &String| definitions.iter().any(|d| text.contains(d));
                    texts.iter().any(defines) || crates.join("engines/src").join(name).is_dir()
                }
            };
            assert!(exists, "{name} is not there: {line}");
            *(if is_path { &mut paths } else { &mut functions }) += 1;
        }
    }
    assert!(paths > 20 && functions > 10, "{paths} paths, {functions} functions");
}
