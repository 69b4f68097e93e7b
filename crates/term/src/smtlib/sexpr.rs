//! S-expressions in a flat arena.
//!
//! Nodes are stored in the order of the text, each with the index of the first node after it. So a
//! list of any depth is read, walked and dropped without recursion.

use super::error::{Error, ErrorKind, Position};
use super::symbol::is_symbol_byte;
use std::borrow::Cow;

/// A node of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(u32);

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// `( ... )`
    List,
    /// A symbol, without or with bars.
    Symbol,
    /// `:name`
    Keyword,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2a`
    Hexadecimal,
    /// `#b101010`
    Binary,
    /// `"text"`
    String,
}

#[derive(Clone, Copy)]
struct Entry {
    kind: NodeKind,
    start: u32,
    end: u32,
    /// The first node that is not part of this one.
    next: u32,
}

/// The S-expressions of a text.
pub struct SexprArena {
    text: Box<str>,
    ascii: bool,
    entries: Vec<Entry>,
    line_starts: Vec<u32>,
}

impl SexprArena {
    /// Reads a text to its end.
    pub fn parse(text: &[u8]) -> Result<SexprArena, Error> {
        if u32::try_from(text.len()).is_err() {
            let position = Position { offset: 0, line: 1, column: 1 };
            return Err(Error { position, kind: ErrorKind::TooLarge });
        }
        let (valid, broken_utf8) = match std::str::from_utf8(text) {
            Ok(valid) => (valid, false),
            Err(error) => {
                let prefix = &text[..error.valid_up_to()];
                (std::str::from_utf8(prefix).expect("checked up to here"), true)
            }
        };
        let newlines = valid.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        let ascii = valid.is_ascii();
        let mut arena = SexprArena { text: valid.into(), ascii, entries: Vec::new(), line_starts };
        if broken_utf8 {
            return Err(arena.error_at_offset(valid.len(), ErrorKind::InvalidUtf8));
        }
        match Lexer::new(valid).run() {
            Ok(entries) => {
                arena.entries = entries;
                Ok(arena)
            }
            Err((offset, kind)) => Err(arena.error_at_offset(offset, kind)),
        }
    }

    /// The expressions on the outermost level.
    pub fn roots(&self) -> Children<'_> {
        Children { arena: self, next: 0, end: self.entries.len() as u32 }
    }

    /// The kind of a node.
    pub fn kind(&self, node: Node) -> NodeKind {
        self.entry(node).kind
    }

    /// Whether a node is a list.
    pub fn is_list(&self, node: Node) -> bool {
        self.kind(node) == NodeKind::List
    }

    /// The elements of a list; none for an atom.
    pub fn children(&self, node: Node) -> Children<'_> {
        Children { arena: self, next: node.0 + 1, end: self.entry(node).next }
    }

    /// The elements of a list of exactly `N`.
    pub fn elements<const N: usize>(&self, node: Node) -> Option<[Node; N]> {
        if !self.is_list(node) {
            return None;
        }
        let mut children = self.children(node);
        let mut elements = [node; N];
        for element in &mut elements {
            *element = children.next()?;
        }
        children.next().is_none().then_some(elements)
    }

    /// The text of a node as it was written.
    pub fn text(&self, node: Node) -> &str {
        let entry = self.entry(node);
        &self.text[entry.start as usize..entry.end as usize]
    }

    /// The name of a symbol, without bars.
    pub fn symbol(&self, node: Node) -> Option<&str> {
        if self.kind(node) != NodeKind::Symbol {
            return None;
        }
        let text = self.text(node);
        Some(text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(text))
    }

    /// Whether a node is this word of the syntax. A quoted symbol never is.
    pub fn is_word(&self, node: Node, word: &str) -> bool {
        self.kind(node) == NodeKind::Symbol && self.text(node) == word
    }

    /// The name of a keyword, with its colon.
    pub fn keyword(&self, node: Node) -> Option<&str> {
        (self.kind(node) == NodeKind::Keyword).then(|| self.text(node))
    }

    /// The contents of a string literal.
    pub fn string(&self, node: Node) -> Option<Cow<'_, str>> {
        if self.kind(node) != NodeKind::String {
            return None;
        }
        let text = self.text(node);
        let inner = &text[1..text.len() - 1];
        Some(if inner.contains('"') { inner.replace("\"\"", "\"").into() } else { inner.into() })
    }

    /// The value of a numeral that fits.
    pub fn numeral_u32(&self, node: Node) -> Option<u32> {
        if self.kind(node) != NodeKind::Numeral {
            return None;
        }
        self.text(node).parse().ok()
    }

    /// Where a node starts.
    pub fn position(&self, node: Node) -> Position {
        self.position_at(self.entry(node).start as usize)
    }

    /// An error at a node.
    pub fn error(&self, node: Node, kind: impl Into<ErrorKind>) -> Error {
        Error { position: self.position(node), kind: kind.into() }
    }

    fn error_at_offset(&self, offset: usize, kind: ErrorKind) -> Error {
        Error { position: self.position_at(offset), kind }
    }

    fn position_at(&self, offset: usize) -> Position {
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let line_text = &self.text[self.line_starts[line - 1] as usize..offset];
        let before = if self.ascii { line_text.len() } else { line_text.chars().count() };
        Position { offset, line, column: before + 1 }
    }

    fn entry(&self, node: Node) -> &Entry {
        &self.entries[node.0 as usize]
    }
}

/// Iterates over the elements of a list.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    arena: &'a SexprArena,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if self.next == self.end {
            return None;
        }
        let node = Node(self.next);
        self.next = self.arena.entry(node).next;
        Some(node)
    }
}

type LexError = (usize, ErrorKind);

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    entries: Vec<Entry>,
    /// The lists that are not closed yet.
    open: Vec<u32>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, bytes: text.as_bytes(), at: 0, entries: Vec::new(), open: Vec::new() }
    }

    fn run(mut self) -> Result<Vec<Entry>, LexError> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => self.at = self.end_of(|byte| byte != b'\n'),
                b'(' => {
                    self.open.push(self.entries.len() as u32);
                    self.push(NodeKind::List, self.at + 1);
                }
                b')' => self.close()?,
                b'"' => self.string()?,
                b'|' => self.quoted_symbol()?,
                b'0'..=b'9' => self.number()?,
                b'#' => self.bits()?,
                b':' => {
                    self.at += 1;
                    let end = self.end_of(is_symbol_byte);
                    self.at -= 1;
                    if end == self.at + 1 {
                        return Err((self.at, ErrorKind::UnexpectedCharacter(':')));
                    }
                    self.push(NodeKind::Keyword, end);
                }
                _ if is_symbol_byte(byte) => {
                    let end = self.end_of(is_symbol_byte);
                    self.push(NodeKind::Symbol, end);
                }
                _ => {
                    let character = self.text[self.at..].chars().next().expect("a byte is left");
                    return Err((self.at, ErrorKind::UnexpectedCharacter(character)));
                }
            }
        }
        match self.open.pop() {
            Some(list) => {
                Err((self.entries[list as usize].start as usize, ErrorKind::UnclosedList))
            }
            None => Ok(self.entries),
        }
    }

    /// The first place from here on whose byte is not accepted.
    fn end_of(&self, accepted: impl Fn(u8) -> bool) -> usize {
        let rest = &self.bytes[self.at..];
        self.at + rest.iter().position(|&byte| !accepted(byte)).unwrap_or(rest.len())
    }

    /// Adds a node from here to `end`.
    fn push(&mut self, kind: NodeKind, end: usize) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { kind, start: self.at as u32, end: end as u32, next });
        self.at = end;
    }

    fn close(&mut self) -> Result<(), LexError> {
        let list = self.open.pop().ok_or((self.at, ErrorKind::UnexpectedClose))?;
        self.at += 1;
        let next = self.entries.len() as u32;
        let entry = &mut self.entries[list as usize];
        entry.end = self.at as u32;
        entry.next = next;
        Ok(())
    }

    fn string(&mut self) -> Result<(), LexError> {
        let mut end = self.at + 1;
        loop {
            match self.bytes[end..].iter().position(|&byte| byte == b'"') {
                None => return Err((self.at, ErrorKind::UnterminatedString)),
                Some(quote) => end += quote + 1,
            }
            // Two quotes stand for one inside.
            if self.bytes.get(end) != Some(&b'"') {
                break;
            }
            end += 1;
        }
        self.push(NodeKind::String, end);
        Ok(())
    }

    fn quoted_symbol(&mut self) -> Result<(), LexError> {
        let inner = &self.bytes[self.at + 1..];
        let length = inner
            .iter()
            .position(|&byte| byte == b'|' || byte == b'\\')
            .ok_or((self.at, ErrorKind::UnterminatedSymbol))?;
        let end = self.at + 1 + length;
        if self.bytes[end] == b'\\' {
            return Err((end, ErrorKind::UnexpectedCharacter('\\')));
        }
        self.push(NodeKind::Symbol, end + 1);
        Ok(())
    }

    fn number(&mut self) -> Result<(), LexError> {
        let end = self.end_of(is_symbol_byte);
        let token = &self.text[self.at..end];
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let kind = match token.split_once('.') {
            None if digits(token) => NodeKind::Numeral,
            Some((whole, fraction)) if digits(whole) && digits(fraction) => NodeKind::Decimal,
            _ => return Err((self.at, ErrorKind::MalformedLiteral(token.to_owned()))),
        };
        self.push(kind, end);
        Ok(())
    }

    fn bits(&mut self) -> Result<(), LexError> {
        self.at += 1;
        let end = self.end_of(is_symbol_byte);
        self.at -= 1;
        let token = &self.text[self.at..end];
        let all = |digits: &str, accepted: fn(&u8) -> bool| {
            !digits.is_empty() && digits.as_bytes().iter().all(accepted)
        };
        let kind = match token.split_at_checked(2) {
            Some(("#x", digits)) if all(digits, u8::is_ascii_hexdigit) => NodeKind::Hexadecimal,
            Some(("#b", digits)) if all(digits, |b| matches!(b, b'0' | b'1')) => NodeKind::Binary,
            _ => return Err((self.at, ErrorKind::MalformedLiteral(token.to_owned()))),
        };
        self.push(kind, end);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The structure of a text: lists in brackets, atoms with their kinds.
    fn shape(text: &str) -> Result<String, String> {
        let arena = SexprArena::parse(text.as_bytes()).map_err(|error| error.to_string())?;
        fn write(arena: &SexprArena, nodes: Children<'_>) -> String {
            let parts: Vec<String> = nodes
                .map(|node| match arena.kind(node) {
                    NodeKind::List => format!("[{}]", write(arena, arena.children(node))),
                    kind => format!("{kind:?}:{}", arena.text(node)),
                })
                .collect();
            parts.join(" ")
        }
        Ok(write(&arena, arena.roots()))
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shape(text).as_deref(), Ok(expected));
    }

    fn check_error(text: &str, expected: &str) {
        assert_eq!(shape(text).err().as_deref(), Some(expected));
    }

    #[test]
    fn reads_every_kind_of_token() {
        check("", "");
        check("a (b () c) ; d )\n e", "Symbol:a [Symbol:b [] Symbol:c] Symbol:e");
        check("12 1.50 #xAf #b01", "Numeral:12 Decimal:1.50 Hexadecimal:#xAf Binary:#b01");
        check(":key |a b| \"x\"\"y\" ?x", "Keyword::key Symbol:|a b| String:\"x\"\"y\" Symbol:?x");
        check("- -> := <=", "Symbol:- Symbol:-> Keyword::= Symbol:<=");
        check("a;", "Symbol:a");
    }

    #[test]
    fn tells_where_an_error_is() {
        check_error("(a\n  b", "1:1: unclosed '('");
        check_error("(a)\n )", "2:2: unexpected ')'");
        check_error("\"ü\" {", "1:5: unexpected character '{'");
        check_error("\n \"abc", "2:2: unterminated string");
        check_error("|abc", "1:1: unterminated quoted symbol");
        check_error("|a\\b|", "1:3: unexpected character '\\\\'");
        check_error("12a", "1:1: malformed literal '12a'");
        check_error("1.", "1:1: malformed literal '1.'");
        check_error("#", "1:1: malformed literal '#'");
        check_error("#x", "1:1: malformed literal '#x'");
        check_error("#b12", "1:1: malformed literal '#b12'");
        check_error(": a", "1:1: unexpected character ':'");
        check_error("ü", "1:1: unexpected character 'ü'");
    }

    #[test]
    fn invalid_utf8_is_an_error_at_its_place() {
        let error = SexprArena::parse(b"(a\n \"\xff\")").err().expect("not UTF-8");
        assert_eq!(error.to_string(), "2:3: invalid UTF-8");
        assert_eq!(error.position.offset, 5);
    }

    #[test]
    fn unescapes_names_and_strings() {
        let arena = SexprArena::parse(b"|a b| \"x\"\"y\" || x").unwrap();
        let nodes: Vec<Node> = arena.roots().collect();
        assert_eq!(arena.symbol(nodes[0]), Some("a b"));
        assert_eq!(arena.string(nodes[1]).as_deref(), Some("x\"y"));
        assert_eq!(arena.symbol(nodes[2]), Some(""));
        assert_eq!(arena.symbol(nodes[3]), Some("x"));
    }

    #[test]
    fn a_million_levels_are_no_problem() {
        let depth = 1_000_000;
        let text = "(".repeat(depth) + &")".repeat(depth);
        let arena = SexprArena::parse(text.as_bytes()).unwrap();
        let mut levels = 0;
        let mut node = arena.roots().next();
        while let Some(list) = node {
            levels += 1;
            node = arena.children(list).next();
        }
        assert_eq!(levels, depth);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = SexprArena::parse(&bytes);
        }

        #[test]
        fn any_tokens_are_read_or_refused(text in "[()|\"#xb01.a:; \n\\\\ü]{0,40}") {
            if let Ok(arena) = SexprArena::parse(text.as_bytes()) {
                let total: usize = arena.roots().map(|node| arena.text(node).len()).sum();
                prop_assert!(total <= text.len());
            }
        }
    }
}
