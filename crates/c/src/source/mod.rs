//! From files to parsed translation units with positions in the user's files.
//!
//! A file is read, preprocessed if necessary (`preprocess`), split into tokens (`lexer`), adapted
//! to the parser ([`rewrite`]) and parsed (`parse`). Positions are preserved throughout.

mod columns;
mod depth;
mod diagnose;
mod directive;
mod identifier;
mod input_text;
mod lexer;
mod parse;
mod positions;
mod preprocess;
mod read;
pub mod rewrite;
mod stack;

pub use directive::SymbolPragma;
pub(crate) use identifier::parser_name;
pub use identifier::user_name;
pub use input_text::{InputText, Position};
pub use parse::Unit;
pub use positions::Files;
pub use preprocess::Options;
pub use program::SourceError;
pub use stack::on_large_stack;

use std::path::{Path, PathBuf};

/// Parsed files with a common table of file names.
#[derive(Debug)]
pub struct Sources {
    /// One unit per file, in the given order.
    pub units: Vec<Unit>,
    /// The names of all files that spans refer to.
    pub files: Files,
}

impl Sources {
    /// Parses text as if it were another preprocessed file. This recurses over the syntax, so it
    /// must run on a large stack.
    pub(crate) fn add_text(&mut self, name: &str, text: &[u8]) -> Result<(), SourceError> {
        let file = self.files.intern(name);
        let positions = positions::Positions::new(text.to_vec(), file);
        let source = preprocess::Source { positions, moved: false };
        self.units.push(parse::parse(source, &mut self.files)?);
        Ok(())
    }
}

/// Reads and parses files, and passes them to a function.
///
/// Everything, including dropping the syntax trees, happens on a large stack: trees may be deep.
pub fn with_sources<T: Send>(
    paths: &[PathBuf],
    options: &Options,
    then: impl FnOnce(Sources) -> T + Send,
) -> Result<T, SourceError> {
    let run = || load(paths, options).map(then);
    on_large_stack(run).unwrap_or_else(|error| {
        let path = paths.first().map_or(Path::new(""), PathBuf::as_path);
        Err(SourceError::whole(path, format!("there is no memory to parse it: {error}")))
    })
}

fn load(paths: &[PathBuf], options: &Options) -> Result<Sources, SourceError> {
    let mut files = Files::default();
    let mut units = Vec::new();
    for path in paths {
        let source = preprocess::text_of(path, options, &mut files)?;
        units.push(parse::parse(source, &mut files)?);
    }
    Ok(Sources { units, files })
}

/// Parses text as if it were a preprocessed file.
pub fn with_text<T: Send>(
    name: &str,
    text: &[u8],
    then: impl FnOnce(Sources) -> T + Send,
) -> Result<T, SourceError> {
    let run = || {
        let mut sources = Sources { units: Vec::new(), files: Files::default() };
        sources.add_text(name, text)?;
        Ok(then(sources))
    };
    on_large_stack(run).unwrap_or_else(|error| {
        let message = format!("there is no memory to parse it: {error}");
        Err(SourceError::whole(Path::new(name), message))
    })
}

#[cfg(test)]
mod tests;
