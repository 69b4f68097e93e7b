//! Symbols as SMT-LIB writes them.

use std::fmt;

/// Words that belong to the syntax of terms and commands and are therefore not plain symbols.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// Whether a byte may stand in an unquoted symbol.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// Displays a name as a symbol, in bars if necessary.
///
/// SMT-LIB cannot write names that contain `|` or `\`; these two are printed as `%7C` and `%5C`.
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0;
        let simple = name.bytes().all(is_symbol_byte)
            && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
            && !RESERVED.contains(&name);
        if simple {
            f.write_str(name)
        } else if name.contains(['|', '\\']) {
            write!(f, "|{}|", name.replace('|', "%7C").replace('\\', "%5C"))
        } else {
            write!(f, "|{name}|")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_where_needed() {
        for (name, text) in [
            ("x", "x"),
            ("?x!1.y", "?x!1.y"),
            ("", "||"),
            ("1x", "|1x|"),
            ("let", "|let|"),
            ("a b", "|a b|"),
            ("main::x", "|main::x|"),
            ("ü", "|ü|"),
            ("a|b", "|a%7Cb|"),
        ] {
            assert_eq!(Quoted(name).to_string(), text);
        }
    }
}
