//! The shape of a circuit, shared by all solvers.

use hardware::circuit::{Circuit, Lit, Node};

/// For each node what it is made of, and which gates use it.
pub struct Netlist {
    /// The inputs of gates; `[FALSE, FALSE]` for other nodes.
    gates: Vec<[Lit; 2]>,
    /// Where the users of each node start.
    starts: Vec<u32>,
    users: Vec<u32>,
}

impl Netlist {
    /// The netlist of a circuit.
    pub fn of(circuit: &Circuit) -> Netlist {
        let inputs_of = |node: &Node| match *node {
            Node::And(a, b) => [a, b],
            _ => [Lit::FALSE; 2],
        };
        let gates: Vec<[Lit; 2]> = circuit.nodes.iter().map(inputs_of).collect();
        let mut starts = vec![0u32; gates.len() + 1];
        for (node, inputs) in circuit.nodes.iter().zip(&gates) {
            if let Node::And(..) = node {
                for input in inputs {
                    starts[input.node() + 1] += 1;
                }
            }
        }
        for node in 0..gates.len() {
            starts[node + 1] += starts[node];
        }
        let mut users = vec![0; starts[gates.len()] as usize];
        let mut ends = starts.clone();
        for (number, node) in circuit.nodes.iter().enumerate() {
            if let Node::And(a, b) = *node {
                for input in [a, b] {
                    let end = &mut ends[input.node()];
                    users[*end as usize] = number as u32;
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

    /// The range of users of a node.
    #[inline]
    pub(super) fn users(&self, node: usize) -> std::ops::Range<usize> {
        match node < self.gates.len() {
            true => self.starts[node] as usize..self.starts[node + 1] as usize,
            false => 0..0,
        }
    }

    #[inline]
    pub(super) fn user(&self, at: usize) -> u32 {
        self.users[at]
    }
}
