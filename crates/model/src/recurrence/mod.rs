//! Whether every run ends, as a question about errors.
//!
//! All values are finite, so a run that never ends comes back to a state that it was in. It stays in a
//! strongly connected part of the automaton in the end and passes its head again and again. So for
//! each component of the automaton (and of what is left of a component without its head) the
//! automaton gets a copy of the component. A run may go over to the copy at the head; its state there
//! is kept in *saved* variables. An error is reached where the run comes back to the head with the
//! saved values.
//!
//! A proof that there is no such error is a proof that all runs end. A ranking function is a special
//! case: that it is smaller than it was when the state was saved is an invariant of the copy. After
//! Biere, Artho, Schuppan, "Liveness Checking as Safety Checking" (2002), loop by loop.

mod components;
mod relevance;

use crate::cfa::Cfa;
use crate::command::Command;
use crate::descents::with_descents;
use crate::goal::{ErrorKind, Gap, Property};
use crate::ids::{EdgeId, Location};
use crate::procedure::{Model, Span};
pub(crate) use components::parts_in_order;
pub use components::strongly_connected;
use components::{Component, components, continuing};
use relevance::relevant;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Symbol, Term};

/// A model with an error where a state comes back.
#[derive(Clone)]
pub struct Recurrences {
    /// The model. Locations and edges of the original one have the same numbers here, unless it has calls.
    pub model: Model,
    /// The loops, outer ones before inner ones.
    pub loops: Vec<RecurrentLoop>,
    /// The variables that keep the values of others.
    pub saved: FxHashMap<Symbol, Symbol>,
    /// The original edge of each edge, unless it is new.
    origins: Vec<Option<EdgeId>>,
}

/// A loop and its copy.
#[derive(Clone, Debug)]
pub struct RecurrentLoop {
    /// Where rounds start.
    pub head: Location,
    /// The copy of the head, from where runs go on whose state was saved.
    pub copy: Location,
    /// Where these come back to the head.
    pub back: Location,
    /// Its locations, the head included, without those of the copy.
    pub locations: Vec<Location>,
    /// The variables whose values at the head decide how runs go on inside of it.
    pub relevant: Vec<Symbol>,
    /// Where it is in the source.
    pub span: Option<Span>,
    /// The edge along which the state is saved.
    save: EdgeId,
}

impl Recurrences {
    /// The model of a model. Its errors are those that stand for something that is not modelled; runs
    /// end at the others. If it has calls, runs may go into a procedure for good, and there are copies of
    /// the procedures in its entry.
    ///
    /// # Errors
    /// If the entry is called, or if not all values are finite.
    pub fn of(model: &Model) -> Result<Recurrences, Gap> {
        if model.has_calls() {
            return Recurrences::without_descents(&with_descents(model).ok_or_else(Gap::calls)?);
        }
        Recurrences::without_descents(model)
    }

    /// The same of a model in whose entry all endless runs are.
    fn without_descents(model: &Model) -> Result<Recurrences, Gap> {
        let infinite = |v: &Symbol| !is_finite(model.terms.symbol_sort(*v));
        if model.variables(model.entry).iter().any(infinite) {
            return Err(Gap::from("termination over infinitely many values"));
        }
        let mut copier = Copier::new(model);
        let original = &model.entry().cfa;
        let found = components(original);
        if !found.is_empty() {
            let error = copier.location("recurrence", None);
            copier.cfa.add_error(error, Property::Termination);
            for component in &found {
                copier.copy(original, component, error);
            }
        }
        Ok(copier.finish())
    }

    /// A model in which every run comes to something that is not modelled at once, so that nothing can
    /// be said of the end of runs.
    pub fn unknown(model: &Model, gap: Gap) -> Recurrences {
        let mut model = model.clone();
        let mut cfa = Cfa::new();
        let start = cfa.add_location("start", None);
        cfa.add_error(start, gap);
        let entry = model.entry.index();
        model.procedures[entry].cfa = cfa;
        let (loops, saved, origins) = (Vec::new(), FxHashMap::default(), Vec::new());
        Recurrences { model, loops, saved, origins }
    }

    /// The original edge of an edge, unless it is new.
    pub fn origin(&self, edge: EdgeId) -> Option<EdgeId> {
        self.origins[edge.index()]
    }

    /// The loop whose state an edge saves, if it does that.
    pub fn saved_by(&self, edge: EdgeId) -> Option<&RecurrentLoop> {
        self.loops.iter().find(|one| one.save == edge)
    }

    /// Whether a variable is one of the model only, and not of the original one.
    pub fn is_saved(&self, variable: Symbol) -> bool {
        self.saved.values().any(|&saved| saved == variable)
    }
}

/// Adds copies of components to an automaton.
struct Copier {
    model: Model,
    cfa: Cfa,
    loops: Vec<RecurrentLoop>,
    saved: FxHashMap<Symbol, Symbol>,
    origins: Vec<Option<EdgeId>>,
    /// The names of all locations.
    names: FxHashSet<String>,
}

impl Copier {
    /// Starts with the automaton as it is, but for errors where runs end.
    fn new(model: &Model) -> Copier {
        let original = &model.entry().cfa;
        let mut cfa = Cfa::new();
        for location in original.locations() {
            let info = original.location(location);
            cfa.add_location(info.name.clone(), info.span);
        }
        if original.locations().len() > 0 {
            cfa.set_initial(original.initial());
        }
        if let Some(exit) = original.exit() {
            cfa.set_exit(exit);
        }
        for error in original.errors() {
            if let ErrorKind::Gap(gap) = &error.kind {
                cfa.add_error(error.location, gap.clone());
            }
        }
        let mut model = model.clone();
        let never = Command::Assume(model.terms.bool(false));
        for id in original.edges() {
            let edge = original.edge(id);
            // Where an error is none any more, runs end all the same.
            let command = match original.error_at(edge.source) {
                Some(_) => never.clone(),
                None => edge.command.clone(),
            };
            cfa.add_edge(edge.source, edge.target, command, edge.span);
        }
        let origins = original.edges().map(Some).collect();
        let names = cfa.locations().map(|l| cfa.name(l).to_owned()).collect();
        Copier { model, cfa, loops: Vec::new(), saved: FxHashMap::default(), origins, names }
    }

    fn copy(&mut self, original: &Cfa, component: &Component, error: Location) {
        let number = self.loops.len();
        let mut at = FxHashMap::default();
        for &location in &component.locations {
            let info = original.location(location);
            let copy = self.location(&format!("{}@{number}", info.name), info.span);
            at.insert(location, copy);
        }
        let head = component.head;
        let span = original.location(head).span;
        let back = self.location(&format!("{}@{number}'", original.name(head)), span);
        for &location in &component.locations {
            for &id in continuing(original, location) {
                let edge = original.edge(id);
                let Some(&target) = at.get(&edge.target) else { continue };
                let target = if edge.target == head { back } else { target };
                self.edge(at[&location], target, edge.command.clone(), edge.span, Some(id));
            }
        }
        let variables = relevant(original, &self.model.terms, component);
        let (mut save, mut same) = (Vec::new(), Vec::new());
        for &variable in &variables {
            let saved = self.saved_variable(variable);
            let terms = &mut self.model.terms;
            let (now, then) = (terms.var(variable), terms.var(saved));
            save.push(Command::Assign(saved, now));
            same.push(terms.eq(now, then));
        }
        let same: Term = self.model.terms.and(&same);
        let differs = self.model.terms.not(same);
        let save = self.edge(head, at[&head], Command::seq(save), span, None);
        self.edge(back, error, Command::Assume(same), span, None);
        self.edge(back, at[&head], Command::Assume(differs), span, None);
        let span = span.or_else(|| spans_of(original, component).min());
        let (locations, relevant) = (component.locations.clone(), variables);
        let copy = at[&head];
        self.loops.push(RecurrentLoop { head, copy, back, locations, relevant, span, save });
    }

    fn edge(
        &mut self,
        source: Location,
        target: Location,
        command: Command,
        span: Option<Span>,
        origin: Option<EdgeId>,
    ) -> EdgeId {
        self.origins.push(origin);
        self.cfa.add_edge(source, target, command, span)
    }

    /// A new location, whose name is changed if another one has it.
    fn location(&mut self, name: &str, span: Option<Span>) -> Location {
        let mut name = name.to_owned();
        while !self.names.insert(name.clone()) {
            name += "'";
        }
        self.cfa.add_location(name, span)
    }

    /// The variable that keeps the value of another one.
    fn saved_variable(&mut self, variable: Symbol) -> Symbol {
        if let Some(&saved) = self.saved.get(&variable) {
            return saved;
        }
        let terms = &mut self.model.terms;
        let sort = terms.symbol_sort(variable).clone();
        let name = format!("saved {}", terms.name(variable));
        let saved = match terms.lookup(&name) {
            None => terms.declare(&name, sort).expect("the name is new"),
            Some(_) => terms.fresh(&name, sort),
        };
        self.saved.insert(variable, saved);
        let entry = self.model.entry.index();
        self.model.procedures[entry].locals.push(saved);
        saved
    }

    fn finish(mut self) -> Recurrences {
        let entry = self.model.entry.index();
        self.model.procedures[entry].cfa = self.cfa;
        let Copier { model, loops, saved, origins, .. } = self;
        Recurrences { model, loops, saved, origins }
    }
}

/// Whether a sort has finitely many values.
fn is_finite(sort: &Sort) -> bool {
    match sort {
        Sort::Bool | Sort::BitVec(_) | Sort::Float(_) | Sort::RoundingMode => true,
        Sort::Int | Sort::Real => false,
        Sort::Array(array) => is_finite(&array.index) && is_finite(&array.element),
    }
}

/// The places of the edges of a component.
fn spans_of<'a>(cfa: &'a Cfa, component: &'a Component) -> impl Iterator<Item = Span> + 'a {
    let edges = component.locations.iter().flat_map(|&l| continuing(cfa, l));
    edges.filter_map(|&edge| cfa.edge(edge).span)
}

#[cfg(test)]
mod tests;
