//! From offsets to files, lines and columns.

use super::directive::{self, Directive};
use super::lexer::{Kind, LexError, Lexer, RawToken};
use model::{FileId, Span};
use program::SourceError;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The names of the files that spans refer to, in the order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Files {
    names: Vec<String>,
    ids: HashMap<String, FileId>,
}

impl Files {
    /// The number of a file.
    pub fn intern(&mut self, name: &str) -> FileId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = FileId::from_index(self.names.len());
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        &self.names[file.index()]
    }

    /// All names, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// An error at a place.
    pub fn error(&self, span: Span, message: impl Into<String>) -> SourceError {
        SourceError::at(Path::new(self.name(span.file)), span.line, span.column, message)
    }
}

/// The lines of a text and their positions in the user's files.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    /// The text.
    pub text: Vec<u8>,
    /// Where its lines start.
    lines: Vec<u32>,
    /// Which lines come from which file, in the order of the lines.
    segments: Vec<Segment>,
    /// Headers of the system.
    system: HashSet<FileId>,
    /// Other files. In them, text of a system macro is marked as if it were from the system.
    others: HashSet<FileId>,
    /// Columns of tokens that differ from those in the text, by offset.
    pub columns: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The first line of the text that belongs to it, from 0.
    first: u32,
    file: FileId,
    /// The line number of the first line in the file, from 1.
    line: u32,
}

impl Positions {
    /// A text that is a complete file.
    pub fn new(text: Vec<u8>, file: FileId) -> Positions {
        let starts = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let lines = std::iter::once(0).chain(starts.map(|(at, _)| at as u32 + 1)).collect();
        let segments = vec![Segment { first: 0, file, line: 1 }];
        let (system, others) = (HashSet::new(), HashSet::new());
        Positions { text, lines, segments, system, others, columns: Vec::new() }
    }

    /// The line of the text that an offset is in, from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// The place of an offset in the user's files.
    pub fn span(&self, offset: usize) -> Span {
        let offset = offset.min(self.text.len());
        let line = self.line_of(offset);
        let after = self.segments.partition_point(|segment| segment.first as usize <= line);
        let segment = self.segments[after - 1];
        Span {
            file: segment.file,
            line: segment.line.saturating_add(line as u32 - segment.first),
            column: self.column(line, offset),
        }
    }

    fn column(&self, line: usize, offset: usize) -> u32 {
        if let Ok(index) = self.columns.binary_search_by_key(&(offset as u32), |row| row.0) {
            return self.columns[index].1;
        }
        let before = &self.text[self.lines[line] as usize..offset];
        // Bytes that continue a character of UTF-8 take no column.
        before.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u32 + 1
    }

    /// The offset of a character at a line and a column of the text itself, both from 1.
    pub fn offset(&self, (line, column): (u32, u32)) -> Option<usize> {
        let start = *self.lines.get(line.checked_sub(1)? as usize)? as usize;
        let end = self.lines.get(line as usize).map_or(self.text.len(), |&next| next as usize);
        let starts = |at: &usize| self.text[*at] & 0xc0 != 0x80;
        (start..end).filter(starts).nth(column.checked_sub(1)? as usize)
    }

    /// Whether a file is a header of the system.
    pub fn is_system(&self, file: FileId) -> bool {
        self.system.contains(&file) && !self.others.contains(&file)
    }

    /// Splits the text into tokens and removes the line markers.
    pub fn tokens(&mut self, files: &mut Files) -> Result<Vec<RawToken>, LexError> {
        let text = std::mem::take(&mut self.text);
        let tokens = self.tokens_of(&text, files);
        self.text = text;
        tokens
    }

    fn tokens_of(&mut self, text: &[u8], files: &mut Files) -> Result<Vec<RawToken>, LexError> {
        let mut tokens = Vec::with_capacity(text.len() / 6);
        for token in Lexer::new(text) {
            let token = token?;
            if token.kind != Kind::Directive {
                tokens.push(token);
                continue;
            }
            let error = |message: String| LexError { offset: token.start, message };
            match directive::parse(&text[token.start..token.end]).map_err(error)? {
                Directive::Line { line, file, system } => {
                    let first = self.line_of(token.end) as u32 + 1;
                    let last = self.segments[self.segments.len() - 1].file;
                    let file = file.map_or(last, |file| files.intern(&file));
                    self.segments.push(Segment { first, file, line });
                    let files = if system { &mut self.system } else { &mut self.others };
                    files.insert(file);
                }
                Directive::Pack(_) | Directive::Symbol(_) => tokens.push(token),
                Directive::Ignored => {}
                Directive::Preprocessor => {
                    let message = "a preprocessor directive in preprocessed text";
                    return Err(error(message.to_owned()));
                }
            }
        }
        Ok(tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the place of each `x` in a text.
    fn check(text: &[u8], expected: &[&str]) {
        let mut files = Files::default();
        let file = files.intern("a.i");
        let mut positions = Positions::new(text.to_vec(), file);
        let tokens = positions.tokens(&mut files).unwrap();
        let places: Vec<String> = tokens
            .iter()
            .filter(|token| &text[token.start..token.end] == b"x")
            .map(|token| positions.span(token.start))
            .map(|span| format!("{}:{}:{}", files.name(span.file), span.line, span.column))
            .collect();
        assert_eq!(places, expected);
    }

    #[test]
    fn lines_and_columns() {
        check(b"x\n x\r\n\nx", &["a.i:1:1", "a.i:2:2", "a.i:4:1"]);
        check("\"ä\" x".as_bytes(), &["a.i:1:5"]);
        check(b"/* \n */ x", &["a.i:2:5"]);
        check(b"\"\xe9\" x", &["a.i:1:5"]);
    }

    #[test]
    fn line_markers_name_the_users_file() {
        check(
            b"x\n# 10 \"b.h\" 1\nx\n\nx\n# 2 \"a.c\" 2\nx\n#line 7\nx",
            &["a.i:1:1", "b.h:10:1", "b.h:12:1", "a.c:2:1", "a.c:7:1"],
        );
        check(b"# 4294967295 \"b.h\"\n\n\nx", &["b.h:4294967295:1"]);
    }

    #[test]
    fn errors_of_directives() {
        let mut files = Files::default();
        let file = files.intern("a.i");
        let error = Positions::new(b"x\n#include <y>\n".to_vec(), file).tokens(&mut files);
        assert_eq!(error.unwrap_err().offset, 2);
    }
}
