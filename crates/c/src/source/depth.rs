//! Measures the nesting of a text before a recursive parser sees it.

use super::lexer::{Kind, RawToken};

/// The nesting depth that the stack of [`super::on_large_stack`] can hold, with a wide margin.
pub(crate) const MAXIMAL_DEPTH: usize = 10_000;

/// Keywords that a statement follows, so that statements nest without brackets.
const STATEMENT_WORDS: &[&[u8]] =
    &[b"if", b"else", b"while", b"for", b"do", b"switch", b"case", b"default"];

/// Operators that nest if no operand precedes them.
const PREFIX_OPERATORS: &[&[u8]] = &[b"!", b"~", b"-", b"+", b"*", b"&", b"&&", b"++", b"--"];

/// Operators that nest to the right; the parser loops over all others.
const RIGHT_OPERATORS: &[&[u8]] =
    &[b"?", b":", b"=", b"*=", b"/=", b"%=", b"+=", b"-=", b"<<=", b">>=", b"&=", b"^=", b"|="];

/// The levels inside one bracket that need no brackets.
#[derive(Clone, Copy, Default)]
struct Chain {
    /// `if … else if …`, `case 1: case 2:`; ends with the statement.
    statements: usize,
    /// `!!!x`, `a = b = c`, `x ? y : z ? …`; ends with the expression.
    operators: usize,
}

/// Finds the token at which nesting passes a limit.
pub(crate) fn too_deep(text: &[u8], tokens: &[RawToken], limit: usize) -> Option<RawToken> {
    let bytes = |index: usize| -> &[u8] {
        tokens.get(index).map_or(&[], |token| &text[token.start..token.end])
    };
    // The chain of each open bracket, with the number of levels outside of it.
    let mut open: Vec<(Chain, usize)> = Vec::new();
    let mut chain = Chain::default();
    let mut outside = 0;
    let mut after_operand = false;
    for (index, token) in tokens.iter().enumerate() {
        let word = bytes(index);
        let ends = matches!(word, b"}" | b"%>" | b";") && bytes(index + 1) != b"else";
        match word {
            b"(" | b"[" | b"{" | b"<:" | b"<%" => {
                open.push((chain, outside));
                outside += chain.statements + chain.operators + 1;
                chain = Chain::default();
            }
            b")" | b"]" | b"}" | b":>" | b"%>" => (chain, outside) = open.pop().unwrap_or_default(),
            b"," | b";" => chain.operators = 0,
            _ if token.kind == Kind::Word && STATEMENT_WORDS.contains(&word) => {
                chain.statements += 1;
            }
            b"sizeof" => chain.operators += 1,
            _ if RIGHT_OPERATORS.contains(&word)
                || (!after_operand && PREFIX_OPERATORS.contains(&word)) =>
            {
                chain.operators += 1;
            }
            _ => {}
        }
        if ends {
            chain = Chain::default();
        }
        if outside + chain.statements + chain.operators > limit {
            return Some(*token);
        }
        after_operand = match token.kind {
            Kind::Punctuator => matches!(word, b")" | b"]" | b"}"),
            Kind::Word => !matches!(word, b"return" | b"sizeof" | b"else" | b"do" | b"case"),
            _ => true,
        };
    }
    None
}

/// The maximal number of `++` and `--` in front of an operand.
pub(crate) const MAXIMAL_STEPS: usize = 16;

/// Finds the first token beyond that number. If the parser finds no operand, it also tries each of
/// them as two operators, so its time doubles with each.
pub(crate) fn too_many_steps(text: &[u8], tokens: &[RawToken]) -> Option<RawToken> {
    let mut steps = 0;
    tokens.iter().copied().find(|token| {
        match &text[token.start..token.end] {
            b"++" | b"--" => steps += 1,
            b"(" | b"sizeof" => {}
            word if PREFIX_OPERATORS.contains(&word) => {}
            _ => steps = 0,
        }
        steps > MAXIMAL_STEPS
    })
}

#[cfg(test)]
mod tests {
    use super::super::lexer::Lexer;
    use super::*;

    /// Checks the smallest limit that a text keeps.
    fn check(text: &str, expected: usize) {
        let tokens: Vec<RawToken> = Lexer::new(text.as_bytes()).map(Result::unwrap).collect();
        let depth = (0..).find(|limit| too_deep(text.as_bytes(), &tokens, *limit).is_none());
        assert_eq!(depth, Some(expected), "{text}");
    }

    #[test]
    fn what_nests() {
        check("((()))()", 3);
        check("x = !!!y;", 4);
        check("if (a) {b;} else if (c) {d;} else {e;}", 5);
        check("case 1: case 2: f();", 5);
        check("else if (a) b, c; else if (d) e, f;", 5);
        check("- - - x", 3);
    }

    #[test]
    fn what_does_not() {
        check("x = 1; x = 1;", 1);
        check("if (a) {b;} if (a) {b;}", 2);
        check("{ -1, -1, -1 }", 2);
        check("a + b - c * d & e", 0);
        check("{ ) } }", 1);
    }
}
