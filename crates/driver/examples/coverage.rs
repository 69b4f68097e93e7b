//! Counts how many tasks are modelled completely: `cargo run --release -p lemmatic-driver --example
//! coverage -- --property no-overflow FILE...`
//!
//! Prints a line for each gap of the other tasks with its place, the time and size of the slowest
//! tasks, and the counts. Every intermediate program and model passes its verifier too.

use clap::Parser;
use lemmatic_driver::{InputConfig, Task};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Parser)]
struct Args {
    /// Task files, or C files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many of the slowest tasks to list
    #[arg(long, default_value_t = 5)]
    slowest: usize,
    #[command(flatten)]
    input: InputConfig,
}

#[derive(Default)]
struct Counts {
    complete: usize,
    limited: usize,
    incomplete: usize,
    rejected: usize,
    ill_formed: usize,
    /// For each gap, the number of tasks in which it occurs.
    gaps: BTreeMap<String, usize>,
    times: Vec<(Duration, usize, PathBuf)>,
}

fn main() {
    let args = Args::parse();
    let work = move || report(&args);
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(work);
    worker.expect("a thread").join().expect("no panic");
}

#[expect(clippy::print_stdout, reason = "this is a command")]
fn report(args: &Args) {
    let mut counts = Counts::default();
    for file in &args.files {
        let start = Instant::now();
        let task = lemmatic_driver::load(std::slice::from_ref(file), &args.input);
        let elapsed = start.elapsed();
        let lines = match &task {
            Ok(task) => {
                let size = task.model().entry().cfa.edges().len();
                counts.times.push((elapsed, size, file.clone()));
                counts.add(file, task)
            }
            Err(error) => {
                counts.rejected += 1;
                vec![format!("{}: rejected: {error}", file.display())]
            }
        };
        lines.iter().for_each(|line| println!("{line}"));
    }
    let Counts { complete, limited, incomplete, rejected, ill_formed, gaps, mut times } = counts;
    for (what, tasks) in gaps {
        println!("{tasks:5} task(s) with {what}");
    }
    times.sort_unstable();
    for (time, edges, file) in times.iter().rev().take(args.slowest) {
        println!("{:7.2} s, {edges} edges: {}", time.as_secs_f64(), file.display());
    }
    println!(
        "{} task(s): {complete} complete, {limited} complete but for limits, \
         {incomplete} incomplete, {rejected} rejected, {ill_formed} ill-formed",
        args.files.len()
    );
}

impl Counts {
    /// The gaps of a loaded task, one line each.
    fn add(&mut self, file: &Path, task: &Task) -> Vec<String> {
        let Some(program) = task.program() else { return Vec::new() };
        let mut lines = Vec::new();
        let mut errors = Vec::new();
        errors.extend(program::verify(&program.program).err().map(|error| error.to_string()));
        errors.extend(model::verify(task.model()).err().map(|error| error.to_string()));
        if !errors.is_empty() {
            self.ill_formed += 1;
        }
        lines.extend(errors.iter().map(|error| format!("{}: {error}", file.display())));
        let gaps = program.gaps();
        if gaps.is_empty() {
            self.complete += 1;
        } else if gaps.iter().all(|gap| gap.gap.is_limit()) {
            self.limited += 1;
        } else {
            self.incomplete += 1;
        }
        let mut kinds: Vec<String> = gaps.iter().map(|gap| gap.gap.to_string()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.gaps.entry(kind.to_owned()).or_default() += 1;
        }
        lines.extend(gaps.iter().map(|gap| format!("{}: {gap}", file.display())));
        lines
    }
}
