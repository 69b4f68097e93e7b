//! Exclusive disjunctions up to the order of their operands.
//!
//! Checksums compute the same parities in different orders. A SAT solver without linear algebra proves that
//! they agree by trying all inputs. So every `xor` of few literals is known by the set of its operands: equal sets are
//! one gate.

use crate::sat::{Lit, Var};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Parities of more variables are not looked for.
const MAX_OPERANDS: usize = 24;

/// The variables whose parity a gate is, in order.
type Operands = SmallVec<[Var; 4]>;

/// The gates that are parities.
#[derive(Default)]
pub struct Parities {
    operands: FxHashMap<Var, Operands>,
    gates: FxHashMap<Operands, Lit>,
}

/// What is known about the exclusive disjunction of two variables.
pub enum Parity {
    /// It is this literal.
    Gate(Lit),
    /// It has no operands: it is false.
    Never,
    /// No gate has these operands.
    New(Operands),
    /// It has too many operands.
    Large,
}

impl Parities {
    /// Looks for the exclusive disjunction of two variables.
    pub fn find(&self, a: Var, b: Var) -> Parity {
        let Some(operands) = self.difference(a, b) else { return Parity::Large };
        match operands[..] {
            [] => Parity::Never,
            [only] => Parity::Gate(only.positive()),
            _ => match self.gates.get(&operands) {
                Some(&gate) => Parity::Gate(gate),
                None => Parity::New(operands),
            },
        }
    }

    /// Takes note of a new gate.
    pub fn insert(&mut self, operands: Operands, gate: Lit) {
        debug_assert!(!gate.is_negated());
        self.operands.insert(gate.var(), operands.clone());
        self.gates.insert(operands, gate);
    }

    /// The variables that are operands of one of two parities, but not of both.
    fn difference(&self, a: Var, b: Var) -> Option<Operands> {
        let (own_a, own_b) = ([a], [b]);
        let of_a = self.operands.get(&a).map_or(&own_a[..], |operands| operands);
        let of_b = self.operands.get(&b).map_or(&own_b[..], |operands| operands);
        let mut difference = Operands::new();
        let (mut i, mut j) = (0, 0);
        while i < of_a.len() || j < of_b.len() {
            match (of_a.get(i), of_b.get(j)) {
                (Some(x), Some(y)) if x == y => {
                    i += 1;
                    j += 1;
                }
                (Some(&x), y) if y.is_none_or(|&y| x < y) => {
                    difference.push(x);
                    i += 1;
                }
                (_, Some(&y)) => {
                    difference.push(y);
                    j += 1;
                }
                (_, None) => break,
            }
        }
        (difference.len() <= MAX_OPERANDS).then_some(difference)
    }
}
