//! Random C programs: no run of the program violates what is proved, and every reported violation
//! occurs in some run.
//!
//! `RANDOM_C=FIRST..LAST` chooses other seeds. With `RANDOM_C_GCC` set, every run is also made with
//! the executable of gcc and its sanitizers, and both must end in the same way.

#![allow(clippy::print_stderr)] // prints its counts

mod gcc;
mod generator;

use engines::{Bmc, BmcConfig, Silent};
use evidence::Verdict;
use generator::{INPUT_RANGE, INPUTS};
use lemmatic_driver::{InputConfig, Options, Portfolio, ReduceConfig, load, load_program, verify};
use program::interpret::{Environment, Execution, ExecutionEnd, Inputs, Interpreter, Zeros};
use program::{Program, Property, PropertySet};
use smt::Budget;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use term::Value;

/// The default seeds.
const SEEDS: Range<u64> = 0..12;

/// The properties that are asked about for every program.
const QUESTIONS: [&str; 4] = ["unreach-call", "no-overflow", "valid-memsafety", "division-by-zero"];

/// How runs of a program may end.
#[derive(Default)]
struct Ends {
    violates: bool,
    /// Whether some run violates the properties after undefined behaviour, or cannot be judged.
    doubtful: bool,
}

fn properties(question: &str) -> PropertySet {
    let names: &[&str] = match question {
        "valid-memsafety" => &["valid-deref", "valid-free", "valid-memtrack"],
        other => &[other],
    };
    names.iter().filter_map(|name| Property::from_name(name)).collect()
}

/// All inputs that a program may get.
fn all_inputs() -> impl Iterator<Item = Vec<u8>> {
    let range = u64::from(INPUT_RANGE);
    (0..range.pow(INPUTS))
        .map(move |code| (0..INPUTS).map(|i| (code / range.pow(i) % range) as u8).collect())
}

fn run(program: &Program, watched: PropertySet, inputs: &[u8]) -> Execution {
    let options = program::interpret::Options { watched, ..Default::default() };
    let interpreter = Interpreter::new(program, options).unwrap();
    let values = inputs.iter().map(|&input| Value::bv(8, u64::from(input))).collect();
    interpreter.run(&mut Environment {
        chooser: &mut Inputs::new(values, Zeros),
        output: &mut std::io::sink(),
        observer: None,
        interrupted: &|| false,
    })
}

fn ends(program: &Program, watched: PropertySet) -> Ends {
    let mut ends = Ends::default();
    for inputs in all_inputs() {
        let run = run(program, watched, &inputs);
        match (run.outcome, run.undefined) {
            (ExecutionEnd::Violation(_), None) => ends.violates = true,
            (ExecutionEnd::Finished(_), None) => {}
            _ => ends.doubtful = true,
        }
    }
    ends
}

/// Counts of the results.
#[derive(Debug, Default)]
struct Counts {
    safe: u32,
    violated: u32,
    unknown: u32,
    runs_of_gcc: u32,
}

fn check(seed: u64, directory: &Path, counts: &mut Counts) {
    let text = generator::program(seed);
    let file = directory.join(format!("random{seed}.c"));
    std::fs::write(&file, &text).unwrap();
    let files: Vec<PathBuf> = vec![file.clone()];
    let program = load_program(&files, &InputConfig::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    if std::env::var_os("RANDOM_C_GCC").is_some() {
        counts.runs_of_gcc += gcc::compare(&program, &file, &text);
    }
    for question in QUESTIONS {
        let config = InputConfig { property: vec![question.to_owned()], ..InputConfig::default() };
        let task = load(&files, &config).unwrap();
        let options = Options {
            reproducer_dir: directory.to_owned(),
            configuration: String::new(),
            check: check::Options::default(),
            reduce: ReduceConfig::default(),
        };
        let budget = Budget::unlimited().with_timeout(Duration::from_secs(20));
        let samples = seed.is_multiple_of(2);
        let engine = Portfolio { samples, ..Portfolio::of_one(Bmc::new(BmcConfig::default())) };
        let report = verify(&task, &engine, &options, &mut Silent, &budget);
        let ends = ends(&program, properties(question));
        let verdict = &report.verdict;
        let said = || format!("seed {seed}, {question}: {verdict:?}\n{text}");
        match &report.verdict {
            Verdict::Safe(_) => {
                assert!(!ends.violates, "a run goes wrong; {}", said());
                counts.safe += 1;
            }
            Verdict::Unsafe(_) | Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
                assert!(ends.violates, "no run goes wrong; {}", said());
                counts.violated += 1;
            }
            Verdict::Unknown(reason) => {
                let rejected = matches!(
                    reason,
                    evidence::Reason::EvidenceRejected(_) | evidence::Reason::Internal(_)
                );
                assert!(!rejected || ends.doubtful, "{}", said());
                counts.unknown += 1;
                if std::env::var_os("RANDOM_C").is_some() {
                    eprintln!("seed {seed}, {question}: {reason}");
                }
            }
        }
    }
}

fn seeds() -> Range<u64> {
    let Ok(wish) = std::env::var("RANDOM_C") else { return SEEDS };
    let (first, last) = wish.split_once("..").expect("FIRST..LAST");
    first.parse().unwrap()..last.parse().unwrap()
}

#[test]
fn verdicts_agree_with_all_runs() {
    let directory = tempfile::tempdir().unwrap();
    let mut counts = Counts::default();
    for seed in seeds() {
        check(seed, directory.path(), &mut counts);
    }
    eprintln!("{counts:?}");
    assert!(counts.safe > 0 && counts.violated > 0, "{counts:?}");
}
