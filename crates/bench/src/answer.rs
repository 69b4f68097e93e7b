//! Determines from a finished process how the run ended.

use crate::limits::Limits;
use crate::status::Status;
use crate::supervise::{End, ProcessOutcome};

/// Exit statuses without a result line, as used by CBMC, 2LS and Lemmatic.
const EXIT_TRUE: i32 = 0;
const EXIT_FALSE: i32 = 10;
const EXIT_UNKNOWN: i32 = 5;
/// The status of a Rust program that panics.
const EXIT_PANIC: i32 = 101;
/// Shells use higher statuses for programs that a signal ended.
const EXIT_SIGNAL: i32 = 128;

/// Notes are cut to this many characters.
const NOTE_LENGTH: usize = 160;

/// What a document says of a run that was not understood; its exit status and messages say more.
const NOT_STARTED: &str = "ERROR";

/// How a run ended, and a note on why, from the end of its process and its output: the answer of its
/// JSON document if it has one, or else its result line.
pub fn read(
    outcome: &ProcessOutcome,
    limits: &Limits,
    document: Option<&str>,
    stdout: &str,
    stderr: &str,
) -> (Status, String) {
    let line = || stdout.lines().rev().find_map(|line| line.strip_prefix("result:"));
    let word = document.filter(|&answer| answer != NOT_STARTED).or_else(line);
    let (status, note) = match (&outcome.end, word) {
        (End::CpuTime, _) => (Status::Timeout, "CPU time".to_owned()),
        (End::WallTime, _) => (Status::Timeout, "wall-clock time".to_owned()),
        (End::Memory, _) => (Status::Memory, String::new()),
        // An answer after the time limit does not count.
        _ if outcome.cpu_s > limits.cpu_s => (Status::Timeout, "CPU time".to_owned()),
        (End::NotStarted(why), _) => (Status::Error, why.clone()),
        (_, Some(word)) => of_word(word.trim()),
        (End::Exited(code), None) => of_exit(*code, last_line(stderr, stdout)),
        (End::Signalled(name), None) => (Status::Crash, name.clone()),
        (End::Cancelled, None) => (Status::Unknown, "cancelled".to_owned()),
    };
    (status, note.replace(['\t', '\n'], " ").chars().take(NOTE_LENGTH).collect())
}

fn of_word(word: &str) -> (Status, String) {
    let (answer, detail) = match word.split_once('(') {
        Some((answer, rest)) => (answer, rest.strip_suffix(')').unwrap_or(rest)),
        None => (word, ""),
    };
    match answer.trim() {
        "TRUE" => (Status::True, String::new()),
        "FALSE" => (Status::False((!detail.is_empty()).then(|| detail.to_owned())), String::new()),
        _ => (without_answer(detail), detail.to_owned()),
    }
}

/// The status for a reason of UNKNOWN.
fn without_answer(reason: &str) -> Status {
    let starts = |words: &[&str]| words.iter().any(|word| reason.starts_with(word));
    if starts(&["timeout"]) {
        Status::Timeout
    } else if starts(&["out of memory"]) {
        Status::Memory
    } else if starts(&["internal error", "evidence rejected"]) {
        Status::Crash
    } else {
        Status::Unknown
    }
}

fn of_exit(code: i32, last_line: &str) -> (Status, String) {
    match code {
        EXIT_TRUE => (Status::True, String::new()),
        EXIT_FALSE => (Status::False(None), String::new()),
        EXIT_UNKNOWN => (Status::Unknown, last_line.to_owned()),
        EXIT_PANIC => (Status::Crash, format!("exit {code}: {last_line}")),
        _ if code > EXIT_SIGNAL => (Status::Crash, format!("exit {code}: {last_line}")),
        _ => (Status::Error, format!("exit {code}: {last_line}")),
    }
}

/// The last nonempty line of the messages, or else of the output.
fn last_line<'t>(stderr: &'t str, stdout: &'t str) -> &'t str {
    let last = |text: &'t str| text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last(stderr).or_else(|| last(stdout)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_end(end: End, stdout: &str, expected: (&str, &str)) {
        let outcome = ProcessOutcome { end, cpu_s: 1.0, wall_s: 1.0, peak_bytes: 0 };
        let limits = Limits { cpu_s: 10.0, wall_s: 20.0, memory_mb: None };
        let (status, note) = read(&outcome, &limits, None, stdout, "a message\n\n");
        assert_eq!((status.to_string().as_str(), note.as_str()), expected);
    }

    #[test]
    fn documents_come_before_result_lines() {
        let outcome =
            ProcessOutcome { end: End::Exited(6), cpu_s: 1.0, wall_s: 1.0, peak_bytes: 0 };
        let limits = Limits { cpu_s: 10.0, wall_s: 20.0, memory_mb: None };
        let check = |document, expected: (&str, &str)| {
            let (status, note) = read(&outcome, &limits, Some(document), "}\n", "a message\n");
            assert_eq!((status.to_string().as_str(), note.as_str()), expected);
        };
        check("TRUE", ("true", ""));
        check("UNKNOWN(timeout)", ("timeout", "timeout"));
        check("ERROR", ("error", "exit 6: a message"));
    }

    fn check(stdout: &str, expected: (&str, &str)) {
        check_end(End::Exited(1), stdout, expected);
    }

    #[test]
    fn the_last_result_line_counts() {
        check("result: TRUE\n", ("true", ""));
        check("result: TRUE\nresult: FALSE(no-overflow)\nbye\n", ("false(no-overflow)", ""));
        check("result: FALSE", ("false", ""));
        check("result: FALSE(f(x))", ("false(f(x))", ""));
        check(
            "result: UNKNOWN(unsupported: inline assembly)",
            ("unknown", "unsupported: inline assembly"),
        );
        check("result: UNKNOWN(timeout)", ("timeout", "timeout"));
        check("result: UNKNOWN(out of memory limit)", ("memory", "out of memory limit"));
        check("result: UNKNOWN(internal error: x)", ("crash", "internal error: x"));
        check("result: UNKNOWN(evidence rejected)", ("crash", "evidence rejected"));
    }

    #[test]
    fn else_the_exit_status_counts() {
        let check = |code: i32, expected| check_end(End::Exited(code), "no result\n", expected);
        check(0, ("true", ""));
        check(10, ("false", ""));
        check(5, ("unknown", "a message"));
        check(6, ("error", "exit 6: a message"));
        check(101, ("crash", "exit 101: a message"));
        check(139, ("crash", "exit 139: a message"));
        check_end(End::Signalled("SIGSEGV".to_owned()), "", ("crash", "SIGSEGV"));
        check_end(End::NotStarted("no such file".to_owned()), "", ("error", "no such file"));
    }

    #[test]
    fn limits_overrule_answers() {
        check_end(End::CpuTime, "result: TRUE\n", ("timeout", "CPU time"));
        check_end(End::WallTime, "result: TRUE\n", ("timeout", "wall-clock time"));
        check_end(End::Memory, "result: TRUE\n", ("memory", ""));
        let outcome =
            ProcessOutcome { end: End::Exited(0), cpu_s: 10.5, wall_s: 1.0, peak_bytes: 0 };
        let limits = Limits { cpu_s: 10.0, wall_s: 20.0, memory_mb: None };
        assert_eq!(read(&outcome, &limits, None, "result: TRUE\n", "").0, Status::Timeout);
    }
}
