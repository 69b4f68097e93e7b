//! Programs that ask for nothing: they have one run, and to see it end well is a proof.

use crate::program::ProgramTask;
use engines::reason_for_stop;
use evidence::Reason;
use program::interpret::{
    self, Chooser, Environment, ExecutionEnd, ForeignWord, Interpreter, OpenByte, OpenValue,
};
use program::liveness::read_before_written;
use program::{Program, Property, PropertySet};
use smt::Budget;
use std::io;
use term::Value;

impl ProgramTask {
    /// Runs the program, which must ask for nothing and violate nothing; how many steps it takes.
    pub fn only_run(&self, budget: &Budget) -> Result<u64, Reason> {
        self.is_the_same_everywhere()?;
        let options = self.run_options();
        let interpreter = Interpreter::new(&self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let mut chooser = NothingOpen::default();
        let run = interpreter.run(&mut Environment {
            chooser: &mut chooser,
            output: &mut io::sink(),
            observer: None,
            interrupted: &|| budget.check().is_err(),
        });
        budget.check().map_err(reason_for_stop)?;
        let what_else = match chooser.was_asked || may_read_first_values(&self.program) {
            true => Err("the program has other runs, too"),
            false => ends_well(&run, options.watched),
        };
        what_else.map_err(|what| Reason::EvidenceRejected(what.to_owned()))?;
        Ok(run.steps)
    }
}

/// Whether a run came to an end without doing anything wrong; or why that is not so.
pub fn ends_well(run: &interpret::Execution, watched: PropertySet) -> Result<(), &'static str> {
    if run.is_confused {
        return Err("a pointer of the program comes to another object than its own");
    }
    if run.undefined.is_some() {
        return Err("the run of the program has undefined behaviour");
    }
    // The interpreter finds pointers in variables, too, that are out of scope.
    if watched.contains(Property::Memtrack) && run.allocated > 0 {
        return Err("not all memory is freed in the end, and perhaps lost");
    }
    match run.outcome {
        ExecutionEnd::Finished(_) | ExecutionEnd::AssumptionFailed(_) => Ok(()),
        ExecutionEnd::Violation(_) => Err("the run of the program violates a property"),
        _ => Err("the run of the program does not come to an end"),
    }
}

/// Whether a function may read a register that nothing was assigned to, and nobody was asked for.
pub fn may_read_first_values(program: &Program) -> bool {
    program
        .functions
        .iter()
        .any(|function| !read_before_written(&program.terms, function).is_empty())
}

/// Decides nothing.
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
