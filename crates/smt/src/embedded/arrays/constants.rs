//! Reasoning beyond facts: how constant arrays and defaults are related.
//!
//! Facts are about single indices. Two constant arrays that are connected by edges differ at only
//! finitely many indices (one for each store between them), so over a larger index sort their
//! elements must be equal. Connected array variables share the value that they have at all indices
//! without a fact.

use super::graph::{Arrays, Kind, Node};
use crate::embedded::blast::{Blaster, width_of};
use crate::embedded::cells::{Cell, Content};
use crate::embedded::model::SatModel;
use crate::sat::Lit;
use crate::traits::UnknownReason;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How a node was reached from the start of a search.
#[derive(Clone, Copy)]
struct Step {
    from: Node,
    /// The literal that must hold, for edges that depend on one.
    reason: Option<Lit>,
    stores: u64,
}

impl Arrays {
    /// The nodes connected with `start` under the model, in the order found.
    fn connected(&self, blaster: &Blaster, start: Node) -> (Vec<Node>, FxHashMap<Node, Step>) {
        let model = SatModel::of(blaster);
        let first = Step { from: start, reason: None, stores: 0 };
        let mut reached = FxHashMap::from_iter([(start, first)]);
        let mut order = vec![start];
        let mut waiting = VecDeque::from([start]);
        while let Some(node) = waiting.pop_front() {
            let stores = reached[&node].stores;
            let mut edges: Vec<(Node, Option<Lit>, u64)> = Vec::new();
            let mut around = |upper: Node| match self.kinds[upper] {
                Kind::Store { base, .. } => {
                    edges.push((if upper == node { base } else { upper }, None, stores + 1));
                }
                Kind::Ite { condition, then, otherwise } => {
                    let holds = model.holds(condition);
                    let (taken, reason) =
                        if holds { (then, condition) } else { (otherwise, !condition) };
                    if upper == node {
                        edges.push((taken, Some(reason), stores));
                    } else if taken == node {
                        edges.push((upper, Some(reason), stores));
                    }
                }
                Kind::Variable | Kind::Constant { .. } => {}
            };
            around(node);
            self.parents[node].iter().for_each(|&parent| around(parent));
            for &equality in &self.equalities_of[node] {
                let equality = &self.equalities[equality];
                if model.holds(equality.holds) {
                    edges.push((equality.other_side(node), Some(equality.holds), stores));
                }
            }
            for (to, reason, stores) in edges {
                reached.entry(to).or_insert_with(|| {
                    order.push(to);
                    waiting.push_back(to);
                    Step { from: node, reason, stores }
                });
            }
        }
        (order, reached)
    }

    /// Lemmas for constant arrays that are connected under the model but have different elements.
    pub(super) fn constants_that_differ(
        &mut self,
        blaster: &mut Blaster,
    ) -> Result<Vec<Vec<Lit>>, UnknownReason> {
        let mut lemmas = Vec::new();
        if !self.is_extensional() {
            return Ok(lemmas);
        }
        let constants: Vec<(Node, Cell)> = self.constants().collect();
        let classes = self.classes(blaster);
        for (i, &(start, element)) in constants.iter().enumerate() {
            let (_, reached) = self.connected(blaster, start);
            for &(other, other_element) in &constants[i + 1..] {
                let Some(&last) = reached.get(&other) else { continue };
                if content(&classes, blaster, element) == content(&classes, blaster, other_element)
                {
                    continue;
                }
                if !self.more_indices_than(start, last.stores) {
                    // If the sort is small enough, there are facts for every index.
                    if self.enumerates(start) {
                        continue;
                    }
                    let what = "constant arrays with a store at every index between them";
                    return Err(UnknownReason::Unsupported(what.to_owned()));
                }
                let mut clause = vec![self.cells_equal(blaster, element, other_element)];
                let mut at = other;
                while at != start {
                    let step = reached[&at];
                    clause.extend(step.reason.map(|lit| !lit));
                    at = step.from;
                }
                lemmas.push(clause);
            }
        }
        Ok(lemmas)
    }

    fn more_indices_than(&self, node: Node, stores: u64) -> bool {
        // Numbers have no width, and there are enough of them.
        let width = width_of(&self.index_sorts[node]).ok();
        width.is_none_or(|width| width >= 64 || 1u64 << width > stores)
    }

    /// The value of every array variable at indices without a fact: that of a connected constant
    /// array, else zero.
    pub(super) fn defaults(&self, blaster: &Blaster) -> FxHashMap<Node, Content> {
        let mut defaults = FxHashMap::default();
        if !self.is_extensional() {
            return defaults;
        }
        let classes = self.classes(blaster);
        for (start, element) in self.constants() {
            let value = content(&classes, blaster, element);
            for node in self.connected(blaster, start).0 {
                defaults.entry(node).or_insert_with(|| value.clone());
            }
        }
        defaults
    }
}

/// What a cell holds, given what stands for each array.
fn content(classes: &[Node], blaster: &Blaster, cell: Cell) -> Content {
    match cell {
        Cell::Array(node) => Content::Array(classes[node]),
        _ => SatModel::of(blaster).content(cell),
    }
}
