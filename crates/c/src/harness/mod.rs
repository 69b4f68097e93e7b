//! Harnesses: C text that calls a function as its callers may.
//!
//! A harness is derived from the types of the function's parameters and from what is stated about them.
//! Numbers are arbitrary. A pointer leads to one valid object of its type, which is on the heap, so that
//! it can be freed, and has arbitrary content; the pointers in it lead to further objects. Everything
//! that callers still have afterwards, they hold in static variables. Since a harness is ordinary C, it
//! is compiled with the program, and a user can print and change it.

mod assume;
mod build;
mod choices;
mod declare;
mod numbers;
mod uses;

use crate::hir::{FnId, Unit};
use crate::sema;
use crate::source::{self, SourceError, with_sources};
use build::{Builder, Finished};
use program::CallersChoice;
use std::path::{Path, PathBuf};

/// The name of the file that a harness seems to be in.
pub const FILE: &str = "harness.c";
/// The name of the program's own `main` in a harness.
const OTHER_MAIN: &str = "program_main";

/// What is known about the calls of a function.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The function.
    pub function: String,
    /// What callers guarantee, in C and in the predicates of `assume`.
    pub assumptions: Vec<String>,
    /// Whether pointers may be null.
    pub may_be_null: bool,
    /// What is guessed about the calls.
    pub guess: Guess,
}

/// What a harness guesses about calls besides what types say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guess {
    /// Nothing.
    Nothing,
    /// What names and the code suggest.
    #[default]
    Code,
}

/// A harness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The number of the input file with the function.
    file: usize,
    path: PathBuf,
    lines: Vec<Line>,
    /// Whether the program has a function `main`.
    hides_main: bool,
    /// What it assumes, for people: a few sentences.
    pub remarks: String,
    /// The values that only callers know the rules of.
    pub choices: Vec<CallersChoice>,
    /// The parameters that are integers, with any value at first.
    pub integers: Vec<IntegerParameter>,
}

/// A parameter that is an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerParameter {
    /// Its name.
    pub name: String,
    /// Whether its type is signed.
    pub is_signed: bool,
    /// The width of its type.
    pub bits: u32,
    /// The line of the harness that gives it a value.
    pub line: u32,
}

/// A line of a harness.
#[derive(Clone, Debug)]
enum Line {
    /// C text.
    Text(String),
    /// An assumption of the user, which starts at a column of the option.
    Assumed { option: usize, column: usize, text: String },
}

/// Derives a harness for a function of some files.
pub fn derive(
    paths: &[PathBuf],
    options: &source::Options,
    request: &Request,
) -> Result<Harness, SourceError> {
    with_sources(paths, options, |sources| {
        let unit = sema::analyse(options.machine, &sources)?;
        of_unit(&unit, paths, request)
    })?
}

fn of_unit(unit: &Unit, paths: &[PathBuf], request: &Request) -> Result<Harness, SourceError> {
    let name = &request.function;
    let ids = || (0..unit.functions.len()).map(FnId::from_index);
    let is_defined = |id: &FnId| unit.function(unit.aliased_function(*id)).body.is_some();
    let named =
        |wanted: &str| ids().find(|&id| unit.function(id).name == wanted && is_defined(&id));
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    let Some(id) = named(name).map(|id| unit.aliased_function(id)) else {
        let known = ids().filter(is_defined).map(|id| unit.function(id).name.as_str());
        let message = format!("there is no function '{name}' with a body{}", nearest(name, known));
        return Err(SourceError::whole(first, message));
    };
    let defined_in = unit.files.get(unit.function(id).span.file.index());
    let is_it = |path: &PathBuf| Some(&path.display().to_string()) == defined_in;
    let file = paths.iter().position(is_it).unwrap_or(0);
    let mut builder = Builder::new(unit, request);
    builder.build(id)?;
    let hides_main = named("main").is_some();
    let integers = builder.integers(id);
    let Finished { lines, choices, remarks } = builder.finish();
    let path = paths[file].clone();
    let mut harness = Harness { file, path, lines, hides_main, remarks, choices, integers };
    harness.place_integers();
    Ok(harness)
}

/// A suggestion, if there is a similar name.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let similar = known.map(|other| (distance(name, other), other)).min();
    match similar {
        Some((few, other)) if few <= name.len().max(3) / 3 => format!("; is it '{other}'?"),
        _ => String::new(),
    }
}

/// The edit distance of two names.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = std::mem::replace(&mut row[j + 1], 0);
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl Harness {
    /// Finds the lines that give integers their values; those without one are forgotten.
    fn place_integers(&mut self) {
        let lines = &self.lines;
        self.integers.retain_mut(|integer| {
            let start = format!("{} = __VERIFIER_nondet_", integer.name);
            let gives = |line: &Line| match line {
                Line::Text(text) => text.trim_start().starts_with(&start),
                Line::Assumed { .. } => false,
            };
            let found = lines.iter().position(gives);
            integer.line = found.map_or(0, |number| number as u32 + 1);
            found.is_some()
        });
    }

    /// The harness as a C file of its own.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let (hide, show) = match self.hides_main {
            true => (format!("#define main {OTHER_MAIN}\n"), "#undef main\n"),
            false => (String::new(), ""),
        };
        text += &format!("/* {} */\n", self.remarks.replace("*/", "* /"));
        text += &format!("{hide}#include \"{}\"\n{show}\n", self.path.display());
        for line in &self.lines {
            match line {
                Line::Text(line) => text += line,
                Line::Assumed { text: condition, .. } => text += &format!("{condition}));"),
            }
            text.push('\n');
        }
        text
    }

    /// The text of the file with the function, and the harness after it. Lines keep their places.
    fn joined(&self, file: &[u8]) -> Vec<u8> {
        let mut text = format!("#line 1 \"{}\"\n", self.path.display()).into_bytes();
        text.extend(file);
        text.extend(b"\n");
        if self.hides_main {
            text.extend(b"#undef main\n");
        }
        text.extend(format!("#line 1 \"{FILE}\"\n").bytes());
        for (number, line) in (1..).zip(&self.lines) {
            match line {
                Line::Text(line) => text.extend(format!("{line}\n").bytes()),
                Line::Assumed { option, column, text: condition } => {
                    let indent = " ".repeat(column - 1);
                    let option = option_name(*option);
                    let next = number + 1;
                    // What is missing at the end is missing in the same line.
                    let said = format!(
                        "#line 1 \"{option}\"\n{indent}{condition}));\n#line {next} \"{FILE}\"\n"
                    );
                    text.extend(said.bytes());
                }
            }
        }
        text
    }

    /// The files to compile in place of the program's own, with the options for them.
    pub fn files(
        &self,
        paths: &[PathBuf],
        options: &source::Options,
    ) -> Result<(HarnessFiles, source::Options), SourceError> {
        let failed = |error: std::io::Error| {
            SourceError::whole(&self.path, format!("the harness cannot be written: {error}"))
        };
        let folder = tempfile::tempdir().map_err(failed)?;
        let content = std::fs::read(&self.path).map_err(failed)?;
        let path = folder.path().join("harness.c");
        std::fs::write(&path, self.joined(&content)).map_err(failed)?;
        let mut paths = paths.to_vec();
        paths[self.file] = path;
        let mut options = options.clone();
        // Headers beside the file are found from where the harness is.
        let beside = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        options.includes.insert(0, beside.unwrap_or(Path::new(".")).to_owned());
        if self.hides_main {
            options.defines.push(format!("main={OTHER_MAIN}"));
        }
        Ok((HarnessFiles { paths, _folder: folder }, options))
    }
}

/// Files that are deleted with this value.
pub struct HarnessFiles {
    /// Their paths.
    pub paths: Vec<PathBuf>,
    _folder: tempfile::TempDir,
}

/// How messages name the assumption with a number.
pub fn option_name(number: usize) -> String {
    match number {
        0 => "--assume".to_owned(),
        more => format!("--assume ({})", more + 1),
    }
}
