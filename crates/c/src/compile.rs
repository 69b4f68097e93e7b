//! From files to a program.

use crate::environment::library;
use crate::source::{SourceError, Sources, with_sources, with_text};
use crate::{lower, sema, source};
use program::dead_choices::drop_dead_choices;
use program::leaks::check_runs_without_end;
use program::uninitialised::check_uninitialised;
use program::{Machine, Program};
use std::path::{Path, PathBuf};

/// Options of the front end.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine, headers and macros.
    pub source: source::Options,
    /// Error functions and the entry.
    pub lower: lower::Options,
}

impl Options {
    /// The usual options on a machine.
    pub fn new(machine: Machine) -> Options {
        Options { source: source::Options::new(machine), lower: lower::Options::default() }
    }
}

/// Compiles C files to one program.
pub fn compile(paths: &[PathBuf], options: &Options) -> Result<Program, SourceError> {
    with_sources(paths, &options.source, |sources| compile_sources(sources, options))?
}

/// Compiles C text that needs no preprocessor.
pub fn compile_text(name: &str, text: &[u8], options: &Options) -> Result<Program, SourceError> {
    with_text(name, text, |sources| compile_sources(sources, options))?
}

fn compile_sources(mut sources: Sources, options: &Options) -> Result<Program, SourceError> {
    sources.add_text(library::NAME, library::TEXT.as_bytes())?;
    let unit = sema::analyse(options.source.machine, &sources)?;
    let lowered = lower::lower(&unit, &options.lower).map_err(|error| match error.span {
        Some(span) => sources.files.error(span, error.message),
        None => {
            let first = unit.files.first().map_or("", String::as_str);
            SourceError::whole(Path::new(first), error.message)
        }
    });
    lowered.map(|mut program| {
        drop_dead_choices(&mut program);
        check_uninitialised(&mut program);
        // Loops of the library always end, because they stop at the end of an object.
        check_runs_without_end(&mut program, library::is_name);
        program
    })
}
