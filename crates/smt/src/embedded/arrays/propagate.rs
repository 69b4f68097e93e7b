//! Checking a model of the SAT solver against the theory of arrays.

use super::graph::{Arrays, Kind, Node};
use crate::embedded::blast::{Blaster, Word};
use crate::embedded::model::SatModel;
use crate::sat::Lit;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::BitVec;

/// Why a fact may pass an edge.
#[derive(Clone, Copy)]
enum Condition {
    /// The literal holds: a branch is taken, an equality holds.
    Holds(Lit),
    /// The fact's index is not that of the store.
    NotAt(Word),
}

/// "The array here holds `element` at `index`", and how it got here.
pub(super) struct Fact {
    pub index: Word,
    pub element: Word,
    came_from: Option<(usize, Condition)>,
}

/// Two facts that contradict each other, or one and a constant array's element.
enum Conflict {
    Facts(usize, usize),
    Constant(usize, Word),
}

/// One pass over a model: states what holds by itself and lets it flow.
pub(super) struct Pass<'a> {
    arrays: &'a Arrays,
    blaster: &'a Blaster,
    pub(super) facts: Vec<Fact>,
    /// The facts known of each array, by the value of their index.
    pub(super) known: Vec<FxHashMap<BitVec, usize>>,
    waiting: VecDeque<(Node, usize)>,
    conflicts: Vec<Conflict>,
    bits: FxHashMap<Word, BitVec>,
}

impl<'a> Pass<'a> {
    /// Lets all facts flow under the present model of the SAT solver.
    pub(super) fn run(arrays: &'a Arrays, blaster: &'a Blaster) -> Pass<'a> {
        let mut pass = Pass {
            arrays,
            blaster,
            facts: Vec::new(),
            known: arrays.kinds.iter().map(|_| FxHashMap::default()).collect(),
            waiting: VecDeque::new(),
            conflicts: Vec::new(),
            bits: FxHashMap::default(),
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

    /// A fact that holds by itself.
    fn state(&mut self, node: Node, index: Word, element: Word) {
        self.arrive(node, Fact { index, element, came_from: None });
    }

    fn value(&mut self, word: Word) -> BitVec {
        let blaster = self.blaster;
        self.bits.entry(word).or_insert_with(|| SatModel::of(blaster).bits(word)).clone()
    }

    fn holds(&self, lit: Lit) -> bool {
        SatModel::of(self.blaster).holds(lit)
    }

    fn arrive(&mut self, node: Node, fact: Fact) {
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

    /// Lets a fact flow along every edge that preserves it.
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

    /// The branch that a conditional takes, and the literal that says so.
    fn branch(&self, condition: Lit, then: Node, otherwise: Node) -> (Node, Lit) {
        if self.holds(condition) { (then, condition) } else { (otherwise, !condition) }
    }

    fn pass_store(&mut self, to: Node, fact: usize, stored_at: Word) {
        if self.value(self.facts[fact].index) != self.value(stored_at) {
            self.pass(to, fact, Condition::NotAt(stored_at));
        }
    }

    fn pass(&mut self, to: Node, fact: usize, condition: Condition) {
        let Fact { index, element, .. } = self.facts[fact];
        self.arrive(to, Fact { index, element, came_from: Some((fact, condition)) });
    }

    /// Whether no facts contradict each other.
    pub(super) fn is_consistent(&self) -> bool {
        self.conflicts.is_empty()
    }

    /// The contradictions found, free of the borrowed model.
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
    /// One lemma for each: what brought the facts together implies that they agree.
    pub(super) fn lemmas(&self, blaster: &mut Blaster) -> Vec<Vec<Lit>> {
        let facts = &self.facts;
        let lemma = |conflict: &Conflict| match *conflict {
            Conflict::Facts(a, b) => {
                let (fact_a, fact_b) = (&facts[a], &facts[b]);
                let mut clause = vec![
                    !blaster.words_equal(fact_a.index, fact_b.index),
                    blaster.words_equal(fact_a.element, fact_b.element),
                ];
                exclude_way(blaster, facts, a, &mut clause);
                exclude_way(blaster, facts, b, &mut clause);
                clause
            }
            Conflict::Constant(a, constant) => {
                let mut clause = vec![blaster.words_equal(facts[a].element, constant)];
                exclude_way(blaster, facts, a, &mut clause);
                clause
            }
        };
        self.conflicts.iter().map(lemma).collect()
    }
}

/// Adds to a clause that some condition on the way of a fact does not hold.
fn exclude_way(blaster: &mut Blaster, facts: &[Fact], fact: usize, clause: &mut Vec<Lit>) {
    let mut at = &facts[fact];
    while let Some((earlier, condition)) = at.came_from {
        clause.push(match condition {
            Condition::Holds(lit) => !lit,
            Condition::NotAt(stored_at) => blaster.words_equal(at.index, stored_at),
        });
        at = &facts[earlier];
    }
}
