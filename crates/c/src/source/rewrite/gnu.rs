//! GNU C constructs that need more than one token to replace.

use super::super::identifier::parser_name;
use super::super::lexer::{Kind, LexError};
use super::attributes::is_harmless;
use super::rules::{Inserted, Rewriter, synonym};
use super::{ALIGNAS_ATTRIBUTE, COMPUTED_GOTO, JUMP_TEMPLATE, LOCAL_LABELS, PACK_ATTRIBUTE};
use std::borrow::Cow;

/// Words that may precede the declarator of a function with omitted type.
const STORAGE: &[&str] = &["static", "extern", "inline", "__inline", "__inline__", "register"];

/// Words that may precede a variable or a declared function with omitted type.
const STORAGE_AND_QUALIFIERS: &[&str] =
    &["static", "extern", "register", "auto", "const", "__const", "volatile", "__volatile__"];

/// Words that may precede parentheses and are not function names.
const NO_NAMES: &[&str] = &[
    "_Alignas",
    "_Atomic",
    "_Static_assert",
    "__asm",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__extension__",
    "__typeof",
    "__typeof__",
    "asm",
    "typeof",
];

/// Whether a word is a type by itself, or part of one.
fn is_type_word(word: &str) -> bool {
    const WORDS: [&str; 15] = [
        "_Bool",
        "_Complex",
        "__int128",
        "__signed",
        "__signed__",
        "char",
        "double",
        "float",
        "int",
        "long",
        "short",
        "signed",
        "unsigned",
        "void",
        "__auto_type",
    ];
    WORDS.contains(&word)
}

impl<'t> Rewriter<'t> {
    /// Inserts `int` before the name of a function that is defined without a type.
    pub(super) fn implicit_int(&mut self) {
        let mut name = self.at;
        while STORAGE.contains(&self.word_at(name)) {
            name += 1;
            while matches!(self.word_at(name), "__attribute__" | "__attribute") {
                name = self.matching(name + 1) + 1;
            }
        }
        let word = self.word_at(name);
        if !self.is_name(name) || NO_NAMES.contains(&word) || self.word_at(name + 1) != "(" {
            return;
        }
        let after = self.matching(name + 1) + 1;
        let parameters_follow = self.is_name(after) && !NO_NAMES.contains(&self.word_at(after));
        if self.word_at(after) == "{" || parameters_follow {
            self.insert("int");
        }
    }

    /// Inserts `int` before the name of a variable or function that is declared with only a storage
    /// class or qualifiers: `static x;`, `extern f();`.
    pub(super) fn implicit_int_after_words(&mut self) {
        let is_word = |word: &str| STORAGE_AND_QUALIFIERS.contains(&word);
        let before = self.at.checked_sub(1).map(|index| self.word_at(index));
        let starts = match before {
            None | Some(";" | "{" | "<%") => true,
            // After the body of a structure, these words belong to its variable.
            Some("}" | "%>") => !self.after_type,
            _ => false,
        };
        if !starts || !is_word(self.peek(0)) {
            return;
        }
        let mut name = self.at;
        while is_word(self.word_at(name)) {
            name += 1;
        }
        let declares = match self.word_at(name + 1) {
            "=" | ";" | "," | "[" => true,
            // The definition of a function has its `int` already.
            "(" => self.word_at(name + 2) == ")" && matches!(self.word_at(name + 3), ";" | ","),
            _ => false,
        };
        if declares && self.is_name(name) && !is_type_word(self.word_at(name)) {
            self.insert("int");
        }
    }

    /// `[[…]]`: attributes without meaning for a run are dropped.
    pub(super) fn bracketed_attributes(&mut self) -> Result<(), LexError> {
        let end = self.matching(self.at);
        let mut next = self.at + 2;
        while next + 1 < end {
            let mut name = self.word_at(next);
            if matches!(self.word_at(next + 1), ":" | "::") {
                next += if self.word_at(next + 1) == "::" { 2 } else { 3 };
                name = self.word_at(next);
            }
            match name {
                "noreturn" | "_Noreturn" => self.insert("_Noreturn"),
                "maybe_unused" | "nodiscard" => {}
                _ if is_harmless(name) => {}
                _ => {
                    let message = format!("the attribute `{name}` in brackets is not supported");
                    return Err(LexError { offset: self.tokens[next].start, message });
                }
            }
            next += 1;
            if self.word_at(next) == "(" {
                next = self.matching(next) + 1;
            }
            next += usize::from(self.word_at(next) == ",");
        }
        self.at = (end + 1).min(self.tokens.len());
        Ok(())
    }

    /// `struct`, `union` or `enum`; attributes before the name move after the body.
    pub(super) fn tagged(&mut self) {
        let keyword = self.peek(0);
        self.copy(keyword);
        let mut attributes = Vec::new();
        while self.peek(0).starts_with("__attribute") && self.peek(1) == "(" && self.peek(2) == "("
        {
            attributes.extend(self.attribute());
        }
        if self.is_name(self.at) {
            self.plain_word(self.peek(0));
        }
        if self.peek(0) != "{" {
            return;
        }
        if self.pack != 0 && keyword != "enum" {
            let pack = format!("__attribute__ (({PACK_ATTRIBUTE} ( {} )))", self.pack);
            attributes.push((Cow::Owned(pack), self.tokens[self.at].start));
        }
        self.open_type(attributes);
    }

    /// Consumes `__attribute__((…))` and returns the rest after removing harmless attributes.
    pub(super) fn attribute(&mut self) -> Vec<Inserted<'t>> {
        let origin = self.tokens[self.at].start;
        let end = self.matching(self.at + 1);
        let inside = self.at + 3..end.saturating_sub(1).max(self.at + 3);
        self.at = (end + 1).min(self.tokens.len());
        let mut kept: Vec<Inserted<'t>> = Vec::new();
        let mut index = inside.start;
        while index < inside.end {
            let arguments = self.word_at(index + 1) == "(";
            let next = if arguments { self.matching(index + 1) + 1 } else { index + 1 };
            if self.is_name(index) && !is_harmless(self.word_at(index)) {
                if !kept.is_empty() {
                    kept.push((Cow::Borrowed(","), self.tokens[index].start));
                }
                for token in &self.tokens[index..next.min(inside.end)] {
                    let text = String::from_utf8_lossy(&self.text[token.start..token.end]);
                    let text = match (token.kind, synonym(&text)) {
                        (_, Some(synonym)) => Cow::Borrowed(synonym),
                        (Kind::Word, None) => Cow::Owned(parser_name(&text).into_owned()),
                        _ => text,
                    };
                    kept.push((text, token.start));
                }
            }
            index = next;
        }
        if !kept.is_empty() {
            kept.insert(0, (Cow::Borrowed("__attribute__ (("), origin));
            kept.push((Cow::Borrowed("))"), origin));
        }
        kept
    }

    /// `asm` with its qualifiers; forms that the parser rejects become an opaque jump.
    pub(super) fn asm(&mut self) {
        let start = self.at;
        let mut next = start + 1;
        let (mut volatile, mut jumps) = (false, false);
        loop {
            match self.word_at(next) {
                "volatile" | "__volatile__" | "__volatile" => volatile = true,
                "goto" => jumps = true,
                "inline" | "__inline" | "__inline__" => {}
                _ => break,
            }
            next += 1;
        }
        if self.open.is_empty() && self.declaration_starts {
            self.file_scope_asm.push(self.tokens[start].start);
            self.skip_past_semicolon();
        } else if jumps {
            self.opaque_jump();
        } else {
            self.copy(if volatile { "__asm__ volatile" } else { "__asm__" });
            self.at = next;
        }
    }

    /// A statement that jumps to an unknown place.
    pub(super) fn opaque_jump(&mut self) {
        self.insert(&format!("__asm__ ( {JUMP_TEMPLATE} ) ;"));
        self.skip_past_semicolon();
    }

    /// `goto *p;`
    pub(super) fn computed_goto(&mut self) -> Result<(), LexError> {
        let mut end = self.at;
        while end < self.tokens.len() && self.word_at(end) != ";" {
            end = match self.word_at(end) {
                "(" | "[" | "{" => self.matching(end) + 1,
                _ => end + 1,
            };
        }
        self.copy(COMPUTED_GOTO);
        self.operator("(");
        while self.at < end.min(self.tokens.len()) {
            self.step()?;
        }
        self.insert(")");
        Ok(())
    }

    /// `__label__ l, m;`
    pub(super) fn local_labels(&mut self) {
        self.copy(LOCAL_LABELS);
        self.insert("(");
        while self.is_name(self.at) || self.peek(0) == "," {
            match self.peek(0) {
                "," => self.copy(","),
                name => self.copy(&format!("\"{}\"", parser_name(name))),
            }
        }
        self.insert(")");
    }

    pub(super) fn skip_past_semicolon(&mut self) {
        while self.at < self.tokens.len() {
            match self.peek(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "(" | "[" | "{" => self.at = self.matching(self.at) + 1,
                ")" | "]" | "}" => return,
                _ => self.at += 1,
            }
        }
        self.at = self.tokens.len();
    }

    pub(super) fn static_assert(&mut self) {
        let end = self.matching(self.at + 1);
        let last = self.tokens.get(end.saturating_sub(1));
        let has_message = last.is_some_and(|token| token.kind == Kind::String);
        self.copy("_Static_assert");
        self.open_bracket("(", Vec::new());
        if !has_message {
            self.wrap_arguments(",", ", \"\"");
        }
    }

    /// Wraps the operand, a type or an expression, in a `typeof`, since the parser accepts only
    /// types, and only in parentheses.
    pub(super) fn alignof(&mut self, before: &str) -> Result<(), LexError> {
        self.copy("_Alignof");
        if self.peek(0) == "(" {
            let starts_type = self.starts_type(self.at);
            self.open_bracket("(", Vec::new());
            self.insert(before);
            if starts_type {
                self.insert("const");
            }
            self.wrap_arguments(",", ")");
            return Ok(());
        }
        let end = self.postfix_end(self.at);
        if end > self.at {
            self.insert("(");
            self.insert(before);
            while self.at < end {
                self.step()?;
            }
            self.insert(") )");
        }
        Ok(())
    }

    /// `typeof(T *)`: the parser would take `T` for an expression, which cannot follow a qualifier.
    pub(super) fn type_of(&mut self) {
        self.copy("__typeof");
        if self.peek(0) == "(" && self.starts_type(self.at) {
            self.open_bracket("(", Vec::new());
            self.insert("const");
        }
    }

    /// Whether the content of parentheses starts with a name and continues as only types do: `T *`,
    /// `T *const`, `T *[2]`, `T (*)(int)`.
    fn starts_type(&self, open: usize) -> bool {
        let mut after = open + 2;
        while self.word_at(after) == "*" {
            after += 1;
        }
        let last = self.word_at(self.matching(open).saturating_sub(1));
        let is_pointer =
            last == "*" || matches!(last.trim_matches('_'), "const" | "restrict" | "volatile");
        let is_array = after > open + 2 && self.word_at(after) == "[";
        let is_nested = (0..3).all(|ahead| self.word_at(after + ahead) == ["(", "*", ")"][ahead]);
        self.is_name(open + 1) && (is_pointer || is_array || is_nested)
    }

    /// The end of an expression that starts with a name: `a.b[1]->c`.
    fn postfix_end(&self, start: usize) -> usize {
        if !self.is_name(start) {
            return start;
        }
        let mut end = start + 1;
        loop {
            match self.word_at(end) {
                "." | "->" if self.is_name(end + 1) => end += 2,
                "(" | "[" => end = (self.matching(end) + 1).min(self.tokens.len()),
                _ => return end,
            }
        }
    }

    /// `__real__ z` or `__imag__ z`
    pub(super) fn part(&mut self, function: &str) -> Result<(), LexError> {
        let end = self.operand_end(self.at + 1).min(self.tokens.len());
        self.copy(function);
        self.insert("(");
        self.after_operand = false;
        while self.at < end {
            self.step()?;
        }
        self.insert(")");
        Ok(())
    }

    /// The end of the operand of a unary operator. A name, a literal or a brace after parentheses
    /// shows that they are those of a cast.
    fn operand_end(&self, start: usize) -> usize {
        const PREFIXES: [&str; 15] = [
            "*",
            "&",
            "+",
            "-",
            "~",
            "!",
            "++",
            "--",
            "__extension__",
            "__real",
            "__real__",
            "__imag",
            "__imag__",
            "sizeof",
            "__alignof__",
        ];
        let mut end = start;
        while PREFIXES.contains(&self.word_at(end)) {
            end += 1;
        }
        while self.word_at(end) == "(" {
            end = (self.matching(end) + 1).min(self.tokens.len());
            let starts_operand = match self.tokens.get(end).map(|token| token.kind) {
                Some(Kind::Word) => return self.operand_end(end),
                Some(Kind::Number | Kind::String | Kind::Character) => true,
                _ => matches!(self.word_at(end), "{" | "<%"),
            };
            if starts_operand {
                break;
            }
            if self.word_at(end) != "(" {
                return self.suffix_end(end);
            }
        }
        if matches!(self.word_at(end), "{" | "<%") {
            return self.suffix_end((self.matching(end) + 1).min(self.tokens.len()));
        }
        self.suffix_end(end + 1)
    }

    /// The end of the postfix operators after an operand.
    fn suffix_end(&self, start: usize) -> usize {
        let mut end = start;
        loop {
            match self.word_at(end) {
                "." | "->" => end += 2,
                "++" | "--" => end += 1,
                "(" | "[" | "<:" => end = (self.matching(end) + 1).min(self.tokens.len()),
                _ => return end,
            }
        }
    }

    /// The parser accepts attributes of members but not `_Alignas`, and types only in `sizeof`.
    pub(super) fn member_alignas(&mut self) {
        self.insert("__attribute__ ((");
        self.copy(ALIGNAS_ATTRIBUTE);
        self.open_bracket("(", vec![(Cow::Borrowed("))"), self.tokens[self.at].start)]);
        self.insert("sizeof (");
        self.wrap_arguments(",", ")");
    }

    /// Some arguments are types, which the parser accepts only inside `sizeof`.
    pub(super) fn inside_sizeof(&mut self, builtin: &str) {
        self.copy(builtin);
        self.open_bracket("(", Vec::new());
        self.insert("sizeof (");
        self.wrap_arguments(") , sizeof (", ")");
    }
}
