//! The clauses that define the gates of a circuit, shared by all solvers.

use super::eliminate::eliminated;
use hardware::circuit::{Circuit, Lit, Node};

/// For each gate the clauses that say what its value is, by the values of what it is made of. A
/// clause belongs to one gate and mentions it, so a gate can be given a value whenever
/// what it is made of has values.
pub struct Netlist {
    nodes: usize,
    is_gate: Vec<bool>,
    /// By code of literal: where the literals that it implies start.
    implied_starts: Vec<u32>,
    implied: Vec<Lit>,
    /// By node: where the nodes that it is made of start.
    part_starts: Vec<u32>,
    parts: Vec<u32>,
    /// Clauses of one literal.
    pub(super) units: Vec<Lit>,
    /// Clauses of three and more literals, and where they end.
    pub(super) long: Vec<Lit>,
    pub(super) long_ends: Vec<u32>,
}

/// The clauses of gates, one after another.
#[derive(Default)]
pub(super) struct Definitions {
    literals: Vec<Lit>,
    /// For each clause its gate, and where it ends.
    clauses: Vec<(u32, u32)>,
}

impl Definitions {
    /// Adds a clause of a gate.
    pub fn add(&mut self, gate: u32, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.clauses.push((gate, self.literals.len() as u32));
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[Lit])> {
        let mut start = 0;
        self.clauses.iter().map(move |&(gate, end)| {
            let clause = &self.literals[start..end as usize];
            start = end as usize;
            (gate, clause)
        })
    }
}

/// The clauses of an and gate.
pub(super) fn clauses_of_and(gate: u32, a: Lit, b: Lit) -> ([[Lit; 2]; 2], [Lit; 3]) {
    let output = Lit::new(gate, false);
    ([[!output, a], [!output, b]], [output, !a, !b])
}

impl Netlist {
    /// The clauses of all gates of a circuit.
    pub fn of(circuit: &Circuit) -> Netlist {
        let mut definitions = Definitions::default();
        for (gate, node) in circuit.nodes.iter().enumerate() {
            if let Node::And(a, b) = *node {
                let (short, long) = clauses_of_and(gate as u32, a, b);
                short.iter().for_each(|clause| definitions.add(gate as u32, clause));
                definitions.add(gate as u32, &long);
            }
        }
        Netlist::new(circuit, &definitions)
    }

    /// Clauses without most inner gates. Only constraint, bad literals, inputs, latches and their next
    /// values may be asked for.
    pub fn reduced(circuit: &Circuit) -> Netlist {
        Netlist::new(circuit, &eliminated(circuit))
    }

    fn new(circuit: &Circuit, definitions: &Definitions) -> Netlist {
        let nodes = circuit.nodes.len();
        let is_gate = circuit.nodes.iter().map(|node| matches!(node, Node::And(..))).collect();
        let mut implications: Vec<(usize, Lit)> = Vec::new();
        let mut parts: Vec<(usize, u32)> = Vec::new();
        let (mut units, mut long, mut long_ends) = (Vec::new(), Vec::new(), Vec::new());
        for (gate, clause) in definitions.iter() {
            let others = clause.iter().filter(|literal| literal.node() != gate as usize);
            parts.extend(others.map(|literal| (gate as usize, literal.node() as u32)));
            match *clause {
                [unit] => units.push(unit),
                [a, b] => implications.extend([((!a).code(), b), ((!b).code(), a)]),
                _ => {
                    long.extend_from_slice(clause);
                    long_ends.push(long.len() as u32);
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        // The switch of a solver is behind the last node.
        let (implied_starts, implied) = by_key(2 * nodes + 2, &implications);
        let (part_starts, parts) = by_key(nodes + 1, &parts);
        Netlist {
            nodes,
            is_gate,
            implied_starts,
            implied,
            part_starts,
            parts,
            units,
            long,
            long_ends,
        }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Whether the value of a node follows from those of others.
    pub(super) fn is_gate(&self, node: usize) -> bool {
        self.is_gate.get(node).copied().unwrap_or(false)
    }

    /// The nodes that a gate is made of.
    #[inline]
    pub(super) fn parts(&self, node: usize) -> &[u32] {
        &self.parts[self.part_starts[node] as usize..self.part_starts[node + 1] as usize]
    }

    /// The literals that a literal implies by a clause of two literals.
    #[inline]
    pub(super) fn implied(&self, literal: Lit) -> &[Lit] {
        let code = literal.code();
        &self.implied[self.implied_starts[code] as usize..self.implied_starts[code + 1] as usize]
    }
}

/// Values by their keys, in their order: where those of each key start, and the values.
fn by_key<T: Copy>(keys: usize, pairs: &[(usize, T)]) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0u32; keys + 1];
    for &(key, _) in pairs {
        starts[key + 1] += 1;
    }
    for key in 0..keys {
        starts[key + 1] += starts[key];
    }
    let Some(&(_, first)) = pairs.first() else { return (starts, Vec::new()) };
    let mut values = vec![first; pairs.len()];
    let mut ends = starts.clone();
    for &(key, value) in pairs {
        values[ends[key] as usize] = value;
        ends[key] += 1;
    }
    (starts, values)
}
