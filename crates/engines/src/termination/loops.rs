//! The copies of loops in a model that says where states come back.

use model::{Cfa, Command, Edge, Location, Model, Property, strongly_connected};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Symbol, Term, TermStore, free_vars};

/// What the name of a variable starts with that keeps the value of another one.
const SAVED: &str = "saved ";

/// A copy of a loop, in which runs go on whose state was saved at its head.
pub(super) struct SavedLoop {
    /// Where rounds start and states are compared.
    pub(super) head: Location,
    /// All of its locations.
    pub(super) locations: FxHashSet<Location>,
    /// The variables that change in it.
    pub(super) modified: FxHashSet<Symbol>,
    /// What happens on its edges.
    pub(super) commands: Vec<Command>,
    /// The variables whose values at its head are compared with saved ones.
    kept: FxHashSet<Symbol>,
}

/// The copies of loops: the strongly connected components with an edge to where a state comes back.
pub(super) fn saved_loops(model: &Model) -> Vec<SavedLoop> {
    let cfa = &model.entry().cfa;
    let reachable = cfa.cut_points().topological_order().to_vec();
    let loops = strongly_connected(cfa, &reachable).into_iter();
    let saved =
        |locations: Vec<Location>| saved_loop(&model.terms, cfa, locations.into_iter().collect());
    loops.filter_map(saved).collect()
}

fn saved_loop(terms: &TermStore, cfa: &Cfa, locations: FxHashSet<Location>) -> Option<SavedLoop> {
    let recurs = |location: Location| {
        let kind = cfa.error_at(location).map(|error| &error.kind);
        kind.is_some_and(|kind| *kind == Property::Termination.into())
    };
    let outgoing = |&location: &Location| cfa.outgoing(location).iter().map(|&e| cfa.edge(e));
    let mut sorted: Vec<Location> = locations.iter().copied().collect();
    sorted.sort_unstable();
    // Other cycles may have a way to the same error, such as that a procedure has not done what is said of it.
    let compares = |command: &Command| {
        let compared = command.terms();
        let is_saved = |v: &Symbol| terms.name(*v).starts_with(SAVED);
        // Where nothing matters for the rounds to come, any state comes back.
        compared.iter().all(|&term| terms.as_bool(term) == Some(true))
            || free_vars(terms, &compared).iter().any(is_saved)
    };
    let comes_back = |edge: &Edge| recurs(edge.target) && compares(&edge.command);
    let comparisons: Vec<&Edge> =
        sorted.iter().flat_map(outgoing).filter(|edge| comes_back(edge)).collect();
    if comparisons.is_empty() {
        return None;
    }
    let compared: Vec<Term> = comparisons.iter().flat_map(|edge| edge.command.terms()).collect();
    let kept_by = |saved: Symbol| terms.lookup(terms.name(saved).strip_prefix(SAVED)?);
    let kept = free_vars(terms, &compared).into_iter().filter_map(kept_by).collect();
    let enters = |&&location: &&Location| {
        let sources = cfa.incoming(location).iter().map(|&edge| cfa.edge(edge).source);
        sources.into_iter().any(|source| !locations.contains(&source))
    };
    let mut heads = sorted.iter().filter(enters);
    let (Some(&head), None) = (heads.next(), heads.next()) else { return None };
    let inside = sorted.iter().flat_map(outgoing).filter(|e| locations.contains(&e.target));
    let commands: Vec<Command> = inside.map(|edge| edge.command.clone()).collect();
    let modified = commands.iter().flat_map(Command::modified).collect();
    Some(SavedLoop { head, locations, modified, commands, kept })
}

impl SavedLoop {
    /// Whether the value of a measure at the head is that of the state there, rather than what the last round
    /// left in variables that are assigned again before they are read. Such variables may be saved for an inner
    /// loop, and the way back of reductions knows nothing of their values here.
    pub(super) fn compares(&self, terms: &TermStore, measure: Term) -> bool {
        let read = free_vars(terms, &[measure]);
        read.iter().all(|v| self.kept.contains(v) || !self.modified.contains(v))
    }

    /// The variables that measures of the loop may speak of, in the order of declaration: those that its
    /// edges speak of, if they do not change or their values are kept.
    pub(super) fn known(&self, terms: &TermStore, saved: &[(Symbol, Symbol)]) -> Vec<Symbol> {
        let roots: Vec<Term> = self.commands.iter().flat_map(Command::terms).collect();
        let is_kept = |v: &Symbol| saved.iter().any(|pair| pair.0 == *v);
        let keeps = |v: &Symbol| saved.iter().any(|pair| pair.1 == *v);
        let mut known = free_vars(terms, &roots);
        known.retain(|v| !keeps(v) && (!self.modified.contains(v) || is_kept(v)));
        known.sort_unstable();
        known
    }
}

/// The variables whose values are kept, each with the one that keeps it, in the order of declaration.
pub(super) fn saved_variables(model: &Model) -> Vec<(Symbol, Symbol)> {
    let terms: &TermStore = &model.terms;
    let variables = model.variables(model.entry);
    let by_name: FxHashMap<&str, Symbol> =
        variables.iter().map(|&variable| (terms.name(variable), variable)).collect();
    let pair = |&saved: &Symbol| {
        let variable = *by_name.get(terms.name(saved).strip_prefix(SAVED)?)?;
        let same = terms.symbol_sort(variable) == terms.symbol_sort(saved);
        same.then_some((variable, saved))
    };
    let mut pairs: Vec<(Symbol, Symbol)> = variables.iter().filter_map(pair).collect();
    pairs.sort_unstable();
    pairs
}
