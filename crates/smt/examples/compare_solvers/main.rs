//! Random differential testing of the embedded solver against an external one.
//!
//!     cargo run --release -p lemmatic-smt --example compare_solvers -- --bv 20000 --abv 5000 --fp 5000
//!
//! Needs an SMT-LIB solver on the PATH (`source scripts/solvers` fetches one). Ends with the first
//! disagreement, its seed and exit status 1; `--from SEED` starts elsewhere.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a command of its own

mod campaign;

use campaign::{Logic, Tally, run_batch};
use smt::process::{ProcessSolver, find_installed};
use std::process::ExitCode;

/// How many cases share an external process, which keeps data of earlier cases.
const BATCH: u64 = 100;

fn run(name: &str, logic: Logic, from: u64, count: u64) -> Result<String, String> {
    let command = find_installed().ok_or("no external solver on the PATH")?;
    let mut tally = Tally::default();
    let mut start = from;
    while start < from + count {
        let end = (start + BATCH).min(from + count);
        let mut external =
            ProcessSolver::start(command.clone()).map_err(|error| error.to_string())?;
        run_batch(logic, start..end, &mut external, &mut tally)
            .map_err(|disagreement| format!("DISAGREEMENT {disagreement}"))?;
        start = end;
    }
    let Tally { sat, unsat, undecided } = tally;
    let found = format!("{sat} sat, {unsat} unsat, {undecided} undecided, no disagreement");
    Ok(format!("{name}: {count} formulas, {found}"))
}

fn main() -> ExitCode {
    let mut campaigns = [
        ("--bv", "QF_BV", Logic::Bv, 0),
        ("--abv", "QF_ABV", Logic::Abv, 0),
        ("--chains", "chains of arrays", Logic::Chains, 0),
        ("--fp", "QF_FP", Logic::Fp, 0),
        ("--lra", "QF_LRA", Logic::Lra, 0),
        ("--lia", "QF_LIA", Logic::Lia, 0),
        ("--arithmetic", "integers and reals", Logic::Arithmetic, 0),
        ("--cells", "arrays of numbers", Logic::Cells, 0),
    ];
    let mut from = 0;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let number = args.next().and_then(|text| text.parse::<u64>().ok());
        let campaign = campaigns.iter_mut().find(|campaign| campaign.0 == arg);
        match (campaign, arg.as_str(), number) {
            (Some(campaign), _, Some(count)) => campaign.3 = count,
            (None, "--from", Some(seed)) => from = seed,
            _ => {
                eprintln!(
                    "usage: compare_solvers [--bv N] [--abv N] [--chains N] [--fp N] [--lra N] [--lia N] \
                     [--arithmetic N] [--cells N] [--from SEED]"
                );
                return ExitCode::from(2);
            }
        }
    }
    for (_, name, logic, count) in campaigns {
        if count > 0 {
            match run(name, logic, from, count) {
                Ok(summary) => println!("{summary}"),
                Err(problem) => {
                    println!("{problem}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}
