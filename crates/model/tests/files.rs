//! File tests: each file of `tests/files` ends with the expected result, in comments after a line
//! `;; expected`. With `LEMMATIC_BLESS=1` in the environment the files are rewritten.

use model::text::parse_into;
use model::{Dot, Model, ParseError, chc};
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

/// Compares the result of `show` on the input of each file with its expectation.
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

/// Terms are kept as they are written; the rewriter is off.
fn parse(text: &str) -> Result<Model, ParseError> {
    parse_into(TermStore::without_simplification(), text)
}

fn read(text: &str) -> Model {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn parse_chc(text: &str) -> Result<chc::ChcSystem, ParseError> {
    chc::parse_into(TermStore::without_simplification(), text, "test.smt2")
}

fn read_chc(text: &str) -> chc::ChcSystem {
    let system = parse_chc(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(chc::verify(&system), Ok(()));
    system
}

#[test]
fn models_are_printed_and_read_back() {
    check("text", |input| {
        let printed = read(input).to_string();
        assert_eq!(read(&printed).to_string(), printed);
        printed
    });
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    check("errors", |input| match parse(input) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    });
}

#[test]
fn models_are_drawn() {
    check("dot", |input| Dot(&read(input)).to_string());
}

#[test]
fn clauses_are_printed_and_read_back() {
    check("chc", |input| match parse_chc(input) {
        Ok(system) => {
            assert_eq!(chc::verify(&system), Ok(()));
            let printed = system.to_string();
            assert_eq!(read_chc(&printed).to_string(), printed);
            printed
        }
        Err(error) => error.to_string(),
    });
}

#[test]
fn models_become_clauses() {
    check("from_model", |input| {
        let system = chc::from_model(&read(input)).expect("calls are handled").system;
        assert_eq!(chc::verify(&system), Ok(()));
        let printed = system.to_string();
        assert_eq!(read_chc(&printed).clauses.len(), system.clauses.len());
        printed
    });
}

#[test]
fn linear_clauses_become_models() {
    check("to_model", |input| match chc::to_model(&read_chc(input)) {
        Ok(chc) => {
            assert_eq!(model::verify(&chc.model), Ok(()));
            let printed = chc.model.to_string();
            assert_eq!(read(&printed).to_string(), printed);
            printed
        }
        Err(error) => error.to_string(),
    });
}

mod mutations {
    use super::*;
    use proptest::prelude::*;

    /// Fragments that are spliced into a text to break it.
    const PIECES: [&str; 20] = [
        "{",
        "}",
        "(",
        ")",
        ";",
        ":",
        ":=",
        "->",
        "@",
        "|",
        "\"",
        ",",
        "choice",
        "or",
        "var",
        "procedure",
        "x",
        "\n",
        "é",
        "#x",
    ];

    fn texts() -> Vec<String> {
        let all = ["text", "dot"].into_iter().flat_map(files);
        all.map(|file| std::fs::read_to_string(file).unwrap()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn broken_texts_are_read_or_refused(
            which in any::<prop::sample::Index>(),
            breaks in prop::collection::vec(
                (any::<prop::sample::Index>(), 0usize..8, 0..2 * PIECES.len()), 1..4),
        ) {
            let texts = texts();
            let mut text: Vec<char> = which.get(&texts).chars().collect();
            for (place, length, piece) in breaks {
                let start = place.index(text.len().max(1)).min(text.len());
                let end = (start + length).min(text.len());
                let piece = PIECES.get(piece).unwrap_or(&"");
                text.splice(start..end, piece.chars());
            }
            let text: String = text.into_iter().collect();
            if let Ok(model) = parse(&text) {
                let printed = model.to_string();
                prop_assert_eq!(read(&printed).to_string(), printed);
            }
        }

        #[test]
        fn broken_clauses_are_read_or_refused(
            place in any::<prop::sample::Index>(),
            length in 0usize..8,
            piece in prop::sample::select(vec!["(", ")", "forall", "exists", "not", "=> p", "x", "1"]),
        ) {
            for file in files("chc") {
                let mut text: Vec<char> = std::fs::read_to_string(file).unwrap().chars().collect();
                let start = place.index(text.len().max(1)).min(text.len());
                let end = (start + length).min(text.len());
                text.splice(start..end, piece.chars());
                if let Ok(system) = parse_chc(&text.into_iter().collect::<String>()) {
                    prop_assert_eq!(chc::verify(&system), Ok(()));
                }
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = parse(&text);
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let nested = |depth| {
            let (open, close) = ("choice { ".repeat(depth), "}".repeat(depth));
            parse(&format!("procedure main {{ a -> b {{ {open}{close} }} }}"))
        };
        assert!(nested(400).is_ok());
        assert_eq!(nested(100_000).err().unwrap().message, "choices are nested too deeply");
    }

    #[test]
    fn deep_terms_are_read() {
        let (open, close) = ("(bvnot (bvneg ".repeat(200_000), "))".repeat(200_000));
        let text = format!("var x : bv8 procedure main {{ a -> b {{ x := {open}x{close} }} }}");
        let printed = read(&text).to_string();
        assert_eq!(read(&printed).to_string(), printed);
    }
}
