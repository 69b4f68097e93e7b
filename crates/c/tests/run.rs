//! Programs of our own, one a feature of the language: what they print when the interpreter runs
//! them must be what they print when gcc compiles them.
//!
//! A file whose first line contains `64` is about LP64 only. ILP32 is compared where gcc can make
//! such programs.

use c::{Options, compile};
use program::Machine;
use program::interpret::{Environment, Interpreter, Outcome, Zeros};
use std::path::{Path, PathBuf};
use std::process::Command;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let entries = std::fs::read_dir(folder).expect("a folder of programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// What a program prints in the interpreter.
fn interpreted(file: &Path, machine: Machine) -> Result<String, String> {
    let program = compile(&[file.to_owned()], &Options::new(machine)).map_err(|e| e.to_string())?;
    let options = program::interpret::Options { max_steps: 50_000_000, ..Default::default() };
    let interpreter = Interpreter::new(&program, options).map_err(|error| error.to_string())?;
    let mut output = Vec::new();
    let run = interpreter.run(&mut Environment {
        chooser: &mut Zeros,
        output: &mut output,
        observer: None,
        interrupted: &|| false,
    });
    let text = String::from_utf8_lossy(&output).into_owned();
    match run {
        program::interpret::Run { outcome: Outcome::Finished(_), undefined: None, .. } => Ok(text),
        other => {
            Err(format!("{:?}, undefined {:?}, after {text:?}", other.outcome, other.undefined))
        }
    }
}

/// What a program prints when gcc compiles it; `None` if gcc cannot make programs for the machine.
fn compiled(file: &Path, machine: Machine, folder: &Path) -> Option<String> {
    let target = folder.join("program");
    let flags: &[&str] = match machine {
        Machine::Lp64 => &["-m64"],
        Machine::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    };
    let mut gcc = Command::new("gcc");
    gcc.args(flags).args(["-std=gnu11", "-O0", "-w", "-o"]).arg(&target).arg(file).arg("-lm");
    let output = gcc.output().expect("gcc can be run");
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(machine == Machine::Ilp32, "{}: {errors}", file.display());
        return None;
    }
    let run = Command::new(&target).output().expect("the program can be run");
    assert!(run.status.success(), "{} fails", file.display());
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

fn compare(machine: Machine) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut failures = Vec::new();
    let mut compared = 0;
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a program");
        let only_wide = text.lines().next().is_some_and(|line| line.contains("64"));
        if only_wide && machine == Machine::Ilp32 {
            continue;
        }
        let ours = interpreted(&file, machine);
        let Some(theirs) = compiled(&file, machine, folder.path()) else { continue };
        compared += 1;
        assert!(!theirs.is_empty(), "{} prints nothing", file.display());
        if ours.as_ref() != Ok(&theirs) {
            failures.push(format!("{}:\n  ours {ours:?}\n  gcc  {theirs:?}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared > 0 || machine == Machine::Ilp32);
}

#[test]
fn programs_print_what_gcc_makes_them_print() {
    compare(Machine::Lp64);
}

#[test]
fn programs_of_32_bits_print_what_gcc_makes_them_print() {
    compare(Machine::Ilp32);
}
