//! Symbolic execution of all runs, by one more visit of a cut point each round.

use super::outline::{Branching, Outline};
use crate::solver::reason_for_stop;
use evidence::Reason;
use model::Gap;
use model::{EdgeId, Input, Location, State, symbolic};
use smallvec::SmallVec;
use smt::budget::Watch;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Sort, Symbol, Term, TermStore};

/// The runs executed so far. The *depth* of a run is the number of cut points it has visited. All
/// runs that are at the same location and depth share a [`Visit`]; or, if loops are executed one by one
/// ([`Outline::loop_by_loop`]), all that are there in the same rounds of the loops around it.
///
/// Guards of different arrivals at a visit are mutually exclusive: if a location leaves open which
/// edge is taken, a fresh symbol decides. So the guards can select the values of joined states.
pub(crate) struct Unwinding<'m> {
    outline: Rc<Outline<'m>>,
    visits: Visits,
    /// Where the runs of the next round start.
    frontier: Agenda,
    next_depth: u32,
    /// The visited cut points, if they are recorded.
    heads: Option<Vec<Head>>,
}

/// A visit of a cut point, with its guard and values.
pub(crate) struct Head {
    /// The cut point.
    pub(crate) location: Location,
    /// Holds for the runs that get there.
    pub(crate) guard: Term,
    /// The values of its live variables, if the guard holds.
    pub(crate) state: State,
}

/// A location at some depth that has been executed.
pub(crate) struct Visit {
    /// The location.
    pub(crate) location: Location,
    /// The edges that runs may take from here.
    pub(crate) branches: SmallVec<[Branch; 2]>,
    /// The greatest number of cut points that runs have visited by now.
    pub(crate) depth: u32,
}

/// An edge out of a visit.
pub(crate) struct Branch {
    /// The edge.
    pub(crate) edge: EdgeId,
    /// When it is taken.
    pub(crate) selector: Selector,
    /// The open inputs of the command.
    pub(crate) inputs: Vec<Input>,
    /// Where it leads.
    pub(crate) target: VisitId,
}

/// Whether a branch is taken, provided that no earlier branch of the visit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// If the condition holds in the program's state.
    Condition(Term),
    /// If the fresh symbol holds.
    Symbol(Term),
    /// Always.
    Otherwise,
}

/// A visit of an unwinding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VisitId(u32);

/// Visits that were reached but not executed, by the position of their location.
type Agenda = BTreeMap<u32, Pending>;

struct Pending {
    visit: VisitId,
    arrivals: Vec<Arrival>,
}

/// An arrival at a visit: a guard and values.
#[derive(Clone)]
struct Arrival {
    guard: Term,
    state: State,
}

/// A cut point where runs of the next round start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontierGuard {
    /// The position of its location among those that are executed.
    pub(crate) position: u32,
    /// Holds for the runs that get there.
    pub(crate) guard: Term,
}

impl<'m> Unwinding<'m> {
    /// Nothing is executed; all runs are at the initial location.
    pub(crate) fn from_start(outline: Rc<Outline<'m>>, store: &mut TermStore) -> Unwinding<'m> {
        let initial = outline.graph.cfa.initial();
        Unwinding::from_location(outline, initial, store)
    }

    /// Nothing is executed; all runs are at the given location, with any values.
    pub(crate) fn from_location(
        outline: Rc<Outline<'m>>,
        location: Location,
        store: &mut TermStore,
    ) -> Unwinding<'m> {
        let next_depth = u32::from(outline.graph.is_cut_point(location));
        let mut unwinding = Unwinding::at(outline, next_depth, None);
        let guard = store.bool(true);
        unwinding.begin(location, guard);
        unwinding
    }

    /// Nothing is executed; all runs are at a relevant cut point, with any values. The visited
    /// heads are recorded.
    ///
    /// There may be no run: assertions about runs then say nothing about the variables, which have
    /// other values in runs from the start.
    pub(crate) fn from_cut_points(
        outline: Rc<Outline<'m>>,
        store: &mut TermStore,
    ) -> Unwinding<'m> {
        let starts: Vec<Location> = outline.graph.cut_points().collect();
        let mut unwinding = Unwinding::at(outline, 1, Some(Vec::new()));
        let mut not_before = store.bool(true);
        for location in starts {
            let chosen = fresh_symbol(store, "start");
            let other = store.not(chosen);
            let guard = store.and(&[not_before, chosen]);
            not_before = store.and(&[not_before, other]);
            unwinding.begin(location, guard);
        }
        unwinding
    }

    fn at(outline: Rc<Outline<'m>>, next_depth: u32, heads: Option<Vec<Head>>) -> Unwinding<'m> {
        let (visits, frontier) = (Visits::default(), Agenda::new());
        Unwinding { outline, visits, frontier, next_depth, heads }
    }

    /// Starts runs at a location, if it is relevant.
    fn begin(&mut self, location: Location, guard: Term) {
        if let Some(position) = self.outline.graph.position(location) {
            let arrival = Arrival { guard, state: State::new() };
            let place = Place { location, position, depth: self.next_depth };
            self.visits.arrive(&mut self.frontier, place, arrival);
        }
    }

    /// Whether everything is unwound.
    pub(crate) fn is_complete(&self) -> bool {
        self.frontier.is_empty()
    }

    /// The greatest depth of the runs executed so far.
    pub(crate) fn depth(&self) -> u32 {
        self.next_depth.saturating_sub(1)
    }

    /// The greatest number of cut points that runs have visited at any visit so far.
    pub(crate) fn greatest_depth(&self) -> u32 {
        self.visits.0.iter().map(|visit| visit.depth).max().unwrap_or(0)
    }

    /// Number of visits so far.
    pub(crate) fn len(&self) -> usize {
        self.visits.0.len()
    }

    /// The visit where all runs start, if it is relevant.
    pub(crate) fn start(&self) -> Option<&Visit> {
        self.visits.0.first()
    }

    /// A visit.
    pub(crate) fn visit(&self, visit: VisitId) -> &Visit {
        &self.visits.0[visit.0 as usize]
    }

    /// The cut points visited so far, in the order of their visits; empty if they are not recorded.
    pub(crate) fn heads(&self) -> &[Head] {
        self.heads.as_deref().unwrap_or_default()
    }

    /// The outline of the unwound automaton.
    pub(crate) fn outline(&self) -> &Outline<'m> {
        &self.outline
    }

    /// Executes all runs up to their next visit of a cut point; returns the guards of those that
    /// reach an error.
    pub(crate) fn unwind(
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
            errors.extend(self.execute_pending(store, pending, &mut agenda)?);
        }
        self.next_depth += 1;
        Ok(errors)
    }

    /// Executes the runs at the first location where some wait; returns the guard of those that reach an error.
    pub(crate) fn execute_first(&mut self, store: &mut TermStore) -> Result<Option<Term>, Reason> {
        let mut agenda = std::mem::take(&mut self.frontier);
        let first = agenda.pop_first();
        let error = first.map(|(_, pending)| self.execute_pending(store, pending, &mut agenda));
        self.frontier = agenda;
        error.transpose().map(Option::flatten)
    }

    fn execute_pending(
        &mut self,
        store: &mut TermStore,
        pending: Pending,
        agenda: &mut Agenda,
    ) -> Result<Option<Term>, Reason> {
        let location = self.visit(pending.visit).location;
        if self.outline.graph.is_error(location) {
            let guards: Vec<Term> = pending.arrivals.iter().map(|a| a.guard).collect();
            return Ok(Some(store.or(&guards)));
        }
        let arrival = self.join(store, location, pending.arrivals);
        if let Some(heads) = &mut self.heads
            && self.outline.graph.is_cut_point(location)
        {
            let Arrival { guard, state } = arrival.clone();
            heads.push(Head { location, guard, state });
        }
        self.execute(store, pending.visit, arrival, agenda)?;
        Ok(None)
    }

    /// The first location where runs wait.
    pub(crate) fn first(&self) -> Option<&Visit> {
        self.frontier.values().next().map(|pending| self.visit(pending.visit))
    }

    /// The cut points where runs continue, with their guards.
    pub(crate) fn frontier(&self, store: &mut TermStore) -> Vec<FrontierGuard> {
        let guard = |arrivals: &[Arrival]| arrivals.iter().map(|a| a.guard).collect::<Vec<_>>();
        let entries = self.frontier.iter();
        entries
            .map(|(&position, p)| FrontierGuard { position, guard: store.or(&guard(&p.arrivals)) })
            .collect()
    }

    /// The first location where runs wait, with its guard.
    pub(crate) fn first_guard(&self, store: &mut TermStore) -> Option<FrontierGuard> {
        let (&position, pending) = self.frontier.first_key_value()?;
        let guards: Vec<Term> = pending.arrivals.iter().map(|a| a.guard).collect();
        Some(FrontierGuard { position, guard: store.or(&guards) })
    }

    /// The cut points where runs continue, with guards and values.
    pub(crate) fn next_heads(&self, store: &mut TermStore) -> Vec<Head> {
        let mut heads = Vec::with_capacity(self.frontier.len());
        for pending in self.frontier.values() {
            let location = self.visit(pending.visit).location;
            let Arrival { guard, state } = self.join(store, location, pending.arrivals.clone());
            heads.push(Head { location, guard, state });
        }
        heads
    }

    /// Continues only with the runs at one cut point.
    pub(crate) fn keep_frontier(&mut self, location: Location) {
        let position = self.outline.graph.position(location);
        self.frontier.retain(|&other, _| Some(other) == position);
    }

    /// Drops the runs at a cut point, because there are none.
    pub(crate) fn drop_frontier(&mut self, dropped: FrontierGuard) {
        self.frontier.remove(&dropped.position);
    }

    /// Joins the arrivals at a location into one. Only live variables that differ have a cost.
    fn join(&self, store: &mut TermStore, location: Location, arrivals: Vec<Arrival>) -> Arrival {
        let graph = &self.outline.graph;
        // A single arrival keeps its state, but a loop must not accumulate dead variables.
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
        let outline = Rc::clone(&self.outline);
        let graph = &outline.graph;
        let Visit { location, depth, .. } = *self.visit(visit);
        let edges: SmallVec<[EdgeId; 2]> = graph.edges(location).collect();
        let mut state = Some(arrival.state);
        let mut steps = SmallVec::<[(EdgeId, symbolic::Step); 2]>::new();
        for (i, &edge) in edges.iter().enumerate() {
            // The last edge takes over the state, so that changing it needs no copy.
            let taken = if i + 1 == edges.len() { state.take() } else { state.clone() };
            let command = &graph.cfa.edge(edge).command;
            let step = symbolic::execute_from(store, command, taken.expect("taken at the end"))
                .map_err(|_| Reason::Unsupported(Gap::calls()))?;
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
                Branching::Open => Selector::Symbol(fresh_symbol(store, "edge")),
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
            let waits = at_cut_point && !graph.is_loop_by_loop();
            let next = if waits { &mut self.frontier } else { &mut *agenda };
            let depth = depth + u32::from(at_cut_point);
            let place = Place { location: target, position, depth };
            let target = self.visits.arrive(next, place, Arrival { guard, state: step.state });
            branches.push(Branch { edge, selector, inputs: step.inputs, target });
        }
        self.visits.0[visit.0 as usize].branches = branches;
        Ok(())
    }
}

/// Where runs arrive.
#[derive(Clone, Copy)]
struct Place {
    location: Location,
    position: u32,
    /// How many cut points they have visited at most.
    depth: u32,
}

fn fresh_symbol(store: &mut TermStore, name: &str) -> Term {
    let symbol = store.fresh(name, Sort::Bool);
    store.var(symbol)
}

/// All visits, in the order of the first arrival.
#[derive(Default)]
struct Visits(Vec<Visit>);

impl Visits {
    /// Records an arrival at a location, and a visit if it is the first.
    fn arrive(&mut self, agenda: &mut Agenda, place: Place, arrival: Arrival) -> VisitId {
        let Place { location, position, depth } = place;
        let pending = agenda.entry(position).or_insert_with(|| {
            let visit = VisitId(u32::try_from(self.0.len()).expect("fewer than 2^32 visits"));
            self.0.push(Visit { location, branches: SmallVec::new(), depth });
            Pending { visit, arrivals: Vec::new() }
        });
        pending.arrivals.push(arrival);
        let visit = &mut self.0[pending.visit.0 as usize];
        visit.depth = visit.depth.max(depth);
        pending.visit
    }
}
