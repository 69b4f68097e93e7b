//! Queries per CPU second and instructions of each solver on the queries of an IC3 run.
//!
//!     cargo run --release -p lemmatic-smt --example ic3_queries [-- --rounds 6 --queries 1000]
//!     cargo run --release -p lemmatic-smt --example ic3_queries -- --callgrind
//!     cargo run --release -p lemmatic-smt --example ic3_queries -- --integers
//!
//! With `--integers` the variables are integers, else words of 32 bits.
//! Rounds are interleaved: each round runs every solver once, so that a noisy machine disturbs all
//! of them alike. With `--callgrind` each solver runs once under valgrind, which counts
//! instructions and is the same every time.
#![allow(clippy::print_stdout, clippy::print_stderr)] // a command of its own

use smt::EmbeddedSolver;
use smt::process::{ProcessSolver, find_installed};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use workload::Theory;

#[path = "../benches/ic3_queries/backends.rs"]
mod backends;
#[path = "../benches/ic3_queries/workload.rs"]
mod workload;

/// CPU seconds of this process and the children it has waited for.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The name of the external solver in the table.
const EXTERNAL: &str = "external";

fn run(name: &str, theory: Theory, queries: u64) -> Option<workload::Tally> {
    if name == EXTERNAL {
        let mut solver = ProcessSolver::start_with_logic(find_installed()?, theory.logic()).ok()?;
        let tally = workload::run(&mut solver, theory, queries);
        // A killed process has no instruction count.
        solver.exit(Duration::from_secs(60));
        return Some(tally);
    }
    let (_, backend) = backends::all().into_iter().find(|row| row.0 == name)?;
    Some(workload::run(&mut EmbeddedSolver::new(backend), theory, queries))
}

fn names() -> Vec<&'static str> {
    let external = find_installed().map(|_| EXTERNAL);
    backends::all().into_iter().map(|row| row.0).chain(external).collect()
}

fn measure(rounds: u64, theory: Theory, queries: u64) {
    let names = names();
    let mut seconds = vec![Vec::new(); names.len()];
    let mut tallies = vec![None; names.len()];
    for _ in 0..rounds {
        for (i, name) in names.iter().enumerate() {
            let start = cpu_seconds();
            tallies[i] = run(name, theory, queries);
            seconds[i].push(cpu_seconds() - start);
        }
    }
    println!(
        "{:<16} {:>10} {:>10} {:>8} {:>8}",
        "solver", "median q/s", "best q/s", "sat", "unsat"
    );
    for ((name, mut times), tally) in names.into_iter().zip(seconds).zip(tallies) {
        times.sort_by(f64::total_cmp);
        let per_second = |seconds: f64| queries as f64 / seconds.max(0.01);
        let tally = tally.expect("a name of the list");
        println!(
            "{name:<16} {:>10.0} {:>10.0} {:>8} {:>8}",
            per_second(times[times.len() / 2]),
            per_second(times[0]),
            tally.sat,
            tally.unsat,
        );
    }
}

fn callgrind(theory: Theory, queries: u64) -> std::io::Result<()> {
    let this = std::env::current_exe()?;
    println!("{:<16} {:>16}", "solver", "G instructions");
    for name in names() {
        // One log for this process and one for each child.
        let logs = std::env::temp_dir().join(format!("ic3-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&logs)?;
        let status = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes"])
            .arg(format!("--log-file={}", logs.join("%p").display()))
            .arg(&this)
            .args(["--only", name, "--queries", &queries.to_string()])
            .args((theory == Theory::Integers).then_some("--integers"))
            .stdout(Stdio::null())
            .status()?;
        let mut total = 0.0;
        for log in std::fs::read_dir(&logs)? {
            let text = std::fs::read_to_string(log?.path())?;
            let counts = text.lines().filter_map(|line| line.split("Collected :").nth(1));
            total += counts.filter_map(|text| text.trim().parse::<f64>().ok()).sum::<f64>();
        }
        std::fs::remove_dir_all(&logs)?;
        if status.success() {
            println!("{name:<16} {:>16.2}", total / 1e9);
        } else {
            eprintln!("{name}: {status}");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut rounds = 6;
    let mut queries = 1000;
    let mut count_instructions = false;
    let mut theory = Theory::Words;
    let mut only = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(rounds),
            "--queries" => queries = args.next().and_then(|n| n.parse().ok()).unwrap_or(queries),
            "--only" => only = args.next(),
            "--integers" => theory = Theory::Integers,
            "--callgrind" => count_instructions = true,
            other => {
                eprintln!("unknown argument '{other}'");
                return ExitCode::from(2);
            }
        }
    }
    match (only, count_instructions) {
        (Some(name), _) => match run(&name, theory, queries) {
            Some(tally) => println!("{name}: {tally:?}"),
            None => {
                eprintln!("no solver '{name}'; there are {}", names().join(", "));
                return ExitCode::from(2);
            }
        },
        (None, true) => {
            if let Err(error) = callgrind(theory, queries) {
                eprintln!("valgrind: {error}");
                return ExitCode::FAILURE;
            }
        }
        (None, false) => measure(rounds, theory, queries),
    }
    ExitCode::SUCCESS
}
