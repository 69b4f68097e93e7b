//! `hunt`: random programs against `lemmatic verify`.

#![allow(clippy::print_stdout)] // it is a command

use clap::Parser;
use hunt::campaign::{Campaign, Tally, kind_of_batch};
use hunt::print;
use hunt::verifier::Verifier;
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// Programs in a batch, which are compiled together
    #[arg(long, default_value_t = 24)]
    batch: u64,
    /// Engines to ask alone; `default` for the default run
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "bmc,kiki,ic3cfa,kind,predabs,cells,sample,default"
    )]
    engines: Vec<String>,
    /// How many randomly chosen engines to ask about a program
    #[arg(long, default_value_t = 8)]
    engines_each: usize,
    /// Equivalent programs to ask about for each program: renamed, outlined, loops peeled, ...
    #[arg(long, default_value_t = 1)]
    variants: u64,
    /// Time limit of a run in seconds
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
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            println!("no folder for programs: {error}");
            return ExitCode::from(2);
        }
    };
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
    let mut tally = Tally::default();
    for number in args.from..args.from + args.batches {
        let done = match args.show {
            true => show(number, args.batch, folder.path()),
            false => {
                let mut tell = |what: &str| println!("FAILURE {what}");
                campaign.run_batch(number, &mut tally, folder.path(), &mut tell)
            }
        };
        if let Err(error) = done {
            println!("batch {number}: {error}");
            tally.failures.push(format!("batch {number}: {error}"));
        }
        if !args.show {
            println!("batch {number} {:?}: {}", kind_of_batch(number), summary(&tally));
        }
    }
    for ((engine, answer), count) in &tally.answers {
        println!("{engine} {answer} {count}");
    }
    if tally.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

fn show(
    number: u64,
    batch: u64,
    folder: &std::path::Path,
) -> Result<(), hunt::oracle::OracleError> {
    let (machine, risk) = kind_of_batch(number);
    let seeds = number * batch..(number + 1) * batch;
    for case in hunt::campaign::cases(seeds, machine, risk, folder)? {
        println!("// seed {} {:?} {}: {}", case.seed, machine, case.question.property, case.holds);
        print::files(&case.program).iter().for_each(|file| println!("{file}"));
    }
    Ok(())
}
