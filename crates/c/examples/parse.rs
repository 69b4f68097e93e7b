//! Parses the given C files and task files. Reports failures and times.
#![allow(clippy::print_stdout, reason = "an example may print")]

use c::source::{Options, SourceError, with_sources};
use program::Machine;
use std::path::{Path, PathBuf};
use std::time::Instant;
use svcomp::TaskFile;

/// Counts the external declarations of a file or of the files of a task.
fn declarations(path: &Path) -> Result<usize, SourceError> {
    let (paths, machine) = if path.extension().is_some_and(|extension| extension == "yml") {
        let task = TaskFile::read(path)?;
        for property in &task.properties {
            property.specification()?;
        }
        (task.input_files, task.machine.unwrap_or(Machine::Ilp32))
    } else {
        (vec![path.to_owned()], Machine::Lp64)
    };
    with_sources(&paths, &Options::new(machine), |sources| {
        sources.units.iter().map(|unit| unit.tree.0.len()).sum()
    })
}

fn main() {
    let mut failures = 0;
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let start = Instant::now();
        let result = declarations(&path);
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(count) => println!("{seconds:7.3} s {count:6} declarations {}", path.display()),
            Err(error) => {
                failures += 1;
                println!("FAILED {error}");
            }
        }
    }
    println!("{failures} failures");
}
