//! Observes all runs of compiled programs.
//!
//! Programs are compiled in batches, since starting gcc takes longer than compiling a small
//! program. Each run starts from the same initial state; the runtime tries all inputs that matter.

mod report;

pub use report::{Kinds, Observed, Site, SiteKind};

use crate::ast::{Item, Machine, Program};
use crate::generate::Risk;
use crate::print;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const RUNTIME: &str = include_str!("runtime.c");

/// Why the oracle has no answer.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// gcc rejects a program: a bug of the generator.
    #[error("gcc says\n{0}")]
    Rejected(String),
    /// The programs did not run to the end.
    #[error("the compiled programs end early: {0}")]
    EndsEarly(String),
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The sanitizers that programs are compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Signed arithmetic wraps around; other undefined behaviour is detected.
    Wrapping,
    /// Signed overflows and shifts of negative numbers are detected too.
    Overflows,
    /// Memory errors are detected, and other undefined behaviour except overflows; each run is a separate
    /// process.
    Addresses,
}

impl Watch {
    /// The sanitizers for programs with some risk.
    pub fn for_risk(risk: Risk) -> Watch {
        match risk {
            Risk::Overflow | Risk::Shift => Watch::Overflows,
            Risk::Memory => Watch::Addresses,
            _ => Watch::Wrapping,
        }
    }

    /// The options of gcc. Without `-strict`, any index of an array at the end of a struct is allowed.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Watch::Wrapping => &[
                "-fwrapv",
                "-fsanitize=integer-divide-by-zero,shift-exponent,bounds-strict,float-cast-overflow,bool",
            ],
            Watch::Overflows => &[
                "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds-strict",
                "-fsanitize=float-cast-overflow,bool",
            ],
            Watch::Addresses => &[
                "-fwrapv",
                "-fsanitize=address,integer-divide-by-zero,shift-exponent,float-cast-overflow,bool",
                "-DORACLE_FORK",
            ],
        }
    }
}

/// The options with which gcc computes as the machine does.
pub fn machine_flags(machine: Machine) -> &'static [&'static str] {
    match machine {
        Machine::Lp64 => &["-m64"],
        Machine::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// Runs programs for one machine with all inputs; returns the observations of each program.
pub fn observe(
    programs: &[&Program],
    watch: Watch,
    folder: &Path,
) -> Result<Vec<Observed>, OracleError> {
    let Some(first) = programs.first() else { return Ok(Vec::new()) };
    let path = |name: &str| folder.join(name);
    std::fs::write(path("runtime.c"), RUNTIME)?;
    std::fs::write(path("oracle.h"), header(programs))?;
    let mut gcc = Command::new("gcc");
    gcc.args(machine_flags(first.machine)).args(watch.flags());
    gcc.args([print::DEFINE_HIDDEN, print::DEFINE_COMPUTED]);
    gcc.args(["-w", "-O0", "-g0", "-std=gnu11", "-fno-strict-aliasing", "-ffp-contract=off", "-o"]);
    gcc.arg(path("oracle")).arg(path("runtime.c"));
    let files = programs.iter().map(|program| program.files.len()).max().unwrap_or(1);
    for at in 0..files {
        let unit = path(&format!("unit{at}.c"));
        std::fs::write(&unit, unit_text(programs, at))?;
        gcc.arg(unit);
    }
    let compiled = gcc.arg("-lm").output()?;
    if !compiled.status.success() {
        return Err(OracleError::Rejected(String::from_utf8_lossy(&compiled.stderr).into_owned()));
    }
    let ran = Command::new(path("oracle"))
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1:log_path=/dev/null")
        .output()?;
    let text = String::from_utf8_lossy(&ran.stdout);
    let observed = report::read(&text);
    if !ran.status.success() || observed.len() != programs.len() {
        let errors = String::from_utf8_lossy(&ran.stderr);
        return Err(OracleError::EndsEarly(format!("{}\n{text}{errors}", ran.status)));
    }
    Ok(observed)
}

/// The common header of a batch.
fn header(programs: &[&Program]) -> String {
    let mut text = String::from(
        "long long oracle_input(long long, unsigned);\n\
         void oracle_signed(int, long long);\n\
         void oracle_unsigned(int, unsigned long long);\n\
         void oracle_float(int, double);\n\
         #define observe(site, value) _Generic((value), float: oracle_float, double: oracle_float, long double: oracle_float, \\\n\
         unsigned long: oracle_unsigned, unsigned long long: oracle_unsigned, \\\n\
         default: oracle_signed)(site, value)\n",
    );
    for number in 0..programs.len() {
        writeln!(text, "int o{number}_main(void);").expect("strings take everything");
    }
    let names: Vec<String> = (0..programs.len()).map(|number| format!("o{number}_main")).collect();
    writeln!(text, "static const int oracle_count = {};", programs.len())
        .and_then(|()| {
            writeln!(
                text,
                "static int (*const oracle_programs[])(void) = {{{}}};",
                names.join(", ")
            )
        })
        .expect("strings take everything");
    text
}

/// The file `at` of all programs, with names that distinguish programs.
fn unit_text(programs: &[&Program], at: usize) -> String {
    let mut text = String::from("#include \"oracle.h\"\n");
    for function in ["malloc", "calloc", "realloc", "free", "exit", "abort"] {
        text += &format!("#define {function} oracle_{function}\n");
    }
    for (number, program) in programs.iter().enumerate() {
        let Some(file) = print::files_with_hidden_numbers(program).into_iter().nth(at) else {
            continue;
        };
        let names = names(program);
        for name in &names {
            text += &format!("#define {name} o{number}_{name}\n");
        }
        text += &file;
        if at == 0 {
            for input in &program.inputs {
                text += &format!(
                    "{} __VERIFIER_nondet_{}(void) {{ return oracle_input({}, {}); }}\n",
                    input.ty.name(),
                    input.suffix,
                    input.low,
                    input.count
                );
            }
        }
        for name in &names {
            text += &format!("#undef {name}\n");
        }
    }
    text
}

/// The names with program scope.
fn names(program: &Program) -> Vec<String> {
    let mut names: Vec<String> =
        program.inputs.iter().map(|input| format!("__VERIFIER_nondet_{}", input.suffix)).collect();
    for item in program.files.iter().flatten() {
        match item {
            Item::Aggregate(index) => names.push(program.aggregates[*index].tag.clone()),
            Item::Enum(tag, members) => {
                names.push(tag.clone());
                names.extend(members.iter().map(|(name, _)| name.clone()));
            }
            Item::Typedef(name, _) => names.push(name.clone()),
            Item::Variable(variable) => names.push(variable.name.clone()),
            Item::Function(function) => names.push(function.name.clone()),
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}
