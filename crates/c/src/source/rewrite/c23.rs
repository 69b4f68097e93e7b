//! Words that C23 made keywords.
//!
//! In older programs they are names. Names are declared before they are used, so a word is a keyword
//! if its first occurrence cannot be a declaration.

use super::super::lexer::{Kind, RawToken};

/// Words, and what they are for the parser.
const WORDS: &[(&str, &str)] = &[
    ("alignas", "_Alignas"),
    ("alignof", "_Alignof"),
    ("bool", "_Bool"),
    ("false", "( ( _Bool ) 0 )"),
    ("nullptr", "( ( void * ) 0 )"),
    ("static_assert", "_Static_assert"),
    ("thread_local", "_Thread_local"),
    ("true", "( ( _Bool ) 1 )"),
];

/// What precedes an operand.
const BEFORE_OPERAND: &[&str] =
    &["=", "(", "return", "==", "!=", "&&", "||", "!", "?", ":", "case"];

/// The words that are keywords in a text.
pub(super) struct Keywords(Vec<&'static (&'static str, &'static str)>);

impl Keywords {
    /// Judges the words by their first occurrences.
    pub(super) fn of(text: &[u8], tokens: &[RawToken]) -> Keywords {
        let mut seen = Vec::new();
        let mut keywords = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word {
                continue;
            }
            let word = &text[token.start..token.end];
            let Some(row) = WORDS.iter().find(|row| row.0.as_bytes() == word) else { continue };
            if seen.contains(&row.0) {
                continue;
            }
            seen.push(row.0);
            let spelled = |index: Option<usize>| {
                let token = index.and_then(|index| tokens.get(index));
                token.map_or(&b""[..], |token| &text[token.start..token.end])
            };
            let before = std::str::from_utf8(spelled(index.checked_sub(1))).unwrap_or("");
            let after = std::str::from_utf8(spelled(Some(index + 1))).unwrap_or("");
            let is_name = tokens.get(index + 1).is_some_and(|next| next.kind == Kind::Word);
            if is_keyword(row.0, before, after, is_name) {
                keywords.push(row);
            }
        }
        Keywords(keywords)
    }

    /// What the parser sees in place of a keyword.
    pub(super) fn spelling(&self, word: &str) -> Option<&'static str> {
        self.0.iter().find(|row| row.0 == word).map(|row| row.1)
    }
}

/// Whether a word is a keyword between two tokens, the second of which may be a name.
fn is_keyword(word: &str, before: &str, after: &str, is_name: bool) -> bool {
    let starts = matches!(before, "" | ";" | "{" | "}") || before.starts_with('#');
    match word {
        "alignas" | "static_assert" => starts && after == "(",
        "thread_local" => (starts || matches!(before, "static" | "extern")) && is_name,
        "bool" => {
            let is_tag = matches!(before, "struct" | "union" | "enum" | "goto" | "." | "->");
            !is_tag && (is_name || after == "*" || before == "(" && after == ")")
        }
        "alignof" => BEFORE_OPERAND.contains(&before) && after == "(",
        "nullptr" => before == "," || BEFORE_OPERAND.contains(&before),
        _ => BEFORE_OPERAND.contains(&before),
    }
}
