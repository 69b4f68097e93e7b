//! Reading of command files.

use super::application::of_sort;
use super::error::{Error, ErrorKind, Position};
use super::reader::TermReader;
use super::scope::{Binding, Macro, Scope};
use super::sexpr::{Node, SexprArena};
use super::sorts::parse_sort;
use crate::ids::{Symbol, Term};
use crate::sort::Sort;
use crate::store::TermStore;
use std::sync::Arc;

/// A command and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Where the command starts.
    pub position: Position,
    /// The command.
    pub kind: CommandKind,
}

/// A command. Defined functions and sorts are expanded wherever they are used, so definitions are
/// kept only to print them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// `(set-logic name)`
    SetLogic(String),
    /// `(set-info :keyword value)`, the value as it was written.
    SetInfo(String, Option<String>),
    /// `(set-option :keyword value)`, the value as it was written.
    SetOption(String, Option<String>),
    /// `(declare-const ...)` and `(declare-fun ...)`
    Declare(Symbol),
    /// `(define-const ...)` and `(define-fun ...)`
    Define {
        /// The name.
        name: String,
        /// The variables that stand for the arguments.
        parameters: Vec<Term>,
        /// The definition.
        body: Term,
    },
    /// `(define-sort name () sort)`
    DefineSort(String, Sort),
    /// `(assert term)`
    Assert {
        /// The asserted term.
        term: Term,
        /// The name used for it in unsatisfiable cores.
        name: Option<String>,
    },
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (terms))`
    CheckSatAssuming(Vec<Term>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(get-model)`
    GetModel,
    /// `(get-value (terms))`
    GetValue(Vec<Term>),
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-unsat-assumptions)`
    GetUnsatAssumptions,
    /// `(echo "text")`
    Echo(String),
    /// `(exit)`; nothing after it is read.
    Exit,
}

/// The commands of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// In the order of the file.
    pub commands: Vec<Command>,
}

impl Script {
    /// Reads a command file; its declarations go to the store.
    pub fn parse(store: &mut TermStore, text: &[u8]) -> Result<Script, Error> {
        let arena = SexprArena::parse(text)?;
        let mut reader = ScriptReader { store, arena: &arena, scope: Scope::new() };
        let mut commands = Vec::new();
        for node in arena.roots() {
            let kind = reader.command(node)?;
            let exit = kind == CommandKind::Exit;
            commands.push(Command { position: arena.position(node), kind });
            if exit {
                break;
            }
        }
        Ok(Script { commands })
    }

    /// The asserted terms, without regard to `push` and `pop`.
    pub fn assertions(&self) -> impl Iterator<Item = Term> {
        self.commands.iter().filter_map(|command| match command.kind {
            CommandKind::Assert { term, .. } => Some(term),
            _ => None,
        })
    }
}

struct ScriptReader<'a> {
    store: &'a mut TermStore,
    arena: &'a SexprArena,
    scope: Scope,
}

/// Whether a logic has reals but no integers.
fn is_real_logic(logic: &str) -> bool {
    ["LRA", "NRA", "RDL"].iter().any(|theory| logic.ends_with(theory))
}

/// More levels than this at once are treated as a mistake.
const MAX_LEVELS: u32 = 1_000_000;

impl<'a> ScriptReader<'a> {
    fn expected(&self, node: Node, what: &'static str) -> Error {
        self.arena.error(node, ErrorKind::Expected(what))
    }

    fn command(&mut self, node: Node) -> Result<CommandKind, Error> {
        let arena = self.arena;
        let mut rest = arena.children(node);
        let name = rest.next().and_then(|head| arena.symbol(head));
        let name = name.ok_or_else(|| self.expected(node, "a command"))?;
        let args: Vec<Node> = rest.collect();
        match (name, &*args) {
            ("set-logic", &[logic]) => {
                let logic = self.symbol(logic)?;
                self.scope.set_numerals_are_real(is_real_logic(logic));
                Ok(CommandKind::SetLogic(logic.to_owned()))
            }
            ("set-info" | "set-option", &[keyword, ref value @ ..]) if value.len() <= 1 => {
                let keyword = arena.keyword(keyword);
                let keyword = keyword.ok_or_else(|| self.expected(node, "a keyword"))?.to_owned();
                let value = value.first().map(|&value| arena.text(value).to_owned());
                Ok(match name {
                    "set-info" => CommandKind::SetInfo(keyword, value),
                    _ => CommandKind::SetOption(keyword, value),
                })
            }
            ("declare-const", &[name, sort]) => self.declare(name, &[], sort),
            ("declare-fun", &[name, parameters, sort]) => {
                let parameters: Vec<Node> = self.list(parameters)?;
                self.declare(name, &parameters, sort)
            }
            ("define-const", &[name, sort, body]) => self.define(name, &[], sort, body),
            ("define-fun", &[name, parameters, sort, body]) => {
                let parameters: Vec<Node> = self.list(parameters)?;
                self.define(name, &parameters, sort, body)
            }
            ("define-sort", &[name, parameters, sort]) => self.define_sort(name, parameters, sort),
            ("assert", &[term]) => self.assert(term),
            ("check-sat", []) => Ok(CommandKind::CheckSat),
            ("check-sat-assuming", &[list]) => {
                Ok(CommandKind::CheckSatAssuming(self.terms(list, Some(&Sort::Bool))?))
            }
            ("push" | "pop", []) => self.change_level(node, name, 1),
            ("push" | "pop", &[levels]) => {
                let count = arena.numeral_u32(levels).filter(|&count| count <= MAX_LEVELS);
                let count = count.ok_or_else(|| self.expected(levels, "a small numeral"))?;
                self.change_level(node, name, count)
            }
            ("get-model", []) => Ok(CommandKind::GetModel),
            ("get-value", &[list]) => Ok(CommandKind::GetValue(self.terms(list, None)?)),
            ("get-unsat-core", []) => Ok(CommandKind::GetUnsatCore),
            ("get-unsat-assumptions", []) => Ok(CommandKind::GetUnsatAssumptions),
            ("echo", &[text]) => {
                let text = arena.string(text).ok_or_else(|| self.expected(text, "a string"))?;
                Ok(CommandKind::Echo(text.into_owned()))
            }
            ("exit", []) => Ok(CommandKind::Exit),
            _ => Err(arena.error(node, refused(name, args.len()))),
        }
    }

    fn symbol(&self, node: Node) -> Result<&'a str, Error> {
        self.arena.symbol(node).ok_or_else(|| self.expected(node, "a symbol"))
    }

    fn list(&self, node: Node) -> Result<Vec<Node>, Error> {
        if self.arena.is_list(node) {
            Ok(self.arena.children(node).collect())
        } else {
            Err(self.expected(node, "a list"))
        }
    }

    /// A name that is still free.
    fn new_name(&self, node: Node) -> Result<Arc<str>, Error> {
        let name = self.symbol(node)?;
        match self.scope.get(name) {
            Some(_) => Err(self.arena.error(node, ErrorKind::Redefined(name.to_owned()))),
            None => Ok(name.into()),
        }
    }

    fn declare(
        &mut self,
        name: Node,
        parameters: &[Node],
        sort: Node,
    ) -> Result<CommandKind, Error> {
        let text = self.new_name(name)?;
        let parameters: Vec<Sort> = parameters
            .iter()
            .map(|&parameter| parse_sort(self.arena, parameter, &self.scope))
            .collect::<Result<_, _>>()?;
        let sort = parse_sort(self.arena, sort, &self.scope)?;
        let symbol = self
            .store
            .declare_function(&text, &parameters, sort)
            .map_err(|error| self.arena.error(name, error))?;
        self.scope.bind_symbol(self.store, symbol);
        Ok(CommandKind::Declare(symbol))
    }

    fn define(
        &mut self,
        name: Node,
        parameters: &[Node],
        sort: Node,
        body: Node,
    ) -> Result<CommandKind, Error> {
        let text = self.new_name(name)?;
        let sort = parse_sort(self.arena, sort, &self.scope)?;
        self.scope.push();
        let definition = self.definition(&text, parameters, &sort, body);
        self.scope.pop();
        let (parameters, body) = definition?;
        let binding = if parameters.is_empty() {
            Binding::Term(body)
        } else {
            Binding::Macro(Arc::new(Macro { parameters: parameters.clone(), body }))
        };
        self.scope.bind(text.clone(), binding);
        Ok(CommandKind::Define { name: text.to_string(), parameters, body })
    }

    /// Parameters, as new variables, and body of a definition.
    fn definition(
        &mut self,
        name: &str,
        parameters: &[Node],
        sort: &Sort,
        body: Node,
    ) -> Result<(Vec<Term>, Term), Error> {
        let mut variables = Vec::new();
        for &parameter in parameters {
            let Some([parameter, sort]) = self.arena.elements(parameter) else {
                return Err(self.expected(parameter, "'(name sort)'"));
            };
            let sort = parse_sort(self.arena, sort, &self.scope)?;
            let parameter = self.symbol(parameter)?.to_owned();
            let symbol = self.store.fresh(&format!("{name}.{parameter}"), sort);
            let variable = self.store.var(symbol);
            self.scope.bind_term(&parameter, variable);
            variables.push(variable);
        }
        let mut reader = TermReader::new(self.store, self.arena, &self.scope);
        let term = reader.read(body)?;
        let term = of_sort(self.store, term, sort).map_err(|kind| self.arena.error(body, kind))?;
        Ok((variables, term))
    }

    fn define_sort(
        &mut self,
        name: Node,
        parameters: Node,
        sort: Node,
    ) -> Result<CommandKind, Error> {
        if !self.list(parameters)?.is_empty() {
            let kind = ErrorKind::Unsupported("sorts with parameters".to_owned());
            return Err(self.arena.error(parameters, kind));
        }
        let sort = parse_sort(self.arena, sort, &self.scope)?;
        let name = self.symbol(name)?.to_owned();
        self.scope.bind_sort(&name, sort.clone());
        Ok(CommandKind::DefineSort(name, sort))
    }

    /// Reads a term; the names given inside it are known from then on.
    fn term(&mut self, node: Node, wanted: Option<&Sort>) -> Result<Term, Error> {
        let mut reader = TermReader::new(self.store, self.arena, &self.scope);
        let term = reader.read(node)?;
        let named: Vec<(Arc<str>, Term)> =
            reader.named().iter().map(|&(name, term)| (name.into(), term)).collect();
        for (name, term) in named {
            self.scope.bind(name, Binding::Term(term));
        }
        match wanted {
            Some(sort) => {
                of_sort(self.store, term, sort).map_err(|kind| self.arena.error(node, kind))
            }
            None => Ok(term),
        }
    }

    fn terms(&mut self, list: Node, wanted: Option<&Sort>) -> Result<Vec<Term>, Error> {
        self.list(list)?.into_iter().map(|node| self.term(node, wanted)).collect()
    }

    fn assert(&mut self, node: Node) -> Result<CommandKind, Error> {
        let term = self.term(node, Some(&Sort::Bool))?;
        let arena = self.arena;
        let mut attributes = arena.children(node);
        let annotated = attributes.next().is_some_and(|head| arena.is_word(head, "!"));
        let name = annotated
            .then(|| attributes.find(|&node| arena.keyword(node) == Some(":named")))
            .and_then(|_| attributes.next())
            .and_then(|node| arena.symbol(node))
            .map(str::to_owned);
        Ok(CommandKind::Assert { term, name })
    }

    fn change_level(&mut self, node: Node, name: &str, count: u32) -> Result<CommandKind, Error> {
        for _ in 0..count {
            if name == "push" {
                self.scope.push();
            } else if !self.scope.pop() {
                return Err(self.arena.error(node, ErrorKind::PopWithoutPush));
            }
        }
        Ok(if name == "push" { CommandKind::Push(count) } else { CommandKind::Pop(count) })
    }
}

/// Why a command is not accepted.
fn refused(name: &str, found: usize) -> ErrorKind {
    match name {
        "set-logic"
        | "set-info"
        | "set-option"
        | "declare-const"
        | "declare-fun"
        | "define-const"
        | "define-fun"
        | "define-sort"
        | "assert"
        | "check-sat"
        | "check-sat-assuming"
        | "push"
        | "pop"
        | "get-model"
        | "get-value"
        | "get-unsat-core"
        | "get-unsat-assumptions"
        | "echo"
        | "exit" => ErrorKind::Arity { name: name.to_owned(), found },
        "declare-sort" | "declare-datatype" | "declare-datatypes" | "define-fun-rec"
        | "define-funs-rec" | "get-assertions" | "get-assignment" | "get-info" | "get-option"
        | "get-proof" | "reset" | "reset-assertions" => {
            ErrorKind::Unsupported(format!("the command '{name}'"))
        }
        _ => ErrorKind::UnknownCommand(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks how a script prints after reading, or which error it gives, and that printing and
    /// reading it again changes nothing.
    fn check(text: &str, expected: &str) {
        let mut store = TermStore::new();
        match Script::parse(&mut store, text.as_bytes()) {
            Ok(script) => {
                let printed = script.display(&store).to_string();
                assert_eq!(printed.trim_end(), expected);
                let mut store = TermStore::new();
                let again = Script::parse(&mut store, printed.as_bytes()).unwrap();
                // Parameters get new names each time.
                if !text.contains("define-fun") {
                    assert_eq!(again.display(&store).to_string(), printed);
                }
            }
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn every_command() {
        let text = "(set-logic QF_AUFBV)
(set-info :status sat)
(set-option :produce-models true)
(define-sort Word () (_ BitVec 32))
(declare-fun |a b| () (_ BitVec 32))
(declare-fun f (Int (_ BitVec 32)) Bool)
(push 1)
(assert (! (f 1 |a b|) :named n))
(assert (f 2 |a b|))
(check-sat)
(check-sat-assuming ((f 3 |a b|) (not (f 4 |a b|))))
(get-value (|a b|))
(pop 1)
(get-model)
(get-unsat-core)
(get-unsat-assumptions)
(echo \"say \"\"hi\"\"\")
(exit)";
        check(text, text);
        check("(declare-const x Bool)(exit)(nonsense", "1:29: unclosed '('");
        check("(exit) (nonsense)", "(exit)");
    }

    #[test]
    fn definitions_are_expanded() {
        check(
            "(declare-const x Int)
             (define-sort S () Int)
             (define-fun twice ((y S)) Int (+ y y))
             (define-fun c () Real 1)
             (define-const d Int (twice x))
             (assert (< (twice (twice x)) d))
             (assert (= c 1.0))",
            "(declare-fun x () Int)
(define-sort S () Int)
(define-fun twice ((twice.y!0 Int)) Int (* twice.y!0 2))
(define-fun c () Real 1.0)
(define-fun d () Int (* x 2))
(assert (< (* x 4) (* x 2)))
(assert true)",
        );
        check(
            "(define-fun f ((y Bool)) Bool y)(assert (f 1))",
            "1:41: expected a term of sort Bool, found Int",
        );
        check(
            "(define-fun f ((y Bool)) Bool y)(assert (f true true))",
            "1:41: 'defined function' does not take 2 argument(s)",
        );
        check("(define-fun f ((y Int)) Bool y)", "1:30: expected a term of sort Bool, found Int");
    }

    #[test]
    fn levels_end_declarations() {
        check("(push)(declare-const x Bool)(pop)(assert x)", "1:42: unknown symbol 'x'");
        check("(push)(pop 2)", "1:7: pop without push");
        check("(push 99999999)", "1:7: expected a small numeral");
        check(
            "(push)(declare-const x Bool)(pop)(declare-const x Bool)(assert x)",
            "(push 1)\n(declare-fun x () Bool)\n(pop 1)\n(declare-fun x () Bool)\n(assert x)",
        );
        check("(declare-const x Bool)(declare-const x Bool)", "1:38: 'x' is already defined");
        check("(assert (! true :named n))(assert n)", {
            "(assert (! true :named n))\n(assert true)"
        });
    }

    #[test]
    fn numerals_are_real_in_real_logics() {
        let text =
            "(declare-fun b () Bool)\n(declare-fun x () Real)\n(assert (= x (ite b 1.0 2.0)))";
        let source = text.replace(".0", "");
        check(&format!("(set-logic QF_LRA)\n{source}"), &format!("(set-logic QF_LRA)\n{text}"));
        let mixed = source.replace("(ite b 1 2)", "(f 1)");
        let declared = "(declare-fun f (Int) Int)";
        check(
            &format!("(set-logic QF_UFLIRA)\n{declared}\n{mixed}"),
            &format!(
                "(set-logic QF_UFLIRA)\n{declared}\n{}",
                text.replace("(ite b 1.0 2.0)", "(to_real (f 1))")
            ),
        );
    }

    #[test]
    fn refused_commands() {
        check("(declare-sort S 0)", "1:1: unsupported: the command 'declare-sort'");
        check("\n (foo)", "2:2: unknown command 'foo'");
        check("(assert true false)", "1:1: 'assert' does not take 2 argument(s)");
        check("(assert 1)", "1:9: expected a term of sort Bool, found Int");
        check("x", "1:1: expected a command");
        check("()", "1:1: expected a command");
        check("(define-sort S (T) T)", "1:16: unsupported: sorts with parameters");
        check("(declare-fun f (1) Int)", "1:17: expected a sort");
    }
}
