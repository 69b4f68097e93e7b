//! Circuits: and gates and inverters over inputs and latches, the bit-level model.

mod arithmetic;
mod blast;
mod gates;
mod simplify;
mod words;

pub use blast::{BitModel, BitSource, NotBits};
pub use gates::Gates;
pub use simplify::Simplified;

use std::fmt;
use std::ops::Not;

/// A literal: the number of a node, and whether it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that never holds.
    pub const FALSE: Lit = Lit(0);
    /// The literal that always holds.
    pub const TRUE: Lit = Lit(1);

    /// The literal of a node.
    #[inline]
    pub const fn new(node: u32, is_negated: bool) -> Lit {
        Lit(2 * node + is_negated as u32)
    }

    /// The literal with this code: twice the node, plus one if negated.
    #[inline]
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// Twice the node, plus one if negated.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The node.
    #[inline]
    pub const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is negated.
    #[inline]
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, negated if asked.
    #[must_use]
    #[inline]
    pub const fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ negate as u32)
    }

    /// The constant.
    #[inline]
    pub const fn constant(value: bool) -> Lit {
        Lit(value as u32)
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.node())
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The constant false; only node 0.
    False,
    /// An input, by its number.
    Input(u32),
    /// A latch, by its number.
    Latch(u32),
    /// The conjunction of two literals of smaller nodes.
    And(Lit, Lit),
}

/// A latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// Its literal, not negated.
    pub literal: Lit,
    /// Its first value; without one, any.
    pub initial: Option<bool>,
    /// Its value after a step.
    pub next: Lit,
}

/// A circuit with a question: can a bad literal hold in a run in which the constraint always holds?
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// The nodes. Gates have larger numbers than what they use.
    pub nodes: Vec<Node>,
    /// The nodes of inputs.
    pub inputs: Vec<Lit>,
    /// The latches.
    pub latches: Vec<Latch>,
    /// Holds in every step.
    pub constraint: Lit,
    /// Must never hold.
    pub bad: Vec<Lit>,
}

impl Default for Lit {
    fn default() -> Lit {
        Lit::TRUE
    }
}

impl Circuit {
    /// The number of gates.
    pub fn gates(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::And(..))).count()
    }

    /// The values of all nodes, 64 runs at once. The values of inputs and latches are given.
    pub fn simulate(&self, inputs: &[u64], latches: &[u64], values: &mut Vec<u64>) {
        values.clear();
        for node in &self.nodes {
            let value = match *node {
                Node::False => 0,
                Node::Input(number) => inputs[number as usize],
                Node::Latch(number) => latches[number as usize],
                Node::And(a, b) => word(values, a) & word(values, b),
            };
            values.push(value);
        }
    }
}

/// The value of a literal, 64 runs at once.
#[inline]
pub fn word(values: &[u64], literal: Lit) -> u64 {
    let mask = if literal.is_negated() { u64::MAX } else { 0 };
    values[literal.node()] ^ mask
}
