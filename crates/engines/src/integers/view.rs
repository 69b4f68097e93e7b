//! Clauses over integers, and the way back for interpretations.

use super::numbers::ClauseTranslation;
use super::words::Words;
use super::{MAX_WIDTH, range};
use evidence::{Definition, Interpretation};
use model::chc::{Atom, ChcSystem, Clause};
use term::{Sort, TermStore};

/// Clauses over bit-vectors as clauses over integers. Whatever the original clauses derive, these derive too.
pub(super) struct IntegerView {
    system: ChcSystem,
    /// The original sorts of the parameters of each predicate.
    sorts: Vec<Vec<Sort>>,
}

impl IntegerView {
    /// The view of clauses whose predicates have bit-vectors and truth values as arguments.
    pub(super) fn of(system: &ChcSystem) -> Option<IntegerView> {
        let mut terms = TermStore::new();
        let mut sorts = Vec::with_capacity(system.predicates.len());
        let mut predicates = Vec::with_capacity(system.predicates.len());
        for &predicate in &system.predicates {
            let of_predicate = system.terms.parameters(predicate).to_vec();
            let parameters: Option<Vec<Sort>> = of_predicate.iter().map(sort_of_number).collect();
            let name = system.terms.name(predicate);
            predicates.push(terms.declare_function(name, &parameters?, Sort::Bool).ok()?);
            sorts.push(of_predicate);
        }
        if !sorts.iter().flatten().any(|sort| matches!(sort, Sort::BitVec(_))) {
            return None;
        }
        let mut clauses = Vec::with_capacity(system.clauses.len());
        for clause in &system.clauses {
            let mut translation = ClauseTranslation::of(&system.terms, &mut terms, clause);
            let mut atom = |atom: &Atom| {
                let args =
                    atom.args.iter().map(|&arg| translation.term(arg)).collect::<Option<_>>();
                Some(Atom { predicate: atom.predicate, args: args? })
            };
            let body = clause.body.iter().map(&mut atom).collect::<Option<Vec<Atom>>>()?;
            let head = match &clause.head {
                Some(head) => Some(atom(head)?),
                None => None,
            };
            let constraint = translation.constraint(clause.constraint)?;
            clauses.push(Clause::new(&terms, constraint, body, head, clause.span));
        }
        let system = ChcSystem { terms, files: system.files.clone(), predicates, clauses };
        Some(IntegerView { system, sorts })
    }

    /// The clauses over integers.
    pub(super) fn system(&self) -> &ChcSystem {
        &self.system
    }

    /// What an interpretation over integers says of bit-vectors, unless it takes more than linear terms.
    pub(super) fn interpretation(&self, found: &Interpretation) -> Option<Interpretation> {
        let mut store = TermStore::new();
        let mut definitions = Vec::new();
        for (predicate, Definition { parameters, body }) in found.iter() {
            let mut words = Words::new(found.terms(), &mut store);
            let mut new = Vec::with_capacity(parameters.len());
            for (&parameter, sort) in parameters.iter().zip(&self.sorts[predicate.index()]) {
                new.push(words.parameter(parameter, sort));
            }
            let body = words.formula(*body)?;
            definitions.push((predicate, Definition { parameters: new, body }));
        }
        Some(Interpretation::new(&store, definitions))
    }
}

/// The sort of the values of a sort as numbers.
fn sort_of_number(sort: &Sort) -> Option<Sort> {
    match sort {
        Sort::Bool => Some(Sort::Bool),
        Sort::BitVec(width) if *width <= MAX_WIDTH => Some(Sort::Int),
        _ => None,
    }
}

/// The width of a bit-vector that has all values of an interval, with a sign.
pub(super) fn width_of(least: i128, most: i128) -> u32 {
    let mut width = 2;
    while width < 127 && (least < range(width).0 || most > range(width).1) {
        width += 1;
    }
    width
}
