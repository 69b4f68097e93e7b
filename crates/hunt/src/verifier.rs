//! Runs the `lemmatic` command.

use crate::ast::{Machine, Program};
use crate::campaign::Case;
use crate::oracle::machine_flags;
use crate::print;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The command, and its time limit.
#[derive(Clone, Debug)]
pub struct Verifier {
    /// The executable.
    pub command: PathBuf,
    /// CPU time limit of a run in seconds.
    pub seconds: u32,
}

/// The answer of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds.
    Holds,
    /// It is violated. If an executable repeated the run, tells what it did instead of failing.
    Violated {
        /// The violated property.
        property: String,
        /// Why the executable does not show the violation.
        no_replay: Option<String>,
    },
    /// No answer, with the reason.
    Unknown(String),
    /// The run ended abnormally.
    Crashed(String),
}

/// A failure of the verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A proof of a property that some run violates.
    WrongProof,
    /// A violation that no run shows.
    WrongAlarm,
    /// The evidence of an engine was rejected, or an engine failed.
    Rejected(String),
    /// The executable of a violating run does not fail.
    NoReplay(String),
    /// The command ended abnormally.
    Crash(String),
}

impl Failure {
    /// Whether two failures are of the same kind.
    pub fn same_kind(&self, other: &Failure) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Answer {
    /// What is wrong with the answer, given whether the property holds.
    pub fn failure(&self, holds: bool) -> Option<Failure> {
        match self {
            Answer::Holds if !holds => Some(Failure::WrongProof),
            Answer::Violated { .. } if holds => Some(Failure::WrongAlarm),
            Answer::Violated { no_replay: Some(why), .. } => Some(Failure::NoReplay(why.clone())),
            Answer::Unknown(reason)
                if reason.starts_with("evidence rejected") || reason.contains("internal") =>
            {
                Some(Failure::Rejected(reason.clone()))
            }
            Answer::Crashed(how) => Some(Failure::Crash(how.clone())),
            _ => None,
        }
    }
}

/// Counts what is allocated. The sanitizer of leaks takes what the stack still points to after the end
/// for memory in use.
const COUNTING: &str = include_str!("counting.c");

/// `SIGXCPU` on our machines: the CPU time limit was reached.
const OUT_OF_TIME: i32 = 24;
const KILLED: i32 = 9;

/// How many times as long as its processor time a run may take by the clock: machines are busy.
const PATIENCE: u32 = 10;

impl Verifier {
    /// Writes the files of a program.
    pub fn write(&self, program: &Program, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for (at, text) in print::files(program).iter().enumerate() {
            let path = folder.join(format!("program{at}.c"));
            std::fs::write(&path, text)?;
            paths.push(path);
        }
        Ok(paths)
    }

    /// Asks an engine, or runs the default.
    pub fn ask(
        &self,
        case: &Case,
        files: &[PathBuf],
        engine: &str,
        options: &[String],
        replay: bool,
        folder: &Path,
    ) -> io::Result<Answer> {
        let mut command = Command::new("prlimit");
        command.arg(format!("--cpu={}:{}", self.seconds, self.seconds + 1));
        command.arg(&self.command).arg("verify").args(files);
        command.args(["--quiet", "--memory", "2000", "--jobs", "1"]);
        command.args(["--timeout", &(PATIENCE * self.seconds).to_string()]);
        command.args(["--property", case.question.property]);
        command.args(["--arch", arch(case.program.machine)]);
        command.arg("--reproducer-dir").arg(folder);
        if !engine.is_empty() {
            command.args(["--engine", engine]);
        }
        let replayed = folder.join("replay.c");
        if replay {
            command.arg("--replay-c").arg(&replayed);
        }
        let output = command.args(options).stdin(Stdio::null()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let result = text.lines().last().unwrap_or("").strip_prefix("result: ");
        use std::os::unix::process::ExitStatusExt;
        if matches!(output.status.signal(), Some(OUT_OF_TIME | KILLED)) {
            return Ok(Answer::Unknown("processor time".to_owned()));
        }
        let argument = |name: &str| {
            let inner = result?.strip_prefix(name)?.strip_prefix('(')?;
            Some(inner.strip_suffix(')').unwrap_or(inner).to_owned())
        };
        let answer = match (result, output.status.code()) {
            (Some("TRUE"), Some(0)) => Answer::Holds,
            (_, Some(10)) if argument("FALSE").is_some() => {
                let no_replay = match replay {
                    true => self.no_replay(case, &replayed, folder)?,
                    false => None,
                };
                Answer::Violated { property: argument("FALSE").unwrap_or_default(), no_replay }
            }
            (_, Some(5)) if argument("UNKNOWN").is_some() => {
                Answer::Unknown(argument("UNKNOWN").unwrap_or_default())
            }
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr);
                Answer::Crashed(format!("{} {:?} {errors}", output.status, result))
            }
        };
        Ok(answer)
    }

    /// The behaviour of a violating run's executable, if it does not fail.
    fn no_replay(&self, case: &Case, replay: &Path, folder: &Path) -> io::Result<Option<String>> {
        let sanitizers: &[&str] = match case.question.property {
            "unreach-call" => &["-fwrapv"],
            "no-overflow" => &["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero"],
            "division-by-zero" => &["-fwrapv", "-fsanitize=integer-divide-by-zero"],
            "shift" => &["-fsanitize=shift"],
            "bounds" => &["-fwrapv", "-fsanitize=bounds-strict"],
            _ => &["-fwrapv", "-fsanitize=address"],
        };
        let executable = folder.join("replay");
        let mut gcc = Command::new("gcc");
        gcc.args(machine_flags(case.program.machine)).args(sanitizers);
        gcc.args(["-w", "-O0", "-std=gnu11", "-fno-strict-aliasing", "-fno-sanitize-recover=all"]);
        gcc.args([print::DEFINE_HIDDEN, print::DEFINE_COMPUTED])
            .arg("-o")
            .arg(&executable)
            .arg(replay);
        for (at, text) in print::files_with_hidden_numbers(&case.program).iter().enumerate() {
            let path = folder.join(format!("compiled{at}.c"));
            std::fs::write(&path, text)?;
            gcc.arg(path);
        }
        if case.question.property == "valid-memcleanup" {
            let counting = folder.join("counting.c");
            std::fs::write(&counting, COUNTING)?;
            let functions = ["malloc", "calloc", "realloc", "free"];
            gcc.args(functions.map(|name| format!("-D{name}=counting_{name}"))).arg(counting);
        }
        let compiled = gcc.arg("-lm").output()?;
        if !compiled.status.success() {
            let errors = String::from_utf8_lossy(&compiled.stderr);
            return Ok(Some(format!("gcc rejects the run: {errors}")));
        }
        let mut run = Command::new("prlimit");
        run.args(["--cpu=5:6"]).arg(&executable);
        run.env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1");
        let output = run.stdin(Stdio::null()).output()?;
        Ok(output.status.success().then(|| "the executable ends without a failure".to_owned()))
    }
}

/// The name of a machine on the command line.
pub fn arch(machine: Machine) -> &'static str {
    match machine {
        Machine::Ilp32 => "ILP32",
        Machine::Lp64 => "LP64",
    }
}
