//! The pass over the tokens that replaces constructs that the parser does not know.

use super::super::directive::{self, Directive, Pack, SymbolPragma};
use super::super::identifier::parser_name;
use super::super::lexer::{Kind, LexError, RawToken};
use super::c23::Keywords;
use super::literal::literal;
use super::output::Output;
use super::{IMAGINARY_PART, LABEL_ADDRESS, OMITTED_OPERAND, REAL_PART, Rewritten};
use std::borrow::Cow;

/// Words with a synonym that the parser knows.
const SYNONYMS: &[(&str, &str)] = &[
    ("__CPROVER_bool", "_Bool"),
    ("__CPROVER_size_t", "__typeof ( sizeof ( 0 ) )"),
    ("__CPROVER_ssize_t", "__typeof ( ( char * ) 0 - ( char * ) 0 )"),
    ("__CPROVER_thread_local", "_Thread_local"),
    ("__auto_type", "_Decimal64x"),
    ("__complex", "_Complex"),
    ("__complex__", "_Complex"),
    ("__const__", "const"),
    ("__float128", "_Float128"),
    ("__float80", "_Float64x"),
    ("__int128", "_Decimal128x"),
    ("__int128_t", "_Decimal128x"),
    ("__thread", "_Thread_local"),
    ("__uint128_t", "unsigned _Decimal128x"),
];

/// Punctuators with another spelling.
const DIGRAPHS: &[(&str, &str)] = &[("<:", "["), (":>", "]"), ("<%", "{"), ("%>", "}")];

/// An inserted token.
pub(super) type Inserted<'t> = (Cow<'t, str>, usize);

/// An open bracket.
pub(super) struct Open<'t> {
    bracket: u8,
    origin: usize,
    /// Whether the parentheses may be those of a cast: an operator precedes them, not a name.
    after_operator: bool,
    /// Whether these are the braces of a struct, union or enum.
    is_type: bool,
    /// The separator of the arguments, if it replaces the comma.
    comma: &'static str,
    /// Inserted before the closing bracket.
    before_close: &'static str,
    /// Inserted after the closing bracket.
    after_close: Vec<Inserted<'t>>,
}

/// The state of the pass.
pub(super) struct Rewriter<'t> {
    pub(super) text: &'t [u8],
    pub(super) tokens: &'t [RawToken],
    pub(super) at: usize,
    pub(super) output: Output,
    pub(super) open: Vec<Open<'t>>,
    /// Whether an external declaration starts here.
    pub(super) declaration_starts: bool,
    /// Whether the last token ends an operand, so that a following operator is binary.
    pub(super) after_operand: bool,
    /// Whether the last token closed the parentheses of a possible cast.
    after_cast: bool,
    /// Whether the last closed braces were those of a struct, union or enum.
    pub(super) after_type: bool,
    /// Whether `=` was seen in this declaration.
    initialises: bool,
    pub(super) pack: u32,
    packs: Vec<u32>,
    pub(super) file_scope_asm: Vec<usize>,
    symbols: Vec<SymbolPragma>,
    keywords: Keywords,
}

/// A synonym of a word that the parser knows.
pub(super) fn synonym(word: &str) -> Option<&'static str> {
    SYNONYMS.binary_search_by_key(&word, |row| row.0).ok().map(|index| SYNONYMS[index].1)
}

impl<'t> Rewriter<'t> {
    pub fn new(text: &'t [u8], tokens: &'t [RawToken]) -> Rewriter<'t> {
        Rewriter {
            text,
            tokens,
            at: 0,
            output: Output::default(),
            open: Vec::new(),
            declaration_starts: true,
            after_operand: false,
            after_cast: false,
            after_type: false,
            initialises: false,
            pack: 0,
            packs: Vec::new(),
            file_scope_asm: Vec::new(),
            symbols: Vec::new(),
            keywords: Keywords::of(text, tokens),
        }
    }

    pub fn run(mut self) -> Result<Rewritten, LexError> {
        while self.at < self.tokens.len() {
            self.step()?;
        }
        if let Some(open) = self.open.last() {
            let message = format!("this '{}' is never closed", char::from(open.bracket));
            return Err(LexError { offset: open.origin, message });
        }
        let (text, map) = self.output.into_parts();
        let (file_scope_asm, symbols) = (self.file_scope_asm, self.symbols);
        Ok(Rewritten { text, map, file_scope_asm, symbols })
    }

    /// The text of the token `ahead` positions further on; empty for directives, literals and the
    /// end.
    pub(super) fn peek(&self, ahead: usize) -> &'t str {
        self.word_at(self.at + ahead)
    }

    pub(super) fn word_at(&self, index: usize) -> &'t str {
        match self.tokens.get(index) {
            Some(token) if matches!(token.kind, Kind::Word | Kind::Punctuator | Kind::Number) => {
                std::str::from_utf8(&self.text[token.start..token.end]).unwrap_or("")
            }
            _ => "",
        }
    }

    pub(super) fn is_name(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == Kind::Word)
    }

    /// The index of the bracket that closes the one at an index; the end if nothing does.
    pub(super) fn matching(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for index in open..self.tokens.len() {
            match self.word_at(index) {
                "(" | "[" | "{" | "<:" | "<%" => depth += 1,
                ")" | "]" | "}" | ":>" | "%>" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Inserts text at the place of the current token, or of the last one.
    pub(super) fn insert(&mut self, text: &str) {
        let index = self.at.min(self.tokens.len().saturating_sub(1));
        let origin = self.tokens.get(index).map_or(0, |token| token.start);
        self.output.push(text, origin);
    }

    /// Handles the current token and the tokens that belong to it.
    pub(super) fn step(&mut self) -> Result<(), LexError> {
        let token = self.tokens[self.at];
        match token.kind {
            Kind::Directive => self.directive(token),
            Kind::Word => self.word()?,
            Kind::Punctuator => self.punctuator()?,
            Kind::Number => {
                let number = number(self.peek(0));
                self.copy(&number);
            }
            Kind::String | Kind::Character => {
                let spelled = literal(&self.text[token.start..token.end])
                    .map_err(|message| LexError { offset: token.start, message })?;
                self.copy(&spelled);
            }
        }
        Ok(())
    }

    /// Emits the current token, an operand or a word, with another spelling.
    pub(super) fn copy(&mut self, spelling: &str) {
        self.insert(spelling);
        self.at += 1;
        self.declaration_starts = false;
        self.after_operand = spelling != "return" && spelling != "case";
        self.after_cast = false;
    }

    /// Only directives that change layouts and symbols remain here.
    fn directive(&mut self, token: RawToken) {
        match directive::parse(&self.text[token.start..token.end]) {
            Ok(Directive::Pack(Pack::Set(n))) => self.pack = n,
            Ok(Directive::Pack(Pack::Push(n))) => {
                self.packs.push(self.pack);
                self.pack = n.unwrap_or(self.pack);
            }
            Ok(Directive::Pack(Pack::Pop)) => self.pack = self.packs.pop().unwrap_or(0),
            Ok(Directive::Symbol(symbol)) => self.symbols.push(symbol),
            _ => {}
        }
        self.at += 1;
    }

    fn word(&mut self) -> Result<(), LexError> {
        let word = self.peek(0);
        let word = self.keywords.spelling(word).unwrap_or(word);
        if self.declaration_starts {
            self.implicit_int();
        }
        self.implicit_int_after_words();
        match word {
            "__extension__" => self.at += 1,
            "__attribute__" | "__attribute" if self.peek(1) == "(" && self.peek(2) == "(" => {
                for (text, origin) in self.attribute() {
                    self.output.push(&text, origin);
                }
            }
            "struct" | "union" | "enum" => self.tagged(),
            "asm" | "__asm" | "__asm__" => self.asm(),
            "goto" if self.peek(1) == "*" => self.computed_goto()?,
            "__label__" => self.local_labels(),
            "__real" | "__real__" => self.part(REAL_PART)?,
            "__imag" | "__imag__" => self.part(IMAGINARY_PART)?,
            "sizeof" if self.peek(1) == "(" => self.size_of()?,
            "_Alignof" => self.alignof("__typeof (")?,
            "__alignof" | "__alignof__" => self.alignof("volatile __typeof (")?,
            "typeof" | "__typeof" | "__typeof__" => self.type_of(),
            "_Alignas" if self.peek(1) == "(" && self.is_in_type() => self.member_alignas(),
            "_Static_assert" if self.peek(1) == "(" => self.static_assert(),
            "__builtin_types_compatible_p" | "__builtin_convertvector" if self.peek(1) == "(" => {
                self.inside_sizeof(word);
            }
            _ if word.starts_with('(') => self.copy(word),
            _ => self.plain_word(word),
        }
        Ok(())
    }

    /// `sizeof (T){…}`: the parser would take `sizeof (T)` alone.
    fn size_of(&mut self) -> Result<(), LexError> {
        let brace = self.matching(self.at + 1) + 1;
        self.copy("sizeof");
        if !matches!(self.word_at(brace), "{" | "<%") {
            return Ok(());
        }
        self.insert("(");
        self.after_operand = false;
        let end = (self.matching(brace) + 1).min(self.tokens.len());
        while self.at < end {
            self.step()?;
        }
        self.insert(")");
        Ok(())
    }

    pub(super) fn plain_word(&mut self, word: &str) {
        // A program may define the types of CBMC itself: `typedef _Bool __CPROVER_bool;`
        let is_defined_here = word.starts_with("__CPROVER_") && self.peek(1) == ";";
        match synonym(word).filter(|_| !is_defined_here) {
            Some(synonym) => self.copy(synonym),
            None => self.copy(&parser_name(word)),
        }
    }

    fn punctuator(&mut self) -> Result<(), LexError> {
        let spelled = self.peek(0);
        let spelled = DIGRAPHS.iter().find(|row| row.0 == spelled).map_or(spelled, |row| row.1);
        match spelled {
            "{" if self.is_compound_literal() && self.peek(1) == "}" => {
                self.open_bracket("{", Vec::new());
                self.insert("0");
            }
            "[" if matches!(self.peek(1), "[" | "<:") => self.bracketed_attributes()?,
            "(" | "[" | "{" => self.open_bracket(spelled, Vec::new()),
            ")" | "]" | "}" => return self.close_bracket(spelled),
            "?" if self.peek(1) == ":" => {
                self.operator("?");
                self.insert(OMITTED_OPERAND);
            }
            ":" if self.peek(1) == "}" => {
                self.operator(":");
                self.insert(";");
            }
            "&&" if !self.after_operand && self.is_name(self.at + 1) => {
                let label = parser_name(self.peek(1));
                self.insert(&format!("{LABEL_ADDRESS} ( \"{label}\" )"));
                self.at += 2;
                self.after_operand = true;
            }
            // The parser accepts empty declarations only after others.
            ";" if self.output.text.is_empty() => self.at += 1,
            ";" => {
                self.operator(";");
                self.declaration_starts = self.open.is_empty();
                self.initialises = false;
            }
            "," => self.operator(self.open.last().map_or(",", |open| open.comma)),
            "=" => {
                self.operator("=");
                self.initialises = true;
            }
            // Before or after an operand: the context of the next token is the same.
            "++" | "--" => {
                let after_operand = self.after_operand;
                self.operator(spelled);
                self.after_operand = after_operand;
            }
            _ => self.operator(spelled),
        }
        Ok(())
    }

    /// Whether a brace here follows a type in parentheses; at file scope `T *(f)(void) {}` looks
    /// the same.
    fn is_compound_literal(&self) -> bool {
        self.after_cast && (self.initialises || !self.open.is_empty())
    }

    pub(super) fn operator(&mut self, spelled: &str) {
        self.copy(spelled);
        self.after_operand = false;
    }

    /// Whether the current token is directly inside a struct, union or enum.
    fn is_in_type(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_type)
    }

    /// Opens the body of a struct, union or enum.
    pub(super) fn open_type(&mut self, after_close: Vec<Inserted<'t>>) {
        self.open_bracket("{", after_close);
        if let Some(open) = self.open.last_mut() {
            open.is_type = true;
        }
    }

    pub(super) fn open_bracket(&mut self, bracket: &str, after_close: Vec<Inserted<'t>>) {
        let after_operator = !self.after_operand || self.after_cast;
        self.open.push(Open {
            bracket: bracket.as_bytes()[0],
            origin: self.tokens[self.at].start,
            after_operator,
            is_type: false,
            comma: ",",
            before_close: "",
            after_close,
        });
        self.operator(bracket);
    }

    /// Sets the replacement of commas in the last opened bracket, and the text before its end.
    pub(super) fn wrap_arguments(&mut self, comma: &'static str, before_close: &'static str) {
        if let Some(open) = self.open.last_mut() {
            open.comma = comma;
            open.before_close = before_close;
        }
    }

    fn close_bracket(&mut self, bracket: &str) -> Result<(), LexError> {
        let offset = self.tokens[self.at].start;
        let Some(open) = self.open.pop() else {
            let message = format!("this '{bracket}' closes nothing");
            return Err(LexError { offset, message });
        };
        let closer = match open.bracket {
            b'(' => ")",
            b'[' => "]",
            _ => "}",
        };
        if closer != bracket {
            let message = format!("'{closer}' is expected before this '{bracket}'");
            return Err(LexError { offset, message });
        }
        if !open.before_close.is_empty() {
            self.insert(open.before_close);
        }
        self.copy(bracket);
        self.after_cast = bracket == ")" && open.after_operator;
        self.after_type = open.is_type;
        self.declaration_starts = bracket == "}" && self.open.is_empty() && !open.is_type;
        self.initialises &= !self.declaration_starts;
        for (text, origin) in open.after_close {
            self.output.push(&text, origin);
        }
        Ok(())
    }
}

/// A number with suffixes that the parser knows.
fn number(text: &str) -> Cow<'_, str> {
    if text.contains('\'') {
        return Cow::Owned(number(&text.replace('\'', "")).into_owned());
    }
    let known = match text.as_bytes().last() {
        Some(b'q' | b'Q') => "f128",
        Some(b'w' | b'W') => "f64x",
        _ => return Cow::Borrowed(text),
    };
    Cow::Owned(format!("{}{known}", &text[..text.len() - 1]))
}
