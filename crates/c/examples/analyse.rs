//! Analyses C files and SV-COMP tasks, and says which are not understood, with time and memory.
//!
//! `cargo run --release -p lemmatic-c --example analyse -- FILE.c... TASK.yml...`

#![allow(clippy::print_stdout)] // it is there to print

use c::source::{Options, SourceError, with_sources};
use c::task::Task;
use program::Machine;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let (mut count, mut failures, mut slowest) = (0, 0, (0.0, PathBuf::new()));
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let begin = Instant::now();
        count += 1;
        if let Err(error) = analyse(&path) {
            failures += 1;
            println!("{error}");
        }
        let seconds = begin.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, path);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{count} analysed, {failures} failed, {seconds:.1} s");
    println!("slowest: {:.2} s, {}", slowest.0, slowest.1.display());
    println!("peak memory: {} MB", peak_memory() / 1024);
}

fn analyse(path: &Path) -> Result<(), SourceError> {
    let is_task = path.extension().is_some_and(|extension| extension == "yml");
    let (files, machine) = if is_task {
        let task = Task::read(path)?;
        (task.input_files, task.machine.unwrap_or(Machine::Ilp32))
    } else {
        (vec![path.to_owned()], Machine::Lp64)
    };
    with_sources(&files, &Options::new(machine), |sources| {
        c::sema::analyse(machine, &sources).map(drop)
    })?
}

/// The largest resident size of this process so far in kilobytes, where the system tells.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
