//! Section 5: paths refuted by interpolants.
//!
//! An interpolant at a node of a path holds of what the path before it reaches, and excludes the rest of the path.
//! Over numbers, sequence interpolants come from certificates. Elsewhere they are made clause by clause from
//! preconditions of the rest ([`crate::interpolation`]).

use super::Cube;
use super::block_path::Target;
use super::clauses::equivalent_clauses;
use super::engine::{TreeIc3Search, solver_at};
use super::label::Label;
use super::policy::Refutation;
use crate::interpolation::{Rest, Separation, Step};
use crate::solver::{is_satisfiable, reason_for_unknown};
use crate::tree::NodeId;
use evidence::Reason;
use model::{EdgeId, State, execute_from};
use rustc_hash::FxHashSet;
use smt::{
    EmbeddedSolver, EnumeratingInterpolator, Interpolation, Solver, UnknownReason,
    sequence_interpolants,
};
use term::{Substitution, Symbol, Term, TermStore, post_order};

/// What became of a path.
pub(super) enum Interpolated {
    /// The labels of its nodes with what refutes it.
    Refuted(Vec<Label>),
    /// A run goes along it.
    Feasible,
    /// There are no interpolants of use.
    Unusable,
}

impl TreeIc3Search<'_> {
    /// Refutes a path as the variant has it: the labels of its nodes that exclude the target, or nothing if a run
    /// leads there from the states of the first node.
    pub(super) fn refute_path(
        &mut self,
        nodes: &[NodeId],
        edges: &[EdgeId],
        target: &Target,
    ) -> Result<Option<Vec<Label>>, Reason> {
        if self.policy.refutation != Refutation::Blocking {
            let interpolated = match self.has_numbers() {
                true => self.interpolate_by_certificates(nodes, edges, target)?,
                false => self.interpolate_by_preconditions(nodes, edges, target)?,
            };
            match interpolated {
                Interpolated::Refuted(frames) => {
                    self.count.interpolated_paths += 1;
                    return Ok(Some(frames));
                }
                Interpolated::Feasible => return Ok(None),
                Interpolated::Unusable => self.count.fallbacks += 1,
            }
        }
        self.block_path(nodes, edges, target)
    }

    fn has_numbers(&self) -> bool {
        let variables = self.model.variables(self.model.entry);
        variables.into_iter().any(|v| self.store.symbol_sort(v).is_arithmetic())
    }

    fn labels(&self, nodes: &[NodeId]) -> Vec<Label> {
        nodes.iter().map(|&node| self.tree.node(node).label().clone()).collect()
    }

    /// Adds an interpolant, given as clauses, to a label.
    fn add_interpolant(&mut self, label: &mut Label, clauses: &[Vec<Term>]) {
        if self.policy.refutation == Refutation::Interpolants {
            let clauses: Vec<Term> = clauses.iter().map(|clause| self.store.or(clause)).collect();
            let whole = self.store.and(&clauses);
            self.add_formula(label, whole);
            return;
        }
        for clause in clauses {
            let cube = clause.iter().map(|&literal| self.store.not(literal)).collect();
            label.exclude(&Cube::new(cube));
        }
    }

    /// Adds a formula to a label as it is.
    fn add_formula(&mut self, label: &mut Label, formula: Term) {
        self.count.largest = self.count.largest.max(size(&self.store, formula) as u64);
        match self.store.as_bool(formula) {
            Some(true) => {}
            Some(false) => drop(label.exclude(&Cube::all_states())),
            None => drop(label.exclude(&Cube::new(vec![self.store.not(formula)]))),
        }
    }

    /// Interpolants from the rest of the path at each node, forwards from the last node that excludes the rest.
    fn interpolate_by_preconditions(
        &mut self,
        nodes: &[NodeId],
        edges: &[EdgeId],
        target: &Target,
    ) -> Result<Interpolated, Reason> {
        let mut frames = self.labels(nodes);
        let mut rests: Vec<Rest> = Vec::new();
        let mut start = nodes.len();
        loop {
            let Some(before) = start.checked_sub(1) else { return Ok(Interpolated::Feasible) };
            start = before;
            let formula = self.rest(&edges[start..], target)?;
            let mut rest = Rest { formula, solver: EmbeddedSolver::new(self.backend) };
            let mut conditions = frames[start].clauses(&mut self.store);
            conditions.push(formula);
            let goes_on =
                is_satisfiable(&mut rest.solver, &mut self.store, &conditions, &self.budget)?;
            if !goes_on {
                self.past += rest.solver.stats();
                break;
            }
            rests.push(rest);
        }
        let variables: FxHashSet<Symbol> =
            self.model.variables(self.model.entry).into_iter().collect();
        for position in start + 1..nodes.len() {
            let mut rest = rests.pop().expect("the nodes behind the start have one each");
            let mut conditions = frames[position - 1].clauses(&mut self.store);
            let edge = self.automaton.edge_mut(edges[position - 1]);
            conditions.extend(&edge.guard);
            let known = frames[position].clauses(&mut self.store);
            for &clause in &known {
                rest.solver.assert(&mut self.store, clause);
            }
            let solver = solver_at(&mut self.solvers, self.backend, edge.source);
            let mut separation = Separation {
                store: &mut self.store,
                step: Step {
                    conditions,
                    image: &mut |store: &mut TermStore, literal| edge.before(store, literal),
                    solver,
                },
                rest: &mut rest,
                variables: &variables,
            };
            let found = separation.clauses(&[], &self.budget);
            self.past += rest.solver.stats();
            match found {
                Ok(clauses) => {
                    let mut label = frames[position].clone();
                    self.add_interpolant(&mut label, &clauses);
                    frames[position] = label;
                }
                Err(Reason::Incomplete(_)) => return Ok(Interpolated::Unusable),
                Err(reason) => return Err(reason),
            }
        }
        Ok(Interpolated::Refuted(frames))
    }

    /// What has to hold at the start of edges for a run along them to come to the target, with some inputs.
    fn rest(&mut self, edges: &[EdgeId], target: &Target) -> Result<Term, Reason> {
        let cfa = &self.model.entry().cfa;
        let to_error = match target {
            Target::Error(edge) => Some(*edge),
            Target::Region(_) => None,
        };
        let mut state = State::new();
        let mut conditions = Vec::new();
        for edge in edges.iter().copied().chain(to_error) {
            let step = execute_from(&mut self.store, &cfa.edge(edge).command, state)
                .map_err(|call| Reason::Unsupported(call.to_string().into()))?;
            conditions.push(step.guard);
            state = step.state;
        }
        if let Target::Region(cube) = target {
            for &literal in cube.literals() {
                conditions.push(state.apply(&mut self.store, literal));
            }
        }
        Ok(self.store.and(&conditions))
    }

    /// Sequence interpolants of the edges, each with variables of its own in between.
    fn interpolate_by_certificates(
        &mut self,
        nodes: &[NodeId],
        edges: &[EdgeId],
        target: &Target,
    ) -> Result<Interpolated, Reason> {
        let mut frames = self.labels(nodes);
        let (formulas, copies) = self.path_formulas(&frames, edges, target);
        let mut interpolator = EnumeratingInterpolator::new(self.backend);
        let store = &mut self.store;
        let found = match sequence_interpolants(&mut interpolator, store, &formulas, &self.budget) {
            Interpolation::Interpolant(found) => found,
            Interpolation::Consistent => return Ok(Interpolated::Feasible),
            Interpolation::Unknown(UnknownReason::Unsupported(_) | UnknownReason::Failed(_)) => {
                return Ok(Interpolated::Unusable);
            }
            Interpolation::Unknown(reason) => return Err(reason_for_unknown(reason)),
        };
        for (position, mut back) in copies.into_iter().enumerate().skip(1) {
            let interpolant = back.apply(&mut self.store, found[position - 1]);
            let mut label = frames[position].clone();
            match self.policy.refutation {
                Refutation::Clauses { growth } => {
                    let limit = growth.saturating_mul(size(&self.store, interpolant));
                    let Some(clauses) = equivalent_clauses(&mut self.store, interpolant, limit)
                    else {
                        return Ok(Interpolated::Unusable);
                    };
                    self.add_interpolant(&mut label, &clauses);
                }
                _ => self.add_formula(&mut label, interpolant),
            }
            frames[position] = label;
        }
        Ok(Interpolated::Refuted(frames))
    }

    /// A formula for each edge, with the label before it, and one for the target; and for each node the way from its
    /// copies of variables back to these.
    fn path_formulas(
        &mut self,
        labels: &[Label],
        edges: &[EdgeId],
        target: &Target,
    ) -> (Vec<Term>, Vec<Substitution>) {
        let variables = self.model.variables(self.model.entry);
        let mut current: Vec<Term> = Vec::with_capacity(variables.len());
        for &variable in &variables {
            current.push(copy(&mut self.store, variable));
        }
        let mut formulas = Vec::with_capacity(edges.len() + 1);
        let mut ways_back = Vec::with_capacity(labels.len());
        for (position, label) in labels.iter().enumerate() {
            let store = &mut self.store;
            let (mut there, mut back) = (Substitution::new(), Substitution::new());
            for (&variable, &copy) in variables.iter().zip(&current) {
                let own = store.var(variable);
                there.insert(own, copy);
                back.insert(copy, own);
            }
            ways_back.push(back);
            let mut conjuncts = label.clauses(store);
            let edge = match (edges.get(position), target) {
                (Some(&edge), _) | (None, &Target::Error(edge)) => Some(edge),
                (None, Target::Region(cube)) => {
                    conjuncts.extend(cube.literals());
                    None
                }
            };
            let mut after = current.clone();
            if let Some(edge) = edge {
                let encoded = self.automaton.edge_mut(edge);
                conjuncts.extend(&encoded.guard);
                let mut inputs: Vec<Symbol> = encoded.fresh.iter().copied().collect();
                inputs.sort_unstable_by_key(|symbol| symbol.index());
                for input in inputs {
                    let (own, copy) = (store.var(input), copy(store, input));
                    there.insert(own, copy);
                }
                if position < edges.len() {
                    for (number, &variable) in variables.iter().enumerate() {
                        if encoded.assigned.contains(&variable) {
                            let own = store.var(variable);
                            let value = encoded.before(store, own);
                            let value = there.apply(store, value);
                            after[number] = copy(store, variable);
                            formulas.push(store.eq(after[number], value));
                        }
                    }
                }
            }
            // The equations just made belong to this formula.
            let equations = formulas.split_off(position);
            let mut parts: Vec<Term> =
                conjuncts.into_iter().map(|part| there.apply(store, part)).collect();
            parts.extend(equations);
            formulas.push(store.and(&parts));
            current = after;
        }
        (formulas, ways_back)
    }
}

/// A symbol of the same sort.
fn copy(store: &mut TermStore, symbol: Symbol) -> Term {
    let (name, sort) = (store.name(symbol).to_owned(), store.symbol_sort(symbol).clone());
    let copy = store.fresh(&name, sort);
    store.var(copy)
}

/// Number of different subterms.
fn size(store: &TermStore, term: Term) -> usize {
    post_order(store, &[term], |_| false).len()
}
