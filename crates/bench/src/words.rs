//! Splitting and quoting of command lines, as a shell does.

/// Splits a text at blanks; quotes and backslashes keep words together. `None` if a quote is not
/// closed.
pub fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        end if end == character => break,
                        '\\' if character == '"' => word.push(characters.next()?),
                        inside => word.push(inside),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(characters.next()?),
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Some(words)
}

/// A text as one word of a shell.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line() {
        let check = |text: &str, expected: &[&str]| assert_eq!(split(text).unwrap(), expected);
        check("", &[]);
        check("  a  b\tc ", &["a", "b", "c"]);
        check(r#"'a b' "c \" d" e\ f ''"#, &["a b", "c \" d", "e f", ""]);
        check(r#"--x='y z'"#, &["--x=y z"]);
        for text in ["'a", "\"a", "a\\"] {
            assert_eq!(split(text), None);
        }
    }

    #[test]
    fn quoting_is_undone_by_splitting() {
        for text in ["a", "/a/b.c", "a b", "it's", "", "$x", "ä\"\\"] {
            assert_eq!(split(&quote(text)).unwrap(), [text]);
        }
    }
}
