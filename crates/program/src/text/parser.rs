//! Reading of the text form: declarations.

use super::ParseError;
use crate::verify::{ProgramPlace, verify};
use crate::{
    Block, BlockId, Body, Field, FileId, Function, FunctionId, Initial, Layout, Machine, Note,
    Object, Program, Register, ScalarType, Span,
};
use model::text::cursor::{Cursor, Token};
use rustc_hash::FxHashMap;
use term::smtlib::{self, Scope, SexprArena};
use term::{FloatFormat, Sort, Symbol, Term, TermStore};

/// The maximal nesting of layouts. They are trees, walked recursively.
const MAX_LAYOUT_DEPTH: u32 = 200;

/// Reads a program and verifies it.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    parse_into(TermStore::new(), text)
}

/// Reads a program into a store, which should be empty. With a store that does not simplify, the
/// program prints as it was written.
pub fn parse_into(terms: TermStore, text: &str) -> Result<Program, ParseError> {
    let mut cursor = Cursor::new(text);
    if !cursor.eat_word("machine") {
        return Err(cursor.expected("'machine'"));
    }
    let machine = if cursor.eat_word("ilp32") {
        Machine::Ilp32
    } else if cursor.eat_word("lp64") {
        Machine::Lp64
    } else {
        return Err(cursor.expected("'ilp32' or 'lp64'"));
    };
    let mut parser = Parser {
        cursor,
        program: Program { terms, ..Program::new(machine) },
        scope: Scope::new(),
        symbols: FxHashMap::default(),
        functions: FxHashMap::default(),
        file_ids: FxHashMap::default(),
        offsets: FxHashMap::default(),
    };
    parser.declare_addresses(text)?;
    parser.file()
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    program: Program,
    scope: Scope,
    /// The symbols that are visible here.
    symbols: FxHashMap<&'a str, Symbol>,
    /// All functions of the text, including those further down.
    pub(super) functions: FxHashMap<&'a str, FunctionId>,
    file_ids: FxHashMap<String, FileId>,
    /// The text positions of program places, for errors found by the verifier.
    offsets: FxHashMap<ProgramPlace, usize>,
}

impl<'a> Parser<'a> {
    /// Collects the globals and functions of a text in advance, since they may be used before they
    /// are declared.
    fn declare_addresses(&mut self, text: &'a str) -> Result<(), ParseError> {
        let mut cursor = Cursor::new(text);
        let mut depth = 0usize;
        let mut count = 0;
        let pointer = Sort::BitVec(self.program.machine.pointer_bits());
        loop {
            match cursor.take() {
                Token::Punctuation("{") => depth += 1,
                Token::Punctuation("}") => depth = depth.saturating_sub(1),
                Token::Word("global") if depth == 0 => {
                    let offset = cursor.offset();
                    let name = cursor.name("the name of an address")?;
                    self.declare(offset, name, pointer.clone())?;
                }
                Token::Word("function") if depth == 0 => {
                    let name = cursor.name("the name of a function")?;
                    self.functions.entry(name).or_insert(FunctionId::from_index(count));
                    count += 1;
                    expect_word(&mut cursor, "at")?;
                    let offset = cursor.offset();
                    let name = cursor.name("the name of an address")?;
                    self.declare(offset, name, pointer.clone())?;
                }
                Token::End => return Ok(()),
                _ => {}
            }
        }
    }

    fn file(mut self) -> Result<Program, ParseError> {
        let mut entry = None;
        loop {
            let offset = self.cursor.offset();
            let marked = self.cursor.eat_word("entry");
            if marked && entry.is_some() {
                return Err(self.cursor.error(offset, "there is an entry already"));
            }
            if self.cursor.eat_word("function") {
                let id = FunctionId::from_index(self.program.functions.len());
                if marked {
                    entry = Some(id);
                }
                let function = self.function(id, offset)?;
                self.program.functions.push(function);
            } else if !marked && self.cursor.eat_word("global") {
                let object = self.global()?;
                self.program.globals.push(object);
            } else if !marked && self.cursor.eat_word("note") {
                let message = self.cursor.string("the text of the note")?.into_owned();
                let span = self.span()?;
                self.program.notes.push(Note { message, span });
            } else if !marked && self.cursor.peek() == Token::End {
                break;
            } else {
                let what = if marked { "'function'" } else { "'global', 'function' or 'note'" };
                return Err(self.cursor.expected(what));
            }
        }
        self.program.entry = entry.unwrap_or(FunctionId::from_index(0));
        match verify(&self.program) {
            Ok(()) => Ok(self.program),
            Err(error) => {
                let end = self.cursor.offset();
                let offset = self.offsets.get(&error.place).copied().unwrap_or(end);
                Err(self.cursor.error(offset, error.rule.to_string()))
            }
        }
    }

    fn global(&mut self) -> Result<Object, ParseError> {
        let mut object = self.object()?;
        if self.cursor.eat_word("=") {
            self.cursor.expect("{")?;
            let mut values = Vec::new();
            if !self.cursor.eat("}") {
                loop {
                    let offset = self.cursor.number("the offset of a value")?;
                    self.cursor.expect(":")?;
                    values.push((offset, self.term()?));
                    if !self.cursor.eat(",") {
                        break;
                    }
                }
                self.cursor.expect("}")?;
            }
            object.initial = Initial::Values(values);
        }
        object.span = self.span()?;
        Ok(object)
    }

    /// An object whose address is declared already.
    fn object(&mut self) -> Result<Object, ParseError> {
        let address = self.symbol("the name of an address")?;
        let name = self.source_name()?;
        self.cursor.expect(":")?;
        let layout = self.layout(0)?;
        expect_word(&mut self.cursor, "align")?;
        let align = self.cursor.number("an alignment")?;
        let read_only = self.cursor.eat_word("readonly");
        let initial = Initial::Arbitrary;
        Ok(Object { address, name, layout, align, initial, read_only, span: None })
    }

    fn function(&mut self, id: FunctionId, offset: usize) -> Result<Function, ParseError> {
        let name = self.cursor.name("the name of a function")?.to_owned();
        self.offsets.insert(ProgramPlace::Function(id, name.clone()), offset);
        expect_word(&mut self.cursor, "at")?;
        let address = self.symbol("the name of an address")?;
        // Parameters and result are resolved once the registers are known.
        let mut parameters = Vec::new();
        self.cursor.expect("(")?;
        if !self.cursor.eat(")") {
            loop {
                parameters.push((self.cursor.offset(), self.cursor.name("a parameter")?));
                if !self.cursor.eat(",") {
                    break;
                }
            }
            self.cursor.expect(")")?;
        }
        let result = if self.cursor.eat_word("returns") {
            Some((self.cursor.offset(), self.cursor.name("the result")?))
        } else {
            None
        };
        let span = self.span()?;
        self.cursor.expect("{")?;
        let outside = self.symbols.clone();
        self.scope.push();
        let (mut registers, mut objects) = (Vec::new(), Vec::new());
        loop {
            if self.cursor.eat_word("register") {
                registers.push(self.register()?);
            } else if self.cursor.eat_word("object") {
                let offset = self.cursor.offset();
                if let Token::Word(name) | Token::Quoted(name) = self.cursor.peek() {
                    let sort = Sort::BitVec(self.program.machine.pointer_bits());
                    self.declare(offset, name, sort)?;
                }
                let mut object = self.object()?;
                object.span = self.span()?;
                objects.push(object);
            } else {
                break;
            }
        }
        let parameters = parameters.into_iter().map(|(at, name)| self.known(at, name));
        let parameters = parameters.collect::<Result<_, _>>()?;
        let result = result.map(|(at, name)| self.known(at, name)).transpose()?;
        let mut blocks = Vec::new();
        while !self.cursor.eat("}") {
            let block = self.block(id, &name, BlockId::from_index(blocks.len()))?;
            blocks.push(block);
        }
        self.scope.pop();
        self.symbols = outside;
        let body = (!blocks.is_empty()).then_some(Body { blocks });
        Ok(Function { name, address, parameters, result, registers, objects, body, span })
    }

    fn block(
        &mut self,
        function: FunctionId,
        name: &str,
        id: BlockId,
    ) -> Result<Block, ParseError> {
        let label = id.to_string();
        if !self.cursor.eat_word(&label) {
            return Err(self.cursor.expected(&format!("'{label}:' or '}}'")));
        }
        self.cursor.expect(":")?;
        let mut statements = Vec::new();
        loop {
            let place = ProgramPlace::Statement {
                function,
                name: name.to_owned(),
                block: id,
                statement: statements.len(),
            };
            let offset = self.cursor.offset();
            self.offsets.insert(place, offset);
            if let Some(terminator) = self.terminator()? {
                let span = self.span()?;
                return Ok(Block { statements, terminator, span });
            }
            statements.push(self.statement()?);
        }
    }

    fn register(&mut self) -> Result<Register, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.name("the name of a register")?;
        let source = self.source_name()?;
        self.cursor.expect(":")?;
        let ty = self.scalar_type()?;
        let symbol = self.declare(offset, name, ty.sort(self.program.machine))?;
        let span = self.span()?;
        Ok(Register { symbol, name: source, ty, span })
    }

    /// The name in the source; empty if there is none.
    fn source_name(&mut self) -> Result<String, ParseError> {
        match self.cursor.peek() {
            Token::String(_) => Ok(self.cursor.string("a name")?.into_owned()),
            _ => Ok(String::new()),
        }
    }

    fn scalar_type(&mut self) -> Result<ScalarType, ParseError> {
        let Token::Word(word) = self.cursor.peek() else {
            return Err(self.cursor.expected("a type"));
        };
        let width = word.get(1..).and_then(|digits| digits.parse().ok()).filter(|&bits| bits > 0);
        let ty = match (word, width) {
            ("truth", _) => ScalarType::Truth,
            ("pointer", _) => ScalarType::Pointer,
            ("f16", _) => ScalarType::Float(FloatFormat::F16),
            ("f32", _) => ScalarType::Float(FloatFormat::F32),
            ("f64", _) => ScalarType::Float(FloatFormat::F64),
            ("x87", _) => ScalarType::Float(FloatFormat::X87),
            ("f128", _) => ScalarType::Float(FloatFormat::F128),
            ("float", _) => return self.float_type(),
            (_, Some(bits)) if word.starts_with('i') => ScalarType::Int { bits, signed: true },
            (_, Some(bits)) if word.starts_with('u') => ScalarType::Int { bits, signed: false },
            _ => return Err(self.cursor.expected("a type")),
        };
        self.cursor.take();
        Ok(ty)
    }

    fn float_type(&mut self) -> Result<ScalarType, ParseError> {
        self.cursor.take();
        self.cursor.expect("(")?;
        let offset = self.cursor.offset();
        let exponent = self.cursor.number("the width of an exponent")?;
        self.cursor.expect(",")?;
        let significand = self.cursor.number("the width of a significand")?;
        self.cursor.expect(")")?;
        match FloatFormat::new(exponent, significand) {
            Some(format) => Ok(ScalarType::Float(format)),
            None => Err(self.cursor.error(offset, "there is no such floating-point format")),
        }
    }

    fn layout(&mut self, depth: u32) -> Result<Layout, ParseError> {
        if depth > MAX_LAYOUT_DEPTH {
            let offset = self.cursor.offset();
            return Err(self.cursor.error(offset, "layouts are nested too deeply"));
        }
        if self.cursor.eat_word("bytes") {
            self.cursor.expect("(")?;
            let size = self.cursor.number("a size")?;
            self.cursor.expect(")")?;
            Ok(Layout::Bytes(size))
        } else if self.cursor.eat_word("array") {
            self.cursor.expect("(")?;
            let count = self.cursor.number("the number of elements")?;
            self.cursor.expect(",")?;
            let element = Box::new(self.layout(depth + 1)?);
            self.cursor.expect(")")?;
            Ok(Layout::Array { element, count })
        } else if self.cursor.eat_word("record") {
            self.record(depth)
        } else {
            let ty = self.scalar_type()?;
            expect_word(&mut self.cursor, "in")?;
            Ok(Layout::Scalar { ty, size: self.cursor.number("a size")? })
        }
    }

    fn record(&mut self, depth: u32) -> Result<Layout, ParseError> {
        self.cursor.expect("(")?;
        let size = self.cursor.number("a size")?;
        self.cursor.expect(")")?;
        self.cursor.expect("{")?;
        let mut fields = Vec::new();
        if !self.cursor.eat("}") {
            loop {
                let offset = self.cursor.number("the offset of a field")?;
                let name = self.cursor.string("the name of a field")?.into_owned();
                fields.push(Field { name, offset, layout: self.layout(depth + 1)? });
                if !self.cursor.eat(",") {
                    break;
                }
            }
            self.cursor.expect("}")?;
        }
        Ok(Layout::Record { fields, size })
    }

    /// `@ "file":line:column`, if it comes next.
    pub(super) fn span(&mut self) -> Result<Option<Span>, ParseError> {
        if !self.cursor.eat("@") {
            return Ok(None);
        }
        let name = self.cursor.string("the name of a file")?;
        let files = &mut self.program.files;
        let file = *self.file_ids.entry(name.clone().into_owned()).or_insert_with(|| {
            files.push(name.into_owned());
            FileId::from_index(files.len() - 1)
        });
        self.cursor.expect(":")?;
        let line = self.cursor.number("a line number")?;
        self.cursor.expect(":")?;
        let column = self.cursor.number("a column number")?;
        Ok(Some(Span { file, line, column }))
    }

    fn declare(&mut self, at: usize, name: &'a str, sort: Sort) -> Result<Symbol, ParseError> {
        if self.program.terms.lookup(name).is_some() {
            return Err(self.cursor.error(at, format!("'{name}' is declared already")));
        }
        let declared = self.program.terms.declare(name, sort);
        let symbol = declared.map_err(|error| self.cursor.error(at, error.to_string()))?;
        self.offsets.insert(ProgramPlace::Symbol(symbol, name.to_owned()), at);
        self.scope.bind_symbol(&mut self.program.terms, symbol);
        self.symbols.insert(name, symbol);
        Ok(symbol)
    }

    /// The name of a symbol that is visible here.
    pub(super) fn symbol(&mut self, what: &str) -> Result<Symbol, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.name(what)?;
        self.known(offset, name)
    }

    fn known(&self, offset: usize, name: &str) -> Result<Symbol, ParseError> {
        match self.symbols.get(name) {
            Some(&symbol) => Ok(symbol),
            None => Err(self.cursor.error(offset, format!("unknown name '{name}'"))),
        }
    }

    pub(super) fn term(&mut self) -> Result<Term, ParseError> {
        let (start, text) = self.cursor.expression("a term")?;
        let result = SexprArena::parse(text.as_bytes()).and_then(|arena| {
            let node = arena.roots().next().expect("the text is not blank");
            smtlib::parse_term(&mut self.program.terms, &arena, node, &self.scope)
        });
        result.map_err(|error| {
            self.cursor.error(start + error.position.offset, error.kind.to_string())
        })
    }
}

pub(super) fn expect_word(cursor: &mut Cursor<'_>, word: &str) -> Result<(), ParseError> {
    if cursor.eat_word(word) { Ok(()) } else { Err(cursor.expected(&format!("'{word}'"))) }
}
