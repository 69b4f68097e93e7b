//! Reading of Horn clauses in SMT-LIB, logic `HORN`.
//!
//! Universal quantifiers may stand anywhere where they can be moved to the front, such as an
//! `exists` in what is assumed. The formula inside them is brought into clauses. Besides `assert`,
//! the commands of fixed-point solvers are read: `declare-rel`, `declare-var`, `rule` and `query`.

use super::ChcSystem;
use super::clausify::clausify;
use crate::ids::{FileId, PredicateId};
use crate::procedure::Span;
use crate::text::ParseError;
use rustc_hash::{FxHashMap, FxHashSet};
use term::smtlib::{Error, ErrorKind, Node, Scope, SexprArena};
use term::{Sort, Symbol, Term, TermStore};

/// Reads a system of Horn clauses. The name of the file is what spans refer to.
pub fn parse(text: &str, file_name: &str) -> Result<ChcSystem, ParseError> {
    parse_into(TermStore::new(), text, file_name)
}

/// Reads a system of Horn clauses into a store, which should be empty.
pub fn parse_into(terms: TermStore, text: &str, file_name: &str) -> Result<ChcSystem, ParseError> {
    let read = SexprArena::parse(text.as_bytes()).and_then(|arena| {
        let mut reader = Reader::new(terms, &arena);
        for command in arena.roots() {
            if reader.command(command)? == Next::End {
                break;
            }
        }
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

/// Whether anything that follows a command is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Command,
    End,
}

/// What is known of a file while it is read.
pub(super) struct Reader<'a> {
    pub(super) arena: &'a SexprArena,
    pub(super) system: ChcSystem,
    pub(super) predicates: FxHashMap<Symbol, PredicateId>,
    pub(super) scope: Scope,
    /// The variables of the present assertion.
    pub(super) variables: FxHashSet<Symbol>,
    /// The variables that are declared for all rules.
    pub(super) declared: Vec<Symbol>,
    /// Whether the question has been asked, so that nothing can be added to it.
    asked: bool,
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
            declared: Vec::new(),
            asked: false,
        }
    }

    fn command(&mut self, node: Node) -> Result<Next, Error> {
        let arena = self.arena;
        let mut parts = arena.children(node);
        let name = parts.next().and_then(|head| arena.symbol(head));
        let name = name.ok_or_else(|| arena.error(node, ErrorKind::Expected("a command")))?;
        let args: Vec<Node> = parts.collect();
        let asks = matches!(name, "check-sat" | "query");
        let adds = matches!(name, "assert" | "rule");
        if self.asked && (asks || adds) {
            let what = if asks { "a second question" } else { "a clause after the question" };
            return Err(self.unsupported(node, what));
        }
        self.asked |= asks;
        match (name, &args[..]) {
            ("assert", &[formula]) | ("rule", &[formula] | &[formula, _]) => {
                self.assert(node, formula)?;
            }
            ("query", &[question, ..]) => self.query(node, question)?,
            ("declare-fun", &[name, parameters, result]) => {
                self.declare_predicate(node, name, Some(parameters), Some(result))?;
            }
            ("declare-rel", &[name, parameters]) => {
                self.declare_predicate(node, name, Some(parameters), None)?;
            }
            ("declare-const", &[name, sort]) => {
                self.declare_predicate(node, name, None, Some(sort))?;
            }
            ("declare-var", &[name, sort]) => self.declare_variable(node, name, sort)?,
            ("define-fun", &[name, parameters, sort, body]) => {
                self.define(node, name, Some(parameters), sort, body)?;
            }
            ("define-const", &[name, sort, body]) => self.define(node, name, None, sort, body)?,
            ("define-sort", &[name, parameters, sort]) => {
                self.define_sort(node, name, parameters, sort)?;
            }
            ("check-sat", []) | ("set-logic" | "set-info" | "set-option" | "echo", _) => {}
            ("get-model" | "get-proof" | "get-info", _) => {}
            ("exit", []) => return Ok(Next::End),
            _ => return Err(arena.error(node, refused(name))),
        }
        Ok(Next::Command)
    }

    fn assert(&mut self, node: Node, formula: Node) -> Result<(), Error> {
        let matrix = self.closed_matrix(formula)?;
        self.add_clauses(node, formula, matrix)
    }

    /// `(query formula)`, or the name of a predicate: that it follows from the rules is what would
    /// be wrong.
    fn query(&mut self, node: Node, question: Node) -> Result<(), Error> {
        let named = self.arena.symbol(question).and_then(|name| self.system.terms.lookup(name));
        let matrix = match named.filter(|symbol| self.predicates.contains_key(symbol)) {
            Some(predicate) => {
                let terms = &mut self.system.terms;
                let sorts = terms.parameters(predicate).to_vec();
                let args: Vec<Term> = sorts.into_iter().map(|sort| fresh(terms, sort)).collect();
                terms.call(predicate, &args)
            }
            None => self.closed_matrix(question)?,
        };
        let never = self.system.terms.not(matrix);
        self.add_clauses(node, question, never)
    }

    /// A formula of its own, without its quantifiers.
    fn closed_matrix(&mut self, formula: Node) -> Result<Term, Error> {
        self.variables.clear();
        self.variables.extend(&self.declared);
        self.scope.push();
        let matrix = self.matrix(formula, true, 0);
        self.scope.pop();
        let matrix = matrix?;
        match self.system.terms.sort(matrix) {
            Sort::Bool => Ok(matrix),
            other => {
                let (wanted, found) = (Sort::Bool.to_string(), other.to_string());
                Err(self.arena.error(formula, ErrorKind::WrongSort { wanted, found }))
            }
        }
    }

    fn add_clauses(&mut self, node: Node, formula: Node, matrix: Term) -> Result<(), Error> {
        let position = self.arena.position(node);
        let (line, column) = (position.line as u32, position.column as u32);
        let span = Some(Span { file: FileId::from_index(0), line, column });
        let clauses = clausify(&mut self.system.terms, &self.predicates, matrix, span);
        let clauses = clauses.map_err(|error| self.unsupported(formula, &error.to_string()))?;
        self.system.clauses.extend(clauses);
        Ok(())
    }

    pub(super) fn unsupported(&self, node: Node, what: &str) -> Error {
        self.arena.error(node, ErrorKind::Unsupported(what.to_owned()))
    }
}

/// A new variable.
fn fresh(terms: &mut TermStore, sort: Sort) -> Term {
    let symbol = terms.fresh("any", sort);
    terms.var(symbol)
}

/// Why a command is not taken.
fn refused(name: &str) -> ErrorKind {
    let form = match name {
        "declare-datatype" | "declare-datatypes" => {
            return ErrorKind::Unsupported("algebraic data types".to_owned());
        }
        "declare-sort" => return ErrorKind::Unsupported("uninterpreted sorts".to_owned()),
        "push" | "pop" | "reset" | "check-sat-assuming" | "define-fun-rec" | "define-funs-rec" => {
            return ErrorKind::Unsupported(format!("'{name}' in Horn clauses"));
        }
        "assert" => "'(assert formula)'",
        "rule" => "'(rule formula)'",
        "query" => "'(query formula)'",
        "declare-fun" => "'(declare-fun p (...) Bool)'",
        "declare-rel" => "'(declare-rel p (...))'",
        "declare-const" => "'(declare-const p Bool)'",
        "declare-var" => "'(declare-var x sort)'",
        "define-fun" => "'(define-fun f (...) sort term)'",
        "define-const" => "'(define-const c sort term)'",
        "define-sort" => "'(define-sort s () sort)'",
        "check-sat" => "'(check-sat)'",
        "exit" => "'(exit)'",
        other => return ErrorKind::UnknownCommand(other.to_owned()),
    };
    ErrorKind::Expected(form)
}
