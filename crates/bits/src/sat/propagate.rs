//! Propagation: through gates by their definition, through clauses by watched literals.

use super::clauses::Watch;
use super::netlist::{Netlist, User};
use super::{Reason, Solver};
use hardware::circuit::Lit;

/// What contradicts itself.
#[derive(Clone, Copy, Debug)]
pub enum Conflict {
    /// Two literals that imply each other's negation both hold.
    Binary(Lit, Lit),
    /// A gate has another value than its inputs say.
    Gate(u32),
    /// All literals of a clause are false.
    Clause(u32),
}

impl Solver {
    /// Propagates all literals of the trail within the domain.
    pub(super) fn propagate(&mut self, netlist: &Netlist) -> Option<Conflict> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            self.counters.propagations += 1;
            if let Some(inputs) = netlist.gate(literal.node())
                && let Some(conflict) = self.propagate_down(literal, inputs)
            {
                return Some(conflict);
            }
            for &user in netlist.users(!literal) {
                if let Some(conflict) = self.propagate_false(literal, user) {
                    return Some(conflict);
                }
            }
            for &user in netlist.users(literal) {
                if let Some(conflict) = self.propagate_true(user) {
                    return Some(conflict);
                }
            }
            if let Some(conflict) = self.propagate_clauses(literal) {
                return Some(conflict);
            }
        }
        None
    }

    /// From a gate to its inputs.
    fn propagate_down(&mut self, literal: Lit, [a, b]: [Lit; 2]) -> Option<Conflict> {
        if !literal.is_negated() {
            return self.imply(a, literal).or_else(|| self.imply(b, literal));
        }
        let gate = literal.node() as u32;
        match (self.value(a), self.value(b)) {
            (1, 1) => Some(Conflict::Gate(gate)),
            (1, 0) => {
                self.assign(!b, Reason::Gate(gate));
                None
            }
            (0, 1) => {
                self.assign(!a, Reason::Gate(gate));
                None
            }
            _ => None,
        }
    }

    /// From an input of a gate that is false, since a literal holds, to the gate. Most gates are known
    /// already, so values are looked at first, the domain last.
    #[inline]
    fn propagate_false(&mut self, because: Lit, User { gate, .. }: User) -> Option<Conflict> {
        let output = Lit::new(gate, false);
        match self.value(output) {
            -1 => None,
            _ if !self.is_in_domain(gate as usize) => None,
            0 => {
                self.assign(!output, Reason::Binary(because));
                None
            }
            _ => Some(Conflict::Binary(because, output)),
        }
    }

    /// From an input of a gate that is true to the gate or its other input.
    #[inline]
    fn propagate_true(&mut self, User { gate, other }: User) -> Option<Conflict> {
        let output = Lit::new(gate, false);
        let implied = match (self.value(other), self.value(output)) {
            (1, 0) => output,
            (0, -1) => !other,
            (1, -1) if self.is_in_domain(gate as usize) => return Some(Conflict::Gate(gate)),
            _ => return None,
        };
        if self.is_in_domain(gate as usize) {
            self.assign(implied, Reason::Gate(gate));
        }
        None
    }

    /// A literal that another one implies. Inputs of gates in the domain are in it, too.
    fn imply(&mut self, literal: Lit, because: Lit) -> Option<Conflict> {
        match self.value(literal) {
            0 => {
                self.assign(literal, Reason::Binary(because));
                None
            }
            1 => None,
            _ => Some(Conflict::Binary(because, !literal)),
        }
    }

    fn propagate_clauses(&mut self, literal: Lit) -> Option<Conflict> {
        let mut list = std::mem::take(&mut self.clauses.watches[literal.code()]);
        let mut conflict = None;
        let (mut from, mut to) = (0, 0);
        'watches: while from < list.len() {
            let watch = list[from];
            from += 1;
            // A clause with a literal outside the domain can be satisfied there.
            if self.value(watch.blocker) > 0 || !self.is_in_domain(watch.blocker.node()) {
                list[to] = watch;
                to += 1;
                continue;
            }
            let clause = watch.clause;
            if self.clauses.is_gone(clause) {
                continue;
            }
            if self.clauses.literal(clause, 0) == !literal {
                self.clauses.swap(clause, 0, 1);
            }
            let first = self.clauses.literal(clause, 0);
            let kept = Watch { clause, blocker: first };
            if self.value(first) > 0 {
                list[to] = kept;
                to += 1;
                continue;
            }
            for i in 2..self.clauses.len(clause) {
                let candidate = self.clauses.literal(clause, i);
                if self.value(candidate) >= 0 {
                    self.clauses.swap(clause, 1, i);
                    self.clauses.watches[(!candidate).code()].push(kept);
                    continue 'watches;
                }
            }
            list[to] = kept;
            to += 1;
            if self.value(first) < 0 {
                conflict = Some(Conflict::Clause(clause));
                break;
            }
            if self.is_in_domain(first.node()) {
                self.assign(first, Reason::Clause(clause));
            }
        }
        while from < list.len() {
            list[to] = list[from];
            to += 1;
            from += 1;
        }
        list.truncate(to);
        self.clauses.watches[literal.code()] = list;
        conflict
    }
}
