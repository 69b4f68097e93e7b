//! Rewrites literals for the parser.

use super::super::identifier::universal_name;
use std::borrow::Cow;

/// Spells a string or character literal with ASCII escapes that the parser knows. Line splices are
/// removed. Bytes that are not UTF-8 become octal escapes, and so do `\e` and, in narrow character
/// constants, `\u1234`.
///
/// The error describes the problem.
pub(crate) fn literal(bytes: &[u8]) -> Result<Cow<'_, str>, String> {
    let quote = bytes.iter().position(|b| matches!(b, b'"' | b'\'')).unwrap_or(0);
    let wide = !matches!(&bytes[..quote], b"" | b"u8");
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\\') => return Ok(Cow::Borrowed(text)),
        Err(_) if wide => return Err("a wide literal must be UTF-8 text".to_owned()),
        _ => {}
    }
    // The elements of wide literals are characters. So are those of a string that may be
    // concatenated to a wide one.
    let in_characters = wide || bytes.get(quote) == Some(&b'"');
    let mut spelled = String::with_capacity(bytes.len() + 8);
    let mut rest = bytes;
    while !rest.is_empty() {
        let taken = if rest[0] == b'\\' {
            escape(rest, in_characters, &mut spelled)?
        } else {
            plain(rest, &mut spelled)
        };
        rest = &rest[taken..];
    }
    Ok(Cow::Owned(spelled))
}

/// Copies up to the next backslash; bytes that are not UTF-8 become octal escapes.
fn plain(rest: &[u8], spelled: &mut String) -> usize {
    let length = rest.iter().position(|b| *b == b'\\').unwrap_or(rest.len());
    for chunk in rest[..length].utf8_chunks() {
        spelled.push_str(chunk.valid());
        octal(chunk.invalid(), spelled);
    }
    length
}

/// Copies the escape sequence at the start of `rest`; returns its length.
fn escape(rest: &[u8], in_characters: bool, spelled: &mut String) -> Result<usize, String> {
    match rest.get(1) {
        Some(b'\n') => Ok(2),
        Some(b'\r') if rest.get(2) == Some(&b'\n') => Ok(3),
        Some(b'e' | b'E') => {
            spelled.push_str("\\033");
            Ok(2)
        }
        Some(b'u' | b'U') => universal(rest, in_characters, spelled),
        Some(b'x') if !rest.get(2).is_some_and(u8::is_ascii_hexdigit) => {
            Err("'\\x' is used with no following hexadecimal digits".to_owned())
        }
        Some(known) if b"'\"?\\abfnrtvx01234567".contains(known) => {
            spelled.push('\\');
            spelled.push(char::from(*known));
            Ok(2)
        }
        // As in compilers, which warn: the backslash of an unknown sequence is ignored. The
        // character is escaped so that it does not continue a preceding number.
        Some(unknown) if unknown.is_ascii() => {
            octal(&[*unknown], spelled);
            Ok(2)
        }
        _ => Ok(1),
    }
}

fn universal(rest: &[u8], in_characters: bool, spelled: &mut String) -> Result<usize, String> {
    let Some((character, length)) = universal_name(rest) else {
        return Err("this universal character name is not complete".to_owned());
    };
    if in_characters {
        // The parser does not accept universal character names.
        spelled.push(character);
    } else {
        octal(character.encode_utf8(&mut [0; 4]).as_bytes(), spelled);
    }
    Ok(length)
}

fn octal(bytes: &[u8], spelled: &mut String) {
    for byte in bytes {
        spelled.push_str(&format!("\\{byte:03o}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(literal(bytes).as_deref(), Ok(expected));
    }

    #[test]
    fn literals_keep_their_value() {
        check(b"\"abc\"", "\"abc\"");
        check("\"ä\\n\"".as_bytes(), "\"ä\\n\"");
        check(b"\"\xe91\"", "\"\\3511\"");
        check(b"\"\\e[0m\"", "\"\\033[0m\"");
        check(b"\"a\\\nb\\\r\nc\"", "\"abc\"");
        check(br#""\u00e4""#, r#""ä""#);
        check(br#"'\u00e4'"#, r#"'\303\244'"#);
        check(br#""\%\x41\0\"""#, r#""\045\x41\0\"""#);
        check(br#"'\\'"#, r#"'\\'"#);
        check(br#"L"\u00e4\U0001F600""#, "L\"ä😀\"");
    }

    #[test]
    fn what_cannot_be_spelled() {
        assert!(literal(br#""\xg""#).is_err());
        assert!(literal(br#""\u12""#).is_err());
        assert!(literal(b"L\"\xe9\"").is_err());
    }
}
