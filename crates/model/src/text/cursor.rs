//! A position in a text, from which tokens are read. Text forms that embed SMT-LIB terms share it.

use super::ParseError;
use std::borrow::Cow;
use std::str::FromStr;

/// A token outside of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A word without bars: a name or a word of the syntax.
    Word(&'a str),
    /// A name in bars.
    Quoted(&'a str),
    /// A string literal.
    String(Cow<'a, str>),
    /// One of `{ } ( ) , ; : := -> @`.
    Punctuation(&'static str),
    /// Anything else.
    Unknown(char),
    /// The end of the text.
    End,
}

const PUNCTUATION: [&str; 9] = [":=", "->", "{", "}", "(", ")", ",", ";", ":"];

/// A position in a text.
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The start of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// Where the next token starts.
    pub fn offset(&mut self) -> usize {
        self.skip_blank();
        self.at
    }

    /// An error at an offset.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        let before = &self.text[..offset];
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        ParseError { line: line as u32, column: column as u32, message: message.into() }
    }

    /// An error that says what is expected at the next token.
    pub fn expected(&mut self, what: &str) -> ParseError {
        let offset = self.offset();
        let found = match self.peek() {
            Token::Word(word) => format!("'{word}'"),
            Token::Quoted(name) => format!("'|{name}|'"),
            Token::String(_) => "a string".to_owned(),
            Token::Punctuation(mark) => format!("'{mark}'"),
            Token::Unknown(character) => format!("{character:?}"),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(offset, format!("expected {what}, found {found}"))
    }

    /// The next token, without consuming it.
    pub fn peek(&mut self) -> Token<'a> {
        let at = self.at;
        let token = self.take();
        self.at = at;
        token
    }

    /// The token after the next one.
    pub fn peek_second(&mut self) -> Token<'a> {
        let at = self.at;
        self.take();
        let token = self.take();
        self.at = at;
        token
    }

    /// Takes the next token, whatever it is.
    pub fn take(&mut self) -> Token<'a> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Token::End };
        if let Some(mark) = PUNCTUATION.into_iter().find(|&mark| rest.starts_with(mark)) {
            self.at += mark.len();
            return Token::Punctuation(mark);
        }
        if first == '|'
            && let Some(length) = rest[1..].find('|')
        {
            self.at += length + 2;
            return Token::Quoted(&rest[1..1 + length]);
        }
        if first == '"'
            && let Some(length) = string_length(rest)
        {
            self.at += length;
            let inner = &rest[1..length - 1];
            let unescaped = inner.contains('"').then(|| inner.replace("\"\"", "\""));
            return Token::String(unescaped.map_or(Cow::Borrowed(inner), Cow::Owned));
        }
        let length = word_length(rest);
        if length == 0 {
            self.at += first.len_utf8();
            return Token::Unknown(first);
        }
        self.at += length;
        if &rest[..length] == "@" { Token::Punctuation("@") } else { Token::Word(&rest[..length]) }
    }

    /// Takes the punctuation mark if it is next.
    pub fn eat(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Token::Punctuation(found) if found == mark);
        if found {
            self.take();
        }
        found
    }

    /// Takes the word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Token::Word(word);
        if found {
            self.take();
        }
        found
    }

    /// Takes the punctuation mark, which must be next.
    pub fn expect(&mut self, mark: &str) -> Result<(), ParseError> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(&format!("'{mark}'"))) }
    }

    /// Takes a name, plain or in bars.
    pub fn name(&mut self, what: &str) -> Result<&'a str, ParseError> {
        match self.peek() {
            Token::Word(name) if !name.starts_with(|c: char| c.is_ascii_digit()) => {
                self.take();
                Ok(name)
            }
            Token::Quoted(name) => {
                self.take();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a string literal.
    pub fn string(&mut self, what: &str) -> Result<Cow<'a, str>, ParseError> {
        match self.peek() {
            Token::String(string) => {
                self.take();
                Ok(string)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a decimal number.
    pub fn number<N: FromStr>(&mut self, what: &str) -> Result<N, ParseError> {
        match self.peek() {
            Token::Word(word) => match word.parse() {
                Ok(number) => {
                    self.take();
                    Ok(number)
                }
                Err(_) => Err(self.expected(what)),
            },
            _ => Err(self.expected(what)),
        }
    }

    /// The text of the next S-expression and where it starts.
    pub fn expression(&mut self, what: &str) -> Result<(usize, &'a str), ParseError> {
        let start = self.offset();
        let rest = &self.text[start..];
        let length = match rest.bytes().next() {
            Some(b'(') => match list_length(rest) {
                Some(length) => length,
                None => return Err(self.error(start, "unclosed '('")),
            },
            Some(b'|') => match rest[1..].find('|') {
                Some(length) => length + 2,
                None => return Err(self.error(start, "unterminated quoted symbol")),
            },
            _ => {
                let ends = |c: char| c.is_whitespace() || ";,(){}\"|".contains(c);
                rest.find(ends).unwrap_or(rest.len())
            }
        };
        if length == 0 {
            return Err(self.expected(what));
        }
        self.at = start + length;
        Ok((start, &rest[..length]))
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            let first_on_line = || {
                let line_start = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
                self.text[line_start..self.at].trim_start().is_empty()
            };
            if rest.starts_with(";;") || rest.starts_with(';') && first_on_line() {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }
}

/// Whether a name is read back as it is, without bars.
pub fn is_plain_name(name: &str) -> bool {
    let starts_well = name.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    starts_well && name != "@" && word_length(name) == name.len()
}

/// The length of the word at the start of a text. A word ends before an arrow.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let in_word = |&at: &usize| {
        bytes.get(at).is_some_and(|&byte| {
            byte.is_ascii_alphanumeric()
                || b"~!$%^&*_-+=<>.?/@".contains(&byte) && !text[at..].starts_with("->")
        })
    };
    (0..).take_while(in_word).count()
}

/// The length of the string literal at the start of a text; two quotes stand for one inside.
fn string_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')? + 1;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

/// The length of the list at the start of a text.
fn list_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        at += 1;
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            // Parentheses between quotes or bars do not count.
            b'"' | b'|' => at += text[at..].find(char::from(*byte))? + 1,
            b';' => at += text[at..].find('\n')? + 1,
            _ => {}
        }
    }
    None
}
