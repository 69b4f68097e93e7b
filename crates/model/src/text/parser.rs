//! Reading of the text form.

use super::ParseError;
use super::cursor::{Cursor, Token};
use crate::cfa::Cfa;
use crate::command::Command;
use crate::ids::{FileId, Location, ProcedureId};
use crate::procedure::{Model, Procedure, Span};
use crate::verify::{ModelPlace, verify};
use rustc_hash::FxHashMap;
use term::smtlib::{self, Scope, SexprArena};
use term::{Sort, Symbol, Term, TermStore};

/// Widest bit-vector sort with a short form.
const SHORT_BIT_VECTORS: u32 = 128;

/// Reads a model and verifies it.
pub fn parse(text: &str) -> Result<Model, ParseError> {
    parse_into(TermStore::new(), text)
}

/// Reads a model into a store, which should be empty. With a store that does not simplify, the
/// model prints as it was written.
pub fn parse_into(terms: TermStore, text: &str) -> Result<Model, ParseError> {
    Parser::new(terms, text).file()
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) terms: TermStore,
    scope: Scope,
    /// The variables that are visible here.
    pub(super) visible: FxHashMap<&'a str, Symbol>,
    /// All procedures of the text, including those further down.
    pub(super) procedure_ids: FxHashMap<&'a str, ProcedureId>,
    files: Vec<String>,
    file_ids: FxHashMap<String, FileId>,
    /// The text positions of model places, for errors found by the verifier.
    offsets: FxHashMap<ModelPlace, usize>,
}

impl<'a> Parser<'a> {
    fn new(terms: TermStore, text: &'a str) -> Parser<'a> {
        let mut scope = Scope::new();
        scope.bind_sort("bool", Sort::Bool);
        scope.bind_sort("int", Sort::Int);
        scope.bind_sort("real", Sort::Real);
        for width in 1..=SHORT_BIT_VECTORS {
            scope.bind_sort(&format!("bv{width}"), Sort::BitVec(width));
        }
        Parser {
            cursor: Cursor::new(text),
            terms,
            scope,
            visible: FxHashMap::default(),
            procedure_ids: procedure_ids(text),
            files: Vec::new(),
            file_ids: FxHashMap::default(),
            offsets: FxHashMap::default(),
        }
    }

    fn file(mut self) -> Result<Model, ParseError> {
        let mut globals = Vec::new();
        let mut procedures = Vec::new();
        let mut entry = None;
        loop {
            let offset = self.cursor.offset();
            let marked = self.cursor.eat_word("entry");
            if marked && entry.is_some() {
                return Err(self.cursor.error(offset, "there is an entry already"));
            }
            if self.cursor.eat_word("procedure") {
                let id = ProcedureId::from_index(procedures.len());
                if marked {
                    entry = Some(id);
                }
                self.offsets.insert(ModelPlace::Procedure(id), offset);
                procedures.push(self.procedure(id)?);
            } else if !marked && self.cursor.eat_word("var") {
                self.variables(&mut globals)?;
            } else if !marked && self.cursor.peek() == Token::End {
                break;
            } else {
                let what = if marked { "'procedure'" } else { "'var' or 'procedure'" };
                return Err(self.cursor.expected(what));
            }
        }
        let entry = entry.unwrap_or(ProcedureId::from_index(0));
        let model = Model { terms: self.terms, files: self.files, globals, procedures, entry };
        match verify(&model) {
            Ok(()) => Ok(model),
            Err(error) => {
                let end = self.cursor.offset();
                let offset = self.offsets.get(&error.place).copied().unwrap_or(end);
                Err(self.cursor.error(offset, error.rule.to_string()))
            }
        }
    }

    fn procedure(&mut self, id: ProcedureId) -> Result<Procedure, ParseError> {
        let name = self.cursor.name("the name of a procedure")?;
        let globals = self.visible.clone();
        self.scope.push();
        let mut procedure = Procedure::new(name, Cfa::new());
        if self.cursor.eat("(") && !self.cursor.eat(")") {
            self.parameters(&mut procedure.parameters)?;
        }
        if self.cursor.eat_word("returns") {
            self.cursor.expect("(")?;
            self.parameters(&mut procedure.results)?;
        }
        self.cursor.expect("{")?;
        let mut locations = Locations::default();
        let mut initial = None;
        while !self.cursor.eat("}") {
            self.item(id, &mut procedure, &mut locations, &mut initial)?;
        }
        if let Some(initial) = initial {
            procedure.cfa.set_initial(initial);
        }
        self.scope.pop();
        self.visible = globals;
        Ok(procedure)
    }

    fn item(
        &mut self,
        id: ProcedureId,
        procedure: &mut Procedure,
        locations: &mut Locations<'a>,
        initial: &mut Option<Location>,
    ) -> Result<(), ParseError> {
        let offset = self.cursor.offset();
        let cfa = &mut procedure.cfa;
        // Any word may name a location; an arrow after it decides.
        let is_edge = self.cursor.peek_second() == Token::Punctuation("->");
        if is_edge {
            let source = self.location(cfa, locations)?;
            self.cursor.expect("->")?;
            let target = self.location(cfa, locations)?;
            let command = if self.cursor.eat("{") { self.commands(0)? } else { Command::Skip };
            let span = self.span()?;
            let edge = cfa.add_edge(source, target, command, span);
            self.offsets.insert(ModelPlace::Edge(id, edge), offset);
        } else if self.cursor.eat_word("var") {
            self.variables(&mut procedure.locals)?;
        } else if self.cursor.eat_word("initial") {
            let location = self.location(cfa, locations)?;
            if initial.replace(location).is_some() {
                return Err(self.cursor.error(offset, "there is an initial location already"));
            }
        } else if self.cursor.eat_word("exit") {
            if cfa.exit().is_some() {
                return Err(self.cursor.error(offset, "there is an exit already"));
            }
            let exit = self.location(cfa, locations)?;
            cfa.set_exit(exit);
            self.offsets.insert(ModelPlace::Location(id, exit), offset);
        } else if self.cursor.eat_word("error") {
            let location = self.location(cfa, locations)?;
            let property = self.cursor.string("a string that names the property")?;
            cfa.add_error(location, &*property);
            self.offsets.insert(ModelPlace::Location(id, location), offset);
        } else if self.cursor.eat_word("location") {
            let location = self.location(cfa, locations)?;
            if let Some(span) = self.span()? {
                cfa.set_span(location, span);
            }
        } else {
            return Err(self.cursor.expected("an edge, 'var', 'initial', 'error' or 'exit'"));
        }
        Ok(())
    }

    fn location(
        &mut self,
        cfa: &mut Cfa,
        locations: &mut Locations<'a>,
    ) -> Result<Location, ParseError> {
        let name = self.cursor.name("the name of a location")?;
        Ok(*locations.entry(name).or_insert_with(|| cfa.add_location(name, None)))
    }

    /// `@ "file":line:column`, if it comes next.
    fn span(&mut self) -> Result<Option<Span>, ParseError> {
        if !self.cursor.eat("@") {
            return Ok(None);
        }
        let name = self.cursor.string("the name of a file")?;
        let files = &mut self.files;
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

    /// `a, b : sort`
    fn variables(&mut self, variables: &mut Vec<Symbol>) -> Result<(), ParseError> {
        let mut names = Vec::new();
        loop {
            let offset = self.cursor.offset();
            names.push((offset, self.cursor.name("the name of a variable")?));
            if !self.cursor.eat(",") {
                break;
            }
        }
        self.cursor.expect(":")?;
        let sort = self.sort()?;
        for (offset, name) in names {
            variables.push(self.declare(offset, name, sort.clone())?);
        }
        Ok(())
    }

    /// `a : sort, b : sort )`
    fn parameters(&mut self, variables: &mut Vec<Symbol>) -> Result<(), ParseError> {
        loop {
            let offset = self.cursor.offset();
            let name = self.cursor.name("the name of a variable")?;
            self.cursor.expect(":")?;
            let sort = self.sort()?;
            variables.push(self.declare(offset, name, sort)?);
            if !self.cursor.eat(",") {
                return self.cursor.expect(")");
            }
        }
    }

    fn declare(&mut self, at: usize, name: &'a str, sort: Sort) -> Result<Symbol, ParseError> {
        if self.terms.lookup(name).is_some() {
            let message = format!("there is a variable '{name}' already");
            return Err(self.cursor.error(at, message));
        }
        let symbol = match self.terms.declare(name, sort) {
            Ok(symbol) => symbol,
            Err(error) => return Err(self.cursor.error(at, error.to_string())),
        };
        self.offsets.insert(ModelPlace::Variable(symbol), at);
        self.scope.bind_symbol(&mut self.terms, symbol);
        self.visible.insert(name, symbol);
        Ok(symbol)
    }

    fn sort(&mut self) -> Result<Sort, ParseError> {
        let (start, text) = self.cursor.expression("a sort")?;
        self.embedded(start, text, |_, arena, node, scope| smtlib::parse_sort(arena, node, scope))
    }

    pub(super) fn term(&mut self) -> Result<Term, ParseError> {
        let (start, text) = self.cursor.expression("a term")?;
        self.embedded(start, text, smtlib::parse_term)
    }

    /// Reads an S-expression of SMT-LIB that starts at an offset of the text.
    fn embedded<T>(
        &mut self,
        start: usize,
        text: &str,
        read: impl Fn(&mut TermStore, &SexprArena, smtlib::Node, &Scope) -> Result<T, smtlib::Error>,
    ) -> Result<T, ParseError> {
        let result = SexprArena::parse(text.as_bytes()).and_then(|arena| {
            let node = arena.roots().next().expect("the text is not blank");
            read(&mut self.terms, &arena, node, &self.scope)
        });
        result.map_err(|error| {
            self.cursor.error(start + error.position.offset, error.kind.to_string())
        })
    }
}

/// The locations of a procedure by name.
type Locations<'a> = FxHashMap<&'a str, Location>;

/// Collects the procedures of a text in advance, so that calls may precede them.
fn procedure_ids(text: &str) -> FxHashMap<&str, ProcedureId> {
    let mut cursor = Cursor::new(text);
    let mut ids = FxHashMap::default();
    let mut depth = 0usize;
    let mut count = 0;
    loop {
        match cursor.take() {
            Token::Punctuation("{") => depth += 1,
            Token::Punctuation("}") => depth = depth.saturating_sub(1),
            Token::Word("procedure") if depth == 0 => {
                if let Ok(name) = cursor.name("a name") {
                    ids.entry(name).or_insert(ProcedureId::from_index(count));
                    count += 1;
                }
            }
            Token::End => return ids,
            _ => {}
        }
    }
}
