//! File tests: each file of `tests/files` ends with the expected result, in comments after a line
//! `;; expected`. With `LEMMATIC_BLESS=1` in the environment the files are rewritten.

use program::interpret::{
    Environment, Event, ExecutionEnd, Inputs, Interpreter, Options, UndefinedBehaviour, Violation,
    Zeros,
};
use program::text::parse_into;
use program::{ParseError, Program, Span};
use std::path::{Path, PathBuf};
use term::{BitVec, TermStore, Value};

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

/// Runs each file. A first line `;; inputs 1 2` gives the inputs; later ones are zero. With `;;
/// record` as the second line, events are listed too.
#[test]
fn programs_run() {
    check("run", |input| {
        let mut lines = input.lines();
        let inputs = lines.next().and_then(|line| line.strip_prefix(";; inputs")).unwrap_or("");
        let inputs = inputs
            .split_whitespace()
            .map(|word| Value::BitVec(BitVec::from_i64(64, word.parse().expect("an integer"))));
        let program = read(input);
        let recording = lines.next() == Some(";; record");
        let options = Options {
            max_steps: 100_000,
            max_memory: 1 << 20,
            max_depth: 1000,
            recorded_from: recording.then_some(0),
            ..Options::default()
        };
        let interpreter = Interpreter::new(&program, options).unwrap();
        let mut chooser = Inputs::new(inputs.collect(), Zeros);
        let (mut output, mut events) = (Vec::new(), String::new());
        let mut observer = |event: &Event<'_>| events += &show_event(&program, event);
        let run = interpreter.run(&mut Environment {
            chooser: &mut chooser,
            output: &mut output,
            observer: recording.then_some(&mut observer),
            interrupted: &|| false,
        });
        let mut shown = events + &String::from_utf8_lossy(&output);
        if !shown.is_empty() && !shown.ends_with('\n') {
            shown += "\n";
        }
        if let Some(UndefinedBehaviour { what, span, .. }) = run.undefined {
            shown += &format!("undefined: {what}{}\n", show_span(&program, span));
        }
        shown + &show_outcome(&program, &run.outcome)
    });
}

fn show_span(program: &Program, span: Option<Span>) -> String {
    span.map_or_else(String::new, |span| {
        format!(" at {}:{}:{}", program.files[span.file.index()], span.line, span.column)
    })
}

fn show_outcome(program: &Program, outcome: &ExecutionEnd) -> String {
    match outcome {
        ExecutionEnd::Finished(None) => "finished".to_owned(),
        ExecutionEnd::Finished(Some(value)) => format!("finished with {value}"),
        ExecutionEnd::Violation(violation) => {
            let Violation { property, message, span, stack, .. } = violation;
            let mut shown = format!("{property} violated{}: {message}", show_span(program, *span));
            for (function, span) in stack {
                let name = &program.function(*function).name;
                shown += &format!("\n  in {name}{}", show_span(program, *span));
            }
            shown
        }
        ExecutionEnd::AssumptionFailed(span) => {
            format!("assumption failed{}", show_span(program, *span))
        }
        ExecutionEnd::Unsupported(what, span) => {
            format!("unsupported{}: {what}", show_span(program, *span))
        }
        ExecutionEnd::Undefined(what, span) => {
            format!("undefined{}: {what}", show_span(program, *span))
        }
        other => format!("{other:?}"),
    }
}

fn show_event(program: &Program, event: &Event<'_>) -> String {
    let (text, span) = match event {
        Event::Chosen { source, register, value, span } => {
            let name = register.map_or("", |register| &register.name);
            (format!("{name} = {value} chosen for {source:?}"), *span)
        }
        Event::Assigned { register, value, span, .. } => {
            (format!("{} = {value}", register.name), *span)
        }
        Event::Stored { target, value, span, .. } => {
            let name = target.object.map_or("heap", |object| object.name.as_str());
            (format!("{name}[{}] = {value}", target.offset), *span)
        }
        Event::Allocated { size, span, .. } => (format!("allocate {size} byte(s)"), *span),
        Event::Called { function, span } => {
            (format!("call {}", program.function(*function).name), *span)
        }
        Event::Reached { block, .. } => (format!("at {block}"), None),
        Event::Returned { function } => {
            (format!("return from {}", program.function(*function).name), None)
        }
    };
    format!("{text}{}\n", show_span(program, span))
}

mod mutations {
    use super::*;
    use proptest::prelude::*;

    /// Fragments that are spliced into a text to break it.
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
