//! Random simulation: 64 runs at once, for violations that are deep but easy to come to.

use crate::engine::Stopped;
use crate::system::CircuitRun;
use hardware::circuit::{Circuit, word};
use smt::Budget;

/// How many gates may be evaluated, for 64 runs at once.
const EFFORT: usize = 100_000_000;

/// How many steps there are in all, at most.
const MAX_STEPS: usize = 1_000_000;

/// The length of the first runs; later ones are longer.
const FIRST_STEPS: usize = 64;

/// A run to a bad state, if random inputs lead to one.
///
/// # Errors
/// If the budget is exhausted.
pub fn simulate(circuit: &Circuit, budget: &Budget) -> Result<Option<CircuitRun>, Stopped> {
    let mut effort = (EFFORT / circuit.nodes.len().max(1)).min(MAX_STEPS);
    let mut steps = FIRST_STEPS;
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    while effort > 0 {
        let mut runs = Runs::new(circuit, seed);
        for step in 0..steps.min(effort) {
            if step % 64 == 0 {
                budget.check()?;
            }
            if let Some(run) = runs.step() {
                return Ok(Some(Runs::new(circuit, seed).replay(run, step)));
            }
            effort -= 1;
            if runs.alive == 0 {
                break;
            }
        }
        effort = effort.saturating_sub(1);
        steps = steps.saturating_mul(2);
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1;
    }
    Ok(None)
}

/// 64 runs with random inputs.
struct Runs<'a> {
    circuit: &'a Circuit,
    random: u64,
    state: Vec<u64>,
    inputs: Vec<u64>,
    values: Vec<u64>,
    /// The runs in which the constraint has held so far.
    alive: u64,
}

impl<'a> Runs<'a> {
    fn new(circuit: &'a Circuit, seed: u64) -> Runs<'a> {
        let mut runs = Runs {
            circuit,
            random: seed,
            state: Vec::with_capacity(circuit.latches.len()),
            inputs: vec![0; circuit.inputs.len()],
            values: Vec::new(),
            alive: u64::MAX,
        };
        for latch in &circuit.latches {
            let value = match latch.initial {
                Some(true) => u64::MAX,
                Some(false) => 0,
                None => runs.word(),
            };
            runs.state.push(value);
        }
        runs
    }

    fn word(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Makes a step; tells the number of a run that is in a bad state before it.
    fn step(&mut self) -> Option<u32> {
        for input in 0..self.inputs.len() {
            self.inputs[input] = self.word();
        }
        self.circuit.simulate(&self.inputs, &self.state, &mut self.values);
        self.alive &= word(&self.values, self.circuit.constraint);
        for (latch, value) in self.circuit.latches.iter().zip(&mut self.state) {
            *value = word(&self.values, latch.next);
        }
        let bad = self.circuit.bad.iter().fold(0, |bad, &b| bad | word(&self.values, b));
        let found = bad & self.alive;
        (found != 0).then(|| found.trailing_zeros())
    }

    /// One of the runs, from the start, up to a step.
    fn replay(mut self, run: u32, last: usize) -> CircuitRun {
        let bits = |words: &[u64]| -> Vec<bool> {
            words.iter().map(|word| word >> run & 1 == 1).collect()
        };
        let start = bits(&self.state);
        let mut inputs = Vec::with_capacity(last + 1);
        for _ in 0..=last {
            self.step();
            inputs.push(bits(&self.inputs));
        }
        CircuitRun { start, inputs }
    }
}

#[cfg(test)]
mod tests {
    use super::simulate;
    use hardware::circuit::{BitModel, Simplified};
    use smt::Budget;

    fn steps(text: &str) -> Option<usize> {
        let design = hardware::read(text.as_bytes()).unwrap();
        let circuit = Simplified::of(&BitModel::of(&design.system).unwrap().circuit).circuit;
        simulate(&circuit, &Budget::unlimited()).unwrap().map(|run| run.inputs.len())
    }

    #[test]
    fn runs_end_in_the_first_bad_state() {
        // A counter of two bits: 3 after three steps.
        let counter = "aag 5 0 2 1 3\n2 3\n4 10\n6\n6 2 4\n8 3 5\n10 7 9\n";
        assert_eq!(steps(counter), Some(4));
        let toggle = "aag 3 0 2 1 1\n2 3\n4 2\n6\n6 2 4\n";
        assert_eq!(steps(toggle), None);
    }

    #[test]
    fn constraints_end_runs() {
        let constrained = "aag 2 1 1 0 0 1 1\n2\n4 2\n4\n3\n";
        assert_eq!(steps(constrained), None);
        let free = "aag 2 1 1 0 0 1 0\n2\n4 2\n4\n";
        assert_eq!(steps(free), Some(2));
    }
}
