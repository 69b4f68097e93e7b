//! Columns of the user's files for text that the preprocessor has moved.
//!
//! The preprocessor keeps lines, but removes blanks and expands macros. Each of its lines is
//! aligned with the line of the user's file. Tokens that agree from the left or from the right have
//! the same place. Tokens in between come from macros; they get the place of the macro's name, or
//! of the argument that they repeat.

use super::identifier::parser_name;
use super::lexer::{Kind, Lexer, RawToken};
use super::positions::{Files, Positions};
use model::FileId;
use std::collections::HashMap;
use std::path::Path;

/// A file of the user, by lines.
struct UserFile {
    positions: Positions,
    tokens: Vec<RawToken>,
    /// For each line, from 1, the index of its first token.
    lines: Vec<usize>,
}

impl UserFile {
    fn read(path: &Path, file: FileId) -> Option<UserFile> {
        let positions = Positions::new(std::fs::read(path).ok()?, file);
        let tokens: Vec<RawToken> = Lexer::new(&positions.text).map_while(Result::ok).collect();
        let mut lines = vec![0];
        for (index, token) in tokens.iter().enumerate() {
            let line = positions.span(token.start).line as usize;
            while lines.len() <= line {
                lines.push(index);
            }
        }
        Some(UserFile { positions, tokens, lines })
    }

    /// The tokens of a line, from 1.
    fn line(&self, line: u32) -> &[RawToken] {
        let at = |line: usize| self.lines.get(line).copied().unwrap_or(self.tokens.len());
        &self.tokens[at(line as usize)..at(line as usize + 1)]
    }

    fn text(&self, token: &RawToken) -> &[u8] {
        &self.positions.text[token.start..token.end]
    }

    fn column(&self, token: &RawToken) -> u32 {
        self.positions.span(token.start).column
    }
}

/// The columns of preprocessed tokens, by their offsets in ascending order.
pub(crate) fn columns(
    positions: &Positions,
    tokens: &[RawToken],
    files: &Files,
) -> Vec<(u32, u32)> {
    let mut users: HashMap<FileId, Option<UserFile>> = HashMap::new();
    let mut columns = Vec::new();
    let place = |token: &RawToken| {
        let span = positions.span(token.start);
        (span.file, span.line)
    };
    for line in tokens.chunk_by(|left, right| place(left) == place(right)) {
        let (file, number) = place(&line[0]);
        let user = users.entry(file).or_insert_with(|| {
            // Places in system headers are not needed, and those headers are large.
            let read = || UserFile::read(Path::new(files.name(file)), file);
            (!positions.is_system(file)).then(read).flatten()
        });
        if let Some(user) = user {
            align(positions, line, user, user.line(number), &mut columns);
        }
    }
    columns
}

/// Whether two tokens are the same up to the spelling of identifier characters: gcc's preprocessor
/// writes universal character names.
fn same_spelling(token: &[u8], own: &[u8]) -> bool {
    let name = |text| std::str::from_utf8(text).map(parser_name);
    token == own
        || token.contains(&b'\\') && matches!((name(token), name(own)), (Ok(a), Ok(b)) if a == b)
}

/// Finds the columns of a line's tokens in the original line.
fn align(
    positions: &Positions,
    tokens: &[RawToken],
    user: &UserFile,
    line: &[RawToken],
    columns: &mut Vec<(u32, u32)>,
) {
    let text = |token: &RawToken| &positions.text[token.start..token.end];
    let is = |token: &RawToken, own: &RawToken| same_spelling(text(token), user.text(own));
    let same = |(token, own): &(&RawToken, &RawToken)| is(token, own);
    let prefix = tokens.iter().zip(line).take_while(same).count();
    let (rest, own_rest) = (&tokens[prefix..], &line[prefix..]);
    let suffix = rest.iter().rev().zip(own_rest.iter().rev()).take_while(same).count();
    let (middle, own_middle) = (&rest[..rest.len() - suffix], &own_rest[..own_rest.len() - suffix]);

    let mut push = |token: &RawToken, column: u32| columns.push((token.start as u32, column));
    for (token, own) in tokens.iter().zip(&line[..prefix]) {
        push(token, user.column(own));
    }
    let name = own_middle.first().or(line[..prefix].last()).or(line.first());
    let of_name = name.map_or(1, |own| user.column(own));
    let mut column = of_name;
    for token in middle {
        column = match (own_middle.iter().find(|own| is(token, own)), &token.kind) {
            // Operators belong to what stands before them.
            (_, Kind::Punctuator) => column,
            (Some(own), _) => user.column(own),
            (None, Kind::Word) => of_name,
            (None, _) => column,
        };
        push(token, column);
    }
    let own_suffix = &own_rest[own_rest.len() - suffix..];
    for (token, own) in rest[rest.len() - suffix..].iter().zip(own_suffix) {
        push(token, user.column(own));
    }
}
