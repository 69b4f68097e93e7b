//! The command line of `lemmatic bench`.

use bench::{Configuration, Limits};
use clap::{Args, Subcommand};
use regex::Regex;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of the help of `bench`.
pub const HELP: &str = "\
Suites:
  DIR         a folder with a tasks.tsv (columns id, category, path, property, expected, data_model),
              or with BenchExec task definitions (.yml) anywhere below it
  FILE.yml    a task definition; 'loops/*.yml' is a pattern for such
  FILE.set    a BenchExec set: patterns, one a line

Examples:
  lemmatic bench suite --only '^reach-' --limit 10 --jobs 2
  lemmatic bench suite --limit 20 --mem 4000 --out results \\
      --config 'bmc=--engine bmc' --config 'small-blocks=--engine bmc --reduce-block-limit 10' \\
      --tool 'cbmc=cbmc --{bits} --unwind 20 {file}'
  lemmatic bench table results --markdown        tables of what is there
  lemmatic bench compare results:bmc results:cbmc

The same command again goes on where it was stopped. DIR of --out has results.tsv, results.json,
table.txt and report.html, a page with plots; logs/ has the output of runs that went wrong.

Exit status:
   0  all runs are done, and no answer is wrong
   1  some answer is wrong
   5  interrupted; what is done is saved
   2  wrong usage
   6  a suite or results cannot be read or written";

/// Options of `bench`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct BenchArgs {
    /// What to do with existing results.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// Running a suite.
    #[command(flatten)]
    pub run: RunSuiteArgs,
}

/// What to do with existing results.
#[derive(Subcommand, Debug)]
pub enum BenchCommand {
    /// Make tables and a page of the results in folders
    Table(TableArgs),
    /// Compare two configurations: costs on what both solve, and all differences
    Compare(CompareArgs),
    /// Run one tool under limits, as told on standard input
    #[command(hide = true)]
    Supervise,
}

/// Options for running a suite.
#[derive(Args, Debug)]
pub struct RunSuiteArgs {
    /// The suites
    #[arg(required = true, value_name = "SUITE")]
    pub suites: Vec<String>,
    /// Run `lemmatic verify` with these options, under this name (repeatable)
    #[arg(long, value_name = "NAME=OPTIONS", value_parser = Configuration::lemmatic)]
    pub config: Vec<Configuration>,
    /// Run another verifier by a shell command, under this name (repeatable)
    ///
    /// The command may contain {task} (the task definition, or the file itself), {file} (the
    /// files), {property} (its name), {prp} (its file), {model} (ILP32 or LP64) and {bits} (32 or
    /// 64). It runs in an empty folder of its own, so name programs by absolute paths or have them on
    /// the PATH. The answer is the last line of the output of the form `result: TRUE`, `result:
    /// FALSE(...)` or `result: UNKNOWN(...)`; without one, the exit status is read: 0 true, 10
    /// false, 5 unknown.
    #[arg(long, value_name = "NAME=COMMAND", value_parser = Configuration::command)]
    pub tool: Vec<Configuration>,
    /// Only tasks of which name, category or property matches
    #[arg(long, value_name = "REGEX")]
    pub only: Option<Regex>,
    /// CPU seconds of a run, all of its processes and threads together
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    limit: f64,
    /// Wall-clock seconds of a run [default: 4 times the CPU seconds and 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    wall: Option<f64>,
    /// Memory of a run, all of its processes together (1 MB = 1,000,000 bytes)
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    mem: Option<u64>,
    /// How many runs go on at a time
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Where results are kept; what is there already is not run again
    #[arg(long, value_name = "DIR", default_value = "bench-results")]
    pub out: PathBuf,
    /// Discard the results that are there
    #[arg(long)]
    pub fresh: bool,
    /// Keep the output of all runs in DIR/logs, not only of those that went wrong
    #[arg(long)]
    pub keep_logs: bool,
    /// No live progress line
    #[arg(long)]
    pub no_progress: bool,
    /// Which configurations the page compares.
    #[command(flatten)]
    pub pairs: PairArgs,
}

impl RunSuiteArgs {
    /// The limits of each run.
    pub fn limits(&self) -> Limits {
        let wall_s = self.wall.unwrap_or(4.0 * self.limit + 5.0);
        Limits { cpu_s: self.limit, wall_s, memory_mb: self.mem }
    }

    /// All configurations, with different names; by default, plain `lemmatic verify`.
    pub fn configurations(&self) -> Result<Vec<Configuration>, String> {
        let mut all: Vec<Configuration> = self.config.iter().chain(&self.tool).cloned().collect();
        if all.is_empty() {
            all.extend(Configuration::lemmatic("default="));
        }
        for (index, configuration) in all.iter().enumerate() {
            if all[..index].iter().any(|other| other.name == configuration.name) {
                return Err(format!("two configurations are named '{}'", configuration.name));
            }
        }
        Ok(all)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("not a positive number of seconds".to_owned()),
    }
}

/// Which configurations a page compares.
#[derive(Args, Debug)]
pub struct PairArgs {
    /// Compare these two on the page (repeatable) [default: all pairs of up to 3, else the first
    /// with each other one]
    #[arg(long, value_name = "A,B", value_parser = pair)]
    pub pair: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (first, second) = text.split_once(',').ok_or("expected two names: A,B")?;
    Ok((first.trim().to_owned(), second.trim().to_owned()))
}

/// Options for tables of results.
#[derive(Args, Debug)]
pub struct TableArgs {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Only tasks of which name, category or property matches
    #[arg(long, value_name = "REGEX")]
    pub only: Option<Regex>,
    /// Only this configuration (repeatable, in this order); DIR:NAME where folders share names
    #[arg(long, value_name = "NAME")]
    pub config: Vec<String>,
    /// Show this counter of `lemmatic verify --json`, too (repeatable)
    #[arg(long, value_name = "NAME")]
    pub counter: Vec<String>,
    /// Write Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Write a page with plots, too
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Which configurations the page compares.
    #[command(flatten)]
    pub pairs: PairArgs,
}

/// Options for comparing two configurations.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A folder of results with one configuration, or DIR:NAME
    #[arg(value_name = "A")]
    pub first: String,
    /// Another
    #[arg(value_name = "B")]
    pub second: String,
    /// Only tasks of which name, category or property matches
    #[arg(long, value_name = "REGEX")]
    pub only: Option<Regex>,
    /// Write Markdown
    #[arg(long)]
    pub markdown: bool,
}
