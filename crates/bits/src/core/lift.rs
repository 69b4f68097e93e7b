//! From a model to a cube of states with the same step.

use super::{Core, Cube, Predecessor};
use crate::engine::Stopped;
use crate::sat::Outcome;
use hardware::circuit::{Lit, Node};

impl Core<'_> {
    /// The cube of states from which a step with the inputs of the last model of a frame's solver
    /// makes the targets hold, and the constraint.
    ///
    /// First the circuit is traversed from the targets to the latches that justify their values;
    /// then a query finds which of them are needed.
    pub fn lift(&mut self, level: usize, targets: &[Lit]) -> Result<Predecessor, Stopped> {
        let constraint = self.circuit.constraint;
        self.mark += 1;
        let mut cube: Cube = Vec::new();
        let mut needed_inputs: Vec<Lit> = Vec::new();
        let mut stack: Vec<Lit> = targets.iter().copied().chain([constraint]).collect();
        while let Some(literal) = stack.pop() {
            let node = literal.node();
            if std::mem::replace(&mut self.marks[node], self.mark) == self.mark {
                continue;
            }
            let value = Lit::new(node as u32, !self.evaluate(level, node));
            match self.circuit.nodes[node] {
                Node::False => {}
                Node::Input(_) => needed_inputs.push(value),
                Node::Latch(_) => cube.push(value),
                Node::And(a, b) if !value.is_negated() => stack.extend([a, b]),
                Node::And(a, b) => {
                    // One false input is enough; rather one that is needed anyway, or closer to
                    // the leaves.
                    let mut is_false =
                        |literal: Lit| self.evaluate(level, literal.node()) == literal.is_negated();
                    let (a_is_false, b_is_false) = (is_false(a), is_false(b));
                    let is_marked = |literal: Lit| self.marks[literal.node()] == self.mark;
                    let choice = match (a_is_false, b_is_false) {
                        (true, true) if is_marked(b) && !is_marked(a) => b,
                        (true, true) if is_marked(a) => a,
                        (true, true) => a.min(b),
                        (true, false) => a,
                        _ => b,
                    };
                    stack.push(choice);
                }
            }
        }
        let circuit = self.circuit;
        let inputs = circuit.inputs.iter().map(|&input| self.model_holds(level, input)).collect();
        if self.tuning.lift_by_cores && cube.len() > 1 {
            self.most_active_first(&mut cube);
            let mut assumptions = needed_inputs;
            assumptions.extend(&cube);
            let mut violated: Vec<Lit> = targets.iter().map(|&target| !target).collect();
            violated.push(!constraint);
            match self.lifter.solve(&assumptions, &violated, self.budget) {
                Outcome::Unsat => {
                    let lifter = &self.lifter;
                    cube.retain(|&literal| lifter.has_failed(literal));
                }
                Outcome::Sat => debug_assert!(false, "justified values do not imply the targets"),
                Outcome::Stopped(stop) => return Err(stop),
            }
        }
        cube.sort_unstable();
        Ok(Predecessor { cube, inputs })
    }

    /// The value of a node in the last model of a frame's solver, which has values of few gates. What
    /// the model leaves open is false.
    fn evaluate(&mut self, level: usize, root: usize) -> bool {
        let (solver, mark) = (&self.solvers[level], self.mark);
        self.stack.push(root);
        while let Some(&node) = self.stack.last() {
            if self.evaluated[node].0 == mark {
                self.stack.pop();
                continue;
            }
            let known = solver.model(Lit::new(node as u32, false));
            let value = match (known, self.circuit.nodes[node]) {
                (Some(value), _) => value,
                (None, Node::And(a, b)) => {
                    let value_of = |input: Lit| {
                        let (when, value) = self.evaluated[input.node()];
                        (when == mark).then_some(value != input.is_negated())
                    };
                    match (value_of(a), value_of(b)) {
                        (Some(false), _) | (_, Some(false)) => false,
                        (Some(true), Some(true)) => true,
                        (None, _) => {
                            self.stack.push(a.node());
                            continue;
                        }
                        (_, None) => {
                            self.stack.push(b.node());
                            continue;
                        }
                    }
                }
                (None, _) => false,
            };
            self.evaluated[node] = (mark, value);
            self.stack.pop();
        }
        self.evaluated[root].1
    }

    /// Whether a literal is known to hold in the last model of a frame's solver.
    pub fn model_holds(&self, level: usize, literal: Lit) -> bool {
        self.solvers[level].model(literal) == Some(true)
    }
}
