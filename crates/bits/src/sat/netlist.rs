//! The shape of a circuit, shared by all solvers.

use hardware::circuit::{Circuit, Lit, Node};

/// A gate that has a literal as an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct User {
    pub gate: u32,
    /// Its other input.
    pub other: Lit,
}

/// For each node what it is made of, and which gates use it.
pub struct Netlist {
    /// The inputs of gates; `[FALSE, FALSE]` for other nodes.
    gates: Vec<[Lit; 2]>,
    /// By code of literal: where its users start.
    starts: Vec<u32>,
    users: Vec<User>,
}

impl Netlist {
    /// The netlist of a circuit.
    pub fn of(circuit: &Circuit) -> Netlist {
        let inputs_of = |node: &Node| match *node {
            Node::And(a, b) => [a, b],
            _ => [Lit::FALSE; 2],
        };
        let gates: Vec<[Lit; 2]> = circuit.nodes.iter().map(inputs_of).collect();
        let mut starts = vec![0u32; 2 * gates.len() + 1];
        for node in &circuit.nodes {
            if let Node::And(a, b) = *node {
                starts[a.code() + 1] += 1;
                starts[b.code() + 1] += 1;
            }
        }
        for code in 0..2 * gates.len() {
            starts[code + 1] += starts[code];
        }
        let total = starts[2 * gates.len()] as usize;
        let mut users = vec![User { gate: 0, other: Lit::FALSE }; total];
        let mut ends = starts.clone();
        for (gate, node) in circuit.nodes.iter().enumerate() {
            if let Node::And(a, b) = *node {
                for (input, other) in [(a, b), (b, a)] {
                    let end = &mut ends[input.code()];
                    users[*end as usize] = User { gate: gate as u32, other };
                    *end += 1;
                }
            }
        }
        Netlist { gates, starts, users }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.gates.len()
    }

    /// The inputs of a node, if it is a gate.
    #[inline]
    pub fn gate(&self, node: usize) -> Option<[Lit; 2]> {
        // Gates have no constants as inputs, and the switch of a solver is behind the last node.
        let inputs = *self.gates.get(node)?;
        (inputs[0].node() != 0).then_some(inputs)
    }

    /// The inputs of a gate.
    #[inline]
    pub(super) fn inputs(&self, gate: u32) -> [Lit; 2] {
        self.gates[gate as usize]
    }

    /// The gates that have a literal as an input.
    #[inline]
    pub(super) fn users(&self, literal: Lit) -> &[User] {
        match literal.node() < self.gates.len() {
            true => {
                let code = literal.code();
                &self.users[self.starts[code] as usize..self.starts[code + 1] as usize]
            }
            false => &[],
        }
    }
}
