//! Known SMT-LIB solvers, and how they are started.

use super::ProcessSolver;
use crate::budget::Budget;
use crate::traits::{Outcome, Solver};
use std::path::{Path, PathBuf};
use std::time::Duration;
use term::TermStore;

/// A program that reads SMT-LIB commands from its standard input, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverCommand {
    /// Path, or a name on the search path.
    pub program: PathBuf,
    /// Arguments that make it read commands one by one.
    pub arguments: Vec<String>,
}

/// The known solvers with their arguments, in the order of preference.
const KNOWN: &[(&str, &[&str])] = &[
    ("z3", &["-smt2", "-in"]),
    ("bitwuzla", &[]),
    ("cvc5", &["--incremental", "--lang=smt2"]),
    ("mathsat", &["-input=smt2"]),
    ("yices-smt2", &["--incremental"]),
    ("boolector", &["--smt2", "--incremental"]),
];

/// The time limit for testing whether a program is a solver.
const PROBE_TIME: Duration = Duration::from_secs(10);

impl SolverCommand {
    /// A program with the known arguments for its name, if any.
    pub fn of_program(program: impl Into<PathBuf>) -> SolverCommand {
        let program = program.into();
        let name = program.file_stem().and_then(|name| name.to_str());
        let known = KNOWN.iter().find(|(known, _)| Some(*known) == name);
        let arguments = known.map_or(&[][..], |(_, arguments)| arguments);
        SolverCommand { program, arguments: arguments.iter().map(|&a| a.to_owned()).collect() }
    }

    /// Whether the program starts and answers a trivial query.
    pub fn works(&self) -> bool {
        let Ok(mut solver) = ProcessSolver::start(self.clone()) else { return false };
        let mut store = TermStore::new();
        let falsity = store.bool(false);
        let budget = Budget::unlimited().with_timeout(PROBE_TIME);
        solver.check(&mut store, &[falsity], &budget) == Outcome::Unsat
    }
}

/// The first known solver on the search path that works.
pub fn find_installed() -> Option<SolverCommand> {
    KNOWN
        .iter()
        .filter_map(|(name, _)| find_on_path(name))
        .map(SolverCommand::of_program)
        .find(SolverCommand::works)
}

fn find_on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file: &PathBuf| is_file(file))
}

fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_solvers_get_their_arguments() {
        let z3 = SolverCommand::of_program("/opt/z3/bin/z3");
        assert_eq!(z3.arguments, ["-smt2", "-in"]);
        assert!(SolverCommand::of_program("my-solver").arguments.is_empty());
    }

    #[test]
    fn what_is_no_solver_does_not_work() {
        assert!(!SolverCommand::of_program("/does/not/exist").works());
        assert!(!SolverCommand::of_program("true").works());
        assert!(!SolverCommand::of_program("cat").works());
    }
}
