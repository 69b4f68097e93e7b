//! Loading of programs: C files, or one file in the text form of programs.

use crate::source::{InputError, Source};
use c::lower::{Entry, lower};
use c::source::{Options as SourceOptions, SourceError, with_sources};
use program::{Machine, Program, Span};
use std::path::{Path, PathBuf};

/// How programs are read.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// The machine that C files are for.
    pub machine: Machine,
    /// Folders of headers.
    pub includes: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Where C programs start, if not at `main`; then with arbitrary arguments and globals.
    pub function: Option<String>,
}

/// Loads a program. The ending of the first file's name tells the format; several C files are linked.
pub fn load_program(paths: &[PathBuf], options: &ProgramOptions) -> Result<Program, InputError> {
    let first = paths.first().map_or(Path::new(""), PathBuf::as_path);
    match first.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => c_program(paths, options),
        Some("prog") if paths.len() == 1 => {
            let source = Source::read(first)?;
            program::parse(&source.text)
                .map_err(|error| source.error_at(error.line, error.column, error.message))
        }
        Some("prog") => Err(InputError::new(first, "a program in text form is one file")),
        _ => Err(InputError::new(
            first,
            "the format is not supported; supported are .c and .i (C) and .prog (programs in \
             text form)",
        )),
    }
}

fn c_program(paths: &[PathBuf], options: &ProgramOptions) -> Result<Program, InputError> {
    let reading = SourceOptions {
        includes: options.includes.clone(),
        defines: options.defines.clone(),
        ..SourceOptions::new(options.machine)
    };
    let lowering = c::lower::Options {
        entry: options.function.clone().map_or(Entry::Main, Entry::Function),
        ..c::lower::Options::default()
    };
    let program = with_sources(paths, &reading, |sources| {
        let unit = c::sema::analyse(options.machine, &sources).map_err(|e| at_source(&e))?;
        lower(&unit, &lowering).map_err(|error| {
            let names = sources.files.names();
            match error.span {
                Some(span) => at_span(names, span, &error.message),
                None => InputError::new(&paths[0], error.message),
            }
        })
    });
    program.map_err(|error| at_source(&error))?
}

/// The error with the line it is about.
fn at_source(error: &SourceError) -> InputError {
    match error.place {
        Some(place) => at_line(&error.path, place.line, place.column, &error.message),
        None => InputError::new(&error.path, error.message.clone()),
    }
}

/// An error at a place of one of the named files.
pub fn at_span(files: &[String], span: Span, message: &str) -> InputError {
    at_line(Path::new(&files[span.file.index()]), span.line, span.column, message)
}

fn at_line(path: &Path, line: u32, column: u32, message: &str) -> InputError {
    // The file may be gone, or be the preprocessor's invention: then the line cannot be shown.
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    Source { path: path.to_owned(), text }.error_at(line, column, message)
}
