//! The line counts in docs/trust.md match the code within a fifth.
//!
//! `LEMMATIC_BLESS=1` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Lines of code of a file or folder, without blank lines, comments and tests.
fn lines(path: &Path) -> usize {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        return if name == "tests" { 0 } else { paths.map(|path| lines(&path)).sum() };
    }
    if !name.ends_with(".rs") || ["tests.rs", "testing.rs", "faults.rs"].contains(&name) {
        return 0;
    }
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // A module of tests is the last item of its file.
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    code.lines().filter(is_code).count()
}

/// The paths, in backticks, of the first cell of a row.
fn paths(cell: &str) -> Vec<PathBuf> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.map(|path| root().join("crates").join(path)).collect()
}

fn with_commas(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

#[test]
fn lines_are_counted_right() {
    let page = root().join("docs/trust.md");
    let text = fs::read_to_string(&page).expect("the page is there");
    let (mut counted, mut wrong, mut blessed) = (0, Vec::new(), String::new());
    for row in text.lines() {
        let cells: Vec<&str> = row.split('|').collect();
        let is_counted = row.starts_with("| `") && cells.len() >= 5;
        if is_counted {
            counted += 1;
            let found: usize = paths(cells[1]).iter().map(|path| lines(path)).sum();
            let said: usize = cells[2].trim().replace(',', "").parse().expect("a number");
            if found.abs_diff(said) > found / 5 + 20 {
                wrong.push(format!("{}: {said} lines, but there are {found}", cells[1].trim()));
            }
            let mut cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            cells[2] = format!(" {} ", with_commas(found));
            blessed += &cells.join("|");
        } else {
            blessed += row;
        }
        blessed.push('\n');
    }
    assert!(counted > 15, "only {counted} rows are counted");
    if std::env::var_os("LEMMATIC_BLESS").is_some() {
        fs::write(&page, blessed).expect("the page can be written");
    } else {
        assert!(wrong.is_empty(), "docs/trust.md is out of date: {wrong:#?}");
    }
}
