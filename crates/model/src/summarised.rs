//! Replaces calls by summaries, so that a model with procedures becomes one without calls.
//!
//! A *summary* of a procedure is a condition on its parameters at its start and on its results. In
//! the new model a call continues with arbitrary results that satisfy the summary, and with
//! arbitrary values of the globals that the procedure may change. Alternatively it goes to the
//! start of the procedure, with its arguments, and never returns. At the exit of a procedure its
//! summary must hold; otherwise an error location is reached.
//!
//! If no error location of the new model is reachable, none of the old one is: a call that returns
//! satisfies the summary by induction over the length of the run, so for every activation of the
//! old model the new one has its run from the start of the activation on.

use crate::cfa::Cfa;
use crate::command::{Call, Command};
use crate::goal::ErrorKind;
use crate::ids::{EdgeId, Location, ProcedureId};
use crate::procedure::{Model, Procedure};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Substitution, Symbol, Term, TermStore, Transfer, free_vars};

/// A model without calls, and the positions of the procedures in it.
pub struct Summarised {
    /// The model. The locations and variables of the old entry keep their ids.
    pub model: Model,
    /// The procedures that may be called.
    pub procedures: BTreeMap<ProcedureId, Body>,
}

/// A procedure in a model without calls.
pub struct Body {
    /// Its exit, if it has one.
    pub exit: Option<Location>,
    /// The values of its parameters at its start.
    pub inputs: Vec<Symbol>,
}

/// Replaces all calls of a model. The terms of summaries are in the given store and mention the
/// procedure's own parameters and results. Without a summary, results are arbitrary.
///
/// `None` if a summary mentions other symbols, or if the entry is called.
pub fn summarised(
    model: &Model,
    store: &TermStore,
    summaries: &BTreeMap<ProcedureId, Term>,
) -> Option<Summarised> {
    let called = called(model);
    if called.contains(&model.entry) {
        return None;
    }
    let mut terms = model.terms.clone();
    let mut transfer = Transfer::new();
    let mut own = BTreeMap::new();
    for &id in &called {
        let summary = match summaries.get(&id) {
            Some(&summary) => {
                let summary = transfer.copy(store, &mut terms, summary).ok()?;
                let callee = model.procedure(id);
                let mine = |symbol: &Symbol| {
                    callee.parameters.contains(symbol) || callee.results.contains(symbol)
                };
                if !free_vars(&terms, &[summary]).iter().all(mine) {
                    return None;
                }
                summary
            }
            None => terms.bool(true),
        };
        own.insert(id, summary);
    }
    let mut builder = Builder {
        model,
        terms,
        summaries: own,
        modified: modified_globals(model, &called),
        cfa: Cfa::new(),
        locations: FxHashMap::default(),
        names: FxHashSet::default(),
        locals: model.entry().own_variables().collect(),
        bodies: BTreeMap::new(),
    };
    builder.declare(model.entry, "");
    for &id in &called {
        builder.declare(id, &model.procedure(id).name);
        builder.inputs(id);
    }
    for id in std::iter::once(model.entry).chain(called) {
        builder.edges(id);
    }
    Some(builder.finish())
}

/// The procedures that runs may call.
pub(crate) fn called(model: &Model) -> BTreeSet<ProcedureId> {
    let mut found = BTreeSet::new();
    let mut open = vec![model.entry];
    while let Some(id) = open.pop() {
        for callee in callees(model.procedure(id)) {
            if found.insert(callee) {
                open.push(callee);
            }
        }
    }
    found
}

fn callees(procedure: &Procedure) -> impl Iterator<Item = ProcedureId> + '_ {
    let edges = procedure.cfa.edges().map(|edge| procedure.cfa.edge(edge));
    edges.filter_map(|edge| Some(edge.command.as_call()?.procedure))
}

/// The globals that a call of each procedure may change.
fn modified_globals(
    model: &Model,
    called: &BTreeSet<ProcedureId>,
) -> BTreeMap<ProcedureId, BTreeSet<Symbol>> {
    let globals: FxHashSet<Symbol> = model.globals.iter().copied().collect();
    let mut modified: BTreeMap<ProcedureId, BTreeSet<Symbol>> = BTreeMap::new();
    for &id in called {
        let cfa = &model.procedure(id).cfa;
        let all = cfa.edges().flat_map(|edge| cfa.edge(edge).command.modified());
        modified.insert(id, all.filter(|symbol| globals.contains(symbol)).collect());
    }
    loop {
        let mut changed = false;
        for &id in called {
            for callee in callees(model.procedure(id)) {
                let more = modified[&callee].clone();
                let own = modified.get_mut(&id).expect("all have a set");
                let before = own.len();
                own.extend(more);
                changed |= own.len() > before;
            }
        }
        if !changed {
            return modified;
        }
    }
}

struct Builder<'m> {
    model: &'m Model,
    terms: TermStore,
    summaries: BTreeMap<ProcedureId, Term>,
    modified: BTreeMap<ProcedureId, BTreeSet<Symbol>>,
    cfa: Cfa,
    locations: FxHashMap<(ProcedureId, Location), Location>,
    names: FxHashSet<String>,
    locals: Vec<Symbol>,
    bodies: BTreeMap<ProcedureId, Body>,
}

impl Builder<'_> {
    /// Declares the locations of a procedure.
    fn declare(&mut self, id: ProcedureId, prefix: &str) {
        let source = &self.model.procedure(id).cfa;
        for location in source.locations() {
            let info = source.location(location);
            let mut name = if prefix.is_empty() {
                info.name.clone()
            } else {
                format!("{prefix}.{}", info.name)
            };
            while !self.names.insert(name.clone()) {
                name.push('\'');
            }
            let copy = self.cfa.add_location(name, info.span);
            if let Some(error) = source.error_at(location) {
                self.cfa.add_error(copy, error.kind.clone());
            }
            self.locations.insert((id, location), copy);
        }
        if id == self.model.entry && prefix.is_empty() {
            self.cfa.set_initial(self.locations[&(id, source.initial())]);
        }
    }

    /// Declares variables that keep the arguments of an activation.
    fn inputs(&mut self, id: ProcedureId) {
        let procedure = self.model.procedure(id);
        let exit = procedure.cfa.exit().map(|exit| self.locations[&(id, exit)]);
        let inputs: Vec<Symbol> = procedure
            .parameters
            .iter()
            .map(|&parameter| {
                let name = format!("{}!in", self.terms.name(parameter));
                let sort = self.terms.symbol_sort(parameter).clone();
                self.terms.fresh(&name, sort)
            })
            .collect();
        self.locals.extend(procedure.own_variables());
        self.locals.extend(&inputs);
        self.bodies.insert(id, Body { exit, inputs });
    }

    fn edges(&mut self, id: ProcedureId) {
        let source = &self.model.procedure(id).cfa;
        for edge in source.edges() {
            self.edge(id, edge);
        }
        let Some(exit) = self.bodies.get(&id).and_then(|body| body.exit) else { return };
        let procedure = self.model.procedure(id);
        let mut at_start = Substitution::new();
        for (&parameter, &input) in procedure.parameters.iter().zip(&self.bodies[&id].inputs) {
            let (parameter, input) = (self.terms.var(parameter), self.terms.var(input));
            at_start.insert(parameter, input);
        }
        let summary = at_start.apply(&mut self.terms, self.summaries[&id]);
        let violated = self.terms.not(summary);
        if self.terms.as_bool(violated) == Some(false) {
            return;
        }
        let span = self.cfa.location(exit).span;
        let error = self.cfa.fresh_location(span);
        self.cfa.add_error(error, ErrorKind::Named(format!("the summary of {}", procedure.name)));
        self.cfa.add_edge(exit, error, Command::Assume(violated), span);
    }

    fn edge(&mut self, id: ProcedureId, edge: EdgeId) {
        let source = self.model.procedure(id).cfa.edge(edge);
        let from = self.locations[&(id, source.source)];
        let to = self.locations[&(id, source.target)];
        let Some(call) = source.command.as_call() else {
            self.cfa.add_edge(from, to, source.command.clone(), source.span);
            return;
        };
        let callee = self.model.procedure(call.procedure);
        let start = self.locations[&(call.procedure, callee.cfa.initial())];
        let (keep, kept) = self.arguments(call);
        let enters = self.entering(call, &kept);
        let returns = self.returning(call, &kept);
        let before = Command::seq(keep);
        self.cfa.add_edge(from, start, Command::seq([before.clone(), enters]), source.span);
        self.cfa.add_edge(from, to, Command::seq([before, returns]), source.span);
    }

    /// Commands that save the arguments, and the variables that hold them.
    fn arguments(&mut self, call: &Call) -> (Vec<Command>, Vec<Symbol>) {
        let mut commands = Vec::with_capacity(call.args.len());
        let mut kept = Vec::with_capacity(call.args.len());
        for &arg in &call.args {
            let sort = self.terms.sort(arg).clone();
            let symbol = self.terms.fresh("argument", sort);
            self.locals.push(symbol);
            commands.push(Command::Assign(symbol, arg));
            kept.push(symbol);
        }
        (commands, kept)
    }

    /// The entry into a new activation.
    fn entering(&mut self, call: &Call, kept: &[Symbol]) -> Command {
        let callee = self.model.procedure(call.procedure);
        let mut commands = Vec::new();
        let inputs = &self.bodies[&call.procedure].inputs;
        for ((&parameter, &input), &arg) in callee.parameters.iter().zip(inputs).zip(kept) {
            let arg = self.terms.var(arg);
            commands.push(Command::Assign(parameter, arg));
            commands.push(Command::Assign(input, arg));
        }
        let open = callee.results.iter().chain(&callee.locals);
        commands.extend(open.map(|&variable| Command::Havoc(variable)));
        Command::seq(commands)
    }

    /// The state after a call.
    fn returning(&mut self, call: &Call, kept: &[Symbol]) -> Command {
        let callee = self.model.procedure(call.procedure);
        let changed = self.modified[&call.procedure].iter().chain(&call.results);
        let mut commands: Vec<Command> =
            changed.map(|&variable| Command::Havoc(variable)).collect();
        let mut here = Substitution::new();
        let own = callee.parameters.iter().chain(&callee.results);
        for (&own, &given) in own.zip(kept.iter().chain(&call.results)) {
            let (own, given) = (self.terms.var(own), self.terms.var(given));
            here.insert(own, given);
        }
        let summary = here.apply(&mut self.terms, self.summaries[&call.procedure]);
        commands.push(Command::Assume(summary));
        Command::seq(commands)
    }

    fn finish(self) -> Summarised {
        let mut procedure = Procedure::new(self.model.entry().name.clone(), self.cfa);
        let mut seen = FxHashSet::default();
        procedure.locals = self.locals;
        procedure.locals.retain(|&symbol| seen.insert(symbol));
        let mut model = Model::single(self.terms, self.model.globals.clone(), procedure);
        model.files.clone_from(&self.model.files);
        Summarised { model, procedures: self.bodies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::smtlib::{Scope, SexprArena, parse_term};

    const HALF: &str = "var g : bv8
        procedure main {
          var x : bv8
          initial start
          error bad \"wrong\"
          start -> called { call x := half(x) }
          called -> bad { assume (bvugt x #x7f) }
        }
        procedure half(n : bv8) returns (r : bv8) {
          var m : bv8
          initial in
          exit out
          in -> out { assume (bvult n #x02); r := #x00; g := #x01 }
          in -> deeper { assume (not (bvult n #x02)); n := (bvsub n #x02) }
          deeper -> back { call m := half(n) }
          back -> out { r := (bvadd m #x01) }
        }";

    fn with(summary: &str) -> Option<Model> {
        let model = crate::parse(HALF).expect("it is right");
        let mut store = model.terms.clone();
        let arena = SexprArena::parse(summary.as_bytes()).expect("an expression");
        let node = arena.roots().next().expect("one");
        let scope = Scope::of_store(&mut store);
        let term = parse_term(&mut store, &arena, node, &scope).expect("a term");
        let half = model.find_procedure("half").expect("it is there");
        let found = summarised(&model, &store, &[(half, term)].into_iter().collect())?;
        assert_eq!(crate::verify(&found.model), Ok(()), "{}", found.model);
        Some(found.model)
    }

    #[test]
    fn calls_become_two_edges_each() {
        let text = with("(bvult r n)").expect("it speaks of its own variables").to_string();
        let expected = [
            "start -> half.in { argument!0 := x; n := argument!0; n!in!0 := argument!0; havoc r; havoc m }",
            "start -> called { argument!0 := x; havoc g; havoc x; assume (bvult x argument!0) }",
            "half.deeper -> half.in { argument!1 := n; n := argument!1; n!in!0 := argument!1; havoc r; havoc m }",
            "half.deeper -> half.back { argument!1 := n; havoc g; havoc m; assume (bvult m argument!1) }",
            "half.out -> l7 { assume (not (bvult r n!in!0)) }",
        ];
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in expected {
            assert!(flat.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn summaries_speak_of_parameters_and_results() {
        assert!(with("(= r n)").is_some());
        // A result may be assigned to it after the exit.
        assert!(with("(= g #x01)").is_none());
        assert!(with("(= m #x01)").is_none());
        assert!(with("(= x #x01)").is_none());
    }
}
