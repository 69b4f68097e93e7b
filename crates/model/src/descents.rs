//! Makes calls that never return visible in the control flow of the entry.
//!
//! The entry of the new model has copies of the procedures, with variables of their own. Where a procedure
//! is called, a run may also go over to its copy, with the arguments, and never return. Calls that do
//! return stay calls. In a run that never ends, each call returns or goes on for ever, so the new entry has
//! a run that never ends either, and it has finitely many variables: a chain of calls that never ends is a
//! cycle of its control flow.

use crate::cfa::Cfa;
use crate::command::{Call, Command};
use crate::ids::{Location, ProcedureId};
use crate::procedure::Model;
use crate::summarised::called;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Substitution, Symbol, Term, TermStore};

/// The model in which a run may go into a procedure for good. Locations of the old entry keep their ids. The
/// procedures keep their ids and variables; runs that come to an error in one of them end there, because a
/// run that goes into the copy comes to it, too.
///
/// `None` if the entry is called.
pub(crate) fn with_descents(model: &Model) -> Option<Model> {
    let called = called(model);
    if called.contains(&model.entry) {
        return None;
    }
    let mut builder = Builder {
        model,
        terms: model.terms.clone(),
        cfa: Cfa::new(),
        locations: FxHashMap::default(),
        names: FxHashSet::default(),
        variables: FxHashMap::default(),
        locals: Vec::new(),
    };
    builder.locations(model.entry, "");
    for &id in &called {
        let prefix = format!("{}.", model.procedure(id).name);
        builder.locations(id, &prefix);
        builder.variables(id, &prefix);
    }
    for id in std::iter::once(model.entry).chain(called) {
        builder.edges(id);
    }
    Some(builder.finish())
}

struct Builder<'m> {
    model: &'m Model,
    terms: TermStore,
    cfa: Cfa,
    locations: FxHashMap<(ProcedureId, Location), Location>,
    /// The names of all locations.
    names: FxHashSet<String>,
    /// The variables of copies.
    variables: FxHashMap<Symbol, Symbol>,
    /// New variables of the entry.
    locals: Vec<Symbol>,
}

impl Builder<'_> {
    /// Adds the locations of a procedure.
    fn locations(&mut self, id: ProcedureId, prefix: &str) {
        let source = &self.model.procedure(id).cfa;
        for location in source.locations() {
            let info = source.location(location);
            let mut name = format!("{prefix}{}", info.name);
            while !self.names.insert(name.clone()) {
                name.push('\'');
            }
            let copy = self.cfa.add_location(name, info.span);
            if let Some(error) = source.error_at(location) {
                self.cfa.add_error(copy, error.kind.clone());
            }
            self.locations.insert((id, location), copy);
        }
        if id == self.model.entry {
            self.cfa.set_initial(self.locations[&(id, source.initial())]);
            if let Some(exit) = source.exit() {
                self.cfa.set_exit(self.locations[&(id, exit)]);
            }
        }
    }

    /// Declares the variables of the copy of a procedure.
    fn variables(&mut self, id: ProcedureId, prefix: &str) {
        for variable in self.model.procedure(id).own_variables() {
            let name = format!("{prefix}{}", self.terms.name(variable));
            let sort = self.terms.symbol_sort(variable).clone();
            let copy = match self.terms.lookup(&name) {
                None => self.terms.declare(&name, sort).expect("the name is new"),
                Some(_) => self.terms.fresh(&name, sort),
            };
            self.variables.insert(variable, copy);
            self.locals.push(copy);
        }
    }

    fn edges(&mut self, id: ProcedureId) {
        let source = &self.model.procedure(id).cfa;
        let mut renaming = Substitution::new();
        if id != self.model.entry {
            for variable in self.model.procedure(id).own_variables() {
                let copy = self.terms.var(self.variables[&variable]);
                let variable = self.terms.var(variable);
                renaming.insert(variable, copy);
            }
        }
        for edge in source.edges() {
            let edge = source.edge(edge);
            let (from, to) =
                (self.locations[&(id, edge.source)], self.locations[&(id, edge.target)]);
            let command = self.renamed(id, &edge.command, &mut renaming);
            if let Command::Call(call) = &command {
                let callee = self.model.procedure(call.procedure);
                let start = self.locations[&(call.procedure, callee.cfa.initial())];
                let enter = self.entering(call);
                self.cfa.add_edge(from, start, enter, edge.span);
            }
            self.cfa.add_edge(from, to, command, edge.span);
        }
    }

    /// A variable of a procedure in its copy.
    fn variable(&self, id: ProcedureId, variable: Symbol) -> Symbol {
        match id == self.model.entry {
            true => variable,
            // Globals have no copy.
            false => self.variables.get(&variable).copied().unwrap_or(variable),
        }
    }

    /// A command of a procedure in its copy.
    fn renamed(&mut self, id: ProcedureId, command: &Command, by: &mut Substitution) -> Command {
        match command {
            Command::Skip => Command::Skip,
            Command::Assume(condition) => Command::Assume(by.apply(&mut self.terms, *condition)),
            Command::Assign(variable, term) => {
                let term = by.apply(&mut self.terms, *term);
                Command::Assign(self.variable(id, *variable), term)
            }
            Command::Havoc(variable) => Command::Havoc(self.variable(id, *variable)),
            Command::Seq(commands) => {
                let renamed = commands.iter().map(|command| self.renamed(id, command, by));
                Command::Seq(renamed.collect())
            }
            Command::Choice(branches) => {
                let renamed = branches.iter().map(|branch| self.renamed(id, branch, by));
                Command::Choice(renamed.collect())
            }
            Command::Call(Call { procedure, args, results }) => {
                let args = args.iter().map(|&arg| by.apply(&mut self.terms, arg)).collect();
                let results = results.iter().map(|&result| self.variable(id, result)).collect();
                Command::Call(Call { procedure: *procedure, args, results })
            }
        }
    }

    /// The entry into the copy of a procedure. All arguments are evaluated before parameters change.
    fn entering(&mut self, call: &Call) -> Command {
        let callee = self.model.procedure(call.procedure);
        let mut keep = Vec::new();
        let mut enter = Vec::new();
        for (&parameter, &arg) in callee.parameters.iter().zip(&call.args) {
            let sort = self.terms.sort(arg).clone();
            let kept = self.terms.fresh("argument", sort);
            self.locals.push(kept);
            keep.push(Command::Assign(kept, arg));
            let kept: Term = self.terms.var(kept);
            enter.push(Command::Assign(self.variables[&parameter], kept));
        }
        let open = callee.results.iter().chain(&callee.locals);
        enter.extend(open.map(|variable| Command::Havoc(self.variables[variable])));
        Command::seq(keep.into_iter().chain(enter))
    }

    fn finish(self) -> Model {
        let mut model = self.model.clone();
        model.terms = self.terms;
        for id in model.procedure_ids().filter(|&id| id != self.model.entry) {
            let procedure = &mut model.procedures[id.index()];
            procedure.cfa = without_errors(&procedure.cfa);
        }
        let entry = &mut model.procedures[self.model.entry.index()];
        entry.cfa = self.cfa;
        entry.locals.extend(self.locals);
        model
    }
}

/// The control flow in which runs end where there was an error.
fn without_errors(source: &Cfa) -> Cfa {
    let mut cfa = Cfa::new();
    for location in source.locations() {
        let info = source.location(location);
        cfa.add_location(info.name.clone(), info.span);
    }
    cfa.set_initial(source.initial());
    if let Some(exit) = source.exit() {
        cfa.set_exit(exit);
    }
    for edge in source.edges().map(|edge| source.edge(edge)) {
        if source.error_at(edge.source).is_none() {
            cfa.add_edge(edge.source, edge.target, edge.command.clone(), edge.span);
        }
    }
    cfa
}
