//! What the checks of a program look at.

use program::{Condition, Program, StatementKind};

/// Whether a check of the program asks which objects live.
pub fn watches_memory(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut kinds = bodies.flat_map(|b| &b.blocks).flat_map(|b| &b.statements).map(|s| &s.kind);
    kinds.any(|kind| match kind {
        StatementKind::Check(check) => !matches!(check.condition, Condition::Holds(_)),
        _ => false,
    })
}
