//! File tests: each file of `tests/reduce/files` is a model, with the reduction options in its
//! first line. Comments after a line `;; expected` contain the reduced model, and the answer of
//! bounded model checking as it is accepted for the original model. With `LEMMATIC_BLESS=1` the
//! files are rewritten.

use crate::evidence_of::{accept_proof, accept_trace, bmc, read, reduced};
use clap::Parser;
use evidence::{Proof, Translation, Verdict};
use passes::reduce::ReduceConfig;
use std::path::{Path, PathBuf};

const MARK: &str = ";; expected\n";
const OPTIONS: &str = ";; options:";

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    reduce: ReduceConfig,
}

fn config(input: &str) -> ReduceConfig {
    let options = input.lines().next().and_then(|line| line.strip_prefix(OPTIONS));
    let words = options.expect("the options in the first line").split_whitespace();
    CommandLine::parse_from(std::iter::once("test").chain(words)).reduce
}

/// The reduced model, and its answer as accepted for the original model.
fn show(input: &str) -> String {
    let model = read(input);
    let reduced = reduced(&model, &config(input));
    let verdict = bmc(&reduced.model, 20);
    let answer = match reduced.verdict(verdict).expect("reductions lose no answer") {
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Safe(proof) => {
            assert_eq!(accept_proof(&model, &proof), Ok(()), "{proof:?}\n{}", reduced.model);
            match proof {
                Proof::Unwinding { bound, .. } => format!("safe: unwinding {bound}"),
                Proof::OnlyRun { .. }
                | Proof::Interpretation(_)
                | Proof::AsAutomaton(_)
                | Proof::AsClauses(_) => unreachable!("it is about an automaton"),
                Proof::Invariants(invariants) => {
                    let cfa = &model.entry().cfa;
                    let line = |(location, invariant)| {
                        let text = invariants.terms().display(invariant);
                        format!("safe: {} has {text}", cfa.name(location))
                    };
                    invariants.iter().map(line).collect::<Vec<_>>().join("\n")
                }
                Proof::Summaries { .. } => "safe: summaries".to_owned(),
            }
        }
        Verdict::Unsafe(trace) => {
            assert_eq!(accept_trace(&model, &trace), Ok(()), "{trace:?}\n{}", reduced.model);
            let cfa = &model.entry().cfa;
            let through = trace.steps.iter().map(|step| cfa.name(cfa.edge(step.edge).target));
            format!("unsafe: {}", through.collect::<Vec<_>>().join(" "))
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    };
    format!("{}\n{answer}", reduced.model)
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reduce/files");
    let entries = std::fs::read_dir(folder).expect("the folder of the file tests");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn models_are_reduced_as_expected() {
    let mut failures = Vec::new();
    for file in files() {
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
