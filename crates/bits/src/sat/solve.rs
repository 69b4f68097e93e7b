//! Queries.

use super::{Netlist, Reason, Solver};
use hardware::circuit::Lit;
use smt::{Budget, StopReason};
use std::sync::Arc;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model: see [`Solver::model`].
    Sat,
    /// There is none: see [`Solver::has_failed`].
    Unsat,
    /// The budget is exhausted.
    Stopped(StopReason),
}

/// After how many conflicts a search starts again, at first.
const FIRST_RESTART: u64 = 100;

/// How many queries, conflicts or propagations may pass before the budget is checked.
const CHECK_EVERY: u64 = 64;

impl Solver {
    /// Adds a clause for good. It mentions latches or other nodes whose cones matter from now on.
    pub fn add_clause(&mut self, literals: &[Lit]) {
        self.backtrack(0);
        self.include_always(literals);
        let mut open: Vec<Lit> = Vec::with_capacity(literals.len());
        for &literal in literals {
            match self.value(literal) {
                0 => open.push(literal),
                1 => return,
                _ => {}
            }
        }
        match open[..] {
            [] => self.is_refuted = true,
            [unit] => self.assign(unit, Reason::None),
            _ => self.clauses.add_lemma(&open),
        }
    }

    /// How many clauses were added for good.
    pub fn lemmas(&self) -> usize {
        self.clauses.lemmas()
    }

    /// Looks for a model in which the assumptions hold, and one literal of the temporary clause if it
    /// is not empty.
    pub fn solve(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Outcome {
        self.counters.queries += 1;
        while let Some(literal) = self.failed_list.pop() {
            self.failed[literal.code()] = false;
        }
        self.end_domain();
        self.backtrack(0);
        self.clauses.drop_temporary();
        self.release_switch();
        if self.counters.queries.is_multiple_of(CHECK_EVERY)
            && let Err(reason) = budget.check()
        {
            return Outcome::Stopped(reason);
        }
        // Cloned once, since cloning takes as long as a decision.
        let netlist = Arc::clone(&self.netlist);
        if self.is_refuted || !self.settle(&netlist) {
            return Outcome::Unsat;
        }
        self.clauses.tidy();
        self.begin_domain(assumptions.iter().chain(temporary));
        let has_switch = !temporary.is_empty();
        if has_switch {
            let switch = self.switch();
            let mut clause = std::mem::take(&mut self.learnt);
            clause.clear();
            clause.push(!switch);
            clause.extend(temporary.iter().filter(|&&literal| self.value(literal) >= 0));
            self.domain[switch.node()] = self.query;
            if clause.len() == 1 {
                self.learnt = clause;
                return Outcome::Unsat;
            }
            self.clauses.add_temporary(&clause);
            self.learnt = clause;
        }
        self.search(&netlist, assumptions, has_switch, budget)
    }

    /// The switch is off for good if all literals of a temporary clause turned out to be false. That
    /// is so no longer when the clause is gone; nothing else followed from it.
    fn release_switch(&mut self) {
        let off = !self.switch();
        if self.value(off) == 0 {
            return;
        }
        self.values[off.code()] = 0;
        self.values[(!off).code()] = 0;
        self.domain[off.node()] = 0;
        let at = self.trail.iter().position(|&literal| literal == off);
        if let Some(at) = at {
            self.trail.remove(at);
            self.settled -= usize::from(at < self.settled);
            self.head = self.head.min(self.trail.len());
        }
    }

    /// Propagates what holds anyway through the whole circuit; tells whether it can.
    fn settle(&mut self, netlist: &Netlist) -> bool {
        if self.settled < self.trail.len() {
            self.head = self.settled;
            // Everything is in the domain of query 0.
            let query = std::mem::replace(&mut self.query, 0);
            let conflict = self.propagate(netlist);
            self.query = query;
            self.settled = self.trail.len();
            self.is_refuted |= conflict.is_some();
        }
        !self.is_refuted
    }

    fn search(
        &mut self,
        netlist: &Netlist,
        assumptions: &[Lit],
        has_switch: bool,
        budget: &Budget,
    ) -> Outcome {
        let switch = self.switch();
        let first = usize::from(has_switch);
        let count = assumptions.len() + first;
        let (mut conflicts, mut restart_at) = (0, FIRST_RESTART);
        let mut steps = self.counters.propagations;
        loop {
            if let Some(conflict) = self.propagate(netlist) {
                conflicts += 1;
                self.counters.conflicts += 1;
                if self.level() == 0 {
                    self.is_refuted = true;
                    return Outcome::Unsat;
                }
                let back = self.analyse(conflict);
                if self.learnt[..] == [!switch] {
                    // The temporary clause contradicts all others, whatever is assumed.
                    return Outcome::Unsat;
                }
                self.backtrack(back);
                self.add_learnt();
                if conflicts > self.max_conflicts {
                    return Outcome::Stopped(StopReason::ConflictLimit);
                }
                if conflicts % CHECK_EVERY == 0 || self.counters.propagations - steps > 1_000_000 {
                    steps = self.counters.propagations;
                    if let Err(reason) = budget.check() {
                        return Outcome::Stopped(reason);
                    }
                }
                continue;
            }
            if conflicts >= restart_at {
                restart_at = conflicts + FIRST_RESTART + conflicts / 4;
                self.backtrack(count as u32);
            }
            let level = self.level() as usize;
            let decision = if level < count {
                let assumption = if level < first { switch } else { assumptions[level - first] };
                match self.value(assumption) {
                    1 => {
                        self.starts.push(self.trail.len());
                        continue;
                    }
                    0 => assumption,
                    _ => {
                        self.analyse_final(assumption);
                        return Outcome::Unsat;
                    }
                }
            } else {
                match self.next_decision() {
                    Some(decision) => decision,
                    None => return Outcome::Sat,
                }
            };
            self.counters.decisions += 1;
            self.starts.push(self.trail.len());
            self.assign(decision, Reason::None);
        }
    }

    fn next_decision(&mut self) -> Option<Lit> {
        loop {
            let node = self.order.pop()?;
            // Nodes of earlier domains may still wait.
            if self.values[2 * node as usize] == 0 && self.is_in_domain(node as usize) {
                return Some(Lit::new(node, !self.phases[node as usize]));
            }
        }
    }

    fn add_learnt(&mut self) {
        let learnt = std::mem::take(&mut self.learnt);
        let asserted = learnt[0];
        if learnt.len() == 1 {
            self.assign(asserted, Reason::None);
        } else {
            let switch = !self.switch();
            let clause = match learnt.contains(&switch) {
                true => self.clauses.add_temporary(&learnt),
                false => self.clauses.add_learnt(&learnt),
            };
            self.assign(asserted, Reason::Clause(clause));
        }
        self.learnt = learnt;
    }
}
