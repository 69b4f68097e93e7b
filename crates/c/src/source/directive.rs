//! Lines that start with `#`.

use super::identifier::parser_name;

/// The meaning of a directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// `# 12 "file.c" 1 3` or `#line 12 "file.c"`: the position of the next line in the user's
    /// files.
    Line { line: u32, file: Option<String>, system: bool },
    /// `#pragma pack(…)`.
    Pack(Pack),
    /// `#pragma weak …`, `#pragma redefine_extname …`.
    Symbol(SymbolPragma),
    /// No meaning for verification: `#pragma`, `#ident`, a lone `#`.
    Ignored,
    /// A directive for the preprocessor.
    Preprocessor,
}

/// A pragma about a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolPragma {
    /// `weak a`: other definitions of `a` take precedence, and there may be none.
    Weak(String),
    /// `weak a = b`: `a` is a weak alias of `b`.
    WeakAlias(String, String),
    /// `redefine_extname a b`: the linker knows `a` as `b`.
    Renamed(String, String),
}

/// How `#pragma pack` changes the largest alignment of struct members; 0 is the natural one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pack {
    /// `pack(n)`, `pack()`.
    Set(u32),
    /// `pack(push)`, `pack(push, n)`.
    Push(Option<u32>),
    /// `pack(pop)`.
    Pop,
}

/// Reads a directive; an error says what is wrong with it.
pub(crate) fn parse(text: &[u8]) -> Result<Directive, String> {
    let text = String::from_utf8_lossy(text);
    let body = text.trim_start().trim_start_matches('#').trim();
    let name: String = body.chars().take_while(char::is_ascii_alphanumeric).collect();
    let rest = body[name.len()..].trim();
    match name.as_str() {
        "" | "ident" | "sccs" => Ok(Directive::Ignored),
        "pragma" => pragma(rest),
        "line" => marker(rest),
        _ if name.starts_with(|c: char| c.is_ascii_digit()) => marker(body),
        _ => Ok(Directive::Preprocessor),
    }
}

fn marker(text: &str) -> Result<Directive, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let line = text[..end].parse().map_err(|_| "this line marker has no line number")?;
    let rest = text[end..].trim();
    let file = rest.strip_prefix('"').map(unquote);
    // The flags after the name; 3 marks system headers.
    let flags = rest.rsplit('"').next().filter(|_| file.is_some()).unwrap_or("");
    let system = flags.split_whitespace().any(|flag| flag == "3");
    Ok(Directive::Line { line, file, system })
}

/// The file name up to its closing quote; compilers escape quotes, backslashes, odd bytes.
fn unquote(text: &str) -> String {
    let mut name = Vec::new();
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => {
                let mut octal = 0u32;
                let mut digits = 0;
                while digits < 3
                    && let Some(digit) = bytes.next_if(|b| (b'0'..=b'7').contains(b))
                {
                    octal = octal * 8 + u32::from(digit - b'0');
                    digits += 1;
                }
                if digits > 0 {
                    name.push((octal & 0xff) as u8);
                } else {
                    name.extend(bytes.next());
                }
            }
            _ => name.push(byte),
        }
    }
    String::from_utf8_lossy(&name).into_owned()
}

fn pragma(text: &str) -> Result<Directive, String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "(),=".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let refused = || format!("'#pragma {text}' is not understood");
    match words.as_slice() {
        ["pack", arguments @ ..] => pack(arguments).map(Directive::Pack).ok_or_else(refused),
        ["weak", name] => Ok(Directive::Symbol(SymbolPragma::Weak(symbol(name)))),
        ["weak", name, target] => {
            Ok(Directive::Symbol(SymbolPragma::WeakAlias(symbol(name), symbol(target))))
        }
        ["redefine_extname", name, other] => {
            Ok(Directive::Symbol(SymbolPragma::Renamed(symbol(name), symbol(other))))
        }
        ["scalar_storage_order" | "ms_struct" | "weak", ..] => Err(refused()),
        _ => Ok(Directive::Ignored),
    }
}

fn symbol(name: &str) -> String {
    parser_name(name).into_owned()
}

fn pack(arguments: &[&str]) -> Option<Pack> {
    let number = |text: &str| text.parse().ok().filter(|n| [0, 1, 2, 4, 8, 16].contains(n));
    match arguments {
        [] => Some(Pack::Set(0)),
        ["pop"] => Some(Pack::Pop),
        ["push"] => Some(Pack::Push(None)),
        ["push", n] => Some(Pack::Push(Some(number(n)?))),
        [n] => Some(Pack::Set(number(n)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Directive) {
        assert_eq!(parse(text.as_bytes()), Ok(expected), "{text}");
    }

    #[test]
    fn line_markers() {
        let line =
            |line, file: &str| Directive::Line { line, file: Some(file.to_owned()), system: false };
        check("# 12 \"a b.c\" 1", line(12, "a b.c"));
        let system = Directive::Line { line: 1, file: Some("a 3".to_owned()), system: true };
        check("# 1 \"a 3\" 1 3 4", system);
        check("#line 7 \"x.c\"", line(7, "x.c"));
        check("# 1 \"a\\\\b\\\"c\\303\\244\"", line(1, "a\\b\"cä"));
        check("#line 3", Directive::Line { line: 3, file: None, system: false });
        assert!(parse(b"#line x").is_err());
        assert!(parse(b"# 99999999999 \"x\"").is_err());
    }

    #[test]
    fn pragmas() {
        check("#pragma once", Directive::Ignored);
        check("#", Directive::Ignored);
        check("#pragma pack(1)", Directive::Pack(Pack::Set(1)));
        check("#pragma pack()", Directive::Pack(Pack::Set(0)));
        check("# pragma pack( push , 4 )", Directive::Pack(Pack::Push(Some(4))));
        check("#pragma pack(push)", Directive::Pack(Pack::Push(None)));
        check("#pragma pack(pop)", Directive::Pack(Pack::Pop));
        assert!(parse(b"#pragma pack(3)").is_err());
        assert!(parse(b"#pragma pack(push, name, 1)").is_err());
    }

    #[test]
    fn what_the_preprocessor_does() {
        check("#include <stdio.h>", Directive::Preprocessor);
        check("  #  ifdef X", Directive::Preprocessor);
    }
}
