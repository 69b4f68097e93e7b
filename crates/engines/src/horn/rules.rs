//! Clauses as rules that solvers are asked about.

use crate::frames::Cube;
use crate::literals::conjuncts;
use evidence::{Definition, Interpretation};
use model::PredicateId;
use model::chc::{Atom, ChcSystem};
use rustc_hash::FxHashSet;
use smt::projection::normalise;
use std::sync::Arc;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, Transfer, free_vars};

/// The number of a rule: that of its clause.
pub(crate) type RuleId = usize;

/// An atom of a rule.
pub(crate) struct Instance {
    pub(crate) predicate: PredicateId,
    /// Its arguments in place of the parameters of the predicate.
    arguments: Substitution,
}

impl Instance {
    /// What a formula over the parameters of the predicate says of this atom.
    pub(crate) fn of(&mut self, store: &mut TermStore, formula: Term) -> Term {
        self.arguments.apply(store, formula)
    }
}

/// A clause. Variables that its constraint defines are replaced by what they are equal to.
pub(crate) struct Rule {
    /// What it derives; nothing if it is a query.
    pub(crate) head: Option<Instance>,
    pub(crate) body: Vec<Instance>,
    /// The conjuncts of its constraint.
    pub(crate) constraint: Vec<Term>,
    /// The arguments of each atom of the body.
    pub(crate) args: Vec<Vec<Term>>,
    /// The values of the clause's variables, in their order.
    pub(crate) values: Vec<Term>,
}

impl Rule {
    fn symbols(&self, store: &TermStore) -> FxHashSet<Symbol> {
        let Rule { constraint, args, values, .. } = self;
        let all: Vec<Term> =
            constraint.iter().chain(args.iter().flatten()).chain(values).copied().collect();
        free_vars(store, &all).into_iter().collect()
    }
}

/// The rules of a system of clauses. Each has its own variables, but they may have the same names as those
/// of another rule: solvers are asked about one rule at a time.
pub(crate) struct Rules {
    pub(crate) store: TermStore,
    /// The parameters of each predicate, as variables of no rule.
    pub(crate) parameters: Vec<Vec<Term>>,
    pub(crate) rules: Vec<Rule>,
    /// The rules that derive each predicate.
    pub(crate) deriving: Vec<Vec<RuleId>>,
    /// The rules that derive nothing.
    pub(crate) queries: Vec<RuleId>,
    /// The variables of each rule.
    pub(crate) symbols: Vec<Arc<FxHashSet<Symbol>>>,
}

impl Rules {
    /// The rules of a system, which must have passed the verifier.
    pub(crate) fn new(system: &ChcSystem) -> Rules {
        let mut store = TermStore::new();
        let mut parameters = Vec::with_capacity(system.predicates.len());
        let mut transfer = Transfer::new();
        let mut copied = Vec::with_capacity(system.clauses.len());
        for clause in &system.clauses {
            let mut copy = |term: Term| {
                let copy = transfer.copy(&system.terms, &mut store, term);
                copy.expect("an empty store has no other declarations")
            };
            let mut atom = |atom: &Atom| -> (PredicateId, Vec<Term>) {
                (atom.predicate, atom.args.iter().map(|&arg| copy(arg)).collect())
            };
            let body: Vec<_> = clause.body.iter().map(&mut atom).collect();
            let head = clause.head.as_ref().map(&mut atom);
            let constraint = copy(clause.constraint);
            let variables: Vec<Term> = clause
                .variables
                .iter()
                .map(|&variable| {
                    let (name, sort) =
                        (system.terms.name(variable), system.terms.symbol_sort(variable).clone());
                    let symbol = store.declare(name, sort).expect("the same declaration as before");
                    store.var(symbol)
                })
                .collect();
            copied.push((head, body, constraint, variables));
        }
        for &predicate in &system.predicates {
            let sorts = system.terms.parameters(predicate).to_vec();
            let new = sorts.into_iter().map(|sort| {
                let symbol = store.fresh("p", sort);
                store.var(symbol)
            });
            parameters.push(new.collect::<Vec<Term>>());
        }
        let mut deriving = vec![Vec::new(); system.predicates.len()];
        let mut queries = Vec::new();
        let mut rules = Vec::with_capacity(copied.len());
        for (number, (head, body, constraint, variables)) in copied.into_iter().enumerate() {
            match &head {
                Some((predicate, _)) => deriving[predicate.index()].push(number),
                None => queries.push(number),
            }
            rules.push(solved(&mut store, &parameters, head, body, constraint, variables));
        }
        let symbols = rules.iter().map(|rule| Arc::new(rule.symbols(&store))).collect();
        Rules { store, parameters, rules, deriving, queries, symbols }
    }

    /// The interpretation in which each predicate means the conjunction of some formulas over its parameters.
    pub(crate) fn interpretation(&mut self, formulas: &[Vec<Term>]) -> Interpretation {
        let mut definitions = Vec::with_capacity(formulas.len());
        for (number, formulas) in formulas.iter().enumerate() {
            let body = self.store.and(formulas);
            let parameters = self.parameters[number].clone();
            definitions.push((PredicateId::from_index(number), Definition { parameters, body }));
        }
        Interpretation::new(&self.store, definitions)
    }
}

/// The rule with all defined variables replaced.
fn solved(
    store: &mut TermStore,
    parameters: &[Vec<Term>],
    mut head: Option<(PredicateId, Vec<Term>)>,
    mut body: Vec<(PredicateId, Vec<Term>)>,
    constraint: Term,
    variables: Vec<Term>,
) -> Rule {
    let mut open = conjuncts(store, constraint);
    let mut values = variables;
    while let Some((variable, value)) = open.iter().find_map(|&part| definition(store, part)) {
        let mut substitution = Substitution::new();
        substitution.insert(variable, value);
        let mut replace = |term: &mut Term| *term = substitution.apply(store, *term);
        open.iter_mut().for_each(&mut replace);
        values.iter_mut().for_each(&mut replace);
        body.iter_mut().flat_map(|atom| &mut atom.1).for_each(&mut replace);
        head.iter_mut().flat_map(|atom| &mut atom.1).for_each(&mut replace);
        open = open.into_iter().flat_map(|part| conjuncts(store, part)).collect();
    }
    open.sort_unstable();
    open.dedup();
    let instance = |(predicate, args): (PredicateId, Vec<Term>)| {
        let mut arguments = Substitution::new();
        for (&parameter, arg) in parameters[predicate.index()].iter().zip(args) {
            arguments.insert(parameter, arg);
        }
        Instance { predicate, arguments }
    };
    let args = body.iter().map(|atom| atom.1.clone()).collect();
    Rule {
        head: head.map(instance),
        body: body.into_iter().map(instance).collect(),
        constraint: open,
        args,
        values,
    }
}

/// The variable that a conjunct defines, and its value.
fn definition(store: &mut TermStore, part: Term) -> Option<(Term, Term)> {
    if store.as_var(part).is_some() {
        return Some((part, store.bool(true)));
    }
    match store.op(part) {
        Op::Not if store.as_var(store.args(part)[0]).is_some() => {
            let variable = store.args(part)[0];
            Some((variable, store.bool(false)))
        }
        Op::Eq => {
            let &[a, b] = store.args(part) else { return None };
            [(a, b), (b, a)].into_iter().find(|&(variable, value)| {
                let symbol = store.as_var(variable);
                symbol.is_some_and(|symbol| !free_vars(store, &[value]).contains(&symbol))
            })
        }
        _ => None,
    }
}

/// The cube of literals, without equations of numbers: their inequalities can be dropped one by one.
pub(crate) fn literal_cube(store: &mut TermStore, literals: Vec<Term>) -> Cube<Term> {
    let mut parts = Vec::with_capacity(literals.len());
    for literal in literals {
        let literal = normalise(store, literal);
        match inequalities(store, literal) {
            Some(both) => parts.extend(both),
            None => parts.push(literal),
        }
    }
    parts.retain(|&literal| store.as_bool(literal) != Some(true));
    Cube::new(parts)
}

/// The two inequalities that an equation of numbers stands for.
fn inequalities(store: &mut TermStore, literal: Term) -> Option<[Term; 2]> {
    if store.op(literal) != Op::Eq {
        return None;
    }
    let &[a, b] = store.args(literal) else { return None };
    match store.sort(a) {
        Sort::Int | Sort::Real => Some([store.le(a, b), store.le(b, a)]),
        _ => None,
    }
}
