//! The original text of an input file, for output that refers to places in it.
//!
//! Preprocessed files say where their lines come from, and spans follow that. Other tools count the
//! lines of the file itself.

use super::directive::{self, Directive};
use super::lexer::{Kind, Lexer};
use super::positions::Positions;
use model::{FileId, Span};

/// An input file.
pub struct InputText {
    positions: Positions,
    /// The line markers, in the order of the lines.
    markers: Vec<Marker>,
}

struct Marker {
    first: u32,
    file: String,
    line: u32,
}

/// A line and a column of an input file, both from 1.
pub type Position = (u32, u32);

impl InputText {
    /// The text of a file.
    pub fn new(name: &str, text: Vec<u8>) -> InputText {
        let mut markers = vec![Marker { first: 1, file: name.to_owned(), line: 1 }];
        for (number, line) in (1u32..).zip(text.split(|&byte| byte == b'\n')) {
            let is_directive = line.trim_ascii_start().starts_with(b"#");
            if is_directive && let Ok(Directive::Line { line, file, .. }) = directive::parse(line) {
                let file = file.unwrap_or_else(|| markers[markers.len() - 1].file.clone());
                markers.push(Marker { first: number + 1, file, line });
            }
        }
        InputText { positions: Positions::new(text, FileId::from_index(0)), markers }
    }

    /// The content of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.positions.text
    }

    /// The position in this file of a line of a named file, if it occurs exactly once; columns are
    /// the same.
    pub fn line_of(&self, file: &str, line: u32) -> Option<u32> {
        let ends = self.markers[1..].iter().map(|next| next.first).chain([u32::MAX]);
        let mut found = None;
        for (marker, end) in self.markers.iter().zip(ends) {
            let Some(distance) = line.checked_sub(marker.line) else { continue };
            let Some(at) = marker.first.checked_add(distance) else { continue };
            // The line before the next marker's first line is the marker itself.
            let is_last = end == u32::MAX;
            if marker.file == file && (is_last || at < end - 1) {
                if found.is_some() {
                    return None;
                }
                found = Some(at);
            }
        }
        found
    }

    /// Whether a word stands at a position.
    pub fn has_word(&self, position: Position, word: &str) -> bool {
        let Some(at) = self.positions.offset(position) else { return false };
        let text = &self.positions.text[at..];
        let first = Lexer::new(text).next().and_then(Result::ok);
        first.is_some_and(|token| token.start == 0 && &text[..token.end] == word.as_bytes())
    }

    /// The closing parenthesis of a call of the named function that starts at a position.
    pub fn end_of_call(&self, position: Position, function: &str) -> Option<Position> {
        if !self.has_word(position, function) {
            return None;
        }
        let at = self.positions.offset(position)?;
        let text = &self.positions.text[at..];
        let mut depth = 0usize;
        for token in Lexer::new(text).skip(1) {
            let token = token.ok()?;
            match &text[token.start..token.end] {
                b"(" => depth += 1,
                // This is not a call.
                _ if depth == 0 => return None,
                b")" if depth == 1 => {
                    let Span { line, column, .. } = self.positions.span(at + token.start);
                    return Some((line, column));
                }
                b")" => depth -= 1,
                _ if token.kind == Kind::Directive => return None,
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# 1 \"a.c\"
# 1 \"a.h\" 1
int in_header;
# 2 \"a.c\" 2
int x;
 while (f ( g(\")\") , /* ) */ 1)) ;
# 1 \"a.h\" 1
int in_header;
# 5 \"a.c\" 2
done
";

    #[test]
    fn lines_are_found_by_their_markers() {
        let text = InputText::new("a.i", TEXT.as_bytes().to_vec());
        let check = |file: &str, line, expected| assert_eq!(text.line_of(file, line), expected);
        check("a.c", 2, Some(5));
        check("a.c", 3, Some(6));
        check("a.c", 5, Some(10));
        // It occurs twice, or not at all.
        check("a.h", 1, None);
        check("a.c", 4, None);
        check("b.c", 1, None);
        let plain = InputText::new("b.c", b"int x;\n#include <a.h>\nint y;\n".to_vec());
        assert_eq!(plain.line_of("b.c", 3), Some(3));
    }

    #[test]
    fn words_and_calls() {
        let text = InputText::new("a.i", TEXT.as_bytes().to_vec());
        assert!(text.has_word((6, 2), "while") && !text.has_word((6, 2), "whi"));
        assert!(!text.has_word((6, 1), "while") && !text.has_word((99, 1), "x"));
        assert_eq!(text.end_of_call((6, 9), "f"), Some((6, 31)));
        assert_eq!(text.end_of_call((6, 13), "g"), Some((6, 18)));
        assert_eq!(text.end_of_call((5, 5), "x"), None);
    }
}
