//! Symbolic execution of all runs, one visit of a cut point more each round.

use super::outline::{Branching, Outline};
use crate::solver::reason_for_stop;
use evidence::Reason;
use model::{EdgeId, Input, Location, State, symbolic};
use smallvec::SmallVec;
use smt::budget::Watch;
use std::collections::BTreeMap;
use term::{Sort, Symbol, Term, TermStore};

/// The runs executed so far. The *depth* of a run is the number of cut points it has visited; all
/// runs that are at the same location and depth share a [`Visit`].
///
/// Guards of different arrivals at a visit exclude each other: where a location leaves it open
/// which edge is taken, a fresh symbol decides. So the values of joined states may be selected by
/// the guards.
pub(super) struct Unwinding<'m> {
    outline: Outline<'m>,
    visits: Visits,
    /// Where the runs of the next round begin.
    frontier: Agenda,
    next_depth: u32,
}

/// A location at some depth, once it has been executed.
pub(super) struct Visit {
    /// The location.
    pub(super) location: Location,
    /// The edges that runs may take from here.
    pub(super) branches: SmallVec<[Branch; 2]>,
}

/// An edge out of a visit.
pub(super) struct Branch {
    /// The edge.
    pub(super) edge: EdgeId,
    /// When it is taken.
    pub(super) selector: Selector,
    /// What the command leaves open.
    pub(super) inputs: Vec<Input>,
    /// Where it leads.
    pub(super) target: VisitId,
}

/// Whether a branch is taken, provided that no earlier one of the visit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selector {
    /// Where the program is in a state in which the condition holds.
    Condition(Term),
    /// Where the fresh symbol holds.
    Symbol(Term),
    /// Always.
    Otherwise,
}

/// A visit of an unwinding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VisitId(u32);

/// Visits that were arrived at but not executed, by the position of their location.
type Agenda = BTreeMap<u32, Pending>;

struct Pending {
    visit: VisitId,
    arrivals: Vec<Arrival>,
}

/// A way to get to a visit: under a guard, and with which values.
struct Arrival {
    guard: Term,
    state: State,
}

/// A cut point where runs of the next round begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrontierGuard {
    position: u32,
    /// Holds of the runs that get there.
    pub(super) guard: Term,
}

impl<'m> Unwinding<'m> {
    /// Nothing executed, all runs at the initial location.
    pub(super) fn new(outline: Outline<'m>, store: &mut TermStore) -> Unwinding<'m> {
        let graph = &outline.graph;
        let initial = graph.cfa.initial();
        let next_depth = u32::from(graph.is_cut_point(initial));
        let position = graph.position(initial);
        let mut visits = Visits::default();
        let mut frontier = Agenda::new();
        if let Some(position) = position {
            let arrival = Arrival { guard: store.bool(true), state: State::new() };
            visits.arrive(&mut frontier, position, initial, arrival);
        }
        Unwinding { outline, visits, frontier, next_depth }
    }

    /// Whether there is nothing left to unwind.
    pub(super) fn is_complete(&self) -> bool {
        self.frontier.is_empty()
    }

    /// The greatest depth of the runs executed so far.
    pub(super) fn depth(&self) -> u32 {
        self.next_depth.saturating_sub(1)
    }

    /// Number of visits so far.
    pub(super) fn len(&self) -> usize {
        self.visits.0.len()
    }

    /// The visit where all runs start, if any matters.
    pub(super) fn start(&self) -> Option<&Visit> {
        self.visits.0.first()
    }

    /// A visit.
    pub(super) fn visit(&self, visit: VisitId) -> &Visit {
        &self.visits.0[visit.0 as usize]
    }

    /// The outline of the automaton that is unwound.
    pub(super) fn outline(&self) -> &Outline<'m> {
        &self.outline
    }

    /// Executes all runs up to their next visit of a cut point and returns the guards of those
    /// that reach an error.
    pub(super) fn unwind(
        &mut self,
        store: &mut TermStore,
        watch: &Watch,
    ) -> Result<Vec<Term>, Reason> {
        let mut errors = Vec::new();
        let mut agenda = std::mem::take(&mut self.frontier);
        while let Some((_, pending)) = agenda.pop_first() {
            if watch.must_stop()
                && let Some(stop) = watch.reason()
            {
                return Err(reason_for_stop(stop));
            }
            let location = self.visit(pending.visit).location;
            if self.outline.graph.is_error(location) {
                let guards: Vec<Term> = pending.arrivals.iter().map(|a| a.guard).collect();
                errors.push(store.or(&guards));
            } else {
                let arrival = self.join(store, location, pending.arrivals);
                self.execute(store, pending.visit, arrival, &mut agenda)?;
            }
        }
        self.next_depth += 1;
        Ok(errors)
    }

    /// The cut points where runs go on, with their guards.
    pub(super) fn frontier(&self, store: &mut TermStore) -> Vec<FrontierGuard> {
        let guard = |arrivals: &[Arrival]| arrivals.iter().map(|a| a.guard).collect::<Vec<_>>();
        let entries = self.frontier.iter();
        entries
            .map(|(&position, p)| FrontierGuard { position, guard: store.or(&guard(&p.arrivals)) })
            .collect()
    }

    /// Goes on without the runs at a cut point: there are none.
    pub(super) fn drop_frontier(&mut self, dropped: FrontierGuard) {
        self.frontier.remove(&dropped.position);
    }

    /// Joins the ways to get to a location into one. Only live variables that differ cost
    /// something.
    fn join(&self, store: &mut TermStore, location: Location, arrivals: Vec<Arrival>) -> Arrival {
        let graph = &self.outline.graph;
        // A single arrival keeps its state, but a loop must not gather what is dead.
        if arrivals.len() == 1 && !graph.is_cut_point(location) {
            return arrivals.into_iter().next().expect("there is one");
        }
        let guards: Vec<Term> = arrivals.iter().map(|a| a.guard).collect();
        let (last, others) = arrivals.split_last().expect("somebody arrived");
        let mut joined = |variable: Symbol| {
            let initial = store.var(variable);
            let held = |arrival: &Arrival| arrival.state.get(variable).unwrap_or(initial);
            let value = others.iter().rev().fold(held(last), |value, arrival| {
                let other = held(arrival);
                if other == value { value } else { store.ite(arrival.guard, other, value) }
            });
            (value != initial).then_some((variable, value))
        };
        let live = self.outline.live_at_join(location).iter();
        let state = live.filter_map(|&variable| joined(variable)).collect();
        Arrival { guard: store.or(&guards), state }
    }

    /// Follows the edges out of a visit.
    fn execute(
        &mut self,
        store: &mut TermStore,
        visit: VisitId,
        arrival: Arrival,
        agenda: &mut Agenda,
    ) -> Result<(), Reason> {
        let graph = &self.outline.graph;
        let location = self.visit(visit).location;
        let edges: SmallVec<[EdgeId; 2]> = graph.edges(location).collect();
        let mut state = Some(arrival.state);
        let mut steps = SmallVec::<[(EdgeId, symbolic::Step); 2]>::new();
        for (i, &edge) in edges.iter().enumerate() {
            // The last edge takes the state over, so that changing it needs no copy.
            let taken = if i + 1 == edges.len() { state.take() } else { state.clone() };
            let command = &graph.cfa.edge(edge).command;
            let step = symbolic::execute_from(store, command, taken.expect("taken at the end"))
                .map_err(|_| Reason::Unsupported("procedure calls".to_owned()))?;
            if store.as_bool(step.guard) != Some(false) {
                steps.push((edge, step));
            }
        }
        let mut not_before = arrival.guard;
        let mut branches = SmallVec::new();
        let last = steps.len().saturating_sub(1);
        for (i, (edge, step)) in steps.into_iter().enumerate() {
            let selector = match self.outline.branching(location) {
                _ if i == last => Selector::Otherwise,
                Branching::Condition(condition) => Selector::Condition(condition),
                Branching::Open => Selector::Symbol(fresh_selector(store)),
            };
            let mut guard = store.and(&[not_before, step.guard]);
            if let Selector::Symbol(symbol) = selector {
                guard = store.and(&[guard, symbol]);
                let other = store.not(symbol);
                not_before = store.and(&[not_before, other]);
            }
            if store.as_bool(guard) == Some(false) {
                continue;
            }
            let target = graph.cfa.edge(edge).target;
            let position = graph.position(target).expect("only such edges are followed");
            let at_cut_point = graph.is_cut_point(target);
            let next = if at_cut_point { &mut self.frontier } else { &mut *agenda };
            let target =
                self.visits.arrive(next, position, target, Arrival { guard, state: step.state });
            branches.push(Branch { edge, selector, inputs: step.inputs, target });
        }
        self.visits.0[visit.0 as usize].branches = branches;
        Ok(())
    }
}

fn fresh_selector(store: &mut TermStore) -> Term {
    let symbol = store.fresh("edge", Sort::Bool);
    store.var(symbol)
}

/// All visits, in the order in which they were first arrived at.
#[derive(Default)]
struct Visits(Vec<Visit>);

impl Visits {
    /// Notes an arrival at a location, and a visit of it if it is the first.
    fn arrive(
        &mut self,
        agenda: &mut Agenda,
        position: u32,
        location: Location,
        arrival: Arrival,
    ) -> VisitId {
        let pending = agenda.entry(position).or_insert_with(|| {
            let visit = VisitId(u32::try_from(self.0.len()).expect("fewer than 2^32 visits"));
            self.0.push(Visit { location, branches: SmallVec::new() });
            Pending { visit, arrivals: Vec::new() }
        });
        pending.arrivals.push(arrival);
        pending.visit
    }
}
