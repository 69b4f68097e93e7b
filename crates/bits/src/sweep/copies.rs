//! Copies of a circuit in which nodes are replaced by their representatives.

use hardware::circuit::{Circuit, Gates, Lit, Node};

/// One copy of a circuit among some gates.
pub struct Copy {
    /// For each node, its literal, with representatives in place of others.
    pub image: Vec<Lit>,
    /// For each latch, its literal before it is replaced.
    pub latches: Vec<Lit>,
    /// For each input, its literal.
    pub inputs: Vec<Lit>,
    /// Where a node differs from its representative, as far as is seen from the gates.
    pub claims: Vec<Claim>,
}

/// A node has the value of its representative.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The node.
    pub node: usize,
    /// What it is, if all smaller nodes are replaced.
    pub literal: Lit,
    /// Its representative.
    pub representative: Lit,
}

/// Copies a circuit. Latches are what `latch` says; it is given the image of smaller nodes.
pub fn copy(
    circuit: &Circuit,
    representatives: &[Lit],
    gates: &mut Gates,
    mut latch: impl FnMut(&mut Gates, &[Lit], usize) -> Lit,
) -> Copy {
    let mut copy = Copy {
        image: Vec::with_capacity(circuit.nodes.len()),
        latches: vec![Lit::FALSE; circuit.latches.len()],
        inputs: vec![Lit::FALSE; circuit.inputs.len()],
        claims: Vec::new(),
    };
    for (number, node) in circuit.nodes.iter().enumerate() {
        let literal = match *node {
            Node::False => Lit::FALSE,
            Node::Input(input) => {
                let literal = gates.input();
                copy.inputs[input as usize] = literal;
                literal
            }
            Node::Latch(which) => {
                let literal = latch(gates, &copy.image, which as usize);
                copy.latches[which as usize] = literal;
                literal
            }
            Node::And(a, b) => {
                let (a, b) = (of(&copy.image, a), of(&copy.image, b));
                gates.and(a, b)
            }
        };
        let first = representatives[number];
        if first.node() == number {
            copy.image.push(literal);
            continue;
        }
        let representative = of(&copy.image, first);
        if literal != representative {
            copy.claims.push(Claim { node: number, literal, representative });
        }
        copy.image.push(representative);
    }
    copy
}

/// The image of a literal.
pub fn of(image: &[Lit], literal: Lit) -> Lit {
    image[literal.node()].negated_if(literal.is_negated())
}
