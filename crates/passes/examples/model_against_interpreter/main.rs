//! Compares runs of C programs in the interpreter with the same runs of their models, block by
//! block: `cargo run --release -p lemmatic-passes --example model_against_interpreter -- --csmith
//! 300 FILE...`
//!
//! Each program is compiled for both machines, and a model is built for each of several sets of
//! properties. Prints every difference, and at the end the number of comparisons.

#[path = "../../../c/examples/differential/compare.rs"]
#[expect(dead_code, reason = "only the limit on processes is used")]
mod compare;
#[path = "../../../c/examples/differential/csmith.rs"]
mod csmith;
mod reduced;
mod variants;

use clap::Parser;
use passes::memory::lockstep::{Agreement, End};
use program::Machine;
use reduced::ReducedRun;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use variants::{Effort, compare_models};

#[derive(Parser)]
struct Args {
    /// C files
    files: Vec<PathBuf>,
    /// How many programs of csmith
    #[arg(long, default_value_t = 0)]
    csmith: u64,
    /// The seed of the first program of csmith, and of the first run
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many runs of each model
    #[arg(long, default_value_t = 3)]
    runs: u64,
    /// How many steps of a run at most
    #[arg(long, default_value_t = 20_000)]
    max_steps: u64,
    /// How many reductions of a model whose run violates something
    #[arg(long, default_value_t = 1)]
    reductions: u64,
}

/// Keeps programs of csmith small, and without the loops of their checksums.
const CSMITH_OPTIONS: [&str; 9] = [
    "--no-checksum",
    "--max-funcs",
    "4",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "3",
    "--max-array-len-per-dim",
    "4",
];

/// Counts of comparisons.
#[derive(Default)]
struct Counts {
    programs: u64,
    rejected: u64,
    differences: u64,
    blocks: u64,
    values: u64,
    ends: BTreeMap<End, u64>,
    reduced: BTreeMap<ReducedRun, u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let work = move || report(&args);
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(work);
    let counts = worker.expect("a thread").join().expect("no panic");
    if counts.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::print_stdout, reason = "this is a command")]
fn report(args: &Args) -> Counts {
    let mut counts = Counts::default();
    for file in &args.files {
        for machine in [Machine::Lp64, Machine::Ilp32] {
            counts.file(&file.display().to_string(), file, machine, &[], args);
        }
    }
    if let Some(headers) = csmith::headers() {
        let folder = tempfile::tempdir().expect("a folder");
        for seed in args.seed..args.seed + args.csmith {
            let machine = if seed % 2 == 0 { Machine::Lp64 } else { Machine::Ilp32 };
            let made = csmith::generate(seed, machine, &CSMITH_OPTIONS, folder.path());
            let Ok(file) = made else { continue };
            let includes = std::slice::from_ref(&headers);
            counts.file(&format!("csmith seed {seed}"), &file, machine, includes, args);
        }
    } else if args.csmith > 0 {
        println!("csmith is not installed");
    }
    let Counts { programs, rejected, differences, blocks, values, ends, reduced } = &counts;
    println!("{programs} program(s), {rejected} rejected, {differences} difference(s)");
    println!("{blocks} block(s), {values} value(s) compared");
    for (end, times) in ends {
        println!("{times:8} run(s) to {end:?}");
    }
    for (run, times) in reduced {
        println!("{times:8} reduction(s) with a violating run: {run:?}");
    }
    counts
}

impl Counts {
    #[expect(clippy::print_stdout, reason = "this is a command")]
    fn file(
        &mut self,
        name: &str,
        file: &Path,
        machine: Machine,
        includes: &[PathBuf],
        args: &Args,
    ) {
        let mut options = c::Options::new(machine);
        options.source.includes = includes.to_vec();
        let Ok(program) = c::compile(&[file.to_owned()], &options) else {
            self.rejected += 1;
            return;
        };
        self.programs += 1;
        let Args { seed: first_seed, runs, max_steps, reductions, .. } = *args;
        let effort = Effort { first_seed, runs, max_steps, reductions };
        let mut found = BTreeMap::<ReducedRun, u64>::new();
        let count = |run| *found.entry(run).or_default() += 1;
        let differences = compare_models(&program, effort, |agreement| self.add(&agreement), count);
        for (run, times) in found {
            *self.reduced.entry(run).or_default() += times;
        }
        for difference in differences {
            self.differences += 1;
            println!("{name} {machine:?}: {difference}");
        }
    }

    fn add(&mut self, agreement: &Agreement) {
        self.blocks += agreement.blocks;
        self.values += agreement.values;
        *self.ends.entry(agreement.end).or_default() += 1;
    }
}
