//! Programs without inputs: they have one run, and its successful end is a proof.

use crate::ending::{ends_well, may_read_first_values};
use crate::replay::{ReplayFailure, ReplayedProgram, run_options};
use evidence::Reason;
use program::interpret::{Chooser, Environment, ForeignWord, Interpreter, OpenByte, OpenValue};
use smt::Budget;
use std::io;
use term::Value;

impl ReplayedProgram<'_> {
    /// Runs the program, which must read no input and violate nothing; returns the number of steps.
    pub fn only_run(&self, budget: &Budget) -> Result<u64, ReplayFailure> {
        self.is_the_same_everywhere()?;
        let options = run_options(self.asked);
        let interpreter = Interpreter::new(self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let mut chooser = NothingOpen::default();
        let run = interpreter.run(&mut Environment {
            chooser: &mut chooser,
            output: &mut io::sink(),
            observer: None,
            interrupted: &|| budget.check().is_err(),
        });
        budget.check()?;
        let only_run = match chooser.was_asked || may_read_first_values(self.program) {
            true => Err("the program has other runs, too"),
            false => ends_well(&run, options.watched),
        };
        only_run.map_err(|what| Reason::EvidenceRejected(what.to_owned()))?;
        Ok(run.steps)
    }
}

/// A chooser that decides nothing.
#[derive(Default)]
struct NothingOpen {
    was_asked: bool,
}

impl Chooser for NothingOpen {
    fn value(&mut self, _: &OpenValue<'_>) -> Option<Value> {
        self.was_asked = true;
        None
    }

    fn byte(&mut self, _: &OpenByte<'_>) -> u8 {
        self.was_asked = true;
        0
    }

    fn foreign_word(&mut self, _: &ForeignWord) -> Option<Vec<u8>> {
        self.was_asked = true;
        None
    }

    fn stray_byte(&mut self, _: u64) -> u8 {
        self.was_asked = true;
        0
    }
}
