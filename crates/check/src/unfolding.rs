//! What the predicates of Horn clauses mean: a formula, or what their clauses derive.
//!
//! A predicate without a formula is unfolded: it holds of the values that one of its clauses gives it.
//! A *copy* of such predicates has variables for their arguments and for the variables of their
//! clauses. As long as bodies have one such atom each, a derivation uses each predicate once, so one
//! copy serves all of it. Other atoms of the same body have derivations of their own, and so copies of
//! their own.

use crate::rejected::Rejected;
use evidence::Interpretation;
use model::PredicateId;
use model::chc::{Atom, ChcSystem, Clause};
use std::collections::{HashMap, HashSet};
use term::{Substitution, Symbol, Term, TermStore, Transfer, copy_symbol};

/// More copies than this are not made. A proof that would need more is not accepted.
const MAX_COPIES: usize = 2_000;

/// Copies for atoms inside copies may be nested this deep.
const MAX_DEPTH: usize = 100;

/// Builds conditions in a store of its own, which has the symbols of the clauses but simplifies no
/// more than constants decide.
pub struct Unfolder<'a> {
    interpretation: &'a Interpretation,
    /// The checker's terms.
    pub store: TermStore,
    /// The clauses in the checker's store.
    clauses: Vec<Clause>,
    /// The checker's symbols by the numbers of the system's.
    symbols: Vec<Symbol>,
    /// The clauses that derive each predicate.
    deriving: Vec<Vec<usize>>,
    /// The predicates without a formula, each behind those that its clauses assume.
    order: Vec<PredicateId>,
    /// The first copy, which all clauses share: they are looked at one by one.
    shared: Unfolded,
    copies: usize,
}

/// A copy: the arguments of each predicate, and when it holds of them.
type Unfolded = HashMap<PredicateId, (Vec<Term>, Term)>;

impl<'a> Unfolder<'a> {
    /// An unfolder of the predicates that have no formula, which must not depend on themselves.
    pub fn new(
        system: &ChcSystem,
        interpretation: &'a Interpretation,
    ) -> Result<Unfolder<'a>, Rejected> {
        let mut store = TermStore::folding();
        // All of them now, so that no fresh symbol takes a name of the clauses.
        let copy = |symbol| {
            let copied = copy_symbol(&system.terms, &mut store, symbol);
            copied.expect("an empty store has no other declarations")
        };
        let symbols: Vec<Symbol> = system.terms.symbols().map(copy).collect();
        let mut transfer = Transfer::new();
        let mut own = |term: Term| {
            let copied = transfer.copy(&system.terms, &mut store, term);
            copied.expect("all symbols of the clauses are declared")
        };
        let mut clauses = Vec::with_capacity(system.clauses.len());
        let mut deriving = vec![Vec::new(); system.predicates.len()];
        for (number, clause) in system.clauses.iter().enumerate() {
            if let Some(head) = &clause.head {
                deriving[head.predicate.index()].push(number);
            }
            let constraint = own(clause.constraint);
            let mut own_atom = |atom: &Atom| {
                let args = atom.args.iter().map(|&arg| own(arg)).collect();
                Atom { predicate: atom.predicate, args }
            };
            let body = clause.body.iter().map(&mut own_atom).collect();
            let head = clause.head.as_ref().map(&mut own_atom);
            let variables = clause.variables.iter().map(|v| symbols[v.index()]).collect();
            clauses.push(Clause { variables, constraint, body, head, span: clause.span });
        }
        let order = system.derivation_order(|predicate| interpretation.get(predicate).is_some());
        let order = order.map_err(|stuck| {
            Rejected::UncutPredicates(system.terms.name(system.predicate(stuck)).to_owned())
        })?;
        let (shared, copies) = (Unfolded::new(), 0);
        let mut unfolder =
            Unfolder { interpretation, store, clauses, symbols, deriving, order, shared, copies };
        let all = unfolder.order.clone();
        unfolder.shared = unfolder.unfold(&all, 0)?;
        Ok(unfolder)
    }

    /// The checker's symbol for one of the system's.
    pub fn symbol(&self, symbol: Symbol) -> Symbol {
        self.symbols[symbol.index()]
    }

    /// What it takes to violate a clause that derives nothing, or a predicate with a formula: its
    /// constraint and its body hold, and its head does not.
    pub fn violation(&mut self, clause: usize) -> Result<Vec<Term>, Rejected> {
        let Clause { constraint, body, head, .. } = self.clauses[clause].clone();
        let shared = std::mem::take(&mut self.shared);
        let holds = self.body(&body, &shared, 0);
        self.shared = shared;
        let mut violation = vec![constraint];
        violation.extend(holds?);
        if let Some(head) = head {
            let holds = self.formula(head.predicate, &head.args);
            violation.push(self.store.not(holds));
        }
        Ok(violation)
    }

    /// When the atoms of a body hold, of which the first without a formula is one of a copy.
    fn body(
        &mut self,
        atoms: &[Atom],
        copy: &Unfolded,
        depth: usize,
    ) -> Result<Vec<Term>, Rejected> {
        let mut holds = Vec::new();
        let mut copy_is_free = true;
        for Atom { predicate, args } in atoms {
            if self.interpretation.get(*predicate).is_some() {
                holds.push(self.formula(*predicate, args));
            } else if copy_is_free {
                copy_is_free = false;
                let (parameters, derived) = &copy[predicate];
                holds.push(*derived);
                self.equate(parameters, args, &mut holds);
            } else {
                let cone = self.cone(*predicate);
                let own = self.unfold(&cone, depth + 1)?;
                let (parameters, derived) = &own[predicate];
                holds.push(*derived);
                self.equate(parameters, args, &mut holds);
            }
        }
        Ok(holds)
    }

    /// A copy of some predicates, which are in order and have all that they depend on.
    fn unfold(&mut self, predicates: &[PredicateId], depth: usize) -> Result<Unfolded, Rejected> {
        self.copies += 1;
        if self.copies > MAX_COPIES || depth > MAX_DEPTH {
            return Err(Rejected::TooManyUnfoldings);
        }
        let mut copy = Unfolded::new();
        for &predicate in predicates {
            let mut parameters: Option<Vec<Term>> = None;
            let mut ways = Vec::new();
            for clause in self.deriving[predicate.index()].clone() {
                let Clause { variables, constraint, body, head, .. } = self.clauses[clause].clone();
                let mut renamed = Substitution::new();
                for variable in variables {
                    let new = self.fresh_like(variable);
                    renamed.insert(self.store.var(variable), new);
                }
                let rename = |args: &[Term], renamed: &mut Substitution, store: &mut TermStore| {
                    args.iter().map(|&arg| renamed.apply(store, arg)).collect::<Vec<Term>>()
                };
                let head = head.expect("it derives a predicate");
                let values = rename(&head.args, &mut renamed, &mut self.store);
                let body: Vec<Atom> = body
                    .into_iter()
                    .map(|Atom { predicate, args }| {
                        let args = rename(&args, &mut renamed, &mut self.store);
                        Atom { predicate, args }
                    })
                    .collect();
                let mut way = vec![renamed.apply(&mut self.store, constraint)];
                way.extend(self.body(&body, &copy, depth)?);
                let parameters = parameters.get_or_insert_with(|| {
                    let sorts = values.iter().map(|&v| self.store.sort(v).clone());
                    let sorts: Vec<_> = sorts.collect();
                    let new = |sort| {
                        let symbol = self.store.fresh("arg", sort);
                        self.store.var(symbol)
                    };
                    sorts.into_iter().map(new).collect()
                });
                self.equate(parameters, &values, &mut way);
                ways.push(self.store.and(&way));
            }
            let derived = self.store.or(&ways);
            copy.insert(predicate, (parameters.unwrap_or_default(), derived));
        }
        Ok(copy)
    }

    fn fresh_like(&mut self, variable: Symbol) -> Term {
        let name = self.store.name(variable).to_owned();
        let sort = self.store.symbol_sort(variable).clone();
        let symbol = self.store.fresh(&name, sort);
        self.store.var(symbol)
    }

    /// Adds that values are the same. A predicate that no clause derives has no parameters.
    fn equate(&mut self, parameters: &[Term], args: &[Term], holds: &mut Vec<Term>) {
        for (&parameter, &arg) in parameters.iter().zip(args) {
            holds.push(self.store.eq(parameter, arg));
        }
    }

    /// The formula of a predicate, of some arguments.
    fn formula(&mut self, predicate: PredicateId, args: &[Term]) -> Term {
        let definition = self.interpretation.get(predicate).expect("it has a formula");
        let mut transfer = Transfer::new();
        for (&parameter, &arg) in definition.parameters.iter().zip(args) {
            transfer.insert(parameter, arg);
        }
        let copied = transfer.copy(self.interpretation.terms(), &mut self.store, definition.body);
        copied.expect("it has no symbols but its parameters")
    }

    /// A predicate without a formula and all others that it depends on, in order.
    fn cone(&self, predicate: PredicateId) -> Vec<PredicateId> {
        let mut found = HashSet::from([predicate]);
        let mut open = vec![predicate];
        while let Some(predicate) = open.pop() {
            for &clause in &self.deriving[predicate.index()] {
                for atom in &self.clauses[clause].body {
                    let assumed = atom.predicate;
                    if self.interpretation.get(assumed).is_none() && found.insert(assumed) {
                        open.push(assumed);
                    }
                }
            }
        }
        self.order.iter().copied().filter(|predicate| found.contains(predicate)).collect()
    }
}
