//! Identifiers with characters that the parser does not accept.
//!
//! C allows non-ASCII characters in identifiers, in UTF-8 or as `\u00e9`; GNU C allows `$`. The
//! parser gets an ASCII name instead, which is the same for all spellings.

use std::borrow::Cow;

/// Replaces `$`.
const DOLLAR: &str = "__dollar__";
/// The start of the replacement of any other character; its code in hexadecimal digits and `_`
/// follow.
const CHARACTER: &str = "__lemmatic_u";

/// The non-ASCII characters that C11 allows in identifiers (annex D.1).
const ALLOWED: &[(u32, u32)] = &[
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
    (0x100, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x206f),
    (0x2070, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0x303f),
    (0x3040, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
    (0x10000, 0x1fffd),
    (0x20000, 0x2fffd),
    (0x30000, 0x3fffd),
    (0x40000, 0x4fffd),
    (0x50000, 0x5fffd),
    (0x60000, 0x6fffd),
    (0x70000, 0x7fffd),
    (0x80000, 0x8fffd),
    (0x90000, 0x9fffd),
    (0xa0000, 0xafffd),
    (0xb0000, 0xbfffd),
    (0xc0000, 0xcfffd),
    (0xd0000, 0xdfffd),
    (0xe0000, 0xefffd),
];

/// Those that may not start an identifier (annex D.2).
const NOT_FIRST: &[(u32, u32)] =
    &[(0x300, 0x36f), (0x1dc0, 0x1dff), (0x20d0, 0x20ff), (0xfe20, 0xfe2f)];

/// The identifier character at the start of a text, and the length of its spelling.
pub(crate) fn identifier_character(text: &[u8]) -> Option<(char, usize)> {
    let (character, length) = match text.first()? {
        b'\\' => universal_name(text)?,
        first if first.is_ascii() => {
            let is_part = first.is_ascii_alphanumeric() || matches!(first, b'_' | b'$');
            return is_part.then_some((char::from(*first), 1));
        }
        _ => {
            let character = first_character(text)?;
            (character, character.len_utf8())
        }
    };
    is_in(character, ALLOWED).then_some((character, length))
}

/// Whether an identifier may start with a given identifier character.
pub(crate) fn may_start(character: char) -> bool {
    !is_in(character, NOT_FIRST)
}

fn is_in(character: char, ranges: &[(u32, u32)]) -> bool {
    let number = u32::from(character);
    let after = ranges.partition_point(|range| range.0 <= number);
    after > 0 && number <= ranges[after - 1].1
}

/// The first character of a text, if it is UTF-8 there.
pub(crate) fn first_character(text: &[u8]) -> Option<char> {
    let prefix = &text[..text.len().min(4)];
    prefix.utf8_chunks().next()?.valid().chars().next()
}

/// The character that `\u1234` or `\U00012345` at the start of a text names, and its length.
pub(crate) fn universal_name(text: &[u8]) -> Option<(char, usize)> {
    let digits = match text.get(..2)? {
        b"\\u" => 4,
        b"\\U" => 8,
        _ => return None,
    };
    let name = text.get(2..2 + digits).filter(|name| name.iter().all(u8::is_ascii_hexdigit))?;
    let number = u32::from_str_radix(std::str::from_utf8(name).ok()?, 16).ok()?;
    Some((char::from_u32(number)?, 2 + digits))
}

/// The name of an identifier for the parser.
pub(crate) fn parser_name(identifier: &str) -> Cow<'_, str> {
    if identifier.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'$' | b'\\')) {
        return Cow::Borrowed(identifier);
    }
    let mut name = String::with_capacity(identifier.len() + 16);
    let mut rest = identifier;
    while let Some(first) = rest.chars().next() {
        let (character, length) =
            identifier_character(rest.as_bytes()).unwrap_or((first, first.len_utf8()));
        match character {
            '$' => name.push_str(DOLLAR),
            ascii if ascii.is_ascii() => name.push(ascii),
            other => name.push_str(&format!("{CHARACTER}{:x}_", u32::from(other))),
        }
        rest = &rest[length..];
    }
    Cow::Owned(name)
}

/// A name, or a text with names, as the user would write it.
pub fn user_name(name: &str) -> String {
    let mut pieces = name.split(CHARACTER);
    let mut shown = pieces.next().unwrap_or_default().replace(DOLLAR, "$");
    for piece in pieces {
        let character = piece.split_once('_').and_then(|(number, rest)| {
            Some((char::from_u32(u32::from_str_radix(number, 16).ok()?)?, rest))
        });
        let rest = match character {
            Some((character, rest)) => {
                shown.push(character);
                rest
            }
            None => {
                shown.push_str(CHARACTER);
                piece
            }
        };
        shown.push_str(&rest.replace(DOLLAR, "$"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [ALLOWED, NOT_FIRST] {
            assert!(table.iter().all(|range| range.0 <= range.1));
            assert!(table.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }

    #[test]
    fn all_spellings_are_one_name() {
        let name = parser_name("größe");
        assert!(name.is_ascii());
        assert_eq!(parser_name("gr\\u00f6\\U000000DFe"), name);
        assert_eq!(user_name(&name), "größe");
        for identifier in ["x", "a$b", "変数_1", "e\u{301}", "😀"] {
            assert_eq!(user_name(&parser_name(identifier)), identifier);
        }
        assert_eq!(user_name("`__lemmatic_uxyz` and a__dollar__"), "`__lemmatic_uxyz` and a$");
    }

    #[test]
    fn characters_of_identifiers() {
        assert_eq!(identifier_character("ßx".as_bytes()), Some(('ß', 2)));
        assert_eq!(identifier_character(b"\\u00dfx"), Some(('ß', 6)));
        for other in [&b"\xc3"[..], "×".as_bytes(), "“".as_bytes(), b"\\u0041", b"\\u12", b"+", b""]
        {
            assert_eq!(identifier_character(other), None);
        }
        assert!(may_start('é') && may_start('a') && !may_start('\u{301}'));
    }
}
