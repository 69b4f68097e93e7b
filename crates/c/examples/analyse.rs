//! Analyses C files and SV-COMP tasks. Reports failures, time and memory.
//!
//! `cargo run --release -p lemmatic-c --example analyse -- [--show] [--32] FILE.c... TASK.yml...`
//!
//! `--show` prints the typed trees; `--32` treats plain files as ILP32.

#![allow(clippy::print_stdout)] // printing is its purpose

use c::hir::Unit;
use c::source::{Options, SourceError, with_sources};
use program::Machine;
use std::path::{Path, PathBuf};
use std::time::Instant;
use svcomp::TaskFile;

fn main() {
    let start = Instant::now();
    let (mut count, mut failures, mut slowest) = (0, 0, (0.0, PathBuf::new()));
    let (mut show, mut machine) = (false, Machine::Lp64);
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        match path.to_str() {
            Some("--show") => {
                show = true;
                continue;
            }
            Some("--32") => {
                machine = Machine::Ilp32;
                continue;
            }
            _ => {}
        }
        let begin = Instant::now();
        count += 1;
        if let Err(error) = analyse(&path, machine, show) {
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

fn analyse(path: &Path, machine: Machine, show: bool) -> Result<(), SourceError> {
    let is_task = path.extension().is_some_and(|extension| extension == "yml");
    let (files, machine) = if is_task {
        let task = TaskFile::read(path)?;
        (task.input_files, task.machine.unwrap_or(Machine::Ilp32))
    } else {
        (vec![path.to_owned()], machine)
    };
    with_sources(&files, &Options::new(machine), |sources| {
        let unit = c::sema::analyse(machine, &sources)?;
        if show {
            print(&unit);
        }
        Ok(())
    })?
}

fn print(unit: &Unit) {
    for &id in &unit.globals {
        let var = unit.var(id);
        print!("{} {}", unit.types.show(var.ty), var.name);
        match &var.init {
            Some(init) => println!(" = {};", unit.show_init(init)),
            None => println!(";"),
        }
    }
    for function in &unit.functions {
        if let Some(body) = &function.body {
            println!("{} {}", unit.types.show(function.ty), function.name);
            println!("{}", unit.show_stmt(body));
        }
    }
}

/// The peak resident size of this process in kilobytes, if the system reports it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
