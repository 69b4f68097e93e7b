//! Readable messages for syntax errors.

use super::identifier::user_name;
use super::lexer::{Kind, RawToken};
use lang_c::driver::SyntaxError;

/// Tokens worth suggesting to a user if the parser would accept them.
const USEFUL: &[&str] = &[")", "]", "}", ";", ":", "{", "while"];

/// Keywords that start a declaration.
const STARTS: &[&[u8]] = &[
    b"char",
    b"const",
    b"double",
    b"enum",
    b"extern",
    b"float",
    b"inline",
    b"int",
    b"long",
    b"short",
    b"signed",
    b"static",
    b"struct",
    b"typedef",
    b"union",
    b"unsigned",
    b"void",
    b"volatile",
];

/// A short description of the error; the parser itself lists everything that it would accept.
pub(crate) fn describe(error: &SyntaxError) -> String {
    let found = match error.source[error.offset..].split_whitespace().next() {
        Some(token) => format!("unexpected '{}'", user_name(token)),
        None => "unexpected end of file".to_owned(),
    };
    let expected = |token: &str| error.expected.contains(token);
    if expected("(") && expected("\"") && expected("[_a-zA-Z]") {
        return format!("{found}, expected an expression");
    }
    let mut useful: Vec<String> =
        USEFUL.iter().filter(|token| expected(token)).map(|token| format!("'{token}'")).collect();
    if expected("[_a-zA-Z]") {
        useful.insert(0, "a name".to_owned());
    }
    match useful.as_slice() {
        [] => found,
        [single] => format!("{found}, expected {single}"),
        [many @ .., last] => format!("{found}, expected {} or {last}", many.join(", ")),
    }
}

/// Finds a declaration at file scope without its semicolon. The parser takes `int x int y;` for the
/// start of a K&R function and reports an error much later.
pub(crate) fn missing_semicolon(
    text: &[u8],
    tokens: &[RawToken],
    before: usize,
) -> Option<RawToken> {
    let word = |token: &RawToken| &text[token.start..token.end];
    let (mut depth, mut missing) = (0usize, None);
    for window in tokens.windows(3).take_while(|window| window[2].start < before) {
        let [specifier, name, next] = window else { continue };
        match word(next) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_name = name.kind == Kind::Word && !STARTS.contains(&word(name));
        let tag = [&b"struct"[..], b"union", b"enum"].contains(&word(specifier));
        let declares = !tag && (STARTS.contains(&word(specifier)) || word(specifier) == b"*");
        if depth == 0 && is_name && declares && STARTS.contains(&word(next)) {
            missing = Some(*next);
        }
    }
    missing
}
