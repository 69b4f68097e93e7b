//! Figure 3: covering, and strengthening around loops.

use super::Cube;
use super::block_path::Target;
use super::engine::TreeIc3Search;
use super::label::Label;
use super::policy::{Refutation, Strengthening};
use crate::solver::is_satisfiable;
use crate::tree::NodeId;
use evidence::Reason;
use model::{EdgeId, State, execute_from};
use smt::{EmbeddedSolver, Solver};
use term::Term;

impl TreeIc3Search<'_> {
    /// Node covering: looks for an older node that allows all that a node allows.
    pub(super) fn is_covered(&mut self, node: NodeId) -> Result<bool, Reason> {
        let location = self.tree.node(node).location;
        let older: Vec<NodeId> = self.tree.may_cover(node).collect();
        let label = self.tree.node(node).label().clone();
        for other in older {
            let weaker = self.tree.node(other).label().clone();
            if self.implies(location, &label, &weaker)? {
                self.tree.cover(node, other);
                self.count.covered += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Strengthening: the clauses of the last node above at the same location that hold after the
    /// path from there are added, and the nodes between are strengthened so that they follow. Says
    /// whether the node is still in the tree.
    pub(super) fn strengthen(&mut self, node: NodeId) -> Result<bool, Reason> {
        let path = self.tree.path_to(node);
        let location = self.tree.node(node).location;
        let above = &path[..path.len() - 1];
        let same = above.iter().rposition(|&other| self.tree.node(other).location == location);
        let Some(start) = same else { return Ok(true) };
        let nodes = &path[start..];
        let edges = self.edges_between(nodes);
        for cube in self.clauses_that_hold(nodes, &edges)? {
            let target = Target::Region(cube);
            if let Some(frames) = self.refute_path(nodes, &edges, &target)? {
                let is_gone = frames.iter().skip(1).any(Label::is_contradiction);
                self.count.strengthened += u64::from(self.add_clauses(nodes, frames));
                if is_gone {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The edges between nodes of a path.
    pub(super) fn edges_between(&self, nodes: &[NodeId]) -> Vec<EdgeId> {
        let steps = nodes.iter().skip(1).map(|&node| self.tree.step_to(node));
        steps.map(|step| *step.expect("only the root has no step")).collect()
    }

    /// The cubes that the first node of a path excludes, the last one does not, and no run along the
    /// path comes to. All or none of them, if that is the variant.
    fn clauses_that_hold(
        &mut self,
        nodes: &[NodeId],
        edges: &[EdgeId],
    ) -> Result<Vec<Cube>, Reason> {
        let [first, .., last] = nodes else { return Ok(Vec::new()) };
        let (first, last) = (self.tree.node(*first).label(), self.tree.node(*last).label());
        let open = first.cubes().iter().filter(|cube| !last.excludes(cube));
        let mut open: Vec<Cube> = open.cloned().collect();
        let is_whole = self.policy.strengthening == Strengthening::AllOrNone;
        if is_whole && self.policy.refutation == Refutation::Interpolants && !open.is_empty() {
            // The whole label in one piece, so that one row of interpolants shows it.
            let clauses = first.clauses(&mut self.store);
            let label = self.store.and(&clauses);
            open = vec![Cube::new(vec![self.store.not(label)])];
        }
        if open.is_empty() {
            return Ok(open);
        }
        let mut solver = EmbeddedSolver::new(self.backend);
        for clause in first.clauses(&mut self.store) {
            solver.assert(&mut self.store, clause);
        }
        let cfa = &self.model.entry().cfa;
        let mut state = State::new();
        for &edge in edges {
            let step = execute_from(&mut self.store, &cfa.edge(edge).command, state)
                .map_err(|call| Reason::Unsupported(call.to_string().into()))?;
            solver.assert(&mut self.store, step.guard);
            state = step.state;
        }
        let mut holding = Vec::new();
        for cube in open {
            let mut after: Vec<Term> = Vec::with_capacity(cube.len());
            for &literal in cube.literals() {
                after.push(state.apply(&mut self.store, literal));
            }
            if !is_satisfiable(&mut solver, &mut self.store, &after, &self.budget)? {
                holding.push(cube);
            } else if is_whole {
                holding.clear();
                break;
            }
        }
        self.past += solver.stats();
        Ok(holding)
    }
}
