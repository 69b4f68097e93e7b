//! Signal correspondence: latches and gates that are equal in all states of runs (van Eijk, "Sequential
//! equivalence checking based on structural similarities", 2000), then gates that are equal in all
//! states whatsoever (SAT sweeping).
//!
//! Random runs give candidates. A class of candidates that has held in one state has to hold in the
//! next one; where a query shows otherwise, its state separates them, until nothing changes. Only
//! nodes that do not depend on inputs are candidates for the first part, so that their equality is
//! a fact about states, and can be a part of an invariant.

mod classes;
mod copies;
#[cfg(test)]
mod tests;

use crate::engine::Stopped;
use crate::sat::{Netlist, Outcome, Solver};
use classes::Classes;
use copies::{Claim, copy, of};
use hardware::circuit::{Circuit, Gates, Lit, Node, word};
use smt::{Budget, StopReason};
use std::sync::Arc;

/// How many steps random runs have.
const STEPS: usize = 100;

/// How many conflicts a query may have before its candidate is given up.
const MAX_CONFLICTS: u64 = 200;

/// The effort that each part may take: propagations, and nodes that are copied or simulated.
const EFFORT: u64 = 60_000_000;

/// What nodes can be replaced by.
pub struct Correspondence {
    /// For each node a literal of a node that is not larger.
    pub replaced: Vec<Lit>,
    /// Equalities that hold in all states of runs and are inductive together.
    pub facts: Vec<(Lit, Lit)>,
}

/// Which nodes may be candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Latches.
    Latches,
    /// Latches, and gates that depend on latches only.
    StateNodes,
}

/// Equal nodes in all states of runs; nothing if that takes too long.
///
/// # Errors
/// If the budget is exhausted.
pub fn in_runs(
    circuit: &Circuit,
    candidates: Candidates,
    budget: &Budget,
) -> Result<Option<Correspondence>, Stopped> {
    let is_state_node = state_nodes(circuit);
    let is_candidate = circuit.nodes.iter().zip(&is_state_node).map(|(node, &of_state)| {
        of_state && (candidates == Candidates::StateNodes || !matches!(node, Node::And(..)))
    });
    let mut sweep = Sweep::new(circuit, budget);
    sweep.classes = Some(sweep.candidates_of_runs(is_candidate));
    sweep.induction().or_else(unless_out_of_effort)
}

/// Equal gates in all states; nothing if that takes too long.
///
/// # Errors
/// If the budget is exhausted.
pub fn in_all_states(
    circuit: &Circuit,
    budget: &Budget,
) -> Result<Option<Correspondence>, Stopped> {
    let mut sweep = Sweep::new(circuit, budget);
    sweep.classes = Some(sweep.candidates_of_states());
    sweep.sweeping().or_else(unless_out_of_effort)
}

fn unless_out_of_effort(stop: Stopped) -> Result<Option<Correspondence>, Stopped> {
    match stop {
        StopReason::ConflictLimit => Ok(None),
        stop => Err(stop),
    }
}

/// Whether nodes depend on latches only.
fn state_nodes(circuit: &Circuit) -> Vec<bool> {
    let mut is_state_node: Vec<bool> = Vec::with_capacity(circuit.nodes.len());
    for node in &circuit.nodes {
        is_state_node.push(match *node {
            Node::Input(_) => false,
            Node::And(a, b) => is_state_node[a.node()] && is_state_node[b.node()],
            Node::False | Node::Latch(_) => true,
        });
    }
    is_state_node
}

struct Sweep<'a> {
    circuit: &'a Circuit,
    budget: &'a Budget,
    classes: Option<Classes>,
    random: u64,
    effort: u64,
}

impl<'a> Sweep<'a> {
    fn new(circuit: &'a Circuit, budget: &'a Budget) -> Sweep<'a> {
        Sweep { circuit, budget, classes: None, random: 0x9e37_79b9_7f4a_7c15, effort: 0 }
    }

    fn classes(&mut self) -> &mut Classes {
        self.classes.as_mut().expect("candidates come first")
    }

    fn word(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn words(&mut self, count: usize) -> Vec<u64> {
        (0..count).map(|_| self.word()).collect()
    }

    /// Counts effort.
    fn spend(&mut self, effort: u64) -> Result<(), Stopped> {
        self.effort += effort;
        self.budget.check()?;
        if self.effort > EFFORT { Err(StopReason::ConflictLimit) } else { Ok(()) }
    }

    /// Candidates that agree in the states of 64 random runs.
    fn candidates_of_runs(&mut self, is_candidate: impl Iterator<Item = bool>) -> Classes {
        let circuit = self.circuit;
        let mut state: Vec<u64> = Vec::with_capacity(circuit.latches.len());
        for latch in &circuit.latches {
            state.push(match latch.initial {
                Some(true) => u64::MAX,
                Some(false) => 0,
                None => self.word(),
            });
        }
        let mut values = Vec::new();
        let mut alive = u64::MAX;
        let mut classes: Option<Classes> = None;
        let mut is_candidate = Some(is_candidate);
        for _ in 0..STEPS {
            let inputs = self.words(circuit.inputs.len());
            circuit.simulate(&inputs, &state, &mut values);
            let classes = classes.get_or_insert_with(|| {
                let phase = values.iter().map(|value| value & 1 == 1).collect();
                Classes::new(is_candidate.take().expect("only once"), phase)
            });
            classes.refine(&values, alive);
            alive &= word(&values, circuit.constraint);
            for (latch, value) in circuit.latches.iter().zip(&mut state) {
                *value = word(&values, latch.next);
            }
        }
        classes.expect("there are steps")
    }

    /// Candidates that agree in random states.
    fn candidates_of_states(&mut self) -> Classes {
        let circuit = self.circuit;
        let is_candidate = |node: &Node| !matches!(node, Node::Input(_) | Node::Latch(_));
        let mut values = Vec::new();
        let mut classes: Option<Classes> = None;
        for _ in 0..8 {
            let inputs = self.words(circuit.inputs.len());
            let state = self.words(circuit.latches.len());
            circuit.simulate(&inputs, &state, &mut values);
            let classes = classes.get_or_insert_with(|| {
                let phase = values.iter().map(|value| value & 1 == 1).collect();
                Classes::new(circuit.nodes.iter().map(is_candidate), phase)
            });
            classes.refine(&values, u64::MAX);
        }
        classes.expect("there are rounds")
    }

    /// Separates candidates until their equality is inductive.
    fn induction(&mut self) -> Result<Option<Correspondence>, Stopped> {
        let circuit = self.circuit;
        loop {
            let replaced = self.classes().representatives();
            if self.separate_initial(&replaced)? {
                continue;
            }
            let mut gates = Gates::new();
            let before = copy(circuit, &replaced, &mut gates, |gates, image, latch| {
                // A latch that is replaced equals its representative by assumption.
                let node = circuit.latches[latch].literal.node();
                let replaced = replaced[node];
                if replaced.node() == node { gates.input() } else { of(image, replaced) }
            });
            let after = copy(circuit, &replaced, &mut gates, |_, _, latch| {
                of(&before.image, circuit.latches[latch].next)
            });
            let query = Query {
                gates: &gates,
                constraint: of(&before.image, circuit.constraint),
                assumed: &before.claims,
                claims: &after.claims,
                inputs: &after.inputs,
                latches: &after.latches,
            };
            if !self.separate(&query)? {
                let is_latch = |node: usize| matches!(circuit.nodes[node], Node::Latch(_));
                let latches = (0..replaced.len()).filter(|&node| is_latch(node));
                let nodes = latches.chain(before.claims.iter().map(|claim| claim.node));
                let facts = nodes.filter(|&node| replaced[node].node() != node);
                let facts = facts.map(|node| (Lit::new(node as u32, false), replaced[node]));
                return Ok(Some(Correspondence { facts: facts.collect(), replaced }));
            }
        }
    }

    /// Separates candidates that differ in an initial state; tells whether there are such.
    fn separate_initial(&mut self, replaced: &[Lit]) -> Result<bool, Stopped> {
        let circuit = self.circuit;
        let mut gates = Gates::new();
        let initial = copy(circuit, replaced, &mut gates, |gates, _, latch| {
            match circuit.latches[latch].initial {
                Some(value) => Lit::constant(value),
                None => gates.input(),
            }
        });
        self.separate(&Query {
            gates: &gates,
            constraint: Lit::TRUE,
            assumed: &[],
            claims: &initial.claims,
            inputs: &initial.inputs,
            latches: &initial.latches,
        })
    }

    /// Separates candidates until they are equal in all states.
    fn sweeping(&mut self) -> Result<Option<Correspondence>, Stopped> {
        loop {
            let replaced = self.classes().representatives();
            let mut gates = Gates::new();
            let any = copy(self.circuit, &replaced, &mut gates, |gates, _, _| gates.input());
            let query = Query {
                gates: &gates,
                constraint: Lit::TRUE,
                assumed: &[],
                claims: &any.claims,
                inputs: &any.inputs,
                latches: &any.latches,
            };
            if !self.separate(&query)? {
                return Ok(Some(Correspondence { replaced, facts: Vec::new() }));
            }
        }
    }

    /// Separates candidates whose claims are wrong; tells whether there are such.
    fn separate(&mut self, query: &Query<'_>) -> Result<bool, Stopped> {
        self.spend(query.gates.circuit.nodes.len() as u64)?;
        let mut has_changed = false;
        let replaced = self.classes().representatives();
        let mut solver = Solver::new(&Arc::new(Netlist::of(&query.gates.circuit)));
        solver.limit_conflicts(MAX_CONFLICTS);
        solver.add_clause(&[query.constraint]);
        for claim in query.assumed {
            solver.add_clause(&[claim.literal, !claim.representative]);
            solver.add_clause(&[!claim.literal, claim.representative]);
        }
        for claim in query.claims {
            let (a, b) = (claim.literal, claim.representative);
            if !self.classes().agree(claim.node, replaced[claim.node].node()) {
                continue;
            }
            for assumptions in [[a, !b], [!a, b]] {
                let before = solver.counters.propagations;
                let outcome = solver.solve(&assumptions, &[], self.budget);
                self.spend(solver.counters.propagations - before)?;
                match outcome {
                    Outcome::Unsat => continue,
                    Outcome::Sat => self.learn_from(query, &solver)?,
                    Outcome::Stopped(StopReason::ConflictLimit) => {
                        self.classes().isolate(claim.node);
                    }
                    Outcome::Stopped(stop) => return Err(stop),
                }
                has_changed = true;
                break;
            }
        }
        Ok(has_changed)
    }

    /// Separates candidates by the state of a model, and others like it.
    fn learn_from(&mut self, query: &Query<'_>, solver: &Solver) -> Result<(), Stopped> {
        let unrolled = &query.gates.circuit;
        let mut inputs = Vec::with_capacity(unrolled.inputs.len());
        for &input in &unrolled.inputs {
            // The first state is that of the model, others differ in about an eighth of the inputs.
            let noise = self.word() & self.word() & self.word();
            inputs.push(match solver.model(input) {
                Some(value) => (if value { u64::MAX } else { 0 }) ^ (noise & !1),
                None => self.word(),
            });
        }
        let mut values = Vec::new();
        unrolled.simulate(&inputs, &[], &mut values);
        let mut mask = word(&values, query.constraint);
        for claim in query.assumed {
            mask &= !(word(&values, claim.literal) ^ word(&values, claim.representative));
        }
        debug_assert!(mask & 1 == 1, "a model satisfies what is assumed");
        let inputs: Vec<u64> = query.inputs.iter().map(|&input| word(&values, input)).collect();
        let latches: Vec<u64> = query.latches.iter().map(|&latch| word(&values, latch)).collect();
        self.circuit.simulate(&inputs, &latches, &mut values);
        self.classes().refine(&values, mask);
        self.spend((unrolled.nodes.len() + 2 * values.len()) as u64 / 8)
    }
}

/// Claims about a copy of the circuit, and what is assumed.
struct Query<'a> {
    gates: &'a Gates,
    constraint: Lit,
    assumed: &'a [Claim],
    claims: &'a [Claim],
    /// The inputs and latches of the copy that the claims are about.
    inputs: &'a [Lit],
    latches: &'a [Lit],
}
