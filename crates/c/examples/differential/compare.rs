//! Compares one C program in the interpreter with its compiled form.

use c::{Options, compile};
use program::Machine;
use program::interpret::{
    Environment, Execution, ExecutionEnd, Interpreter, UndefinedBehaviour, Zeros,
};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// CPU seconds for a compiled program; load on the machine does not change CPU time.
const SECONDS: u32 = 2;

/// The signal that ends a program at its CPU time limit.
const OUT_OF_TIME: i32 = 24;

/// The result for one program.
#[derive(Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both print the same, and our run meets no undefined behaviour.
    Agree(String),
    /// The compiled program does not end in time.
    TimedOut,
    /// The compiled program ends, but our run needs too many steps.
    StepLimit,
    /// The program uses something that we do not support.
    Unsupported(String),
    /// We are wrong.
    Differ(String),
}

/// How programs are compiled and run.
pub struct Setting {
    /// The machine that they are compiled for.
    pub machine: Machine,
    /// Folders of headers.
    pub includes: Vec<PathBuf>,
    /// Maximal number of steps of the interpreter.
    pub max_steps: u64,
}

impl Setting {
    /// Uses the headers of the system only.
    pub fn new(machine: Machine, max_steps: u64) -> Setting {
        Setting { machine, includes: Vec::new(), max_steps }
    }

    /// Compares the output of a program in the interpreter with its output when compiled by gcc.
    /// The program is a file, or all files of a folder. Temporary files go to another folder.
    pub fn compare(&self, program: &Path, folder: &Path) -> Comparison {
        let files = files_of(program);
        let theirs = match self.compiled(&files, folder) {
            Ok(Some(output)) => output,
            Ok(None) => return Comparison::TimedOut,
            Err(problem) => return Comparison::Differ(problem),
        };
        match self.interpreted(&files) {
            Ok(ours) if ours == theirs => Comparison::Agree(ours),
            Ok(ours) => Comparison::Differ(first_difference(&ours, &theirs)),
            Err(problem) => problem,
        }
    }

    /// The output of a program in the interpreter.
    fn interpreted(&self, files: &[PathBuf]) -> Result<String, Comparison> {
        let mut options = Options::new(self.machine);
        options.source.includes.clone_from(&self.includes);
        let program =
            compile(files, &options).map_err(|error| Comparison::Unsupported(error.to_string()))?;
        let limits =
            program::interpret::Options { max_steps: self.max_steps, ..Default::default() };
        let interpreter = Interpreter::new(&program, limits)
            .map_err(|error| Comparison::Differ(error.to_string()))?;
        let mut output = Vec::new();
        let run = interpreter.run(&mut Environment {
            chooser: &mut Zeros,
            output: &mut output,
            observer: None,
            interrupted: &|| false,
        });
        let place = |span: Option<program::Span>| {
            span.map_or(String::new(), |span| format!(" in line {}", span.line))
        };
        match run {
            Execution { outcome: ExecutionEnd::Finished(_), undefined: None, .. } => {
                Ok(String::from_utf8_lossy(&output).into_owned())
            }
            Execution { undefined: Some(UndefinedBehaviour { what, span, .. }), .. } => {
                Err(Comparison::Differ(format!("undefined: {what}{}", place(span))))
            }
            Execution { outcome: ExecutionEnd::StepLimit, .. } => Err(Comparison::StepLimit),
            Execution { outcome: ExecutionEnd::Unsupported(what, span), .. } => {
                Err(Comparison::Unsupported(format!("{what}{}", place(span))))
            }
            Execution { outcome: ExecutionEnd::Violation(violation), .. } => {
                let place = place(violation.span);
                Err(Comparison::Differ(format!("violation: {}{place}", violation.message)))
            }
            Execution { outcome, .. } => Err(Comparison::Differ(format!("{outcome:?}"))),
        }
    }

    /// The output of a program when compiled by gcc; `None` if it does not end.
    fn compiled(&self, files: &[PathBuf], folder: &Path) -> Result<Option<String>, String> {
        let target = folder.join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(machine_flags(self.machine)).args(["-std=gnu11", "-O0", "-w"]);
        gcc.args(self.includes.iter().flat_map(|folder| [Path::new("-I"), folder]));
        gcc.arg("-o").arg(&target).args(files).arg("-lm");
        let output = gcc.output().map_err(|error| format!("gcc cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(format!("gcc says {}", String::from_utf8_lossy(&output.stderr)));
        }
        let run = limited(SECONDS).arg(&target).output();
        let run = run.map_err(|error| format!("prlimit cannot be run: {error}"))?;
        if run.status.success() {
            Ok(Some(String::from_utf8_lossy(&run.stdout).into_owned()))
        } else if run.status.signal() == Some(OUT_OF_TIME) {
            Ok(None)
        } else {
            Err(format!("the compiled program fails: {}", run.status))
        }
    }
}

/// The files of a program, in the order of their names.
fn files_of(program: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(program) else { return vec![program.to_owned()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// A command that runs its arguments with a CPU time limit in seconds.
pub(crate) fn limited(seconds: u32) -> Command {
    let mut command = Command::new("prlimit");
    command.arg(format!("--cpu={seconds}:{}", seconds + 1));
    command
}

/// Our arithmetic rounds each operation to its type, as SSE does. The x87 unit does not.
fn machine_flags(machine: Machine) -> &'static [&'static str] {
    match machine {
        Machine::Lp64 => &["-m64"],
        Machine::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// Whether gcc is installed and can build programs for a machine.
pub fn gcc_makes(machine: Machine, folder: &Path) -> bool {
    let (source, target) = (folder.join("probe.c"), folder.join("probe"));
    let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
    std::fs::write(&source, text).expect("the folder can be written to");
    let mut gcc = Command::new("gcc");
    gcc.args(machine_flags(machine)).arg("-o").arg(&target).arg(&source);
    gcc.output().is_ok_and(|output| output.status.success())
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let mut pairs = ours.lines().zip(theirs.lines());
    match pairs.find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => format!("ours {ours:?}, gcc's {theirs:?}"),
        None => format!("ours has {} bytes, gcc's {}", ours.len(), theirs.len()),
    }
}
