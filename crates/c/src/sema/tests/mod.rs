//! Tests of the analysis on small sources, comparing the compact text form of the result.

mod declarations;
mod errors;
mod expressions;
mod initialisers;
mod linking;
mod records;
mod statements;
mod tuples;

use crate::hir::Unit;
use crate::source::{self, SourceError};
use program::Machine;

/// The typed tree of a source.
fn analyse(machine: Machine, text: &str) -> Result<Unit, SourceError> {
    source::with_text("t.c", text.as_bytes(), |sources| super::analyse(machine, &sources))?
}

/// The typed tree of a source that has no errors.
fn unit(machine: Machine, text: &str) -> Unit {
    match analyse(machine, text) {
        Ok(unit) => unit,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Compares the body of the last function of a source.
fn check(text: &str, expected: &str) {
    check_on(Machine::Lp64, text, expected);
}

fn check_on(machine: Machine, text: &str, expected: &str) {
    let unit = unit(machine, text);
    let body = unit.functions.iter().rev().find_map(|function| function.body.as_ref());
    let shown = body.map(|body| unit.show_stmt(body).to_string()).unwrap_or_default();
    assert_eq!(shown, expected, "{text}");
}

/// Compares one expression in the scope of the declarations.
fn check_expr(declarations: &str, expression: &str, expected: &str) {
    check_expr_on(Machine::Lp64, declarations, expression, expected);
}

fn check_expr_on(machine: Machine, declarations: &str, expression: &str, expected: &str) {
    let text = format!("{declarations}\nvoid f(void) {{ {expression}; }}");
    check_on(machine, &text, &format!("{{ {expected}; }}"));
}

/// Compares the type and the initialiser of the last variable with static storage and a name.
fn check_global(text: &str, expected: &str) {
    let unit = unit(Machine::Lp64, text);
    let mut vars = unit.globals.iter().rev().map(|&id| unit.var(id));
    let var = vars.find(|var| var.name != "[literal]").expect("a variable");
    let init = var.init.as_ref().map(|init| format!(" = {}", unit.show_init(init)));
    let ty = unit.types.show(var.ty);
    assert_eq!(format!("{ty} {}{}", var.name, init.unwrap_or_default()), expected, "{text}");
}
