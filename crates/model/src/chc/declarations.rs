//! Declarations and definitions in a file of Horn clauses.

use super::reader::Reader;
use crate::ids::PredicateId;
use crate::verify::is_constant_name;
use std::sync::Arc;
use term::Sort;
use term::smtlib::{Binding, Error, ErrorKind, Macro, Node, parse_sort, parse_term};

impl<'a> Reader<'a> {
    /// A predicate. Only its parameters need not be there if it has none, and only its sort need
    /// not be there if the command says it.
    pub(super) fn declare_predicate(
        &mut self,
        node: Node,
        name: Node,
        parameters: Option<Node>,
        result: Option<Node>,
    ) -> Result<(), Error> {
        let arena = self.arena;
        let name = self.name(name)?;
        let mut sorts = Vec::new();
        for parameter in self.list(parameters)? {
            sorts.push(parse_sort(arena, parameter, &self.scope)?);
        }
        if let Some(result) = result
            && parse_sort(arena, result, &self.scope)? != Sort::Bool
        {
            return Err(self.unsupported(result, "a declared function that is not a predicate"));
        }
        self.check_new(node, name)?;
        let terms = &mut self.system.terms;
        if terms.lookup(name).is_some() {
            let what = "a predicate that is declared after a variable of its name";
            return Err(self.unsupported(node, what));
        }
        let symbol = terms.declare_function(name, &sorts, Sort::Bool);
        let symbol = symbol.map_err(|error| arena.error(node, error))?;
        self.predicates.insert(symbol, PredicateId::from_index(self.system.predicates.len()));
        self.system.predicates.push(symbol);
        self.scope.bind_symbol(&mut self.system.terms, symbol);
        Ok(())
    }

    /// A variable that each rule and the query may use, and that stands for all values in each.
    pub(super) fn declare_variable(
        &mut self,
        node: Node,
        name: Node,
        sort: Node,
    ) -> Result<(), Error> {
        let name = self.name(name)?;
        let sort = parse_sort(self.arena, sort, &self.scope)?;
        self.check_new(node, name)?;
        self.variables.clear();
        let symbol = self.variable(name, sort);
        self.declared.push(symbol);
        let term = self.system.terms.var(symbol);
        self.scope.bind_term(name, term);
        Ok(())
    }

    /// A function that is replaced by its definition wherever it is used.
    pub(super) fn define(
        &mut self,
        node: Node,
        name: Node,
        parameters: Option<Node>,
        sort: Node,
        body: Node,
    ) -> Result<(), Error> {
        let arena = self.arena;
        let name = self.name(name)?;
        let sort = parse_sort(arena, sort, &self.scope)?;
        let mut variables = Vec::new();
        self.scope.push();
        for parameter in self.list(parameters)? {
            let expected = || arena.error(parameter, ErrorKind::Expected("'(name sort)'"));
            let [parameter, sort] = arena.elements(parameter).ok_or_else(expected)?;
            let parameter = self.name(parameter)?;
            let sort = parse_sort(arena, sort, &self.scope)?;
            let symbol = self.system.terms.fresh(&format!("{name}.{parameter}"), sort);
            let variable = self.system.terms.var(symbol);
            self.scope.bind_term(parameter, variable);
            variables.push(variable);
        }
        let term = parse_term(&mut self.system.terms, arena, body, &self.scope);
        self.scope.pop();
        let mut term = term?;
        let terms = &mut self.system.terms;
        if sort == Sort::Real && *terms.sort(term) == Sort::Int {
            term = terms.to_real(term);
        }
        if *terms.sort(term) != sort {
            let (wanted, found) = (sort.to_string(), terms.sort(term).to_string());
            return Err(arena.error(body, ErrorKind::WrongSort { wanted, found }));
        }
        self.check_new(node, name)?;
        let binding = match variables.is_empty() {
            true => Binding::Term(term),
            false => Binding::Macro(Arc::new(Macro { parameters: variables, body: term })),
        };
        self.scope.bind(name.into(), binding);
        Ok(())
    }

    /// Another name for a sort.
    pub(super) fn define_sort(
        &mut self,
        node: Node,
        name: Node,
        parameters: Node,
        sort: Node,
    ) -> Result<(), Error> {
        if !self.list(Some(parameters))?.is_empty() {
            return Err(self.unsupported(parameters, "sorts with parameters"));
        }
        let name = self.name(name)?;
        let sort = parse_sort(self.arena, sort, &self.scope)?;
        if self.scope.sort(name).is_some() {
            return Err(self.arena.error(node, ErrorKind::Redefined(name.to_owned())));
        }
        self.scope.bind_sort(name, sort);
        Ok(())
    }

    /// A name must mean nothing yet.
    fn check_new(&self, node: Node, name: &str) -> Result<(), Error> {
        if is_constant_name(name) || self.scope.get(name).is_some() {
            return Err(self.arena.error(node, ErrorKind::Redefined(name.to_owned())));
        }
        Ok(())
    }

    fn name(&self, node: Node) -> Result<&'a str, Error> {
        self.arena.symbol(node).ok_or_else(|| self.arena.error(node, ErrorKind::Expected("a name")))
    }

    /// The elements of a list; none if there is no list.
    fn list(&self, node: Option<Node>) -> Result<Vec<Node>, Error> {
        let Some(node) = node else { return Ok(Vec::new()) };
        match self.arena.is_list(node) {
            true => Ok(self.arena.children(node).collect()),
            false => Err(self.arena.error(node, ErrorKind::Expected("a list"))),
        }
    }
}
