//! Segments: the exact behaviour between one visit of a cut point and the next.

use crate::solver::is_satisfiable;
use crate::unwinding::{Outline, Unwinding};
use evidence::Reason;
use model::{Location, State};
use rustc_hash::FxHashMap;
use smt::budget::Watch;
use smt::sat::SatBackend;
use smt::{Budget, EmbeddedSolver};
use std::rc::Rc;
use term::{Term, TermStore};

/// All paths from a location to the next cut points and errors.
pub(super) struct Segment {
    /// Holds for the values and inputs with which a run reaches an error.
    pub(super) error: Term,
    /// The cut points that runs may reach.
    pub(super) exits: Vec<Exit>,
    /// The solver for queries about the segment.
    pub(super) solver: EmbeddedSolver,
}

/// The paths from a location to one cut point.
pub(super) struct Exit {
    /// The cut point.
    pub(super) target: Location,
    /// Holds for the values and inputs with which a run gets there.
    pub(super) guard: Term,
    /// The values at the cut point.
    state: State,
    /// Predicates over the values there, expressed over the values before.
    images: FxHashMap<Term, Term>,
}

impl Segment {
    /// Executes all paths from a location.
    pub(super) fn from(
        outline: &Rc<Outline<'_>>,
        location: Location,
        store: &mut TermStore,
        backend: SatBackend,
        watch: &Watch,
    ) -> Result<Segment, Reason> {
        let mut unwinding = Unwinding::from_location(Rc::clone(outline), location, store);
        let errors = unwinding.unwind(store, watch)?;
        let exits = unwinding.next_heads(store).into_iter().map(|head| Exit {
            target: head.location,
            guard: head.guard,
            state: head.state,
            images: FxHashMap::default(),
        });
        let exits = exits.collect();
        Ok(Segment { error: store.or(&errors), exits, solver: EmbeddedSolver::new(backend) })
    }

    /// Whether all of some conditions are possible.
    pub(super) fn possible(
        &mut self,
        store: &mut TermStore,
        conditions: &[Term],
        budget: &Budget,
    ) -> Result<bool, Reason> {
        if conditions.iter().any(|&c| store.as_bool(c) == Some(false)) {
            return Ok(false);
        }
        is_satisfiable(&mut self.solver, store, conditions, budget)
    }
}

impl Exit {
    /// A predicate over the values at the target, expressed over values and inputs before.
    pub(super) fn image(&mut self, store: &mut TermStore, predicate: Term) -> Term {
        let state = &self.state;
        *self.images.entry(predicate).or_insert_with(|| state.apply(store, predicate))
    }
}
