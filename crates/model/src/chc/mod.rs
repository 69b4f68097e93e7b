//! Constrained Horn clauses.
//!
//! A system is solvable ("sat") if its predicates can be interpreted so that all clauses hold. This
//! is the case exactly if the program it stands for is safe. Linear systems can be turned into
//! models with [`to_model`], and every model into a system with [`from_model`].

mod clausify;
mod declarations;
mod dependencies;
mod formula;
mod from_model;
mod printer;
mod reader;
#[cfg(test)]
mod tests;
mod to_model;
mod verify;

pub use from_model::{ClauseOrigin, ModelClauses, from_model};
pub use reader::{parse, parse_into};
pub use to_model::{ChcModel, NotLinear, to_model};
pub use verify::{ChcError, verify};

use crate::ids::PredicateId;
use crate::procedure::Span;
use term::{Symbol, Term, TermStore, free_vars};

/// A system of constrained Horn clauses.
#[derive(Clone)]
pub struct ChcSystem {
    /// Owns all terms of the system.
    pub terms: TermStore,
    /// Names of the source files that spans refer to.
    pub files: Vec<String>,
    /// The unknown predicates: declared functions, or constants, with Boolean result.
    pub predicates: Vec<Symbol>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// `forall variables. constraint and body => head`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The variables that occur, in the order of declaration.
    pub variables: Vec<Symbol>,
    /// The part without predicates.
    pub constraint: Term,
    /// The assumed atoms: none in a fact, one in a linear clause.
    pub body: Vec<Atom>,
    /// The implied atom; `None` in a query, which implies false.
    pub head: Option<Atom>,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub args: Vec<Term>,
}

impl Clause {
    /// The clause with these parts and the variables that occur in them.
    pub fn new(
        terms: &TermStore,
        constraint: Term,
        body: Vec<Atom>,
        head: Option<Atom>,
        span: Option<Span>,
    ) -> Clause {
        let mut clause = Clause { variables: Vec::new(), constraint, body, head, span };
        clause.variables = free_vars(terms, &clause.terms());
        clause
    }

    /// The constraint and all arguments.
    pub fn terms(&self) -> Vec<Term> {
        let args = self.atoms().flat_map(|atom| atom.args.iter().copied());
        std::iter::once(self.constraint).chain(args).collect()
    }

    /// The atoms of body and head.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.body.iter().chain(&self.head)
    }
}

impl ChcSystem {
    /// The symbol of a predicate.
    pub fn predicate(&self, id: PredicateId) -> Symbol {
        self.predicates[id.index()]
    }

    /// Whether no clause has more than one atom in its body.
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.body.len() <= 1)
    }
}
