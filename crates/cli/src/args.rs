//! The command line.

use crate::bench::{self, BenchArgs};
use crate::exit::Exit;
use crate::help::{answers, conclusions};
use crate::limits::LimitArgs;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use driver::{Certification, CheckOptions, EngineConfig, EngineName, InputConfig, ReduceConfig};
use smt::process::{SolverCommand, find_installed};
use std::path::PathBuf;
use term::{BitVec, Float, Value};

const ABOUT: &str = "\
A software model checker that backs every answer with checked evidence.

It proves that no run of a model violates a property, or shows a run that does. No answer is \
printed before an independent checker has accepted its evidence.";

const EXAMPLES: &str = "\
Examples:
  lemmatic verify examples/average.c --trace            show how an assertion fails
  lemmatic verify examples/list.c --property valid-memsafety
  lemmatic verify examples/average.c --property all --each-check
  lemmatic verify examples/counter_unsafe.cfa --trace   show the run to the error
  lemmatic verify examples/bounded.cfa --proof p.txt    store the evidence ...
  lemmatic check p.txt examples/bounded.cfa             ... and check it again
  lemmatic verify examples/mul64.cfa --timeout 5        give up in time
  lemmatic show dot examples/bounded.cfa | dot -Tsvg    draw the automaton
  lemmatic bench suite --limit 10                       run a suite of tasks (`bench --help`)";

const SHORT: &str = "\
Exit status 0: TRUE, 10: FALSE(property), 5: UNKNOWN(reason). More options: `lemmatic help ENGINE`.";

const FINE_TUNING: &str = "\
Options of engines and reductions have pages of their own:
  lemmatic engines           the engines, one line each
  lemmatic help ENGINE       what an engine does, with its options
  lemmatic help reductions   how models are made smaller, with the options";

const SHOW_MORE: &str = "\
`lemmatic help reductions` has the options for what --reduced shows.";

const INPUT: &str = "\
Input: by the ending of the file's name
  .c, .i  C; several files make one program
  .yml    SV-COMP tasks
  .cfa    control-flow automata in text form (see `lemmatic show cfa`)
  .smt2   constrained Horn clauses (SMT-LIB, logic HORN)";

const RUN_INPUT: &str = "\
Input: by the ending of the first file's name
  .c .i   C, preprocessed or not; several files are linked
  .prog   a program in text form";

const RUN_EXIT: &str = "\
Exit status:
   0  the program ended
  10  it violated a property
   5  the run could not go on: an assumption is false, a limit, something unsupported
   2  wrong usage
   6  input not understood";

fn after_help(parts: &[&str]) -> String {
    parts.join("\n\n")
}

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "lemmatic", version, long_about = ABOUT, max_term_width = 100)]
#[command(about = "A software model checker that backs every answer with checked evidence")]
#[command(disable_help_subcommand = true)]
#[command(after_help = after_help(&[EXAMPLES, &answers(), INPUT, Exit::HELP]))]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Prove that no run violates a property, or show one that does
    #[command(after_help = SHORT)]
    #[command(after_long_help = after_help(&[FINE_TUNING, &answers(), INPUT, Exit::HELP]))]
    Verify(Box<VerifyArgs>),
    /// Check stored evidence again
    ///
    /// Reads the evidence that `verify --proof` has stored and checks it against the model.
    #[command(after_help = after_help(&[&conclusions(), INPUT, Exit::HELP]))]
    Check(CheckArgs),
    /// Run a program with given, random or zero inputs
    ///
    /// What the program prints goes to standard output. The run stops where it violates a property;
    /// standard error says where and why.
    #[command(after_help = after_help(&[RUN_INPUT, RUN_EXIT]))]
    Run(Box<RunArgs>),
    /// Print the model or program that Lemmatic makes of files
    #[command(after_help = after_help(&[INPUT, SHOW_MORE]))]
    Show(ShowArgs),
    /// Run verifiers on a suite of tasks, score, compare and plot them
    ///
    /// Every configuration runs on every task under limits that hold for all of its processes
    /// together, and scores as in SV-COMP: proof 2, bug 1, wrong proof -32, wrong alarm -16.
    #[command(after_help = bench::HELP)]
    Bench(Box<BenchArgs>),
    /// List the engines, or say more about one
    Engines(EnginesArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print a manual page, in the format of man
    Man(ManArgs),
    /// Print help about a command, an engine, or reductions
    Help(HelpArgs),
}

/// Options of `verify`, in the order of its help.
#[derive(clap::Args, Debug)]
pub struct VerifyArgs {
    /// The files of the task
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How C is read, and what is asked about it.
    #[command(flatten)]
    pub input: InputConfig,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The engines and their options.
    #[command(flatten)]
    pub engine: EngineConfig,
    /// How the model is made smaller.
    #[command(flatten)]
    pub reduce: ReduceConfig,
    /// How the checker decides.
    #[command(flatten)]
    pub checker: CheckerArgs,
    /// Options of the output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What is stored and printed.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Store the evidence of the answer, for `lemmatic check`
    ///
    /// The evidence is a proof or a violating run. It is JSON if the file name ends in .json.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Write the answer about Horn clauses as SMT-LIB (.smt2 only)
    ///
    /// The file says `sat` with a definition of each predicate, `unsat` with the facts from which false
    /// follows, or `unknown`. Proofs that do not define the predicates do not count then.
    #[arg(long, value_name = "FILE")]
    pub chc_output: Option<PathBuf>,
    /// Write a witness for other tools
    ///
    /// For C the format is YAML, version 2.0 of SV-COMP's, or 2.1 for runs that never end. A run of a
    /// hardware model is written as the simulators of AIGER and BTOR2 read it.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Write a violating run as a C file, to be compiled with the program
    ///
    /// The executable takes the path of the run. With --function, the program is what --show-harness
    /// prints.
    #[arg(long, value_name = "FILE")]
    pub replay_c: Option<PathBuf>,
    /// Give a verdict for each check of the program (C only)
    ///
    /// One line per check: `[function.number] place: subject: VERDICT`. SUCCESS means that no run violates
    /// the check, even if it violates others. FAILURE means that a run does; it was replayed. The result is
    /// FALSE if a check fails, and TRUE if all are proved.
    #[arg(long, conflicts_with_all = ["proof", "chc_output", "witness", "show_invariants", "replay_c"])]
    pub each_check: bool,
    /// Find a condition on the arguments of F that is enough
    ///
    /// If the answer without a condition is not TRUE, simple conditions over the integer parameters are
    /// tried, weak ones first. One that is proved is printed as a C expression, as --assume takes it. The
    /// result stays that without a condition.
    #[arg(long, requires = "function", conflicts_with = "each_check")]
    pub conditional: bool,
    /// Print the run that violates the property, step by step
    #[arg(long)]
    pub trace: bool,
    /// Print the invariants of a proof as C expressions (C only)
    ///
    /// Each is printed with its line in the source.
    #[arg(long)]
    pub show_invariants: bool,
    /// Print the harness of --function as C, and do nothing else
    #[arg(long, requires = "function")]
    pub show_harness: bool,
    /// Print one JSON document and nothing else
    ///
    /// The document has result, findings, evidence and statistics; docs/report.schema.json is its schema.
    /// Errors are reported in the same form.
    #[arg(long)]
    pub json: bool,
    /// Print statistics
    #[arg(long)]
    pub stats: bool,
    /// Print only the result line (and errors)
    #[arg(short, long, conflicts_with_all = ["trace", "json", "stats", "show_invariants"])]
    pub quiet: bool,
    /// No live progress line
    #[arg(long)]
    pub no_progress: bool,
    /// Where to save a reproducer of an internal error
    ///
    /// Or of rejected evidence.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub reproducer_dir: PathBuf,
}

/// Options of `run`.
#[derive(clap::Args, Debug)]
pub struct RunArgs {
    /// The files of the program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Values that input functions return, in order: integers, or floats with a point
    #[arg(long, value_name = "VALUES", value_delimiter = ',', value_parser = input_value)]
    #[arg(allow_hyphen_values = true)]
    pub input: Vec<Value>,
    /// Choose all other values at random (default: zero)
    #[arg(long, value_name = "SEED")]
    pub random: Option<u64>,
    /// Stop after this many steps
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Print inputs, assignments and calls as they happen
    #[arg(long)]
    pub trace: bool,
    /// How C is read, and which violations stop the run: by default all except leaks at the end.
    #[command(flatten)]
    pub config: InputConfig,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Integers have 129 bits, so that signed and unsigned ones of 128 bits fit.
fn input_value(text: &str) -> Result<Value, String> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    if let Some(magnitude) = magnitude {
        let bits = BitVec::from_bits(129, |i| i < 128 && magnitude >> i & 1 == 1);
        return Ok(Value::BitVec(if negative { bits.neg() } else { bits }));
    }
    let float: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Ok(Value::Float(Float::from_f64(float)))
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
    /// How C is read, and what is asked about it.
    #[command(flatten)]
    pub input: InputConfig,
    /// How the checker decides.
    #[command(flatten)]
    pub checker: CheckerArgs,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How the independent checker decides.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Checker of evidence")]
pub struct CheckerArgs {
    /// Whether the conditions of a proof are certified
    ///
    /// A certified condition is encoded as clauses by code that shares nothing with the engines' solver,
    /// and every step of the refutation is checked. The evidence line reports the numbers of conditions
    /// and steps.
    #[arg(long, value_enum, value_name = "off|on|required", default_value = "on")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    pub certify: Certify,
    /// Let an SMT-LIB solver confirm every condition of a proof
    ///
    /// PROGRAM runs as a separate process (z3, cvc5, bitwuzla, mathsat, ...); the default is the first that
    /// is installed. A proof is accepted only if both solvers agree.
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
        let certification = self.certify.into();
        Ok(CheckOptions { certification, second_opinion, ..CheckOptions::default() })
    }
}

/// When conditions are certified.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certify {
    /// Never: the embedded solver decides
    Off,
    /// Certify what takes reasonable time; the embedded solver decides the rest
    On,
    /// Always; a condition that cannot be certified is undecided
    Required,
}

impl From<Certify> for Certification {
    fn from(certify: Certify) -> Certification {
        match certify {
            Certify::Off => Certification::Off,
            Certify::On => Certification::Preferred,
            Certify::Required => Certification::Required,
        }
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
    /// Show the model as engines see it, after reductions
    #[arg(long)]
    pub reduced: bool,
    /// How C is read, and what is asked about it.
    #[command(flatten)]
    pub input: InputConfig,
    /// How the model is reduced.
    #[command(flatten)]
    pub reduce: ReduceConfig,
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
    /// The automaton as a transition system with its location in Boolean variables (VMT)
    System,
    /// The program that C files make, before any property is chosen
    Program,
    /// The constructs of a C program that are not modelled, with their places
    ///
    /// A proof includes that no run reaches them. A run that reaches one is never an answer.
    Unsupported,
}

/// Options of `engines`.
#[derive(clap::Args, Debug)]
pub struct EnginesArgs {
    /// The engine to say more about
    #[arg(value_enum, value_name = "ENGINE", hide_possible_values = true)]
    pub engine: Option<EngineName>,
}

/// Options of `help`.
#[derive(clap::Args, Debug)]
pub struct HelpArgs {
    /// A command, the name of an engine, or `reductions`
    #[arg(value_name = "TOPIC")]
    pub topic: Vec<String>,
}

/// Options of `completions`.
#[derive(clap::Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Options of `man`.
#[derive(clap::Args, Debug)]
pub struct ManArgs {
    /// The command that the page is about; without it, `lemmatic` itself
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
