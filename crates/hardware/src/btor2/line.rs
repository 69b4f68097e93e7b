//! A line of a file, word by word.

use crate::error::ReadError;
use std::str::SplitAsciiWhitespace;

/// The words of a line, and where it is.
pub struct Line<'a> {
    pub number: usize,
    words: SplitAsciiWhitespace<'a>,
}

impl<'a> Line<'a> {
    /// The line without its comment, unless nothing else is in it. A comment starts with a word
    /// that starts with a semicolon, since names may contain semicolons.
    pub fn new(number: usize, text: &'a str) -> Option<Line<'a>> {
        let starts_comment = |&(at, _): &(usize, char)| {
            at == 0 || text[..at].ends_with(|before: char| before.is_ascii_whitespace())
        };
        let comment = text.char_indices().filter(|&(_, c)| c == ';').find(starts_comment);
        let text = comment.map_or(text, |(at, _)| &text[..at]);
        let words = text.split_ascii_whitespace();
        words.clone().next().is_some().then_some(Line { number, words })
    }

    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at_line(self.number, message)
    }

    pub fn word(&mut self, what: &str) -> Result<&'a str, ReadError> {
        self.words.next().ok_or_else(|| self.error(format!("{what} is missing")))
    }

    pub fn optional_word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The number of a node or sort, from 1.
    pub fn id(&mut self, what: &str) -> Result<u64, ReadError> {
        let word = self.word(what)?;
        let id = word.parse().ok().filter(|&id: &u64| id > 0);
        id.ok_or_else(|| self.error(format!("{what} must be a positive number, not '{word}'")))
    }

    /// A reference to a node, negative for its negation.
    pub fn reference(&mut self, what: &str) -> Result<(u64, bool), ReadError> {
        let word = self.word(what)?;
        let (digits, is_negated) = match word.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (word, false),
        };
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(id) if id > 0 && is_number => Ok((id, is_negated)),
            _ => Err(self.error(format!("{what} must be the number of a node, not '{word}'"))),
        }
    }

    pub fn number(&mut self, what: &str) -> Result<u32, ReadError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.error(format!("{what} must be a number, not '{word}'")))
    }
}
