//! What callers guarantee: conditions in C, and predicates about pointers.
//!
//! An assumption is a conjunction. Its parts are conditions in C over the parameters, or
//!
//! - `valid(p)`, `valid(p, n)`: `p` points to one object, or to `n`;
//! - `null_or_valid(p)`, `null_or_valid(p, n)`: or it is null;
//! - `string(s)`: `s` is a string that ends with a zero;
//! - `separate(p, q)`: they share no memory, which holds in every harness.

/// A part of an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A condition, and the column where it starts.
    Condition { text: String, column: usize },
    /// A pointer to a number of objects, by default one.
    Valid { pointer: String, count: Option<String>, may_be_null: bool },
    /// A string.
    Text { pointer: String },
    /// Pointers to different memory.
    Separate,
}

/// An error at a column of the option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub column: usize,
    pub message: String,
}

const PREDICATES: [&str; 4] = ["valid", "null_or_valid", "string", "separate"];

/// A token and its column.
struct Token<'a> {
    text: &'a str,
    at: usize,
}

/// Parses an assumption about parameters with the given names.
pub(super) fn parse(text: &str, params: &[&str]) -> Result<Vec<Part>, Wrong> {
    let tokens = tokens(text)?;
    let mut depth = 0usize;
    let mut starts = vec![0];
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => {
                let unopened = || wrong(token.at, format!("'{}' closes nothing", token.text));
                depth = depth.checked_sub(1).ok_or_else(unopened)?;
            }
            "&&" if depth == 0 => starts.push(index + 1),
            // A conjunction in another operator is one condition.
            "||" | "?" if depth == 0 => {
                return Ok(vec![condition(text, &tokens, params)?]);
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(wrong(text.len(), "a bracket is not closed".to_owned()));
    }
    let ends = starts[1..].iter().map(|&next| next - 1).chain([tokens.len()]);
    starts.iter().zip(ends).map(|(&from, to)| part(text, &tokens[from..to], params)).collect()
}

fn part(text: &str, tokens: &[Token<'_>], params: &[&str]) -> Result<Part, Wrong> {
    let [first, open, inner @ .., close] = tokens else { return condition(text, tokens, params) };
    let mut depth = 0i32;
    let closes_early = inner.iter().any(|token| {
        depth += i32::from(token.text == "(") - i32::from(token.text == ")");
        depth < 0
    });
    if !PREDICATES.contains(&first.text) || (open.text, close.text) != ("(", ")") || closes_early {
        return condition(text, tokens, params);
    }
    let args = arguments(text, inner, close.at);
    let pointer = |number: usize| match args.get(number) {
        Some((name, _)) if params.contains(name) => Ok((*name).to_owned()),
        Some((name, at)) => Err(wrong(*at, format!("'{name}' is no parameter"))),
        None => Err(wrong(close.at, format!("'{}' needs a parameter", first.text))),
    };
    let at_most = |most: usize| match args.get(most) {
        Some((_, at)) => Err(wrong(*at, format!("'{}' takes at most {most}", first.text))),
        None => Ok(()),
    };
    Ok(match first.text {
        "string" => {
            at_most(1)?;
            Part::Text { pointer: pointer(0)? }
        }
        "separate" => {
            (0..args.len().max(2)).try_for_each(|number| pointer(number).map(drop))?;
            Part::Separate
        }
        name => {
            at_most(2)?;
            let count = args.get(1).map(|(count, _)| (*count).to_owned());
            Part::Valid { pointer: pointer(0)?, count, may_be_null: name == "null_or_valid" }
        }
    })
}

/// The texts between commas, with their places.
fn arguments<'a>(text: &'a str, tokens: &[Token<'_>], end: usize) -> Vec<(&'a str, usize)> {
    let (mut depth, mut found) = (0, Vec::new());
    let mut from = tokens.first().map(|token| token.at);
    for token in tokens {
        match token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "," if depth == 0 => {
                found.extend(from.map(|from| (text[from..token.at].trim(), from)));
                from = Some(token.at + 1);
            }
            _ => {}
        }
    }
    found.extend(from.map(|from| (text[from..end].trim(), from)));
    found
}

fn condition(text: &str, tokens: &[Token<'_>], params: &[&str]) -> Result<Part, Wrong> {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return Err(wrong(text.len(), "a condition is missing".to_owned()));
    };
    for (token, next) in tokens.iter().zip(tokens.iter().skip(1)) {
        if PREDICATES.contains(&token.text) && next.text == "(" && !params.contains(&token.text) {
            let message = format!("'{}' can only be joined by '&&'", token.text);
            return Err(wrong(token.at, message));
        }
    }
    if !tokens.iter().any(|token| params.contains(&token.text)) {
        let known = match params {
            [] => "there are none".to_owned(),
            some => format!("there are: {}", some.join(", ")),
        };
        return Err(wrong(first.at, format!("no parameter is named here; {known}")));
    }
    let text = text[first.at..last.at + last.text.len()].to_owned();
    Ok(Part::Condition { text, column: first.at + 1 })
}

fn wrong(at: usize, message: String) -> Wrong {
    Wrong { column: at + 1, message }
}

/// Names, numbers, `&&`, `||`, literals and single characters.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, Wrong> {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (0, Vec::new());
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            byte if is_word(byte) => {
                at += bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
            }
            quote @ (b'"' | b'\'') => {
                let mut escaped = false;
                let inside = bytes[at + 1..].iter().take_while(|&&byte| {
                    let goes_on = escaped || byte != quote;
                    escaped = byte == b'\\' && !escaped;
                    goes_on
                });
                at += inside.count() + 2;
                if at > bytes.len() {
                    return Err(wrong(start, "a literal is not closed".to_owned()));
                }
            }
            b'#' | b';' | b'{' | b'}' => {
                let message = format!("'{}' is not part of an expression", bytes[at] as char);
                return Err(wrong(at, message));
            }
            _ if text[at..].starts_with("&&") || text[at..].starts_with("||") => at += 2,
            _ => at += 1,
        }
        found.push(Token { text: &text[start..at], at: start });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Part]) {
        assert_eq!(parse(text, &["p", "q", "n"]).as_deref(), Ok(expected), "{text}");
    }

    #[track_caller]
    fn check_wrong(text: &str, column: usize, message: &str) {
        let message = message.to_owned();
        assert_eq!(parse(text, &["p", "q", "n"]), Err(Wrong { column, message }), "{text}");
    }

    fn condition(text: &str, column: usize) -> Part {
        Part::Condition { text: text.to_owned(), column }
    }

    #[test]
    fn conjunctions_are_taken_apart() {
        let valid = |count: Option<&str>, may_be_null| Part::Valid {
            pointer: "p".to_owned(),
            count: count.map(str::to_owned),
            may_be_null,
        };
        check("n <= 64 && valid(p, n)", &[condition("n <= 64", 1), valid(Some("n"), false)]);
        check(" valid(p)&&n>0", &[valid(None, false), condition("n>0", 12)]);
        check("null_or_valid(p, 2 * (n + 1))", &[valid(Some("2 * (n + 1)"), true)]);
        check(
            "string(q) && separate(p, q)",
            &[Part::Text { pointer: "q".to_owned() }, Part::Separate],
        );
        check("n < 1 || n > 7 && n < 9", &[condition("n < 1 || n > 7 && n < 9", 1)]);
        check("(n && p) && q != ')'", &[condition("(n && p)", 1), condition("q != ')'", 13)]);
    }

    #[test]
    fn mistakes_have_columns() {
        check_wrong("n < 3 && m > 2", 10, "no parameter is named here; there are: p, q, n");
        check_wrong("valid(x, n)", 7, "'x' is no parameter");
        check_wrong("n < (3", 7, "a bracket is not closed");
        check_wrong("n < 3)", 6, "')' closes nothing");
        check_wrong("n && ", 6, "a condition is missing");
        check_wrong("!valid(p)", 2, "'valid' can only be joined by '&&'");
        check_wrong("n; exit(1)", 2, "';' is not part of an expression");
        check_wrong("string()", 8, "'string' needs a parameter");
    }
}
