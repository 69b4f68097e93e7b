//! Logic gates as clauses of a SAT solver.
//!
//! Gates with a constant or repeated input vanish, and equal gates are created once. Clauses define
//! a gate in both directions, so that all outputs follow from the inputs by unit propagation. The
//! SAT solver never needs to decide on an output.

use super::parities::{Parities, Parity};
use crate::sat::{Lit, SatSolver};
use rustc_hash::FxHashMap;

/// Makes gates in a SAT solver.
pub struct Gates {
    pub(super) sat: Box<dyn SatSolver + Send>,
    /// The literal that is always true.
    truth: Lit,
    /// Known gates by kind and inputs.
    known: FxHashMap<(Kind, Lit, Lit, Lit), Lit>,
    parities: Parities,
    pub(super) variables: u64,
    pub(super) clauses: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Mux,
    Majority,
    Xor3,
}

impl Gates {
    /// Gates in an empty SAT solver.
    pub fn new(mut sat: Box<dyn SatSolver + Send>) -> Gates {
        let truth = sat.new_var(false).positive();
        sat.add_clause(&[truth]);
        Gates {
            sat,
            truth,
            known: FxHashMap::default(),
            parities: Parities::default(),
            variables: 1,
            clauses: 1,
        }
    }

    /// The literal of a truth value.
    pub fn constant(&self, value: bool) -> Lit {
        self.truth ^ !value
    }

    /// The truth value of a constant literal.
    pub fn as_constant(&self, lit: Lit) -> Option<bool> {
        if lit == self.truth {
            Some(true)
        } else if lit == !self.truth {
            Some(false)
        } else {
            None
        }
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        self.variables += 1;
        self.sat.new_var(true).positive()
    }

    fn output(&mut self) -> Lit {
        self.variables += 1;
        self.sat.new_var(false).positive()
    }

    /// Adds a clause permanently.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.sat.add_clause(lits);
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            _ => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.constant(false);
        }
        let (a, b) = (a.min(b), a.max(b));
        let key = (Kind::And, a, b, b);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let out = self.output();
        self.clause(&[!out, a]);
        self.clause(&[!out, b]);
        self.clause(&[out, !a, !b]);
        self.known.insert(key, out);
        out
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Conjunction of any number of literals as one gate.
    pub fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.as_constant(lit) {
                Some(true) => {}
                Some(false) => return self.constant(false),
                None => inputs.push(lit),
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        // Complements differ only in the last bit, so they are adjacent.
        if inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.constant(false);
        }
        match *inputs {
            [] => self.constant(true),
            [one] => one,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.output();
                for &lit in &inputs {
                    self.clause(&[!out, lit]);
                }
                for lit in &mut inputs {
                    *lit = !*lit;
                }
                inputs.push(out);
                self.clause(&inputs);
                out
            }
        }
    }

    /// Disjunction of any number of literals as one gate.
    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and_all(&negated)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(value) = self.as_constant(a) {
            return b ^ value;
        }
        if let Some(value) = self.as_constant(b) {
            return a ^ value;
        }
        if a.var() == b.var() {
            return self.constant(a != b);
        }
        // Signs move to the output.
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.var().positive(), b.var().positive());
        let (a, b) = (a.min(b), a.max(b));
        let key = (Kind::Xor, a, b, b);
        let out = match self.known.get(&key) {
            Some(&known) => known,
            None => {
                let parity = self.parities.find(a.var(), b.var());
                if let Parity::Gate(gate) = parity {
                    return gate ^ flip;
                }
                if let Parity::Never = parity {
                    return self.constant(flip);
                }
                let out = self.output();
                if let Parity::New(operands) = parity {
                    self.parities.insert(operands, out);
                }
                self.clause(&[!out, a, b]);
                self.clause(&[!out, !a, !b]);
                self.clause(&[out, !a, b]);
                self.clause(&[out, a, !b]);
                self.known.insert(key, out);
                out
            }
        };
        out ^ flip
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `a` if the condition holds, else `b`.
    pub fn mux(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        if let Some(value) = self.as_constant(condition) {
            return if value { a } else { b };
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(condition, a);
        }
        let truth = self.truth;
        if a == truth || a == condition {
            return self.or(condition, b);
        }
        if a == !truth || a == !condition {
            return self.and(!condition, b);
        }
        if b == truth || b == !condition {
            return self.or(!condition, a);
        }
        if b == !truth || b == condition {
            return self.and(condition, a);
        }
        let (condition, a, b) =
            if condition.is_negated() { (!condition, b, a) } else { (condition, a, b) };
        let key = (Kind::Mux, condition, a, b);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let out = self.output();
        self.clause(&[!condition, !a, out]);
        self.clause(&[!condition, a, !out]);
        self.clause(&[condition, !b, out]);
        self.clause(&[condition, b, !out]);
        // Redundant, but two equal inputs then determine the output.
        self.clause(&[!a, !b, out]);
        self.clause(&[a, b, !out]);
        self.known.insert(key, out);
        out
    }

    /// Whether at least two of three hold: the carry of a full adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            match self.as_constant(x) {
                Some(true) => return self.or(y, z),
                Some(false) => return self.and(y, z),
                None => {}
            }
            if y == z {
                return y;
            }
            if y == !z {
                return x;
            }
        }
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        // Majority is self-dual: negating all inputs negates the output. So a difference and the
        // comparison of its operands share one chain of borrows.
        let flip = inputs[0].is_negated();
        let [a, b, c] = inputs.map(|lit| lit ^ flip);
        let key = (Kind::Majority, a, b, c);
        if let Some(&known) = self.known.get(&key) {
            return known ^ flip;
        }
        let out = self.output();
        for (x, y) in [(a, b), (b, c), (a, c)] {
            self.clause(&[!x, !y, out]);
            self.clause(&[x, y, !out]);
        }
        self.known.insert(key, out);
        out ^ flip
    }

    /// Exclusive or of three: the sum of a full adder.
    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            if self.as_constant(x).is_some() || y.var() == z.var() {
                let inner = self.xor(y, z);
                return self.xor(x, inner);
            }
        }
        let flip = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut inputs = [a, b, c].map(|lit| lit.var().positive());
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        let key = (Kind::Xor3, a, b, c);
        let out = match self.known.get(&key) {
            Some(&known) => known,
            None => {
                let out = self.output();
                for signs in 0..8u32 {
                    let lit = |lit: Lit, i: u32| lit ^ (signs >> i & 1 == 1);
                    // An input is negated in the clause where it is true in the row; the output
                    // is the parity of the row.
                    let parity = signs.count_ones() % 2 == 1;
                    let last = out ^ !parity;
                    self.clause(&[lit(a, 0), lit(b, 1), lit(c, 2), last]);
                }
                self.known.insert(key, out);
                out
            }
        };
        out ^ flip
    }
}
