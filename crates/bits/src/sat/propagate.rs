//! Propagation: clauses of two literals are shared by all solvers, others have watched literals.

use super::clauses::Watch;
use super::netlist::Netlist;
use super::{Reason, Solver};
use hardware::circuit::Lit;

/// What contradicts itself.
#[derive(Clone, Copy, Debug)]
pub enum Conflict {
    /// Two literals that imply each other's negation both hold.
    Binary(Lit, Lit),
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
            if let Some(conflict) = self.propagate_implied(netlist, literal) {
                return Some(conflict);
            }
            if let Some(conflict) = self.propagate_clauses(literal) {
                return Some(conflict);
            }
        }
        None
    }

    /// Clauses of gates with two literals. Most of them are satisfied, so values are looked at first,
    /// the domain last.
    #[inline]
    fn propagate_implied(&mut self, netlist: &Netlist, literal: Lit) -> Option<Conflict> {
        for &implied in netlist.implied(literal) {
            match self.value(implied) {
                1 => {}
                0 => {
                    if self.is_in_domain(implied.node()) {
                        self.assign(implied, Reason::Binary(literal));
                    }
                }
                _ => return Some(Conflict::Binary(literal, !implied)),
            }
        }
        None
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
