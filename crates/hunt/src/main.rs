//! `hunt`: random programs against `lemmatic verify`.

#![allow(clippy::print_stdout)] // it is a command

use clap::Parser;
use hunt::campaign::{Campaign, Tally, kind_of_batch};
use hunt::oracle::OracleError;
use hunt::print;
use hunt::verifier::Verifier;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Asks `lemmatic verify` about random C programs whose answers are known, and reports every wrong
/// answer, crash, rejected evidence, and violating run that an executable does not repeat
#[derive(Parser)]
struct Args {
    /// The command to ask
    #[arg(long, default_value = "target/release/lemmatic")]
    lemmatic: PathBuf,
    /// The first batch of programs
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many batches
    #[arg(long, default_value_t = 10)]
    batches: u64,
    /// How many batches are asked about at the same time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Programs in a batch, which are compiled together
    #[arg(long, default_value_t = 24)]
    batch: u64,
    /// Engines to ask alone; `default` for the default run
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "bmc,unroll,kiki,ic3cfa,kind,predabs,tree-ic3,impact,spacer,la,integers,ic3,quip,bit-bmc,cells,sample,default"
    )]
    engines: Vec<String>,
    /// How many randomly chosen engines to ask about a program
    #[arg(long, default_value_t = 8)]
    engines_each: usize,
    /// Equivalent programs to ask about for each program: renamed, outlined, loops peeled, ...
    #[arg(long, default_value_t = 1)]
    variants: u64,
    /// Seconds of processor time for a run
    #[arg(long, default_value_t = 2)]
    seconds: u32,
    /// Where failing programs are kept
    #[arg(long, default_value = "target/hunt")]
    failures: PathBuf,
    /// Do not shrink failing programs
    #[arg(long)]
    no_shrink: bool,
    /// Repeat one violating run out of this many by an executable
    #[arg(long, default_value_t = 8)]
    replay_every: u64,
    /// Print the programs of the batches with the expected answers without asking about them
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let engine = |name: &String| if name == "default" { String::new() } else { name.clone() };
    let campaign = Campaign {
        verifier: Verifier { command: args.lemmatic.clone(), seconds: args.seconds },
        engines: args.engines.iter().map(engine).collect(),
        engines_each: args.engines_each,
        batch: args.batch,
        variants: args.variants,
        failures: args.failures.clone(),
        shrink: !args.no_shrink,
        replay_every: args.replay_every,
    };
    let next = AtomicU64::new(args.from);
    let total = Mutex::new(Tally::default());
    let jobs = if args.show { 1 } else { args.jobs.max(1) };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.from + args.batches {
                        break;
                    }
                    let tally = ask_about_batch(&args, &campaign, number);
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    total.add(tally);
                    if !args.show {
                        println!("batch {number} {:?}: {}", kind_of_batch(number), summary(&total));
                    }
                }
            });
        }
    });
    let total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    for ((engine, answer), count) in &total.answers {
        println!("{engine} {answer} {count}");
    }
    if total.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Asks about a batch, or shows it.
fn ask_about_batch(args: &Args, campaign: &Campaign, number: u64) -> Tally {
    let mut tally = Tally::default();
    let mut ask = || -> Result<(), OracleError> {
        let folder = tempfile::tempdir()?;
        if args.show {
            return show(number, args.batch, folder.path());
        }
        let mut tell = |what: &str| println!("FAILURE {what}");
        campaign.run_batch(number, &mut tally, folder.path(), &mut tell)
    };
    if let Err(error) = ask() {
        println!("FAILURE batch {number}: {error}");
        tally.failures.push(format!("batch {number}: {error}"));
    }
    tally
}

fn summary(tally: &Tally) -> String {
    let runs: u64 = tally.answers.values().sum();
    let Tally { programs, variants, hold, discarded, failures, .. } = tally;
    let failures = failures.len();
    format!(
        "{programs} programs ({hold} hold), {variants} equivalent ones, {discarded} discarded, {runs} runs, \
         {failures} failures"
    )
}

fn show(number: u64, batch: u64, folder: &std::path::Path) -> Result<(), OracleError> {
    let (machine, risk) = kind_of_batch(number);
    let seeds = number * batch..(number + 1) * batch;
    for case in hunt::campaign::cases(seeds, machine, risk, folder)? {
        println!("// seed {} {:?} {}: {}", case.seed, machine, case.question.property, case.holds);
        print::files(&case.program).iter().for_each(|file| println!("{file}"));
    }
    Ok(())
}
