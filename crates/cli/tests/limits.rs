//! Limits, signals and large input: every run ends, with one result.

mod common;

use common::{finish, lemmatic, lemmatic_on, start};
use std::process::{Child, Command};

const HARD: &str = "examples/mul64.cfa";

/// Sends a signal to a running command, as soon as it handles signals.
fn signal(child: &Child, name: &str) {
    let status_file = format!("/proc/{}/status", child.id());
    let handles_interrupts = || {
        let status = std::fs::read_to_string(&status_file).expect("the command runs");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0
    };
    while !handles_interrupts() {
        std::thread::yield_now();
    }
    let kill = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

#[test]
fn interrupted_runs_say_so() {
    for name in ["INT", "TERM"] {
        let child = start(&["verify", HARD]);
        signal(&child, name);
        finish(child).check("result: UNKNOWN(interrupted)", 5);
    }
}

#[test]
fn a_second_signal_ends_the_run_too() {
    let child = start(&["verify", HARD, "--json"]);
    signal(&child, "INT");
    signal(&child, "INT");
    finish_with_document(child, "interrupted");
}

/// Checks a run that has no answer and tells so in a JSON document.
#[track_caller]
fn finish_with_document(child: Child, reason: &str) {
    let run = finish(child);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&document["result"], &document["reason"]), (&"UNKNOWN".into(), &reason.into()));
    assert_eq!(run.code, Some(5));
}

#[test]
fn time_counts_from_the_start() {
    lemmatic(&["verify", HARD, "--timeout", "0.000001"]).check("result: UNKNOWN(timeout)", 5);
    lemmatic(&["verify", HARD, "--timeout", "0.5"]).check("result: UNKNOWN(timeout)", 5);
}

#[test]
fn memory_limits_hold_from_the_start() {
    let expected = "result: UNKNOWN(out of memory limit)";
    lemmatic(&["verify", HARD, "--memory", "1"]).check(expected, 5);
}

/// A model with one term of the given depth.
fn deep_model(depth: usize) -> String {
    let mut text = String::from("var x, y : bv2\nprocedure main {\n  initial start\n");
    text += "  error bad \"deep\"\n  start -> bad { assume (= x ";
    text += &"(bvadd y (bvxor x ".repeat(depth / 2);
    text += "x";
    text += &"))".repeat(depth / 2);
    text + ") }\n}\n"
}

#[test]
fn deep_terms_are_no_danger() {
    let text = deep_model(1_000_000);
    let run = lemmatic_on("deep.cfa", text.as_bytes(), &["verify", "FILE", "--trace"]);
    run.check("result: FALSE(deep)", 10);
    let run = lemmatic_on("deep.cfa", text.as_bytes(), &["show", "cfa", "FILE"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// A limit of the system comes without a warning: the allocation simply fails.
#[test]
fn failed_allocations_end_in_an_answer() {
    let file = tempfile::NamedTempFile::with_suffix(".cfa").expect("a file can be made");
    std::fs::write(file.path(), deep_model(1_000_000)).expect("the file can be written");
    let script = "ulimit -v 500000; exec \"$0\" verify \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_lemmatic")]).arg(file.path());
    let output = command.output().expect("there is a shell");
    let stdout = String::from_utf8(output.stdout).expect("the result is text");
    let expected = "result: UNKNOWN(out of memory limit)\n";
    assert_eq!((stdout.as_str(), output.status.code()), (expected, Some(5)));
}

/// An aborted process answers, whatever it was doing.
#[test]
fn aborted_runs_say_so() {
    let child = start(&["verify", HARD]);
    signal(&child, "ABRT");
    finish(child).check("result: UNKNOWN(internal error: aborted)", 5);
    let child = start(&["verify", HARD, "--json"]);
    signal(&child, "ABRT");
    finish_with_document(child, "internal error: aborted");
}

#[test]
fn deep_nonsense_is_no_danger() {
    let text = "(".repeat(1_000_000);
    for name in ["deep.cfa", "deep.smt2"] {
        let run = lemmatic_on(name, text.as_bytes(), &["verify", "FILE"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""), "{}", run.stderr);
    }
}

#[test]
fn readers_may_go_away() {
    for args in [&["show", "cfa", "examples/bounded.cfa"][..], &["verify", "examples/bounded.cfa"]]
    {
        let mut child = start(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}
