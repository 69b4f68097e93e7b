//! Formulas with quantifiers: what is left once they have been moved to the front.

use super::reader::Reader;
use crate::verify::is_constant_name;
use term::smtlib::{Error, ErrorKind, Node, parse_sort, parse_term};
use term::{Sort, Symbol, Term};

/// Quantifiers, and connectives around them, may be nested this deep.
const MAX_DEPTH: usize = 500;

impl Reader<'_> {
    /// The formula without its quantifiers. What they bind stays bound in the scope until the end
    /// of the assertion, unless something inside is bound by the same name.
    pub(super) fn matrix(
        &mut self,
        node: Node,
        positive: bool,
        depth: usize,
    ) -> Result<Term, Error> {
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
            // The word was part of a name only, or a quantifier stands where it cannot be moved.
            _ => parse_term(&mut self.system.terms, arena, node, &self.scope),
        }
    }

    /// A matrix that stands under a connective.
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

    /// A symbol for a bound variable: clauses share symbols where name and sort are the same, but
    /// two variables of one clause never do.
    pub(super) fn variable(&mut self, name: &str, sort: Sort) -> Symbol {
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

    /// `((x term) ...)`, all terms being read before anything is bound.
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
