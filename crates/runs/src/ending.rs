//! How runs end, and whether they depend on open values.

use program::interpret::{self, ExecutionEnd};
use program::liveness::read_before_written;
use program::{Program, Property, PropertySet};

/// Whether a run ended without an error, or why not.
pub fn ends_well(run: &interpret::Execution, watched: PropertySet) -> Result<(), &'static str> {
    if run.is_confused {
        return Err("a pointer of the program comes to another object than its own");
    }
    if run.undefined.is_some() {
        return Err("the run of the program has undefined behaviour");
    }
    // The interpreter also finds pointers in variables that are out of scope.
    if watched.contains(Property::Memtrack) && run.allocated > 0 {
        return Err("not all memory is freed in the end, and perhaps lost");
    }
    match &run.outcome {
        ExecutionEnd::Finished(_) | ExecutionEnd::AssumptionFailed(_) => Ok(()),
        // If it is asked whether runs end, they may do so in whatever way.
        ExecutionEnd::Violation(violation)
            if watched.contains(Property::Termination)
                && violation.property != Property::Termination =>
        {
            Ok(())
        }
        ExecutionEnd::Violation(_) => Err("the run of the program violates a property"),
        _ => Err("the run of the program does not come to an end"),
    }
}

/// Whether a function may read a register that was never assigned and whose value no chooser
/// supplied.
pub fn may_read_first_values(program: &Program) -> bool {
    program
        .functions
        .iter()
        .any(|function| !read_before_written(&program.terms, function).is_empty())
}
