//! Nodes that had equal or opposite values in all states seen so far.

use hardware::circuit::Lit;
use rustc_hash::FxHashMap;

/// A partition of the candidates among the nodes of a circuit.
#[derive(Clone, Debug)]
pub struct Classes {
    /// By node: its class, or `ALONE`.
    class: Vec<u32>,
    /// By node: its value in the first state seen. Values are compared relative to it.
    phase: Vec<bool>,
    count: u32,
}

const ALONE: u32 = u32::MAX;

impl Classes {
    /// One class of all candidates, with their values in some state.
    pub fn new(is_candidate: impl Iterator<Item = bool>, phase: Vec<bool>) -> Classes {
        let class = is_candidate.map(|yes| if yes { 0 } else { ALONE }).collect();
        Classes { class, phase, count: 1 }
    }

    /// Separates nodes that differ in some of 64 states; only those of the mask count.
    pub fn refine(&mut self, values: &[u64], mask: u64) {
        let mut known: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for (node, class) in self.class.iter_mut().enumerate() {
            if *class != ALONE {
                let flip = if self.phase[node] { u64::MAX } else { 0 };
                let next = known.len() as u32;
                *class = *known.entry((*class, (values[node] ^ flip) & mask)).or_insert(next);
            }
        }
        self.count = known.len() as u32;
    }

    /// Takes a node out of its class.
    pub fn isolate(&mut self, node: usize) {
        self.class[node] = ALONE;
    }

    /// Whether two nodes are in one class.
    pub fn agree(&self, a: usize, b: usize) -> bool {
        self.class[a] == self.class[b] && self.class[a] != ALONE
    }

    /// For each node the smallest one of its class, as a literal with the same value.
    pub fn representatives(&self) -> Vec<Lit> {
        let mut first = vec![ALONE; self.count as usize];
        let nodes = self.class.iter().zip(&self.phase).enumerate();
        nodes
            .map(|(node, (&class, &phase))| {
                if class == ALONE {
                    return Lit::new(node as u32, false);
                }
                let first = &mut first[class as usize];
                if *first == ALONE {
                    *first = node as u32;
                }
                Lit::new(*first, phase != self.phase[*first as usize])
            })
            .collect()
    }
}
