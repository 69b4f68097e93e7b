//! Maps places of the program to places of its input files.

use crate::format::Location;
use crate::metadata::file_hash;
use crate::verified::VerifiedProgram;
use c::source::{InputText, Position};
use program::{FunctionId, Program, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of the program, as it was when the program was compiled.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// What it said.
    pub bytes: Arc<[u8]>,
}

impl InputFile {
    /// Reads a file.
    pub fn read(path: &Path) -> std::io::Result<InputFile> {
        Ok(InputFile { path: path.to_owned(), bytes: std::fs::read(path)?.into() })
    }
}

/// The input files of a program.
pub struct InputFiles<'a> {
    program: &'a Program,
    texts: Vec<(String, InputText)>,
}

/// A place in an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPlace {
    file: usize,
    position: Position,
}

impl<'a> InputFiles<'a> {
    /// The files as they were when the program was compiled.
    pub fn of(verified: &VerifiedProgram<'a>) -> InputFiles<'a> {
        let text = |file: &InputFile| {
            let name = file.path.display().to_string();
            let text = InputText::new(&name, file.bytes.to_vec());
            (name, text)
        };
        InputFiles { program: verified.program, texts: verified.files.iter().map(text).collect() }
    }

    /// The names of the files with their hashes.
    pub fn hashes(&self) -> Vec<(String, String)> {
        let row = |(name, text): &(String, InputText)| (name.clone(), file_hash(text.bytes()));
        self.texts.iter().map(row).collect()
    }

    /// The place in an input file, if it is unique.
    pub fn place(&self, span: Span) -> Option<InputPlace> {
        let name = self.program.files.get(span.file.index())?;
        let line_in = |(file, (_, text)): (usize, &(String, InputText))| {
            let line = text.line_of(name, span.line)?;
            Some(InputPlace { file, position: (line, span.column) })
        };
        let mut found = self.texts.iter().enumerate().filter_map(line_in);
        let place = found.next()?;
        found.next().is_none().then_some(place)
    }

    /// Whether one of some words is at a place.
    pub fn has_one_of(&self, place: InputPlace, words: &[&str]) -> bool {
        let text = &self.texts[place.file].1;
        words.iter().any(|word| text.has_word(place.position, word))
    }

    /// The closing parenthesis of the call at a place, if the function is called there by its name.
    pub fn end_of_call(&self, place: InputPlace, function: &str) -> Option<InputPlace> {
        let position = self.texts[place.file].1.end_of_call(place.position, function)?;
        Some(InputPlace { position, ..place })
    }

    /// The place in a witness.
    pub fn location(&self, place: InputPlace, function: Option<FunctionId>) -> Location {
        let (line, column) = place.position;
        Location {
            file_name: self.texts[place.file].0.clone(),
            line,
            column: Some(column),
            function: function.map(|id| self.program.function(id).name.clone()),
        }
    }
}
