//! The lexer: just enough to recognise comments, literals and directives.
//!
//! It works on bytes: comments and literals may contain any bytes (Latin-1 text is common in older
//! sources), identifiers are UTF-8, and everything else must be ASCII.

use super::identifier::{first_character, identifier_character, may_start};

/// What kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or a keyword, with all characters that C and GNU C allow.
    Word,
    /// A number in the sense of the preprocessor.
    Number,
    /// A string literal with its prefix and quotes.
    String,
    /// A character constant with its prefix and quotes.
    Character,
    /// An operator or a punctuator.
    Punctuator,
    /// A line that starts with `#`, without the line break, with its continuation lines.
    Directive,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawToken {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Text that cannot be split into tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LexError {
    pub offset: usize,
    pub message: String,
}

/// Operators of more than one character, longest first.
const LONG_PUNCTUATORS: &[&[u8]] = &[
    b"%:%:", b"...", b"<<=", b">>=", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=",
    b"&&", b"||", b"*=", b"/=", b"%=", b"+=", b"-=", b"&=", b"^=", b"|=", b"##", b"<:", b":>",
    b"<%", b"%>", b"%:",
];

/// Splits text into tokens; white space and comments are left out.
pub(crate) struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// Whether only white space was seen on this line, so that `#` starts a directive.
    line_start: bool,
}

impl<'t> Lexer<'t> {
    /// A lexer at the start of a text.
    pub fn new(text: &'t [u8]) -> Lexer<'t> {
        // A byte order mark is ignored.
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Lexer { text, at, line_start: true }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// The length of a line splice (backslash, line break) `ahead` bytes further on, or 0.
    fn splice(&self, ahead: usize) -> usize {
        match (self.peek(ahead), self.peek(ahead + 1), self.peek(ahead + 2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), LexError> {
        loop {
            match self.peek(0) {
                b'\n' => {
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.splice(0) > 0 => self.at += self.splice(0),
                b'/' if self.peek(1) == b'*' => self.skip_block_comment()?,
                b'/' if self.peek(1) == b'/' => self.skip_to_line_end(),
                _ => return Ok(()),
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), LexError> {
        let body = &self.text[self.at + 2..];
        match body.windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.at += length + 4;
                Ok(())
            }
            None => Err(self.error(self.at, "this comment has no end".to_owned())),
        }
    }

    /// Moves to the line break that ends the line and its continuation lines.
    fn skip_to_line_end(&mut self) {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            self.at += self.splice(0).max(1);
        }
    }

    /// Directives may have comments that span lines.
    fn skip_directive(&mut self) -> Result<(), LexError> {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => self.skip_block_comment()?,
                (b'/', b'/') => self.skip_to_line_end(),
                // A lone apostrophe does not start a literal here: `#error don't`.
                (b'"', _) => self.skip_quoted_if_closed(),
                _ => self.at += self.splice(0).max(1),
            }
        }
        Ok(())
    }

    fn skip_quoted_if_closed(&mut self) {
        let start = self.at;
        if self.skip_quoted(start).is_err() {
            self.at = start + 1;
        }
    }

    /// Skips a literal from its opening quote; `start` is where its prefix starts.
    fn skip_quoted(&mut self, start: usize) -> Result<(), LexError> {
        let quote = self.peek(0);
        self.at += 1;
        loop {
            match self.peek(0) {
                c if c == quote => break,
                b'\\' if self.at + 1 < self.text.len() => self.at += self.splice(0).max(2),
                b'\n' => return Err(self.unclosed(start, quote)),
                0 if self.at >= self.text.len() => return Err(self.unclosed(start, quote)),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn unclosed(&self, start: usize, quote: u8) -> LexError {
        let what = if quote == b'"' { "string" } else { "character constant" };
        self.error(start, format!("this {what} is not closed on its line"))
    }

    fn error(&self, offset: usize, message: String) -> LexError {
        LexError { offset, message }
    }

    fn skip_word(&mut self) {
        while let Some((_, length)) = identifier_character(self.rest()) {
            self.at += length;
        }
    }

    fn skip_number(&mut self) {
        loop {
            let c = self.peek(0);
            if matches!(c, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-') {
                self.at += 2;
            } else if c == b'\'' && is_word_byte(self.peek(1)) {
                // Digits may be separated.
                self.at += 2;
            } else if is_word_byte(c) || (c == b'.' && !self.rest().starts_with(b"...")) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// The length of the prefix of a literal here, if one starts here.
    fn literal_prefix(&self) -> Option<usize> {
        let prefixes: [&[u8]; 5] = [b"", b"u8", b"L", b"u", b"U"];
        prefixes.iter().find_map(|prefix| {
            let quote = self.rest().strip_prefix(*prefix)?.first()?;
            (*quote == b'"' || *quote == b'\'').then_some(prefix.len())
        })
    }

    fn token(&mut self) -> Result<Kind, LexError> {
        let start = self.at;
        let first = self.peek(0);
        if first == b'#' && self.line_start {
            self.skip_directive()?;
            return Ok(Kind::Directive);
        }
        if let Some(prefix) = self.literal_prefix() {
            self.at += prefix;
            let kind = if self.peek(0) == b'"' { Kind::String } else { Kind::Character };
            self.skip_quoted(start)?;
            return Ok(kind);
        }
        if first.is_ascii_digit() || (first == b'.' && self.peek(1).is_ascii_digit()) {
            self.skip_number();
            return Ok(Kind::Number);
        }
        if identifier_character(self.rest()).is_some_and(|(first, _)| may_start(first)) {
            self.skip_word();
            return Ok(Kind::Word);
        }
        if b"=+-<>&|:%#.".contains(&self.peek(1))
            && let Some(long) = LONG_PUNCTUATORS.iter().find(|long| self.rest().starts_with(long))
        {
            self.at += long.len();
            return Ok(Kind::Punctuator);
        }
        if b"+-*/%<>=!&|^~?:;,.()[]{}#".contains(&first) {
            self.at += 1;
            return Ok(Kind::Punctuator);
        }
        Err(self.error(start, format!("{} has no place in C", describe_character(self.rest()))))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<RawToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.skip_blanks() {
            self.at = self.text.len();
            return Some(Err(error));
        }
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let token = self.token().map(|kind| RawToken { kind, start, end: self.at });
        self.line_start = false;
        if token.is_err() {
            self.at = self.text.len();
        }
        Some(token)
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Names the first character of a text for a message.
fn describe_character(text: &[u8]) -> String {
    match first_character(text) {
        Some(character) if character.is_control() => {
            format!("the control character {:#04x}", u32::from(character))
        }
        Some(character) => format!("'{character}'"),
        None => format!("byte {:#04x}, which is not UTF-8 text,", text[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], expected: &str) {
        let mut found = String::new();
        for token in Lexer::new(text) {
            match token {
                Ok(token) => {
                    let piece = String::from_utf8_lossy(&text[token.start..token.end]);
                    found += &format!("{piece}@{} ", token.start);
                }
                Err(error) => found += &format!("error@{}: {} ", error.offset, error.message),
            }
        }
        assert_eq!(found.trim_end(), expected);
    }

    #[test]
    fn words_numbers_and_operators() {
        check(b"a+++b", "a@0 ++@1 +@3 b@4");
        check(b"x$y=0x1p-3;", "x$y@0 =@3 0x1p-3@4 ;@10");
        check(b"1...3 .5 a.b", "1@0 ...@1 3@4 .5@6 a@9 .@10 b@11");
        check(b"\xef\xbb\xbfint", "int@3");
        check("größe+\\u00e4\\U0001F600a".as_bytes(), "größe@0 +@7 \\u00e4\\U0001F600a@8");
    }

    #[test]
    fn literals_hold_anything_but_line_breaks() {
        check(br#""a\"b" L'\'' u8"/*""#, r#""a\"b"@0 L'\''@7 u8"/*"@13"#);
        check(b"\"\xe9\" x", "\"\u{fffd}\"@0 x@4");
        check(b"\"ab\ncd\"", "error@0: this string is not closed on its line");
        check(b"x = 'a", "x@0 =@2 error@4: this character constant is not closed on its line");
        check(b"\"a\\", "error@0: this string is not closed on its line");
    }

    #[test]
    fn comments_and_splices_are_blanks() {
        check(b"a/*\xe9 \n*/b//c\\\nd\ne", "a@0 b@8 e@16");
        check(b"a \\\n b", "a@0 b@5");
        check(b"a /* b", "a@0 error@2: this comment has no end");
    }

    #[test]
    fn directives_start_lines_only() {
        check(b"a # b", "a@0 #@2 b@4");
        check(b"  #error don't\nx", "#error don't@2 x@15");
        check(b"#define A \\\n 1\nx", "#define A \\\n 1@0 x@15");
        check(b"#define A /* x\n */ 1\nx", "#define A /* x\n */ 1@0 x@21");
    }

    #[test]
    fn what_is_no_c() {
        check(b"int \xe9;", "int@0 error@4: byte 0xe9, which is not UTF-8 text, has no place in C");
        check(
            b"int x\xe9;",
            "int@0 x@4 error@5: byte 0xe9, which is not UTF-8 text, has no place in C",
        );
        check("int “;".as_bytes(), "int@0 error@4: '“' has no place in C");
        check("\u{301}x".as_bytes(), "error@0: '\u{301}' has no place in C");
        check(b"\\u12", "error@0: '\\' has no place in C");
        check(b"a\x01", "a@0 error@1: the control character 0x01 has no place in C");
    }
}
