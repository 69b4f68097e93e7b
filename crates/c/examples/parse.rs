//! Parses the C files and task files that are given, and says which fail and how long it takes.
#![allow(clippy::print_stdout, reason = "an example may print")]

use c::source::{Options, with_sources};
use program::Machine;
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut failures = 0;
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let start = Instant::now();
        let result =
            with_sources(std::slice::from_ref(&path), &Options::new(Machine::Lp64), |sources| {
                sources.units.iter().map(|unit| unit.tree.0.len()).sum::<usize>()
            });
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(declarations) => {
                println!("{seconds:7.3} s {declarations:6} declarations {}", path.display());
            }
            Err(error) => {
                failures += 1;
                println!("FAILED {error}");
            }
        }
    }
    println!("{failures} failures");
}
