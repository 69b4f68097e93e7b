//! Reading of terms, with an explicit stack: `let`s nest by the hundred thousand in real files.

use super::application::{Head, apply};
use super::error::{Error, ErrorKind};
use super::heads;
use super::literal;
use super::operators;
use super::scope::{Binding, Scope};
use super::sexpr::{Children, Node, SexprArena};
use crate::ids::Term;
use crate::store::TermStore;
use rustc_hash::FxHashMap;

type Result<T> = std::result::Result<T, Error>;

/// Reads one term. Names defined by `:named` annotations are visible only inside the term.
pub fn parse_term(
    store: &mut TermStore,
    arena: &SexprArena,
    node: Node,
    scope: &Scope,
) -> Result<Term> {
    TermReader::new(store, arena, scope).read(node)
}

/// Reads terms of a text.
pub struct TermReader<'a> {
    store: &'a mut TermStore,
    arena: &'a SexprArena,
    scope: &'a Scope,
    /// Names bound by `let` or `:named`.
    locals: FxHashMap<&'a str, Local>,
    /// The meanings that the bindings of open `let`s hide.
    hidden: Vec<(&'a str, Option<Local>)>,
    /// The terms that are read but not yet used.
    values: Vec<Term>,
    frames: Vec<Frame<'a>>,
    named: Vec<(&'a str, Term)>,
}

#[derive(Clone, Copy)]
struct Local {
    term: Term,
    /// The `let` that binds it, to notice two bindings of one name.
    binder: Node,
}

/// An expression whose parts are being read.
enum Frame<'a> {
    Application {
        node: Node,
        head: Head,
        rest: Children<'a>,
        first_value: usize,
    },
    Bindings {
        node: Node,
        list: Node,
        rest: Children<'a>,
        body: Node,
        first_value: usize,
    },
    /// The body of a `let`; afterwards its bindings end.
    Body {
        hidden: usize,
    },
    /// `(! term attributes...)`; the term is taken out when it is read.
    Annotation {
        term: Option<Node>,
        attributes: Children<'a>,
    },
}

impl<'a> TermReader<'a> {
    /// A reader of terms of `arena`, in which names mean what `scope` says.
    pub fn new(
        store: &'a mut TermStore,
        arena: &'a SexprArena,
        scope: &'a Scope,
    ) -> TermReader<'a> {
        TermReader {
            store,
            arena,
            scope,
            locals: FxHashMap::default(),
            hidden: Vec::new(),
            values: Vec::new(),
            frames: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The names given to terms by `:named` so far.
    pub fn named(&self) -> &[(&'a str, Term)] {
        &self.named
    }

    /// Reads a term.
    pub fn read(&mut self, node: Node) -> Result<Term> {
        self.enter(node)?;
        while let Some(frame) = self.frames.last_mut() {
            let next = match frame {
                Frame::Application { rest, .. } => rest.next(),
                Frame::Bindings { rest, .. } => match rest.next() {
                    Some(binding) => Some(parse_binding(self.arena, binding)?.1),
                    None => None,
                },
                Frame::Body { .. } => None,
                Frame::Annotation { term, .. } => term.take(),
            };
            match next {
                Some(part) => self.enter(part)?,
                None => self.leave()?,
            }
        }
        Ok(self.values.pop().expect("a term was read"))
    }

    /// Reads an atom, or starts with the parts of a list.
    fn enter(&mut self, node: Node) -> Result<()> {
        let arena = self.arena;
        if !arena.is_list(node) {
            let term = self.atom(node)?;
            self.values.push(term);
            return Ok(());
        }
        let mut rest = arena.children(node);
        let head = rest.next().ok_or_else(|| expected(arena, node, "a term"))?;
        let first_value = self.values.len();
        if let Some(value) = literal::compound(arena, node, self.scope.numerals_are_real()) {
            let term = self.store.constant(value);
            self.values.push(term);
        } else if arena.is_word(head, "let") {
            let [_, list, body] = arena
                .elements(node)
                .filter(|[_, list, _]| arena.children(*list).next().is_some())
                .ok_or_else(|| expected(arena, node, "'(let ((name term) ...) term)'"))?;
            let rest = arena.children(list);
            self.frames.push(Frame::Bindings { node, rest, list, body, first_value });
        } else if arena.is_word(head, "!") {
            let term = rest.next().ok_or_else(|| expected(arena, node, "a term"))?;
            self.frames.push(Frame::Annotation { term: Some(term), attributes: rest });
        } else if arena.is_word(head, "_") {
            let value = heads::indexed_constant(arena, node)?;
            let term = self.store.constant(value);
            self.values.push(term);
        } else if arena.is_word(head, "as") {
            let (identifier, sort) = heads::qualified(arena, node, self.scope)?;
            let term = self.atom(identifier)?;
            heads::check_sort(self.store, arena, node, term, &sort)?;
            self.values.push(term);
        } else {
            let head = self.head(head)?;
            self.frames.push(Frame::Application { node, head, rest, first_value });
        }
        Ok(())
    }

    /// Finishes the expression on top of the stack, whose parts are read.
    fn leave(&mut self) -> Result<()> {
        match self.frames.pop().expect("an open expression") {
            Frame::Application { node, head, first_value, .. } => {
                let term = apply(self.store, &head, &mut self.values[first_value..])
                    .map_err(|kind| self.arena.error(node, kind))?;
                self.values.truncate(first_value);
                self.values.push(term);
            }
            Frame::Bindings { node, list, body, first_value, .. } => {
                let hidden = self.hidden.len();
                for (binding, i) in self.arena.children(list).zip(first_value..) {
                    let (name, _) = parse_binding(self.arena, binding)?;
                    let local = Local { term: self.values[i], binder: node };
                    let old = self.locals.insert(name, local);
                    if old.is_some_and(|old| old.binder == node) {
                        return Err(self.arena.error(binding, ErrorKind::Redefined(name.into())));
                    }
                    self.hidden.push((name, old));
                }
                self.values.truncate(first_value);
                self.frames.push(Frame::Body { hidden });
                self.enter(body)?;
            }
            Frame::Body { hidden } => {
                for (name, old) in self.hidden.drain(hidden..).rev() {
                    match old {
                        Some(old) => self.locals.insert(name, old),
                        None => self.locals.remove(name),
                    };
                }
            }
            Frame::Annotation { attributes, .. } => self.name_term(attributes)?,
        }
        Ok(())
    }

    /// Handles a `:named` attribute of the term just read.
    fn name_term(&mut self, mut attributes: Children<'a>) -> Result<()> {
        let arena = self.arena;
        let term = *self.values.last().expect("the annotated term");
        while let Some(attribute) = attributes.next() {
            if arena.keyword(attribute) != Some(":named") {
                continue;
            }
            let name = attributes.next().and_then(|node| arena.symbol(node).zip(Some(node)));
            let Some((name, node)) = name else {
                return Err(expected(arena, attribute, "a symbol after ':named'"));
            };
            let local = Local { term, binder: node };
            if self.scope.get(name).is_some() || self.locals.insert(name, local).is_some() {
                return Err(arena.error(node, ErrorKind::Redefined(name.to_owned())));
            }
            self.named.push((name, term));
        }
        Ok(())
    }

    fn atom(&mut self, node: Node) -> Result<Term> {
        let Some(name) = self.arena.symbol(node) else {
            let value = literal::atom(self.arena, node, self.scope.numerals_are_real());
            let value = value.ok_or_else(|| expected(self.arena, node, "a term"))?;
            return Ok(self.store.constant(value));
        };
        if let Some(local) = self.locals.get(name) {
            return Ok(local.term);
        }
        match self.scope.get(name) {
            Some(Binding::Term(term)) => Ok(*term),
            Some(_) => Err(expected(self.arena, node, "a term, not a function alone")),
            None => match operators::constant(name) {
                Some(value) => Ok(self.store.constant(value)),
                None => Err(heads::unknown(self.arena, node, name)),
            },
        }
    }

    /// The head of an application.
    fn head(&self, node: Node) -> Result<Head> {
        let arena = self.arena;
        let Some(name) = arena.symbol(node) else {
            return heads::compound(arena, node, self.scope);
        };
        match self.scope.get(name) {
            Some(Binding::Function(symbol)) => Ok(Head::Function(*symbol)),
            Some(Binding::Macro(definition)) => Ok(Head::Macro(definition.clone())),
            // A constant may share its name with an operator: `(abs abs)` makes sense.
            Some(Binding::Term(_)) | None => match operators::meaning(name) {
                Some((name, meaning)) => Ok(Head::Theory(name, meaning)),
                None => Err(heads::unknown(arena, node, name)),
            },
        }
    }
}

/// Name and term of a binding of a `let`.
fn parse_binding(arena: &SexprArena, binding: Node) -> Result<(&str, Node)> {
    arena
        .elements(binding)
        .and_then(|[name, term]| Some((arena.symbol(name)?, term)))
        .ok_or_else(|| expected(arena, binding, "'(name term)'"))
}

fn expected(arena: &SexprArena, node: Node, what: &'static str) -> Error {
    arena.error(node, ErrorKind::Expected(what))
}
