//! Random differential testing of the front end and the interpreter against gcc.
//!
//!     cargo run --release -p lemmatic-c --example differential -- --csmith 1000 --floats 1000 --library 50
//!
//! Needs gcc, and csmith for its programs (`scripts/csmith` installs it). Every program is counted.
//! Programs on which we are wrong, or that we do not support, are kept in the folder given by
//! `--keep`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a command of its own

mod compare;
mod csmith;
mod floats;
mod library;

use compare::{Comparison, Setting, gcc_makes};
use program::Machine;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const USAGE: &str = "usage: differential [--csmith N] [--floats N] [--library N] [--from SEED] \
                     [--machine 32|64] [--threads N] [--keep FOLDER]";

/// Where programs come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Csmith,
    Floats,
    /// Each program calls each library function 200 times.
    Library,
}

impl Source {
    /// Makes the program of a seed in a folder.
    fn generate(self, seed: u64, machine: Machine, folder: &Path) -> Result<PathBuf, String> {
        match self {
            Source::Csmith => csmith::generate(seed, machine, &[], folder),
            Source::Floats => write(folder.join("floats.c"), &floats::generate(seed)),
            Source::Library => write(folder.join("library.c"), &library::generate(seed, 200)),
        }
    }

    fn headers(self) -> Result<Vec<PathBuf>, String> {
        match self {
            Source::Csmith => {
                let headers = csmith::headers().ok_or("the headers of csmith are not installed")?;
                Ok(vec![headers])
            }
            Source::Floats | Source::Library => Ok(Vec::new()),
        }
    }
}

fn write(file: PathBuf, text: &str) -> Result<PathBuf, String> {
    std::fs::write(&file, text).map(|()| file).map_err(|error| error.to_string())
}

struct Campaign {
    sources: Vec<(Source, u64)>,
    from: u64,
    machines: Vec<Machine>,
    threads: u64,
    keep: PathBuf,
}

/// The number of programs for each result.
#[derive(Default)]
struct Tally {
    agree: u64,
    timed_out: u64,
    step_limit: u64,
    not_generated: u64,
    unsupported: u64,
    differ: u64,
}

fn arguments() -> Option<Campaign> {
    let mut campaign = Campaign {
        sources: Vec::new(),
        from: 0,
        machines: vec![Machine::Lp64, Machine::Ilp32],
        threads: 2,
        keep: "target/differential".into(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next()?;
        match arg.as_str() {
            "--csmith" => campaign.sources.push((Source::Csmith, value.parse().ok()?)),
            "--floats" => campaign.sources.push((Source::Floats, value.parse().ok()?)),
            "--library" => campaign.sources.push((Source::Library, value.parse().ok()?)),
            "--from" => campaign.from = value.parse().ok()?,
            "--threads" => campaign.threads = value.parse().ok()?,
            "--keep" => campaign.keep = value.into(),
            "--machine" => {
                campaign.machines = match value.as_str() {
                    "32" => vec![Machine::Ilp32],
                    "64" => vec![Machine::Lp64],
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    (!campaign.sources.is_empty()).then_some(campaign)
}

impl Campaign {
    /// Runs `count` programs on one machine; returns whether we were right on all of them.
    fn run(&self, source: Source, count: u64, machine: Machine) -> Result<bool, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        if !gcc_makes(machine, folder.path()) {
            return Err(format!("gcc cannot make programs for {machine:?}"));
        }
        let setting =
            Setting { includes: source.headers()?, ..Setting::new(machine, 1_000_000_000) };
        let next = AtomicU64::new(self.from);
        let tally = Mutex::new(Tally::default());
        std::thread::scope(|scope| {
            for thread in 0..self.threads {
                let (setting, next, tally) = (&setting, &next, &tally);
                let folder = folder.path().join(thread.to_string());
                std::fs::create_dir(&folder).expect("a temporary folder can be written to");
                scope.spawn(move || {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= self.from + count {
                            break;
                        }
                        self.one(source, seed, setting, &folder, tally);
                    }
                });
            }
        });
        let tally = tally.into_inner().expect("no thread panicked");
        println!(
            "{source:?}, {machine:?}: {count} programs: {} agree, {} not ended by gcc's program in time, {} \
             over the step limit, {} not generated, {} not supported, {} differ",
            tally.agree,
            tally.timed_out,
            tally.step_limit,
            tally.not_generated,
            tally.unsupported,
            tally.differ
        );
        Ok(tally.unsupported == 0 && tally.differ == 0)
    }

    fn one(
        &self,
        source: Source,
        seed: u64,
        setting: &Setting,
        folder: &Path,
        tally: &Mutex<Tally>,
    ) {
        let machine = setting.machine;
        let name = format!("{source:?}-{machine:?}-{seed}");
        let file = match source.generate(seed, machine, folder) {
            Ok(file) => file,
            Err(problem) => {
                println!("{name}: {problem}");
                tally.lock().expect("no thread panicked").not_generated += 1;
                return;
            }
        };
        let comparison = setting.compare(&file, folder);
        let mut tally = tally.lock().expect("no thread panicked");
        let problem = match comparison {
            Comparison::Agree(_) => {
                tally.agree += 1;
                return;
            }
            Comparison::TimedOut => {
                tally.timed_out += 1;
                return;
            }
            Comparison::StepLimit => {
                println!("{name}: over the step limit");
                tally.step_limit += 1;
                return;
            }
            Comparison::Unsupported(what) => {
                tally.unsupported += 1;
                format!("not supported: {what}")
            }
            Comparison::Differ(how) => {
                tally.differ += 1;
                format!("differs: {how}")
            }
        };
        let kept = self.keep.join(format!("{name}.c"));
        let copied = std::fs::create_dir_all(&self.keep).and_then(|()| std::fs::copy(&file, &kept));
        println!("{name}: {problem}");
        match copied {
            Ok(_) => println!("  kept as {}", kept.display()),
            Err(error) => println!("  cannot be kept: {error}"),
        }
    }
}

fn main() -> ExitCode {
    let Some(campaign) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let mut right = true;
    for &(source, count) in &campaign.sources {
        for &machine in &campaign.machines {
            match campaign.run(source, count, machine) {
                Ok(all) => right &= all,
                Err(problem) => {
                    eprintln!("{problem}");
                    right = false;
                }
            }
        }
    }
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
