//! File tests: each file of `tests/files` ends with what reading it gives, in comments behind a
//! line `;; expected`. With `LEMMATIC_BLESS=1` in the environment the files are rewritten.

use program::text::parse_into;
use program::{ParseError, Program};
use std::path::{Path, PathBuf};
use term::TermStore;

const MARK: &str = ";; expected\n";

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder of the file tests");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Compares what `show` makes of the input of each file with its expectation.
fn check(folder: &str, show: impl Fn(&str) -> String) {
    let mut failures = Vec::new();
    for file in files(folder) {
        let content = std::fs::read_to_string(&file).unwrap();
        let input = content.split(MARK).next().expect("there is a first part");
        let mut found = input.to_owned() + MARK;
        for line in show(input).lines() {
            found += format!(";; {line}").trim_end();
            found += "\n";
        }
        if found != content {
            if std::env::var_os("LEMMATIC_BLESS").is_some() {
                std::fs::write(&file, found).unwrap();
            } else {
                failures.push(format!("{}:\n{found}", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Terms are kept as they are written, whatever the rewriter would make of them.
fn parse(text: &str) -> Result<Program, ParseError> {
    parse_into(TermStore::without_simplification(), text)
}

fn read(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn programs_are_printed_and_read_back() {
    check("text", |input| {
        let printed = read(input).to_string();
        assert_eq!(read(&printed).to_string(), printed);
        printed
    });
}

/// A file holds several short programs, separated by lines of dashes.
#[test]
fn errors_say_what_is_wrong_and_where() {
    check("errors", |input| {
        let errors = input.split("---\n").map(|part| match parse(part) {
            Ok(_) => "no error".to_owned(),
            Err(error) => error.to_string(),
        });
        errors.collect::<Vec<_>>().join("\n")
    });
}

mod mutations {
    use super::*;
    use proptest::prelude::*;

    /// Pieces that a text may be broken with.
    const PIECES: [&str; 14] =
        ["{", "}", "(", ")", ":", ":=", "@", "|", "\"", ",", "b0", "x", "record", "é"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn broken_texts_are_read_or_refused(
            which in any::<prop::sample::Index>(),
            breaks in prop::collection::vec(
                (any::<prop::sample::Index>(), 0usize..8, 0..2 * PIECES.len()), 1..4),
        ) {
            let texts: Vec<String> = ["text", "run"]
                .into_iter()
                .flat_map(files)
                .map(|file| std::fs::read_to_string(file).unwrap())
                .collect();
            let mut text: Vec<char> = which.get(&texts).chars().collect();
            for (place, length, piece) in breaks {
                let start = place.index(text.len().max(1)).min(text.len());
                let end = (start + length).min(text.len());
                let piece = PIECES.get(piece).unwrap_or(&"");
                text.splice(start..end, piece.chars());
            }
            let text: String = text.into_iter().collect();
            if let Ok(program) = parse(&text) {
                let printed = program.to_string();
                prop_assert_eq!(read(&printed).to_string(), printed);
            }
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let nested = |depth: usize| {
            let (open, close) = ("array(1, ".repeat(depth), ")".repeat(depth));
            parse(&format!(
                "machine lp64 global &x : {open}bytes(1){close} align 1
                 entry function main at &main () {{ b0: halt }}"
            ))
        };
        assert!(nested(100).is_ok());
        assert_eq!(nested(100_000).err().unwrap().message, "layouts are nested too deeply");
    }
}
