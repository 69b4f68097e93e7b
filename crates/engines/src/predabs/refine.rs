//! Follows a path of the tree exactly, and finds predicates that exclude it.

use super::engine::PredabsSearch;
use super::segment::Segment;
use crate::interpolation::{Rest, Separation, Step};
use crate::solver::reason_for_unknown;
use crate::tree::NodeId;
use crate::unwinding::{Unwinding, read_trace};
use evidence::{Reason, Trace};
use model::Location;
use rustc_hash::FxHashSet;
use smt::budget::Watch;
use smt::{Budget, EmbeddedSolver, Outcome, Solver};
use std::rc::Rc;
use term::{Op, Symbol, Term};

/// The result of following a path of the tree to an error.
pub(super) enum Path {
    /// The path is a run.
    PredabsSearch(Trace),
    /// The path is infeasible.
    Spurious(Spurious),
}

/// A path of the tree that no run takes.
pub(super) struct Spurious {
    /// The end of the path: its nodes from the last one on from which the rest is infeasible.
    nodes: Vec<NodeId>,
    /// The rest of the path at each of them except the first.
    rests: Vec<Rest>,
}

impl<'m> PredabsSearch<'m> {
    /// Follows the path to a node that touches an error, from its end to its start.
    pub(super) fn follow(
        &mut self,
        last: NodeId,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Path, Reason> {
        let path = self.tree.path_to(last);
        let locations: Vec<Location> = path.iter().map(|&id| self.tree.node(id).location).collect();
        let mut rests: Vec<Rest> = Vec::new();
        for start in (0..path.len()).rev() {
            let (unwinding, formula) = self.unwind_along(&locations[start..], watch)?;
            let mut rest = Rest { formula, solver: EmbeddedSolver::new(self.backend) };
            let mut conditions = self.tree.node(path[start]).label().cube.clone();
            conditions.push(formula);
            match rest.solver.check(&mut self.store, &conditions, budget) {
                Outcome::Sat if start == 0 => {
                    let trace =
                        read_trace(&unwinding, &self.variables, &mut self.store, &mut rest.solver);
                    self.past += rest.solver.stats();
                    return trace
                        .map(Path::PredabsSearch)
                        .map_err(|e| Reason::Internal(e.to_string()));
                }
                Outcome::Sat => rests.push(rest),
                Outcome::Unsat => {
                    self.past += rest.solver.stats();
                    rests.reverse();
                    return Ok(Path::Spurious(Spurious { nodes: path[start..].to_vec(), rests }));
                }
                Outcome::Unknown(reason) => return Err(reason_for_unknown(reason)),
            }
        }
        Err(Reason::Internal("a path without nodes".to_owned()))
    }

    /// All runs that visit exactly the given cut points after the first location, and the condition
    /// to reach an error then.
    fn unwind_along(
        &mut self,
        locations: &[Location],
        watch: &Watch,
    ) -> Result<(Unwinding<'m>, Term), Reason> {
        let outline = Rc::clone(&self.outline);
        let mut unwinding = Unwinding::from_location(outline, locations[0], &mut self.store);
        for &next in &locations[1..] {
            unwinding.unwind(&mut self.store, watch)?;
            unwinding.keep_frontier(next);
        }
        let errors = unwinding.unwind(&mut self.store, watch)?;
        let error = self.store.or(&errors);
        Ok((unwinding, error))
    }

    /// Finds predicates that exclude a spurious path, and removes the part of the tree that must be
    /// rebuilt with them.
    pub(super) fn refine(&mut self, spurious: Spurious, budget: &Budget) -> Result<(), Reason> {
        let Spurious { nodes, rests } = spurious;
        let variables: FxHashSet<Symbol> = self.variables.iter().copied().collect();
        let mut before = self.tree.node(nodes[0]).label().cube.clone();
        let mut is_finer = false;
        for (step, mut rest) in nodes.windows(2).zip(rests) {
            let [source, target] = [0, 1].map(|i| self.tree.node(step[i]).location);
            let known = self.predicates.entry(target).or_default();
            is_finer |= self.tree.node(step[1]).label().precision < known.len();
            let segment = self.segments.get_mut(&source).expect("it was entered");
            let Segment { exits, solver, .. } = segment;
            let exit = &mut exits[*self.tree.step_to(step[1]).expect("it is not the root")];
            before.push(exit.guard);
            let mut separation = Separation {
                store: &mut self.store,
                step: Step {
                    conditions: before,
                    image: &mut |store, literal| exit.image(store, literal),
                    solver,
                },
                rest: &mut rest,
                variables: &variables,
            };
            let clauses = separation.clauses(known, budget)?;
            self.past += rest.solver.stats();
            for &literal in clauses.iter().flatten() {
                let predicate = match self.store.op(literal) {
                    Op::Not => self.store.args(literal)[0],
                    _ => literal,
                };
                if !known.contains(&predicate) {
                    known.push(predicate);
                    is_finer = true;
                }
            }
            before = clauses.iter().map(|clause| self.store.or(clause)).collect();
        }
        if !is_finer {
            self.combine(&nodes[1..])?;
        }
        self.remove(nodes[1]);
        Ok(())
    }

    /// All predicates that the nodes of a path need are known: more combinations of them must be
    /// distinguished.
    fn combine(&mut self, nodes: &[NodeId]) -> Result<(), Reason> {
        let mut is_finer = false;
        for &node in nodes {
            is_finer |= self.combined.insert(self.tree.node(node).location);
        }
        if !is_finer || !self.is_cartesian() {
            let limit = self.combination_limit.checked_mul(4);
            let too_many = || Reason::Incomplete("too many combinations of predicates".to_owned());
            self.combination_limit = limit.ok_or_else(too_many)?;
        }
        Ok(())
    }
}
