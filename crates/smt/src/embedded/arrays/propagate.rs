//! Checks a model of the SAT solver against the theory of arrays.

use super::graph::{Arrays, Kind, Node};
use crate::embedded::blast::Blaster;
use crate::embedded::cells::{Cell, Content};
use crate::embedded::model::SatModel;
use crate::sat::Lit;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Why a fact may pass an edge.
#[derive(Clone, Copy)]
enum Condition {
    /// The literal holds: a branch is taken, an equality holds.
    Holds(Lit),
    /// The fact's index is not that of the store.
    NotAt(Cell),
}

/// "The array here holds `element` at `index`", and how the fact was derived.
pub(super) struct Fact {
    /// The array.
    node: Node,
    pub index: Cell,
    pub element: Cell,
    came_from: Option<(usize, Condition)>,
}

/// Two facts that contradict each other, or one and a constant array's element.
enum Conflict {
    Facts(usize, usize),
    Constant(usize, Cell),
}

/// One pass over a model: adds the initial facts and propagates them.
pub(super) struct Pass<'a> {
    arrays: &'a Arrays,
    blaster: &'a Blaster,
    pub(super) facts: Vec<Fact>,
    /// The facts known of each array, by the value of their index.
    pub(super) known: Vec<FxHashMap<Content, usize>>,
    waiting: VecDeque<(Node, usize)>,
    conflicts: Vec<Conflict>,
    contents: FxHashMap<Cell, Content>,
    /// What stands for each array.
    classes: Vec<Node>,
}

impl<'a> Pass<'a> {
    /// Propagates all facts under the current model of the SAT solver.
    pub(super) fn run(arrays: &'a Arrays, blaster: &'a Blaster) -> Pass<'a> {
        let mut pass = Pass {
            arrays,
            blaster,
            facts: Vec::new(),
            known: arrays.kinds.iter().map(|_| FxHashMap::default()).collect(),
            waiting: VecDeque::new(),
            conflicts: Vec::new(),
            contents: FxHashMap::default(),
            classes: arrays.classes(blaster),
        };
        for (node, kind) in arrays.kinds.iter().enumerate() {
            if let Kind::Store { index, element, .. } = kind {
                pass.state(node, *index, *element);
            }
        }
        for read in arrays.reads.iter().chain(arrays.enumerated()) {
            pass.state(read.array, read.index, read.element);
        }
        while let Some((node, fact)) = pass.waiting.pop_front() {
            pass.spread(node, fact);
        }
        pass
    }

    /// Adds an initial fact.
    fn state(&mut self, node: Node, index: Cell, element: Cell) {
        self.arrive(Fact { node, index, element, came_from: None });
    }

    /// What a cell holds.
    pub(super) fn value(&mut self, cell: Cell) -> Content {
        if let Cell::Array(node) = cell {
            return Content::Array(self.classes[node]);
        }
        let blaster = self.blaster;
        self.contents.entry(cell).or_insert_with(|| SatModel::of(blaster).content(cell)).clone()
    }

    fn holds(&self, lit: Lit) -> bool {
        SatModel::of(self.blaster).holds(lit)
    }

    fn arrive(&mut self, fact: Fact) {
        let node = fact.node;
        let (index, element) = (self.value(fact.index), self.value(fact.element));
        let number = self.facts.len();
        if let Some(&known) = self.known[node].get(&index) {
            if self.value(self.facts[known].element) != element {
                self.facts.push(fact);
                self.conflicts.push(Conflict::Facts(known, number));
            }
            return;
        }
        self.facts.push(fact);
        self.known[node].insert(index, number);
        if let Kind::Constant { element: constant } = self.arrays.kinds[node]
            && self.value(constant) != element
        {
            self.conflicts.push(Conflict::Constant(number, constant));
            return;
        }
        self.waiting.push_back((node, number));
    }

    /// Propagates a fact along every edge that preserves it.
    fn spread(&mut self, node: Node, fact: usize) {
        let arrays = self.arrays;
        match arrays.kinds[node] {
            Kind::Store { base, index, .. } => self.pass_store(base, fact, index),
            Kind::Ite { condition, then, otherwise } => {
                let (taken, reason) = self.branch(condition, then, otherwise);
                self.pass(taken, fact, Condition::Holds(reason));
            }
            Kind::Variable | Kind::Constant { .. } => {}
        }
        if !arrays.is_extensional() {
            return;
        }
        for &parent in &arrays.parents[node] {
            match arrays.kinds[parent] {
                Kind::Store { index, .. } => self.pass_store(parent, fact, index),
                Kind::Ite { condition, then, otherwise } => {
                    let (taken, reason) = self.branch(condition, then, otherwise);
                    if taken == node {
                        self.pass(parent, fact, Condition::Holds(reason));
                    }
                }
                Kind::Variable | Kind::Constant { .. } => unreachable!("nothing is below these"),
            }
        }
        for &equality in &arrays.equalities_of[node] {
            let equality = &arrays.equalities[equality];
            if self.holds(equality.holds) {
                let other = equality.other_side(node);
                self.pass(other, fact, Condition::Holds(equality.holds));
            }
        }
    }

    /// The taken branch of a conditional, and the literal that selects it.
    fn branch(&self, condition: Lit, then: Node, otherwise: Node) -> (Node, Lit) {
        if self.holds(condition) { (then, condition) } else { (otherwise, !condition) }
    }

    fn pass_store(&mut self, to: Node, fact: usize, stored_at: Cell) {
        if self.value(self.facts[fact].index) != self.value(stored_at) {
            self.pass(to, fact, Condition::NotAt(stored_at));
        }
    }

    fn pass(&mut self, to: Node, fact: usize, condition: Condition) {
        let Fact { index, element, .. } = self.facts[fact];
        self.arrive(Fact { node: to, index, element, came_from: Some((fact, condition)) });
    }

    /// Whether no facts contradict each other.
    pub(super) fn is_consistent(&self) -> bool {
        self.conflicts.is_empty()
    }

    /// The contradictions found, without the borrowed model.
    pub(super) fn into_conflicts(self) -> Conflicts {
        Conflicts { facts: self.facts, conflicts: self.conflicts }
    }
}

/// The contradictions of a pass.
pub(super) struct Conflicts {
    facts: Vec<Fact>,
    conflicts: Vec<Conflict>,
}

impl Conflicts {
    /// Clauses that make the facts of each contradiction agree: along the path of each fact, the
    /// array after a step has the same element as the array before it, under the condition of the
    /// step. Reads of the arrays on the path are added, so that paths with a common part share its
    /// clauses, and what is learnt about one read is reused.
    pub(super) fn lemmas(&self, arrays: &mut Arrays, blaster: &mut Blaster) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for conflict in &self.conflicts {
            match *conflict {
                Conflict::Facts(a, b) => {
                    let at_a = self.follow(arrays, blaster, a, &mut clauses);
                    let at_b = self.follow(arrays, blaster, b, &mut clauses);
                    let same = blaster.cells_equal(self.facts[a].index, self.facts[b].index);
                    equal_if(arrays, blaster, same, at_a, at_b, &mut clauses);
                }
                Conflict::Constant(a, constant) => {
                    let element = self.follow(arrays, blaster, a, &mut clauses);
                    let always = blaster.gates.constant(true);
                    equal_if(arrays, blaster, always, element, constant, &mut clauses);
                }
            }
        }
        clauses.retain(|clause| arrays.is_new_lemma(clause));
        clauses
    }

    /// Adds the clauses of a fact's path; returns the read at its end.
    fn follow(
        &self,
        arrays: &mut Arrays,
        blaster: &mut Blaster,
        fact: usize,
        clauses: &mut Vec<Vec<Lit>>,
    ) -> Cell {
        let mut way = vec![&self.facts[fact]];
        while let Some((earlier, _)) = way[way.len() - 1].came_from {
            way.push(&self.facts[earlier]);
        }
        let mut element = way[way.len() - 1].element;
        for pair in way.windows(2).rev() {
            let [after, before] = pair else { unreachable!("windows of two") };
            let index = after.index;
            let next = arrays.element_at(blaster, after.node, index);
            let (_, condition) = after.came_from.expect("it has come");
            let passes = match condition {
                Condition::Holds(lit) => lit,
                Condition::NotAt(stored_at) => !blaster.cells_equal(index, stored_at),
            };
            equal_if(arrays, blaster, passes, element, next, clauses);
            // At the index of the store that is passed, its element is read. Either array of the
            // step may be that store; the other one may be a store too, but at another index.
            if let Condition::NotAt(_) = condition {
                let (store, read) = match arrays.kinds[before.node] {
                    Kind::Store { base, .. } if base == after.node => (before.node, element),
                    _ => (after.node, next),
                };
                let Kind::Store { element: stored, .. } = arrays.kinds[store] else {
                    unreachable!("a store is passed");
                };
                equal_if(arrays, blaster, !passes, read, stored, clauses);
            }
            element = next;
        }
        element
    }
}

/// Clauses that make two cells equal if a literal holds.
fn equal_if(
    arrays: &mut Arrays,
    blaster: &mut Blaster,
    condition: Lit,
    a: Cell,
    b: Cell,
    clauses: &mut Vec<Vec<Lit>>,
) {
    match (a, b) {
        _ if a == b => {}
        (Cell::Bits(a), Cell::Bits(b)) => {
            for (&a, &b) in blaster.lits(a).iter().zip(blaster.lits(b)) {
                if a != b {
                    clauses.push(vec![!condition, !a, b]);
                    clauses.push(vec![!condition, a, !b]);
                }
            }
        }
        (Cell::Number(_), Cell::Number(_)) => {
            clauses.extend(blaster.number_sides(a, b).map(|side| vec![!condition, side]));
        }
        _ => clauses.push(vec![!condition, arrays.cells_equal(blaster, a, b)]),
    }
}
