//! A SAT solver for queries about one circuit.
//!
//! IC3 asks many small queries, each about few nodes of a large circuit. So this solver knows the
//! circuit: the clauses that define gates are made once, in a [`Netlist`], where most inner gates are
//! eliminated. A query has a *domain*, the cone of what it mentions; nothing
//! outside is decided or propagated. That is sound since gates outside can always be given the
//! values that their definitions say, and lemmas only mention latches that are in every domain
//! (after the idea of Su, Yang, Ci, Li, Bu and Huang, "Deeply optimizing the SAT solver for the IC3
//! algorithm", CAV 2025).
//!
//! Clauses are lemmas of a frame, one temporary clause for the length of a query, and learnt ones.
//! Learnt clauses that depend on the temporary clause go with it.

mod analyse;
mod clauses;
mod domain;
mod eliminate;
mod netlist;
mod order;
mod propagate;
mod solve;
#[cfg(test)]
mod tests;

pub use netlist::Netlist;
pub use solve::Outcome;

use clauses::Clauses;
use hardware::circuit::Lit;
use order::Order;
use std::sync::Arc;

/// Why a literal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It was decided or assumed.
    None,
    /// Another literal implies it.
    Binary(Lit),
    /// All other literals of a clause are false.
    Clause(u32),
}

/// A solver for queries about a circuit.
#[derive(Clone)]
pub struct Solver {
    netlist: Arc<Netlist>,
    /// By code of literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    trail: Vec<Lit>,
    /// Where levels start in the trail.
    starts: Vec<usize>,
    /// The next literal of the trail to propagate.
    head: usize,
    /// Up to where the trail is propagated in the whole circuit.
    settled: usize,
    clauses: Clauses,
    order: Order,
    phases: Vec<bool>,
    /// The number of the query in whose domain a node is; `ALWAYS` for nodes of all domains.
    domain: Vec<u32>,
    /// The same for nodes whose whole cones are in it.
    cones: Vec<u32>,
    query: u32,
    /// The nodes of this domain that are not in all of them.
    members: Vec<u32>,
    /// After how many conflicts a query is given up.
    max_conflicts: u64,
    /// Whether there is no model at all.
    is_refuted: bool,
    seen: Vec<bool>,
    to_clear: Vec<u32>,
    learnt: Vec<Lit>,
    stack: Vec<u32>,
    /// The assumptions that a refutation used, as a mark by code of literal.
    failed: Vec<bool>,
    failed_list: Vec<Lit>,
    /// Counters.
    pub counters: Counters,
}

/// What a solver has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Queries.
    pub queries: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Propagated literals.
    pub propagations: u64,
}

impl Counters {
    /// Adds those of another solver.
    pub fn add(&mut self, other: &Counters) {
        self.queries += other.queries;
        self.conflicts += other.conflicts;
        self.decisions += other.decisions;
        self.propagations += other.propagations;
    }
}

/// Marks nodes that are in all domains.
const ALWAYS: u32 = u32::MAX;

impl Solver {
    /// A solver about a circuit, without any clause.
    pub fn new(netlist: &Arc<Netlist>) -> Solver {
        let nodes = netlist.nodes() + 1;
        let mut solver = Solver {
            values: vec![0; 2 * nodes],
            levels: vec![0; nodes],
            reasons: vec![Reason::None; nodes],
            trail: Vec::new(),
            starts: Vec::new(),
            head: 0,
            settled: 0,
            clauses: Clauses::new(nodes, netlist),
            order: Order::new((0..nodes).map(|node| netlist.is_gate(node)).collect()),
            phases: vec![false; nodes],
            domain: vec![0; nodes],
            cones: vec![0; nodes],
            query: 0,
            members: Vec::new(),
            max_conflicts: u64::MAX,
            is_refuted: false,
            seen: vec![false; nodes],
            to_clear: Vec::new(),
            learnt: Vec::new(),
            stack: Vec::new(),
            failed: vec![false; 2 * nodes],
            failed_list: Vec::new(),
            counters: Counters::default(),
            netlist: Arc::clone(netlist),
        };
        solver.assign(!Lit::FALSE, Reason::None);
        for &unit in &netlist.units {
            solver.assign(unit, Reason::None);
        }
        solver
    }

    /// The literal that switches the temporary clause on.
    fn switch(&self) -> Lit {
        Lit::new(self.netlist.nodes() as u32, false)
    }

    #[inline]
    fn value(&self, literal: Lit) -> i8 {
        self.values[literal.code()]
    }

    /// The value of a literal in the model of the last query; nodes outside the domain are open.
    pub fn model(&self, literal: Lit) -> Option<bool> {
        match self.value(literal) {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// Whether the refutation of the last query used an assumption.
    pub fn has_failed(&self, assumption: Lit) -> bool {
        self.failed[assumption.code()]
    }

    /// Continues with the experience of another solver.
    pub fn take_activities(&mut self, other: Solver) {
        self.order.take_activities(other.order);
        self.phases = other.phases;
    }

    /// Gives queries up after so many conflicts.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.max_conflicts = conflicts;
    }

    #[inline]
    fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    #[inline]
    fn assign(&mut self, literal: Lit, reason: Reason) {
        let node = literal.node();
        self.values[literal.code()] = 1;
        self.values[(!literal).code()] = -1;
        self.levels[node] = self.level();
        self.reasons[node] = reason;
        if self.starts.is_empty() {
            self.domain[node] = ALWAYS;
        }
        self.trail.push(literal);
    }

    fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.starts[level as usize];
        for i in (start..self.trail.len()).rev() {
            let literal = self.trail[i];
            let node = literal.node();
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            self.phases[node] = !literal.is_negated();
            self.order.insert(node as u32);
        }
        self.trail.truncate(start);
        self.starts.truncate(level as usize);
        self.head = start;
    }
}
