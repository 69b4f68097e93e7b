//! What IC3 and Quip share: frames with a solver each, and how lemmas are found.
//!
//! A lemma is a cube of latches that no run reaches up to a level. The circuit's gates have the
//! values of a step, and the next value of a latch is a literal of the same step, so that a query
//! about a step needs one copy of the circuit.

mod cube;
mod frames;
mod generalise;
mod lift;
mod push;
mod queries;
mod reach;

pub use cube::{Cube, Lemma};
pub use frames::Frames;
pub use reach::Reach;

use crate::engine::Stopped;
use crate::sat::{Counters, Netlist, Solver};
use crate::system::BitSystem;
use evidence::Proof;
use hardware::circuit::{Circuit, Lit, Node};
use smt::Budget;
use std::sync::Arc;

/// Which techniques are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// How deep counterexamples to generalisation are blocked; 0 for never.
    pub ctg_depth: u32,
    /// How many of them for a literal.
    pub ctg_count: u32,
    /// Whether literals are ordered by activity.
    pub activity: bool,
    /// Whether literals of parent lemmas are kept longest.
    pub parents: bool,
    /// Whether predecessors are lifted by cores after justification.
    pub lift_by_cores: bool,
}

/// The state of a search.
pub struct Core<'a> {
    /// The circuit.
    pub circuit: &'a Circuit,
    netlist: Arc<Netlist>,
    /// Says when to stop.
    pub budget: &'a Budget,
    tuning: Tuning,
    /// The lemmas.
    pub frames: Frames,
    /// Lemmas that hold in all states of runs (`F_inf`).
    pub infinity: Vec<Lemma>,
    /// States that are known to be reachable, if they are collected.
    pub reach: Option<Reach>,
    /// A solver for each frame.
    solvers: Vec<Solver>,
    /// A solver without constraint and lemmas.
    lifter: Solver,
    /// By node: the number of its latch.
    latch_of: Vec<u32>,
    /// By latch.
    activities: Vec<f64>,
    increment: f64,
    /// Some bad literal holds.
    bads: Vec<Lit>,
    marks: Vec<u32>,
    mark: u32,
    /// By node: its value in the model that is lifted, with the mark when it was computed.
    evaluated: Vec<(u32, bool)>,
    stack: Vec<usize>,
    retired: Counters,
    /// What was done.
    pub statistics: Statistics,
}

/// Counts of what a search did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Lemmas learnt.
    pub lemmas: u64,
    /// Lemmas that were pushed to a higher frame.
    pub pushed: u64,
    /// Obligations handled.
    pub obligations: u64,
    /// Counterexamples to generalisation that were blocked.
    pub ctgs: u64,
    /// Lemmas that a reachable state showed to be bad.
    pub bad_lemmas: u64,
}

/// The answer to whether a cube is inductive relative to a frame.
pub enum Relative {
    /// It is; so is this part of it.
    Inductive(Cube),
    /// It is not; the model of the solver shows a step.
    Step,
}

/// A state with a step to a region: a cube of predecessors and the inputs of the step.
#[derive(Clone, Debug)]
pub struct Predecessor {
    /// All states of it have the step.
    pub cube: Cube,
    /// The inputs that hold.
    pub inputs: Vec<bool>,
}

impl<'a> Core<'a> {
    /// A search that has only the frame of initial states.
    pub fn new(circuit: &'a Circuit, budget: &'a Budget, tuning: Tuning) -> Core<'a> {
        let netlist = Arc::new(Netlist::reduced(circuit));
        let mut latch_of = vec![u32::MAX; circuit.nodes.len()];
        for (node, kind) in circuit.nodes.iter().enumerate() {
            if let Node::Latch(latch) = *kind {
                latch_of[node] = latch;
            }
        }
        let mut core = Core {
            circuit,
            budget,
            tuning,
            frames: Frames::default(),
            infinity: Vec::new(),
            reach: None,
            solvers: Vec::new(),
            lifter: Solver::new(&netlist),
            latch_of,
            activities: vec![0.0; circuit.latches.len()],
            increment: 1.0,
            bads: circuit.bad.clone(),
            marks: vec![0; circuit.nodes.len()],
            mark: 0,
            evaluated: vec![(0, false); circuit.nodes.len()],
            stack: Vec::new(),
            retired: Counters::default(),
            statistics: Statistics::default(),
            netlist,
        };
        core.extend();
        for latch in &circuit.latches {
            if let Some(value) = latch.initial {
                core.solvers[0].add_clause(&[latch.literal.negated_if(!value)]);
            }
        }
        core
    }

    /// The number of the last frame.
    pub fn level(&self) -> usize {
        self.solvers.len() - 1
    }

    /// Adds a frame without lemmas.
    pub fn extend(&mut self) {
        let mut solver = Solver::new(&self.netlist);
        solver.add_clause(&[self.circuit.constraint]);
        for lemma in &self.infinity {
            solver.add_clause(&negated(&lemma.cube));
        }
        self.solvers.push(solver);
        self.frames.extend();
    }

    /// What all solvers have done.
    pub fn counters(&self) -> Counters {
        let mut sum = self.retired;
        for solver in self.solvers.iter().chain([&self.lifter]) {
            sum.add(&solver.counters);
        }
        sum
    }

    /// The proof by the lemmas from a level on.
    pub fn proof(&self, bits: &BitSystem, level: usize) -> Proof {
        let lemmas = self.frames.from(level).flatten().chain(&self.infinity);
        bits.proof(lemmas.map(|lemma| &lemma.cube[..]), 1)
    }

    /// Counters for reports.
    pub fn statistics_with_level(&self) -> Vec<(&'static str, u64)> {
        let Statistics { lemmas, pushed, obligations, ctgs, bad_lemmas } = self.statistics;
        let reached = self.reach.as_ref().map_or(0, |reach| reach.found);
        vec![
            ("frames", self.level() as u64),
            ("lemmas", lemmas),
            ("lemmas pushed", pushed),
            ("obligations", obligations),
            ("ctgs blocked", ctgs),
            ("good lemmas", self.infinity.len() as u64),
            ("bad lemmas", bad_lemmas),
            ("reachable states", reached),
        ]
    }

    /// The next value of a literal of a latch.
    pub fn next(&self, literal: Lit) -> Lit {
        let latch = self.latch_of[literal.node()] as usize;
        self.circuit.latches[latch].next.negated_if(literal.is_negated())
    }

    /// Whether no initial state is in a cube.
    pub fn excludes_initial(&self, cube: &[Lit]) -> bool {
        cube.iter().any(|&literal| self.is_not_initial(literal))
    }

    /// Whether a literal holds in no initial state.
    pub fn is_not_initial(&self, literal: Lit) -> bool {
        let latch = self.latch_of[literal.node()] as usize;
        self.circuit.latches[latch].initial == Some(literal.is_negated())
    }

    /// An initial state in a cube that has one.
    pub fn initial_state(&self, cube: &[Lit]) -> Vec<bool> {
        let latches = self.circuit.latches.iter();
        let mut state: Vec<bool> = latches.map(|latch| latch.initial == Some(true)).collect();
        for literal in cube {
            state[self.latch_of[literal.node()] as usize] = !literal.is_negated();
        }
        state
    }

    fn bump(&mut self, cube: &[Lit]) {
        for literal in cube {
            let activity = &mut self.activities[self.latch_of[literal.node()] as usize];
            *activity += self.increment;
        }
        self.increment *= 1.01;
        if self.increment > 1e100 {
            self.activities.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.increment *= 1e-100;
        }
    }

    /// Adds a lemma: the cube is not reached up to a level.
    pub fn add_lemma(&mut self, level: usize, cube: Cube) {
        self.bump(&cube);
        self.statistics.lemmas += 1;
        let clause = negated(&cube);
        let from = self.frames.add(level, Lemma::new(cube));
        for solver in &mut self.solvers[from..=level] {
            solver.add_clause(&clause);
        }
    }

    /// Solvers keep clauses of lemmas that others subsume. Those with many of them start anew.
    pub fn tidy(&mut self) {
        for level in 1..self.solvers.len() {
            let live: usize = self.frames.from(level).map(Vec::len).sum();
            if self.solvers[level].lemmas() > 2 * (live + self.infinity.len()) + 300 {
                self.rebuild_solver(level);
            }
        }
    }

    /// Makes all solvers anew, after lemmas were removed.
    fn rebuild_solvers(&mut self) {
        for level in 1..self.solvers.len() {
            self.rebuild_solver(level);
        }
    }

    fn rebuild_solver(&mut self, level: usize) {
        let new = Solver::new(&self.netlist);
        let old = std::mem::replace(&mut self.solvers[level], new);
        self.retired.add(&old.counters);
        let solver = &mut self.solvers[level];
        solver.take_activities(old);
        solver.add_clause(&[self.circuit.constraint]);
        for lemma in self.frames.from(level).flatten().chain(&self.infinity) {
            solver.add_clause(&negated(&lemma.cube));
        }
    }

    fn check(&self) -> Result<(), Stopped> {
        self.budget.check()
    }
}

/// The negations of literals.
fn negated(literals: &[Lit]) -> Vec<Lit> {
    literals.iter().map(|&literal| !literal).collect()
}
