//! Copies of a circuit, step after step, as clauses.

use hardware::circuit::{Circuit, Gates, Lit, Node};
use smt::Budget;
use smt::sat::{SatBackend, SatResult, SatSolver};

/// A circuit unrolled step by step in one solver. Gates whose inputs are constants or equal across
/// steps are shared.
pub struct Unrolling<'a> {
    circuit: &'a Circuit,
    gates: Gates,
    /// For each step and node, its literal among the gates.
    steps: Vec<Vec<Lit>>,
    solver: Box<dyn SatSolver + Send>,
    /// For each node of the gates, its literal in the solver.
    encoded: Vec<Option<smt::sat::Lit>>,
    /// How many queries were asked.
    pub queries: u64,
}

impl<'a> Unrolling<'a> {
    /// An unrolling without steps.
    pub fn new(circuit: &'a Circuit, backend: SatBackend) -> Unrolling<'a> {
        let mut solver = backend.build();
        let truth = solver.new_var(true).positive();
        solver.add_clause(&[truth]);
        Unrolling {
            circuit,
            gates: Gates::new(),
            steps: Vec::new(),
            solver,
            encoded: vec![Some(!truth)],
            queries: 0,
        }
    }

    /// Adds a step. The first one starts in initial states, or anywhere.
    pub fn add_step(&mut self, from_initial: bool) {
        let mut image: Vec<Lit> = Vec::with_capacity(self.circuit.nodes.len());
        let of =
            |image: &[Lit], literal: Lit| image[literal.node()].negated_if(literal.is_negated());
        for node in &self.circuit.nodes {
            let literal = match *node {
                Node::False => Lit::FALSE,
                Node::Input(_) => self.gates.input(),
                Node::Latch(latch) => {
                    let latch = &self.circuit.latches[latch as usize];
                    match (self.steps.last(), latch.initial) {
                        (Some(before), _) => of(before, latch.next),
                        (None, Some(value)) if from_initial => Lit::constant(value),
                        (None, _) => self.gates.input(),
                    }
                }
                Node::And(a, b) => {
                    let (a, b) = (of(&image, a), of(&image, b));
                    self.gates.and(a, b)
                }
            };
            image.push(literal);
        }
        self.steps.push(image);
    }

    /// The literal of a node in a step.
    pub fn literal(&self, step: usize, literal: Lit) -> Lit {
        self.steps[step][literal.node()].negated_if(literal.is_negated())
    }

    /// Some literal must hold.
    pub fn add_clause(&mut self, literals: &[Lit]) {
        let clause: Vec<_> = literals.iter().map(|&literal| self.encode(literal)).collect();
        self.solver.add_clause(&clause);
    }

    /// Whether all literals can hold.
    pub fn solve(&mut self, literals: &[Lit], budget: &Budget) -> SatResult {
        self.queries += 1;
        let assumptions: Vec<_> = literals.iter().map(|&literal| self.encode(literal)).collect();
        self.solver.solve(&assumptions, budget)
    }

    /// Whether a literal holds in the model.
    pub fn holds(&self, literal: Lit) -> bool {
        let encoded = self.encoded.get(literal.node()).copied().flatten();
        let value = encoded.and_then(|encoded| self.solver.value(encoded)).unwrap_or(false);
        value != literal.is_negated()
    }

    /// The values of inputs in a step of the model.
    pub fn inputs(&self, step: usize) -> Vec<bool> {
        self.circuit.inputs.iter().map(|&i| self.holds(self.literal(step, i))).collect()
    }

    /// The values of latches before a step of the model.
    pub fn state(&self, step: usize) -> Vec<bool> {
        let latches = self.circuit.latches.iter();
        latches.map(|latch| self.holds(self.literal(step, latch.literal))).collect()
    }

    /// The literal in the solver, with the clauses of its cone.
    fn encode(&mut self, root: Lit) -> smt::sat::Lit {
        self.encoded.resize(self.gates.circuit.nodes.len(), None);
        let mut stack = vec![root.node()];
        while let Some(&node) = stack.last() {
            if self.encoded[node].is_some() {
                stack.pop();
                continue;
            }
            let Node::And(a, b) = self.gates.circuit.nodes[node] else {
                self.encoded[node] = Some(self.solver.new_var(true).positive());
                stack.pop();
                continue;
            };
            match (self.encoded[a.node()], self.encoded[b.node()]) {
                (Some(left), Some(right)) => {
                    let left = if a.is_negated() { !left } else { left };
                    let right = if b.is_negated() { !right } else { right };
                    let output = self.solver.new_var(false).positive();
                    self.solver.add_clause(&[!output, left]);
                    self.solver.add_clause(&[!output, right]);
                    self.solver.add_clause(&[output, !left, !right]);
                    self.encoded[node] = Some(output);
                    stack.pop();
                }
                (left, _) => stack.push(if left.is_none() { a.node() } else { b.node() }),
            }
        }
        let encoded = self.encoded[root.node()].expect("it was encoded");
        if root.is_negated() { !encoded } else { encoded }
    }
}
