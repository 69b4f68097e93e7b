//! Abstract successors of a node.

use super::engine::{AbstractState, PredabsSearch};
use super::segment::Segment;
use crate::tree::NodeId;
use evidence::Reason;
use model::Location;
use smt::{Budget, Models};
use term::{Term, TermStore, Value};

impl PredabsSearch<'_> {
    /// Whether a node touches an error: some values of its cube lead to one.
    pub(super) fn touches_error(&mut self, id: NodeId, budget: &Budget) -> Result<bool, Reason> {
        let node = self.tree.node(id);
        let segment = self.segments.get_mut(&node.location).expect("it was entered");
        let mut conditions = node.label().cube.clone();
        conditions.push(segment.error);
        segment.possible(&mut self.store, &conditions, budget)
    }

    /// Adds all successors of a node that no other node covers.
    pub(super) fn expand(&mut self, id: NodeId, budget: &Budget) -> Result<(), Reason> {
        let location = self.tree.node(id).location;
        for exit in 0..self.segments[&location].exits.len() {
            let target = self.segments[&location].exits[exit].target;
            let combinations = if self.is_cartesian() && !self.combined.contains(&target) {
                None
            } else {
                self.combinations(id, exit, budget)?
            };
            let cubes = match combinations {
                Some(cubes) => cubes,
                None => self.agreed(id, exit, budget)?,
            };
            let precision = self.predicates.get(&target).map_or(0, Vec::len);
            for cube in cubes {
                self.tree.add_child(id, exit, target, AbstractState { cube, precision });
            }
        }
        self.tree.close(id);
        Ok(())
    }

    /// The possible combinations of predicates after an exit that are not covered yet. `None` if
    /// there are more than the limit.
    fn combinations(
        &mut self,
        id: NodeId,
        exit: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Vec<Term>>>, Reason> {
        let mut successors = Successors::new(self, id, exit);
        let mut cubes = Vec::new();
        while successors.possible(budget)? {
            if cubes.len() as u32 == successors.limit {
                return Ok(None);
            }
            let cube = successors.read_cube();
            successors.exclude(&cube);
            cubes.push(cube);
        }
        Ok(Some(cubes))
    }

    /// The literals that hold in all uncovered successors after an exit, as one cube; no cube if
    /// there are no such successors.
    fn agreed(
        &mut self,
        id: NodeId,
        exit: usize,
        budget: &Budget,
    ) -> Result<Vec<Vec<Term>>, Reason> {
        let mut successors = Successors::new(self, id, exit);
        if !successors.possible(budget)? {
            return Ok(Vec::new());
        }
        let mut cube = successors.read_cube();
        successors.forget_covered();
        loop {
            // Either some literal is violated by a successor, or all hold.
            let violated = successors.violation_of(&cube);
            if !successors.possible_with(violated, budget)? {
                return Ok(vec![cube]);
            }
            let other = successors.read_cube();
            cube.retain(|literal| other.contains(literal));
        }
    }
}

/// The successors of a node after one exit of its segment.
struct Successors<'a> {
    store: &'a mut TermStore,
    segment: &'a mut Segment,
    exit: usize,
    predicates: &'a [Term],
    limit: u32,
    /// The cube of the node and the guard of the exit.
    reached: Vec<Term>,
    /// Conditions that a successor is not covered.
    uncovered: Vec<Term>,
}

impl<'a> Successors<'a> {
    fn new(run: &'a mut PredabsSearch<'_>, id: NodeId, exit: usize) -> Successors<'a> {
        let node = run.tree.node(id);
        let segment = run.segments.get_mut(&node.location).expect("it was entered");
        let mut reached = node.label().cube.clone();
        reached.push(segment.exits[exit].guard);
        let target: Location = segment.exits[exit].target;
        let predicates = run.predicates.get(&target).map(Vec::as_slice).unwrap_or_default();
        let (store, limit, uncovered) = (&mut run.store, run.combination_limit, Vec::new());
        let mut successors =
            Successors { store, segment, exit, predicates, limit, reached, uncovered };
        for covering in run.tree.at(target) {
            successors.exclude(&run.tree.node(covering).label().cube);
        }
        successors
    }

    /// Excludes the successors that a cube covers.
    fn exclude(&mut self, cube: &[Term]) {
        let exit = &mut self.segment.exits[self.exit];
        let images: Vec<Term> = cube.iter().map(|&l| exit.image(self.store, l)).collect();
        let covered = self.store.and(&images);
        self.uncovered.push(self.store.not(covered));
    }

    fn forget_covered(&mut self) {
        self.uncovered.clear();
    }

    /// The condition that some literal of a cube does not hold.
    fn violation_of(&mut self, cube: &[Term]) -> Term {
        let exit = &mut self.segment.exits[self.exit];
        let images: Vec<Term> = cube.iter().map(|&l| exit.image(self.store, l)).collect();
        let all = self.store.and(&images);
        self.store.not(all)
    }

    fn possible(&mut self, budget: &Budget) -> Result<bool, Reason> {
        let conditions = [self.reached.as_slice(), &self.uncovered].concat();
        self.segment.possible(self.store, &conditions, budget)
    }

    fn possible_with(&mut self, condition: Term, budget: &Budget) -> Result<bool, Reason> {
        let conditions = [self.reached.as_slice(), &[condition]].concat();
        self.segment.possible(self.store, &conditions, budget)
    }

    /// The values of all predicates in the solver's model.
    fn read_cube(&mut self) -> Vec<Term> {
        let mut cube = Vec::with_capacity(self.predicates.len());
        for &predicate in self.predicates {
            let image = self.segment.exits[self.exit].image(self.store, predicate);
            let holds = self.segment.solver.value(self.store, image) == Value::Bool(true);
            cube.push(if holds { predicate } else { self.store.not(predicate) });
        }
        cube.sort_unstable();
        cube
    }
}
