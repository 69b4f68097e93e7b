//! Gates, each built once: structural hashing with local simplification.

use super::{Circuit, Latch, Lit, Node};
use rustc_hash::FxHashMap;

/// A circuit under construction.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// What is built so far.
    pub circuit: Circuit,
    known: FxHashMap<(Lit, Lit), Lit>,
}

impl Gates {
    /// A circuit without inputs.
    pub fn new() -> Gates {
        let circuit = Circuit { nodes: vec![Node::False], ..Circuit::default() };
        Gates { circuit, known: FxHashMap::default() }
    }

    fn push(&mut self, node: Node) -> Lit {
        let number = u32::try_from(self.circuit.nodes.len()).expect("fewer than 2^31 nodes");
        self.circuit.nodes.push(node);
        Lit::new(number, false)
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        let literal = self.push(Node::Input(self.circuit.inputs.len() as u32));
        self.circuit.inputs.push(literal);
        literal
    }

    /// A latch whose next value is not known yet.
    pub fn latch(&mut self, initial: Option<bool>) -> Lit {
        let literal = self.push(Node::Latch(self.circuit.latches.len() as u32));
        self.circuit.latches.push(Latch { literal, initial, next: literal });
        literal
    }

    /// The conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.two_levels(a, b).or_else(|| self.two_levels(b, a)) {
            return simpler;
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return known;
        }
        let gate = self.push(Node::And(a, b));
        self.known.insert((a, b), gate);
        gate
    }

    /// What `a & b` is where `b` is a gate that has `a` or its negation as an input.
    fn two_levels(&self, a: Lit, b: Lit) -> Option<Lit> {
        let Node::And(c, d) = self.circuit.nodes[b.node()] else { return None };
        match b.is_negated() {
            false if a == c || a == d => Some(b),
            false if a == !c || a == !d => Some(Lit::FALSE),
            true if a == !c || a == !d => Some(a),
            _ => None,
        }
    }

    /// The disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether two literals differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (left, right) = (self.and(a, !b), self.and(!a, b));
        self.or(left, right)
    }

    /// Whether two literals are equal.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// One of two literals, by a condition.
    pub fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        let (yes, no) = (self.and(condition, yes), self.and(!condition, no));
        self.or(yes, no)
    }

    /// The conjunction of many.
    pub fn all(&mut self, literals: &[Lit]) -> Lit {
        // A balanced tree is shallow.
        match literals {
            [] => Lit::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = literals.split_at(literals.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }

    /// The disjunction of many.
    pub fn any(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        !self.all(&negated)
    }
}
