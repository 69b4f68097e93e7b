//! The command line.

use crate::exit::Exit;
use crate::limits::LimitArgs;
use clap::{Parser, Subcommand, ValueEnum};
use driver::{CheckOptions, EngineConfig};
use smt::process::{SolverCommand, find_installed};
use std::path::PathBuf;

const ABOUT: &str = "\
A software model checker that backs every answer with checked evidence.

It proves that no run of a model violates a property, or shows a run that does. No answer is \
printed before an independent checker has accepted its evidence.";

const EXAMPLES: &str = "\
Examples:
  lemmatic verify examples/counter_unsafe.cfa --trace   show the run to the error
  lemmatic verify examples/bounded.cfa --proof p.txt    store the evidence ...
  lemmatic check p.txt examples/bounded.cfa             ... and check it again
  lemmatic verify examples/mul64.cfa --timeout 5        give up in time
  lemmatic show dot examples/bounded.cfa | dot -Tsvg    draw the automaton";

const RESULT: &str = "\
Result: the last line of standard output is one of
  result: TRUE               no run violates a property
  result: FALSE(property)    some run violates the property
  result: UNKNOWN(reason)    no answer, and why";

const INPUT: &str = "\
Input: by the ending of the file's name
  .cfa    control-flow automata in text form (see `lemmatic show cfa`)
  .smt2   linear constrained Horn clauses (SMT-LIB, logic HORN)";

fn after_help(parts: &[&str]) -> String {
    parts.join("\n\n")
}

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "lemmatic", version, long_about = ABOUT, max_term_width = 100)]
#[command(about = "A software model checker that backs every answer with checked evidence")]
#[command(after_help = after_help(&[EXAMPLES, RESULT, INPUT, Exit::HELP]))]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Prove that no run violates a property, or show one that does
    #[command(after_help = after_help(&[RESULT, INPUT, Exit::HELP]))]
    Verify(Box<VerifyArgs>),
    /// Check stored evidence again
    ///
    /// Reads the evidence that `verify --proof` has stored and checks it against the model. The
    /// last line of the output is `result: ACCEPTED`, `result: REJECTED(failing condition)` or
    /// `result: UNKNOWN(reason)` where the checker comes to no conclusion.
    #[command(after_help = after_help(&[INPUT, Exit::HELP]))]
    Check(CheckArgs),
    /// Print what the tool sees
    #[command(after_help = after_help(&[INPUT]))]
    Show(ShowArgs),
}

/// Options of `verify`.
#[derive(clap::Args, Debug)]
pub struct VerifyArgs {
    /// The files of the task
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Store the evidence of the answer, a proof or a trace, for `lemmatic check`; as JSON if the
    /// name ends in .json
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Print the run that violates the property, step by step
    #[arg(long)]
    pub trace: bool,
    /// Print a JSON document with result, evidence and statistics (the result line still follows)
    #[arg(long)]
    pub json: bool,
    /// Print statistics
    #[arg(long)]
    pub stats: bool,
    /// No live progress line
    #[arg(long)]
    pub no_progress: bool,
    /// Print only the result line (and errors)
    #[arg(short, long, conflicts_with_all = ["trace", "json", "stats"])]
    pub quiet: bool,
    /// Where to save a reproducer of an internal error or of rejected evidence
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub reproducer_dir: PathBuf,
    /// How the checker decides.
    #[command(flatten)]
    pub checker: CheckerArgs,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The engine and its options.
    #[command(flatten)]
    pub engine: EngineConfig,
}

/// Options of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// The evidence, as stored by `verify --proof`
    #[arg(value_name = "PROOF")]
    pub proof: PathBuf,
    /// The files of the task that the evidence is about
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the checker decides.
    #[command(flatten)]
    pub checker: CheckerArgs,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How the independent checker decides.
#[derive(clap::Args, Debug)]
pub struct CheckerArgs {
    /// Let an SMT-LIB solver confirm every condition of a proof
    ///
    /// PROGRAM is started as a process of its own (z3, cvc5, bitwuzla, mathsat, ...); without it,
    /// the first that is installed. A proof is then accepted only if both solvers agree.
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    pub second_opinion: Option<Option<PathBuf>>,
}

impl CheckerArgs {
    /// The options of the checker, if the solver asked for is there.
    pub fn options(&self) -> Result<CheckOptions, String> {
        let second_opinion = match &self.second_opinion {
            None => None,
            Some(None) => {
                let installed = find_installed();
                Some(installed.ok_or("no SMT-LIB solver is installed for a second opinion")?)
            }
            Some(Some(program)) => Some(SolverCommand::of_program(program)),
        };
        Ok(CheckOptions { second_opinion, ..CheckOptions::default() })
    }
}

/// Options of `show`.
#[derive(clap::Args, Debug)]
pub struct ShowArgs {
    /// What to print
    #[arg(value_enum)]
    pub form: Form,
    /// The files of the task
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// What `show` can print.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The control-flow automaton, in the text form that `verify` reads
    Cfa,
    /// The same as constrained Horn clauses (SMT-LIB)
    Chc,
    /// The control-flow automaton as a graph for Graphviz
    Dot,
}
