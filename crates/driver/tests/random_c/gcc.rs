//! Runs of compiled programs with gcc's sanitizers.

use super::{all_inputs, run};
use program::interpret::ExecutionEnd;
use program::{Program, Property};
use std::path::Path;
use std::process::Command;

/// The definitions that the program needs: inputs come from environment variables, errors have an
/// exit status.
const OUTSIDE: &str = r#"
#include <stdlib.h>
#include <unistd.h>
unsigned char __VERIFIER_nondet_uchar(void) {
    static int next;
    return getenv("INPUTS")[next++] - '0';
}
void reach_error(void) { _exit(42); }
"#;

/// How a run ends, according to the sanitizers.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Fine,
    Error,
    /// A report of the undefined-behaviour sanitizer.
    Arithmetic,
    /// A report of the address sanitizer, or a crash.
    Memory,
}

fn end_of(outcome: &ExecutionEnd) -> Option<End> {
    Some(match outcome {
        ExecutionEnd::Finished(_) => End::Fine,
        ExecutionEnd::Violation(violation) => match violation.property {
            Property::UnreachCall => End::Error,
            Property::Overflow | Property::DivisionByZero | Property::Shift => End::Arithmetic,
            Property::Deref | Property::Free => End::Memory,
            _ => return None,
        },
        _ => return None,
    })
}

/// Compares all runs; returns their number.
pub fn compare(program: &Program, file: &Path, text: &str) -> u32 {
    let outside = file.with_extension("outside.c");
    std::fs::write(&outside, OUTSIDE).unwrap();
    let executable = file.with_extension("exe");
    let compiled = Command::new("gcc")
        .args(["-w", "-O0", "-g", "-std=gnu11", "-fno-sanitize-recover=all"])
        .arg("-fsanitize=address,signed-integer-overflow,integer-divide-by-zero,shift,null")
        .arg("-o")
        .args([&executable, &file.to_path_buf(), &outside])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let watched = [
        Property::UnreachCall,
        Property::Overflow,
        Property::DivisionByZero,
        Property::Shift,
        Property::Deref,
        Property::Free,
    ];
    let mut runs = 0;
    for inputs in all_inputs() {
        let digits: String = inputs.iter().map(u8::to_string).collect();
        let output = Command::new(&executable)
            .env("INPUTS", &digits)
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1:exitcode=43")
            .env("UBSAN_OPTIONS", "exitcode=44")
            .output()
            .unwrap();
        let report = String::from_utf8_lossy(&output.stderr);
        let end = match output.status.code() {
            Some(0) => End::Fine,
            Some(42) => End::Error,
            _ if report.contains("AddressSanitizer") || report.contains("null pointer") => {
                End::Memory
            }
            _ => End::Arithmetic,
        };
        let ours = run(program, watched.into_iter().collect(), &inputs);
        // gcc computes in a narrow type if that gives the same bits; then nothing overflows.
        let wraps = |&property: &Property| property != Property::Overflow;
        let wrapping = run(program, watched.into_iter().filter(wraps).collect(), &inputs);
        let overflows = matches!(&ours.outcome, ExecutionEnd::Violation(violation)
            if violation.property == Property::Overflow);
        if let Some(expected) = end_of(&ours.outcome)
            && !(overflows && end_of(&wrapping.outcome).is_none_or(|other| other == end))
        {
            assert_eq!(expected, end, "{digits}: {:?}\n{report}\n{text}", ours.outcome);
        }
        runs += 1;
    }
    runs
}
