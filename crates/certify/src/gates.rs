//! Logic gates as clauses.

use crate::sat::{Lit, Sat};

/// Creates gates. Gates of constants are constants; nothing else is simplified.
pub struct Gates {
    /// The solver that has the clauses.
    pub sat: Sat,
    truth: Lit,
}

impl Gates {
    /// No gates yet.
    pub fn new() -> Gates {
        let mut sat = Sat::new();
        let truth = sat.variable();
        sat.clause(&[truth]);
        Gates { sat, truth }
    }

    /// The literal of a constant.
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    /// An unconstrained literal.
    pub fn input(&mut self) -> Lit {
        self.sat.variable()
    }

    /// The conjunction of two literals.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (yes, no) = (self.truth, !self.truth);
        match (a, b) {
            _ if a == no || b == no || a == !b => no,
            _ if a == yes || a == b => b,
            _ if b == yes => a,
            _ => {
                let out = self.sat.variable();
                self.sat.clause(&[!out, a]);
                self.sat.clause(&[!out, b]);
                self.sat.clause(&[out, !a, !b]);
                out
            }
        }
    }

    /// The disjunction of two literals.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The exclusive disjunction of two literals.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (yes, no) = (self.truth, !self.truth);
        match (a, b) {
            _ if a == b => no,
            _ if a == !b => yes,
            _ if a == no => b,
            _ if b == no => a,
            _ if a == yes => !b,
            _ if b == yes => !a,
            _ => {
                let out = self.sat.variable();
                self.sat.clause(&[!out, a, b]);
                self.sat.clause(&[!out, !a, !b]);
                self.sat.clause(&[out, !a, b]);
                self.sat.clause(&[out, a, !b]);
                out
            }
        }
    }

    /// Whether two literals are equal.
    pub fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (yes, no) = (self.truth, !self.truth);
        match (condition, then, otherwise) {
            _ if condition == yes || then == otherwise => then,
            _ if condition == no => otherwise,
            _ if then == yes => self.or(condition, otherwise),
            _ if then == no => self.and(!condition, otherwise),
            _ if otherwise == yes => self.or(!condition, then),
            _ if otherwise == no => self.and(condition, then),
            _ => {
                let out = self.sat.variable();
                self.sat.clause(&[!condition, !out, then]);
                self.sat.clause(&[!condition, out, !then]);
                self.sat.clause(&[condition, !out, otherwise]);
                self.sat.clause(&[condition, out, !otherwise]);
                out
            }
        }
    }

    /// The majority of three literals: the carry of an addition.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
            if x == self.truth {
                return self.or(y, z);
            }
            if x == !self.truth {
                return self.and(y, z);
            }
        }
        let out = self.sat.variable();
        for (x, y) in [(a, b), (b, c), (c, a)] {
            self.sat.clause(&[!x, !y, out]);
            self.sat.clause(&[x, y, !out]);
        }
        out
    }

    /// The conjunction of some literals.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let (yes, no) = (self.truth, !self.truth);
        let open: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != yes).collect();
        if open.contains(&no) {
            return no;
        }
        match open[..] {
            [] => yes,
            [lit] => lit,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.sat.variable();
                let mut all_or_not = vec![out];
                for &lit in &open {
                    self.sat.clause(&[!out, lit]);
                    all_or_not.push(!lit);
                }
                self.sat.clause(&all_or_not);
                out
            }
        }
    }

    /// The disjunction of some literals.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.all(&negated)
    }
}
