//! Reading of Horn clauses in SMT-LIB, logic `HORN`.
//!
//! Universal quantifiers may occur wherever they can be moved to the front, for example as an
//! `exists` in an assumption. The formula inside them is turned into clauses.

use super::ChcSystem;
use super::clausify::clausify;
use crate::ids::{FileId, PredicateId};
use crate::procedure::Span;
use crate::text::ParseError;
use crate::verify::is_constant_name;
use rustc_hash::{FxHashMap, FxHashSet};
use term::smtlib::{Error, ErrorKind, Node, Scope, SexprArena, parse_sort, parse_term};
use term::{Sort, Symbol, Term, TermStore};

/// The maximal nesting of quantifiers and of connectives around them.
const MAX_DEPTH: usize = 500;

/// Reads a system of Horn clauses. Spans refer to the file name.
pub fn parse(text: &str, file_name: &str) -> Result<ChcSystem, ParseError> {
    parse_into(TermStore::new(), text, file_name)
}

/// Reads a system of Horn clauses into a store, which should be empty.
pub fn parse_into(terms: TermStore, text: &str, file_name: &str) -> Result<ChcSystem, ParseError> {
    let read = SexprArena::parse(text.as_bytes()).and_then(|arena| {
        let mut reader = Reader::new(terms, &arena);
        arena.roots().try_for_each(|command| reader.command(command))?;
        Ok(reader.system)
    });
    match read {
        Ok(mut system) => {
            system.files.push(file_name.to_owned());
            Ok(system)
        }
        Err(error) => Err(ParseError {
            line: error.position.line as u32,
            column: error.position.column as u32,
            message: error.kind.to_string(),
        }),
    }
}

struct Reader<'a> {
    arena: &'a SexprArena,
    system: ChcSystem,
    predicates: FxHashMap<Symbol, PredicateId>,
    scope: Scope,
    /// The variables of the current assertion.
    variables: FxHashSet<Symbol>,
}

impl<'a> Reader<'a> {
    fn new(terms: TermStore, arena: &'a SexprArena) -> Reader<'a> {
        let system =
            ChcSystem { terms, files: Vec::new(), predicates: Vec::new(), clauses: Vec::new() };
        Reader {
            arena,
            system,
            predicates: FxHashMap::default(),
            scope: Scope::new(),
            variables: FxHashSet::default(),
        }
    }

    fn command(&mut self, node: Node) -> Result<(), Error> {
        let arena = self.arena;
        let name = arena.children(node).next().and_then(|head| arena.symbol(head));
        match name.ok_or_else(|| arena.error(node, ErrorKind::Expected("a command")))? {
            "assert" => {
                let Some([_, formula]) = arena.elements(node) else {
                    return Err(arena.error(node, ErrorKind::Expected("'(assert formula)'")));
                };
                self.assert(node, formula)
            }
            "declare-fun" => self.declare(node),
            "set-logic" | "set-info" | "set-option" | "check-sat" | "get-model" | "get-proof"
            | "exit" => Ok(()),
            other => Err(arena.error(node, ErrorKind::UnknownCommand(other.to_owned()))),
        }
    }

    /// `(declare-fun name (sort ...) Bool)`
    fn declare(&mut self, node: Node) -> Result<(), Error> {
        let arena = self.arena;
        let expected = || arena.error(node, ErrorKind::Expected("'(declare-fun p (...) Bool)'"));
        let [_, name, parameters, result] = arena.elements(node).ok_or_else(expected)?;
        let name = arena.symbol(name).ok_or_else(expected)?;
        if !arena.is_list(parameters) {
            return Err(expected());
        }
        let mut sorts = Vec::new();
        for parameter in arena.children(parameters) {
            sorts.push(parse_sort(arena, parameter, &self.scope)?);
        }
        if parse_sort(arena, result, &self.scope)? != Sort::Bool {
            let what = "a declared function that is not a predicate";
            return Err(arena.error(result, ErrorKind::Unsupported(what.to_owned())));
        }
        let terms = &mut self.system.terms;
        let known = terms.lookup(name);
        if is_constant_name(name) || known.is_some_and(|p| self.predicates.contains_key(&p)) {
            return Err(arena.error(node, ErrorKind::Redefined(name.to_owned())));
        }
        if known.is_some() {
            let what = "a predicate that is declared after a variable of its name";
            return Err(arena.error(node, ErrorKind::Unsupported(what.to_owned())));
        }
        let symbol = terms.declare_function(name, &sorts, Sort::Bool);
        let symbol = symbol.map_err(|error| arena.error(node, error))?;
        self.predicates.insert(symbol, PredicateId::from_index(self.system.predicates.len()));
        self.system.predicates.push(symbol);
        self.scope.bind_symbol(terms, symbol);
        Ok(())
    }

    fn assert(&mut self, node: Node, formula: Node) -> Result<(), Error> {
        self.variables.clear();
        self.scope.push();
        let matrix = self.matrix(formula, true, 0)?;
        self.scope.pop();
        let terms = &mut self.system.terms;
        if *terms.sort(matrix) != Sort::Bool {
            let (wanted, found) = (Sort::Bool.to_string(), terms.sort(matrix).to_string());
            return Err(self.arena.error(formula, ErrorKind::WrongSort { wanted, found }));
        }
        let position = self.arena.position(node);
        let (line, column) = (position.line as u32, position.column as u32);
        let span = Some(Span { file: FileId::from_index(0), line, column });
        let clauses = clausify(terms, &self.predicates, matrix, span).map_err(|error| {
            self.arena.error(formula, ErrorKind::Unsupported(error.to_string()))
        })?;
        self.system.clauses.extend(clauses);
        Ok(())
    }

    /// The formula without its quantifiers. Bound names stay bound in the scope until the end of
    /// the assertion, unless something inside is bound to the same name.
    fn matrix(&mut self, node: Node, positive: bool, depth: usize) -> Result<Term, Error> {
        let arena = self.arena;
        let unsupported = |what: &str| arena.error(node, ErrorKind::Unsupported(what.to_owned()));
        let text = arena.text(node);
        if !text.contains("forall") && !text.contains("exists") {
            return parse_term(&mut self.system.terms, arena, node, &self.scope);
        }
        if depth > MAX_DEPTH {
            return Err(unsupported("quantifiers nested this deeply"));
        }
        let parts: Vec<Node> = arena.children(node).collect();
        let head = parts.first().map_or("", |&head| {
            if arena.kind(head) == term::smtlib::NodeKind::Symbol { arena.text(head) } else { "" }
        });
        match (head, &parts[..]) {
            ("forall" | "exists", &[_, variables, body]) => {
                if (head == "forall") != positive {
                    return Err(unsupported("a quantifier that is not universal"));
                }
                self.scope.push();
                self.bind_variables(variables)?;
                let matrix = self.matrix(body, positive, depth + 1);
                self.scope.pop();
                matrix
            }
            ("let", &[_, bindings, body]) => {
                self.scope.push();
                self.bind_terms(bindings)?;
                let matrix = self.matrix(body, positive, depth + 1);
                self.scope.pop();
                matrix
            }
            ("!", &[_, body, ..]) => self.matrix(body, positive, depth + 1),
            ("not", &[_, body]) => {
                let inner = self.boolean(body, !positive, depth)?;
                Ok(self.system.terms.not(inner))
            }
            ("and" | "or", [_, operands @ ..]) => {
                let mut inner = Vec::with_capacity(operands.len());
                for &operand in operands {
                    inner.push(self.boolean(operand, positive, depth)?);
                }
                let terms = &mut self.system.terms;
                Ok(if head == "and" { terms.and(&inner) } else { terms.or(&inner) })
            }
            ("=>", [_, assumptions @ .., conclusion]) => {
                let mut disjuncts = Vec::with_capacity(parts.len());
                for &assumption in assumptions {
                    let inner = self.boolean(assumption, !positive, depth)?;
                    disjuncts.push(self.system.terms.not(inner));
                }
                disjuncts.push(self.boolean(*conclusion, positive, depth)?);
                Ok(self.system.terms.or(&disjuncts))
            }
            // The word is only part of a name, or a quantifier occurs where it cannot be moved.
            _ => parse_term(&mut self.system.terms, arena, node, &self.scope),
        }
    }

    /// The matrix of a formula under a connective.
    fn boolean(&mut self, node: Node, positive: bool, depth: usize) -> Result<Term, Error> {
        let term = self.matrix(node, positive, depth + 1)?;
        match self.system.terms.sort(term) {
            Sort::Bool => Ok(term),
            other => {
                let (wanted, found) = (Sort::Bool.to_string(), other.to_string());
                Err(self.arena.error(node, ErrorKind::WrongSort { wanted, found }))
            }
        }
    }

    /// `((x sort) ...)`
    fn bind_variables(&mut self, list: Node) -> Result<(), Error> {
        let arena = self.arena;
        for binding in arena.children(list) {
            let expected = || arena.error(binding, ErrorKind::Expected("'(variable sort)'"));
            let [name, sort] = arena.elements(binding).ok_or_else(expected)?;
            let name = arena.symbol(name).ok_or_else(expected)?;
            let sort = parse_sort(arena, sort, &self.scope)?;
            let symbol = self.variable(name, sort);
            let term = self.system.terms.var(symbol);
            self.scope.bind_term(name, term);
        }
        Ok(())
    }

    /// A symbol for a bound variable. Clauses share symbols of the same name and sort, but two
    /// variables of one clause never do.
    fn variable(&mut self, name: &str, sort: Sort) -> Symbol {
        let terms = &mut self.system.terms;
        if !is_constant_name(name)
            && let Ok(symbol) = terms.declare(name, sort.clone())
            && !self.predicates.contains_key(&symbol)
            && self.variables.insert(symbol)
        {
            return symbol;
        }
        let symbol = terms.fresh(name, sort);
        self.variables.insert(symbol);
        symbol
    }

    /// `((x term) ...)`; all terms are read before anything is bound.
    fn bind_terms(&mut self, list: Node) -> Result<(), Error> {
        let arena = self.arena;
        let mut bindings = Vec::new();
        for binding in arena.children(list) {
            let expected = || arena.error(binding, ErrorKind::Expected("'(name term)'"));
            let [name, term] = arena.elements(binding).ok_or_else(expected)?;
            let name = arena.symbol(name).ok_or_else(expected)?;
            bindings.push((name, parse_term(&mut self.system.terms, arena, term, &self.scope)?));
        }
        for (name, term) in bindings {
            self.scope.bind_term(name, term);
        }
        Ok(())
    }
}
