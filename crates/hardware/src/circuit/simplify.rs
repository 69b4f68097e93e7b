//! Smaller circuits with the same answer: what matters, without constants.

use super::gates::Gates;
use super::{Circuit, Lit, Node};

/// How much ternary simulation may cost, in gates.
const MAX_TERNARY_COST: usize = 2_000_000_000;

/// A smaller circuit with the way back.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The circuit.
    pub circuit: Circuit,
    /// For each latch, its number in the original circuit.
    pub latches: Vec<usize>,
    /// For each input, its number in the original circuit.
    pub inputs: Vec<usize>,
    /// Latches of the original circuit that never change, with their values. That all of them have
    /// these values is an inductive invariant.
    pub constants: Vec<(usize, bool)>,
}

impl Simplified {
    /// Removes latches that are constants and everything that neither the constraint nor bad
    /// literals depend on.
    pub fn of(original: &Circuit) -> Simplified {
        let constants = constant_latches(original);
        let mut replaced = themselves(original);
        for (latch, value) in original.latches.iter().zip(&constants) {
            if let Some(value) = value {
                replaced[latch.literal.node()] = Lit::constant(*value);
            }
        }
        let constants = constants.iter().enumerate();
        let constants = constants.filter_map(|(latch, value)| value.map(|value| (latch, value)));
        Simplified { constants: constants.collect(), ..Simplified::replacing(original, &replaced) }
    }

    /// Replaces each node by a literal, of itself or of a smaller node, and removes what does not
    /// matter then. Nodes that replace others must not be replaced themselves.
    pub fn replacing(original: &Circuit, replaced: &[Lit]) -> Simplified {
        let needed = cone_of_influence(original, replaced);
        let mut gates = Gates::new();
        let mut image = vec![Lit::FALSE; original.nodes.len()];
        let (mut latches, mut inputs) = (Vec::new(), Vec::new());
        let of =
            |image: &[Lit], literal: Lit| image[literal.node()].negated_if(literal.is_negated());
        for (number, node) in original.nodes.iter().enumerate() {
            if !needed[number] {
                continue;
            }
            if replaced[number].node() != number {
                image[number] = of(&image, replaced[number]);
                continue;
            }
            image[number] = match *node {
                Node::False => Lit::FALSE,
                Node::Input(input) => {
                    inputs.push(input as usize);
                    gates.input()
                }
                Node::Latch(latch) => {
                    latches.push(latch as usize);
                    gates.latch(original.latches[latch as usize].initial)
                }
                Node::And(a, b) => {
                    let (a, b) = (of(&image, a), of(&image, b));
                    gates.and(a, b)
                }
            };
        }
        let mut circuit = gates.circuit;
        for (latch, &number) in circuit.latches.iter_mut().zip(&latches) {
            latch.next = of(&image, original.latches[number].next);
        }
        circuit.constraint = of(&image, original.constraint);
        circuit.bad = original.bad.iter().map(|&bad| of(&image, bad)).collect();
        if circuit.bad.iter().all(|&bad| bad == Lit::FALSE) {
            circuit.constraint = Lit::TRUE;
        }
        Simplified { circuit, latches, inputs, constants: Vec::new() }.pruned()
    }

    /// Removes what does not matter any more since gates have become simpler.
    fn pruned(self) -> Simplified {
        let same = themselves(&self.circuit);
        let needed = cone_of_influence(&self.circuit, &same);
        // The constant may be without users.
        match needed.iter().skip(1).all(|&needed| needed) {
            true => self,
            false => {
                let next = Simplified::replacing(&self.circuit, &same);
                self.then(next)
            }
        }
    }

    /// This simplification, then another one of its result that finds no constants.
    #[must_use]
    pub fn then(self, next: Simplified) -> Simplified {
        debug_assert!(next.constants.is_empty());
        Simplified {
            circuit: next.circuit,
            latches: next.latches.iter().map(|&latch| self.latches[latch]).collect(),
            inputs: next.inputs.iter().map(|&input| self.inputs[input]).collect(),
            constants: self.constants,
        }
    }
}

/// The literals of all nodes.
fn themselves(circuit: &Circuit) -> Vec<Lit> {
    (0..circuit.nodes.len() as u32).map(|node| Lit::new(node, false)).collect()
}

/// Whether each node matters.
fn cone_of_influence(circuit: &Circuit, replaced: &[Lit]) -> Vec<bool> {
    let mut needed = vec![false; circuit.nodes.len()];
    let mut stack: Vec<usize> = circuit.bad.iter().map(|bad| bad.node()).collect();
    stack.push(circuit.constraint.node());
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut needed[node], true) {
            continue;
        }
        if replaced[node].node() != node {
            stack.push(replaced[node].node());
            continue;
        }
        match circuit.nodes[node] {
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
            Node::Latch(latch) => stack.push(circuit.latches[latch as usize].next.node()),
            _ => {}
        }
    }
    needed
}

/// A truth value that may be open: whether it may be false, and whether it may be true.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ternary(u8);

const OPEN: Ternary = Ternary(3);

impl Ternary {
    fn of(value: Option<bool>) -> Ternary {
        match value {
            Some(false) => Ternary(1),
            Some(true) => Ternary(2),
            None => OPEN,
        }
    }

    fn negated_if(self, negate: bool) -> Ternary {
        match negate {
            true => Ternary((self.0 >> 1) | ((self.0 & 1) << 1)),
            false => self,
        }
    }

    fn and(self, other: Ternary) -> Ternary {
        Ternary(((self.0 | other.0) & 1) | (self.0 & other.0 & 2))
    }
}

/// The latches that have one value in all states that ternary simulation reaches.
fn constant_latches(circuit: &Circuit) -> Vec<Option<bool>> {
    let mut state: Vec<Ternary> =
        circuit.latches.iter().map(|latch| Ternary::of(latch.initial)).collect();
    let mut values: Vec<Ternary> = Vec::with_capacity(circuit.nodes.len());
    let rounds = 1 + MAX_TERNARY_COST / circuit.nodes.len().max(1);
    for _ in 0..rounds {
        values.clear();
        let of = |values: &[Ternary], literal: Lit| {
            values[literal.node()].negated_if(literal.is_negated())
        };
        for node in &circuit.nodes {
            let value = match *node {
                Node::False => Ternary(1),
                Node::Input(_) => OPEN,
                Node::Latch(latch) => state[latch as usize],
                Node::And(a, b) => of(&values, a).and(of(&values, b)),
            };
            values.push(value);
        }
        let mut has_changed = false;
        for (latch, value) in circuit.latches.iter().zip(&mut state) {
            let joined = Ternary(value.0 | of(&values, latch.next).0);
            has_changed |= joined != *value;
            *value = joined;
        }
        if !has_changed {
            return state
                .iter()
                .map(|value| match value.0 {
                    1 => Some(false),
                    2 => Some(true),
                    _ => None,
                })
                .collect();
        }
    }
    vec![None; circuit.latches.len()]
}
