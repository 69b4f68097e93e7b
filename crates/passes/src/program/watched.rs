//! What the checks of a program need to know about memory.

use program::{Condition, Program, StatementKind};

/// Whether a check of the program needs to know which objects are alive.
pub fn watches_memory(program: &Program) -> bool {
    any_condition(program, |condition| !matches!(condition, Condition::Holds(_)))
}

/// Whether a check of the program needs to know which objects pointers lead to.
pub fn asks_whether_tracked(program: &Program) -> bool {
    any_condition(program, Condition::asks_whether_tracked)
}

fn any_condition(program: &Program, is_one: impl Fn(&Condition) -> bool) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut kinds = bodies.flat_map(|b| &b.blocks).flat_map(|b| &b.statements).map(|s| &s.kind);
    kinds.any(|kind| matches!(kind, StatementKind::Check(check) if is_one(&check.condition)))
}
