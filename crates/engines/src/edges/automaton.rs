//! The part of an automaton that leads to errors: edges as substitutions over the variables before them.

use crate::literals::conjuncts;
use model::{CallError, Cfa, EdgeId, Goal, Location, State, execute};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;
use term::{Symbol, Term, TermStore};

/// An edge whose command was executed symbolically once. Conditions after the edge are expressed
/// over the variables before it and the inputs, so no primed variables are needed.
#[derive(Debug)]
pub(crate) struct EncodedEdge {
    /// Where it starts.
    pub(crate) source: Location,
    /// Where it ends.
    pub(crate) target: Location,
    /// The conjuncts of the condition under which it can be taken.
    pub(crate) guard: Vec<Term>,
    /// The symbols of the inputs.
    pub(crate) fresh: FxHashSet<Symbol>,
    /// The variables that may change.
    pub(crate) assigned: FxHashSet<Symbol>,
    state: State,
    images: FxHashMap<Term, Term>,
}

impl EncodedEdge {
    /// What variables are assigned, in the order of their declaration.
    fn assigned_terms(&self) -> impl Iterator<Item = Term> {
        let variables = self.state.variables().into_iter();
        variables.filter_map(|variable| self.state.get(variable))
    }

    /// What must hold before the edge for a literal to hold after it.
    pub(crate) fn before(&mut self, store: &mut TermStore, literal: Term) -> Term {
        let state = &self.state;
        *self.images.entry(literal).or_insert_with(|| state.apply(store, literal))
    }
}

/// The part of an automaton from which an error can be reached.
#[derive(Debug)]
pub(crate) struct EncodedAutomaton {
    edges: Vec<Option<EncodedEdge>>,
    /// Edges into each location, and edges to error locations.
    incoming: Vec<SmallVec<[EdgeId; 2]>>,
    to_error: Vec<EdgeId>,
    outgoing: Vec<SmallVec<[EdgeId; 2]>>,
    /// The least number of edges from the initial location.
    distance: Vec<Option<u32>>,
    depth: u32,
    is_error: Vec<bool>,
    locations: Vec<Location>,
}

impl EncodedAutomaton {
    /// Encodes the edges that lie on a way from the initial location to an error location.
    pub(crate) fn of(cfa: &Cfa, store: &mut TermStore) -> Result<EncodedAutomaton, CallError> {
        let count = cfa.locations().len();
        let mut is_error = vec![false; count];
        for error in cfa.errors() {
            is_error[error.location.index()] = true;
        }
        let distance = distances(cfa, &is_error);
        let leads_to_error = cfa.leading_to(&cfa.targets(Goal::NoError), |_| true);
        let matters: Vec<bool> =
            distance.iter().zip(&leads_to_error).map(|(d, &leads)| d.is_some() && leads).collect();
        let matters = |l: Location| matters[l.index()];
        let mut automaton = EncodedAutomaton {
            edges: Vec::with_capacity(cfa.edges().len()),
            incoming: vec![SmallVec::new(); count],
            to_error: Vec::new(),
            outgoing: vec![SmallVec::new(); count],
            locations: cfa.locations().filter(|&l| matters(l) && !is_error[l.index()]).collect(),
            depth: distance.iter().flatten().copied().max().unwrap_or(0),
            distance,
            is_error,
        };
        for id in cfa.edges() {
            let edge = cfa.edge(id);
            let relevant = matters(edge.source)
                && matters(edge.target)
                && !automaton.is_error[edge.source.index()];
            automaton.edges.push(None);
            if !relevant {
                continue;
            }
            let step = execute(store, &edge.command, &State::new())?;
            if store.as_bool(step.guard) == Some(false) {
                continue;
            }
            if automaton.is_error[edge.target.index()] {
                automaton.to_error.push(id);
            } else {
                automaton.incoming[edge.target.index()].push(id);
                automaton.outgoing[edge.source.index()].push(id);
            }
            automaton.edges[id.index()] = Some(EncodedEdge {
                source: edge.source,
                target: edge.target,
                guard: conjuncts(store, step.guard),
                fresh: step.fresh.into_iter().collect(),
                assigned: step.state.variables().into_iter().collect(),
                state: step.state,
                images: FxHashMap::default(),
            });
        }
        Ok(automaton)
    }

    /// The locations on ways to errors, error locations themselves not included.
    pub(crate) fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// An edge of this part.
    pub(crate) fn edge(&self, edge: EdgeId) -> &EncodedEdge {
        self.edges[edge.index()].as_ref().expect("only edges of this part are named")
    }

    /// An edge of this part, to be asked for preconditions.
    pub(crate) fn edge_mut(&mut self, edge: EdgeId) -> &mut EncodedEdge {
        self.edges[edge.index()].as_mut().expect("only edges of this part are named")
    }

    /// Guards and assigned values of all edges.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let edges = || self.edges.iter().flatten();
        let guards = edges().flat_map(|edge| edge.guard.iter().copied());
        guards.chain(edges().flat_map(EncodedEdge::assigned_terms)).collect()
    }

    /// The edges into a location.
    pub(crate) fn incoming(&self, location: Location) -> &[EdgeId] {
        &self.incoming[location.index()]
    }

    /// The edges from a location, those to errors not included.
    pub(crate) fn outgoing(&self, location: Location) -> &[EdgeId] {
        &self.outgoing[location.index()]
    }

    /// The edges into error locations.
    pub(crate) fn to_error(&self) -> &[EdgeId] {
        &self.to_error
    }

    /// The largest distance of a location.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Least number of edges from the initial location to a location.
    pub(crate) fn distance(&self, location: Location) -> u32 {
        self.distance[location.index()].expect("all locations of this part are reachable")
    }
}

/// Breadth-first distances; runs end at errors.
fn distances(cfa: &Cfa, is_error: &[bool]) -> Vec<Option<u32>> {
    let mut distance = vec![None; cfa.locations().len()];
    distance[cfa.initial().index()] = Some(0);
    let mut pending = VecDeque::from([cfa.initial()]);
    while let Some(location) = pending.pop_front() {
        if is_error[location.index()] {
            continue;
        }
        let next = distance[location.index()].map(|d: u32| d + 1);
        for &edge in cfa.outgoing(location) {
            let target = cfa.edge(edge).target;
            if distance[target.index()].is_none() {
                distance[target.index()] = next;
                pending.push_back(target);
            }
        }
    }
    distance
}
