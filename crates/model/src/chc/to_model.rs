//! Linear Horn clauses as a model: predicates are locations, clauses are edges.
//!
//! The arguments of all predicates share variables, the first integer argument of each being the
//! same variable, and so on: edges change little then. At the location of a predicate all other
//! variables have any values: an edge forgets what it used. So whatever is known of them there says
//! nothing, and an invariant stays one if they are replaced by any values of their sorts.

use super::{Atom, ChcSystem, Clause};
use crate::cfa::Cfa;
use crate::command::Command;
use crate::ids::Location;
use crate::procedure::{Model, Procedure};
use rustc_hash::FxHashMap;
use term::{Sort, Substitution, Symbol, Term, TermStore, free_vars};
use thiserror::Error;

/// A clause has more than one atom in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("clause {clause} is not linear")]
pub struct NotLinear {
    /// The clause, counted from 0.
    pub clause: usize,
}

/// A model of linear Horn clauses, with the way back.
#[derive(Clone)]
pub struct ChcModel {
    /// The model: an error location is reachable exactly if the clauses are not solvable. Edge `i`
    /// of its only procedure stands for clause `i`.
    pub model: Model,
    /// The location of each predicate.
    pub locations: Vec<Location>,
    /// The variables that hold the arguments of each predicate at its location.
    pub arguments: Vec<Vec<Symbol>>,
    /// For each clause the variables that hold its own, in their order, once its edge has made its
    /// choices and before it changes anything else.
    pub held: Vec<Vec<Symbol>>,
    /// For each clause those of them that its edge chooses, in the order of its first choices.
    pub chosen: Vec<Vec<Symbol>>,
}

/// The model of a linear system, which must have passed the verifier.
pub fn to_model(system: &ChcSystem) -> Result<ChcModel, NotLinear> {
    let mut terms = system.terms.clone();
    let mut arguments_pool = Pool::new("arg");
    let mut arguments = Vec::with_capacity(system.predicates.len());
    for &predicate in &system.predicates {
        let sorts = system.terms.parameters(predicate);
        arguments.push(arguments_pool.take(&mut terms, sorts));
    }
    let mut cfa = Cfa::new();
    let taken = |name: &str| system.predicates.iter().any(|&p| system.terms.name(p) == name);
    let start = cfa.add_location(new_name("start", taken), None);
    let error = cfa.add_location(new_name("error", taken), None);
    let locations: Vec<Location> = system
        .predicates
        .iter()
        .map(|&predicate| cfa.add_location(system.terms.name(predicate), None))
        .collect();
    cfa.set_initial(start);
    cfa.add_error(error, "the clauses are solvable");
    let mut builder = EdgeBuilder {
        terms,
        arguments: &arguments,
        open: Pool::new("any"),
        saved: Pool::new("old"),
        held: Vec::with_capacity(system.clauses.len()),
        chosen: Vec::with_capacity(system.clauses.len()),
    };
    for (index, clause) in system.clauses.iter().enumerate() {
        if clause.body.len() > 1 {
            return Err(NotLinear { clause: index });
        }
        let at = |atom: Option<&Atom>, none| atom.map_or(none, |a| locations[a.predicate.index()]);
        let (source, target) = (at(clause.body.first(), start), at(clause.head.as_ref(), error));
        let command = builder.command(clause);
        cfa.add_edge(source, target, command, clause.span);
    }
    let mut globals = arguments_pool.variables;
    globals.extend(builder.open.variables);
    globals.extend(builder.saved.variables);
    let (held, chosen) = (builder.held, builder.chosen);
    let mut model = Model::single(builder.terms, globals, Procedure::new("main", cfa));
    model.files.clone_from(&system.files);
    Ok(ChcModel { model, locations, arguments, held, chosen })
}

struct EdgeBuilder<'a> {
    terms: TermStore,
    arguments: &'a [Vec<Symbol>],
    /// Variables for values that a clause leaves open.
    open: Pool,
    /// Variables that hold old values during a simultaneous assignment.
    saved: Pool,
    held: Vec<Vec<Symbol>>,
    chosen: Vec<Vec<Symbol>>,
}

impl EdgeBuilder<'_> {
    fn command(&mut self, clause: &Clause) -> Command {
        let mut commands = Vec::new();
        let mut substitution = Substitution::new();
        let mut equations = Vec::new();
        if let Some(atom) = clause.body.first() {
            let variables = &self.arguments[atom.predicate.index()];
            for (&variable, &arg) in variables.iter().zip(&atom.args) {
                let held = self.terms.var(variable);
                if self.terms.as_var(arg).is_some() && substitution.get(arg).is_none() {
                    substitution.insert(arg, held);
                } else {
                    equations.push((held, arg));
                }
            }
        }
        // Variables that the body does not determine may have any value.
        let clause_vars: Vec<Term> = clause.variables.iter().map(|&v| self.terms.var(v)).collect();
        let unbound: Vec<Term> =
            clause_vars.into_iter().filter(|&v| substitution.get(v).is_none()).collect();
        let sorts: Vec<Sort> = unbound.iter().map(|&v| self.terms.sort(v).clone()).collect();
        let open = self.open.take(&mut self.terms, &sorts);
        for (&variable, &open) in unbound.iter().zip(&open) {
            let term = self.terms.var(open);
            substitution.insert(variable, term);
            commands.push(Command::Havoc(open));
        }
        let held = clause.variables.iter().map(|&variable| {
            let variable = self.terms.var(variable);
            let held = substitution.get(variable).and_then(|held| self.terms.as_var(held));
            held.expect("a variable holds each")
        });
        self.held.push(held.collect());
        // What is used on the way, and must be forgotten in the end.
        let mut used = open.clone();
        self.chosen.push(open);
        let mut conjuncts = Vec::new();
        for (held, arg) in equations {
            let arg = substitution.apply(&mut self.terms, arg);
            conjuncts.push(self.terms.eq(held, arg));
        }
        conjuncts.push(substitution.apply(&mut self.terms, clause.constraint));
        let guard = self.terms.and(&conjuncts);
        if self.terms.as_bool(guard) != Some(true) {
            commands.push(Command::Assume(guard));
        }
        if let Some(atom) = &clause.head {
            let variables = &self.arguments[atom.predicate.index()];
            let mut assignments = Vec::with_capacity(variables.len());
            for (&variable, &arg) in variables.iter().zip(&atom.args) {
                assignments.push((variable, substitution.apply(&mut self.terms, arg)));
            }
            used.extend(self.assign_all(assignments, &mut commands));
            let before = clause.body.first().map(|atom| &self.arguments[atom.predicate.index()]);
            used.extend(before.into_iter().flatten().filter(|held| !variables.contains(held)));
            commands.extend(used.into_iter().map(Command::Havoc));
        }
        Command::seq(commands)
    }

    /// Assigns simultaneously: first what nobody else reads; if everything is read by another, an
    /// old value is saved. Returns the variables that hold old values.
    fn assign_all(
        &mut self,
        assignments: Vec<(Symbol, Term)>,
        commands: &mut Vec<Command>,
    ) -> Vec<Symbol> {
        struct Pending {
            variable: Symbol,
            value: Term,
            reads: Vec<Symbol>,
        }
        let mut pending = Vec::with_capacity(assignments.len());
        // The number of pending assignments to other variables that read each variable.
        let mut readers: FxHashMap<Symbol, usize> = FxHashMap::default();
        for (variable, value) in assignments {
            if self.terms.as_var(value) == Some(variable) {
                continue;
            }
            let mut reads = free_vars(&self.terms, &[value]);
            reads.retain(|&read| read != variable);
            for &read in &reads {
                *readers.entry(read).or_default() += 1;
            }
            pending.push(Pending { variable, value, reads });
        }
        let mut used: FxHashMap<Sort, usize> = FxHashMap::default();
        let mut all_saved = Vec::new();
        while !pending.is_empty() {
            let unread = |p: &Pending| readers.get(&p.variable).is_none_or(|&count| count == 0);
            if let Some(index) = pending.iter().position(unread) {
                let done = pending.remove(index);
                for read in done.reads {
                    *readers.get_mut(&read).expect("it was counted") -= 1;
                }
                commands.push(Command::Assign(done.variable, done.value));
                continue;
            }
            let variable = pending[0].variable;
            let old = self.terms.var(variable);
            let sort = self.terms.sort(old).clone();
            let number = used.entry(sort.clone()).or_default();
            let saved = self.saved.get(&mut self.terms, &sort, *number);
            *number += 1;
            commands.push(Command::Assign(saved, old));
            all_saved.push(saved);
            let saved = self.terms.var(saved);
            let mut substitution: Substitution = [(old, saved)].into_iter().collect();
            for other in pending.iter_mut().filter(|other| other.variable != variable) {
                other.value = substitution.apply(&mut self.terms, other.value);
                other.reads.retain(|&read| read != variable);
            }
            readers.insert(variable, 0);
        }
        all_saved
    }
}

/// Reusable variables, by sort.
struct Pool {
    prefix: &'static str,
    by_sort: FxHashMap<Sort, Vec<Symbol>>,
    /// All variables of the pool.
    variables: Vec<Symbol>,
}

impl Pool {
    fn new(prefix: &'static str) -> Pool {
        Pool { prefix, by_sort: FxHashMap::default(), variables: Vec::new() }
    }

    /// Distinct variables of the given sorts.
    fn take(&mut self, terms: &mut TermStore, sorts: &[Sort]) -> Vec<Symbol> {
        let mut used: FxHashMap<&Sort, usize> = FxHashMap::default();
        let mut variables = Vec::with_capacity(sorts.len());
        for sort in sorts {
            let number = used.entry(sort).or_default();
            variables.push(self.get(terms, sort, *number));
            *number += 1;
        }
        variables
    }

    /// The variable of a sort with the given number; all smaller numbers exist already.
    fn get(&mut self, terms: &mut TermStore, sort: &Sort, number: usize) -> Symbol {
        let of_sort = self.by_sort.entry(sort.clone()).or_default();
        if let Some(&variable) = of_sort.get(number) {
            return variable;
        }
        let variable = terms.fresh(self.prefix, sort.clone());
        of_sort.push(variable);
        self.variables.push(variable);
        variable
    }
}

/// The name, with primes appended until it is new.
fn new_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_owned();
    while taken(&name) {
        name += "'";
    }
    name
}
