//! Learning from conflicts.

use super::propagate::Conflict;
use super::{Reason, Solver};
use hardware::circuit::Lit;

impl Solver {
    /// Learns a clause (`self.learnt`, the asserting literal first); returns the level to go back to.
    pub(super) fn analyse(&mut self, conflict: Conflict) -> u32 {
        self.learnt.clear();
        self.learnt.push(Lit::FALSE);
        let mut open = 0;
        let mut at = self.trail.len();
        let mut literal: Option<Lit> = None;
        loop {
            match literal {
                None => self.visit_conflict(conflict, &mut open),
                Some(literal) => self.visit_reason(literal, &mut open),
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].node()] {
                    break;
                }
            }
            let next = self.trail[at];
            self.seen[next.node()] = false;
            open -= 1;
            if open == 0 {
                self.learnt[0] = !next;
                break;
            }
            literal = Some(next);
        }
        self.minimise();
        for i in 0..self.to_clear.len() {
            let node = self.to_clear[i];
            self.seen[node as usize] = false;
        }
        self.to_clear.clear();
        let mut back = 0;
        if self.learnt.len() > 1 {
            let level_of = |i: &usize| self.levels[self.learnt[*i].node()];
            let highest = (1..self.learnt.len()).max_by_key(level_of).unwrap_or(1);
            self.learnt.swap(1, highest);
            back = self.levels[self.learnt[1].node()];
        }
        self.order.decay();
        self.clauses.decay();
        back
    }

    /// Marks a literal that holds and that the conflict needs.
    fn visit(&mut self, literal: Lit, open: &mut usize) {
        let node = literal.node();
        let level = self.levels[node];
        if self.seen[node] || level == 0 {
            return;
        }
        self.seen[node] = true;
        self.to_clear.push(node as u32);
        self.order.bump(node as u32);
        if level == self.level() {
            *open += 1;
        } else {
            self.learnt.push(!literal);
        }
    }

    fn visit_conflict(&mut self, conflict: Conflict, open: &mut usize) {
        match conflict {
            Conflict::Binary(a, b) => {
                self.visit(a, open);
                self.visit(b, open);
            }
            Conflict::Clause(clause) => {
                self.clauses.bump(clause);
                for i in 0..self.clauses.len(clause) {
                    self.visit(!self.clauses.literal(clause, i), open);
                }
            }
        }
    }

    fn visit_reason(&mut self, literal: Lit, open: &mut usize) {
        match self.reasons[literal.node()] {
            Reason::None => {}
            Reason::Binary(because) => self.visit(because, open),
            Reason::Clause(clause) => {
                self.clauses.bump(clause);
                for i in 0..self.clauses.len(clause) {
                    let other = self.clauses.literal(clause, i);
                    if other != literal {
                        self.visit(!other, open);
                    }
                }
            }
        }
    }

    /// Drops literals that others of the clause imply at once.
    fn minimise(&mut self) {
        // Literals of lower levels are still marked.
        let mut kept = 1;
        for i in 1..self.learnt.len() {
            let literal = self.learnt[i];
            if !self.is_redundant(!literal) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    fn is_redundant(&self, literal: Lit) -> bool {
        let is_known = |because: Lit| self.levels[because.node()] == 0 || self.seen[because.node()];
        match self.reasons[literal.node()] {
            Reason::None => false,
            Reason::Binary(because) => is_known(because),
            Reason::Clause(clause) => (0..self.clauses.len(clause)).all(|i| {
                let other = self.clauses.literal(clause, i);
                other == literal || is_known(other)
            }),
        }
    }

    /// Finds the assumptions that contradict an assumption, which is false.
    pub(super) fn analyse_final(&mut self, assumption: Lit) {
        self.fail(assumption);
        if self.starts.is_empty() || self.levels[assumption.node()] == 0 {
            return;
        }
        let first = self.starts[0];
        self.seen[assumption.node()] = true;
        for at in (first..self.trail.len()).rev() {
            let literal = self.trail[at];
            let node = literal.node();
            if !std::mem::replace(&mut self.seen[node], false) {
                continue;
            }
            match self.reasons[node] {
                Reason::None => self.fail(literal),
                Reason::Binary(because) => self.mark(because),
                Reason::Clause(clause) => {
                    for i in 0..self.clauses.len(clause) {
                        let other = self.clauses.literal(clause, i);
                        if other != literal {
                            self.mark(other);
                        }
                    }
                }
            }
        }
    }

    fn mark(&mut self, literal: Lit) {
        if self.levels[literal.node()] > 0 {
            self.seen[literal.node()] = true;
        }
    }

    fn fail(&mut self, assumption: Lit) {
        if !std::mem::replace(&mut self.failed[assumption.code()], true) {
            self.failed_list.push(assumption);
        }
    }
}
