//! Rules that no text can violate; the others have file tests.

use super::*;
use crate::{FileId, Statement, StatementKind, parse};

/// Checks the error for a valid program that was spoilt.
fn check(spoil: impl Fn(&mut Program), expected: &str) {
    let text = "machine lp64
        function f at &f () { register x : i32 object &o : bytes(4) align 4 b0: return }
        entry function main at &main () { register y : i32 b0: halt }";
    let mut program = parse(text).unwrap();
    spoil(&mut program);
    assert_eq!(verify(&program).unwrap_err().to_string(), expected);
}

fn add(program: &mut Program, kind: StatementKind) {
    let body = program.functions[1].body.as_mut().unwrap();
    body.blocks[0].statements.push(Statement { kind, span: None });
}

#[test]
fn functions_see_only_their_own_registers_and_objects() {
    let read = |program: &mut Program| {
        let (x, y) = (program.terms.lookup("x").unwrap(), program.terms.lookup("y").unwrap());
        let value = program.terms.var(x);
        add(program, StatementKind::Assign { target: y, value });
    };
    check(read, "function 'main', block b0, statement 0: 'x' cannot be seen here");
    let begin = |program: &mut Program| {
        let object = program.terms.lookup("&o").unwrap();
        add(program, StatementKind::Begin(object));
    };
    let expected = "function 'main', block b0, statement 0: '&o' is not an object of the function";
    check(begin, expected);
}

#[test]
fn locals_are_arbitrary() {
    let spoil = |program: &mut Program| {
        program.functions[0].objects[0].initial = Initial::Values(Vec::new());
    };
    check(spoil, "'&o': a local object with initial values");
}

#[test]
fn spans_refer_to_files() {
    let span = Span { file: FileId::from_index(3), line: 1, column: 1 };
    let spoil = |program: &mut Program| program.functions[0].span = Some(span);
    check(spoil, "function 'f': a source span refers to no file");
}

#[test]
fn terms_have_no_declared_functions() {
    let spoil = |program: &mut Program| {
        let function = program.terms.declare_function("p", &[Sort::Bool], Sort::Bool).unwrap();
        let truth = program.terms.bool(true);
        let applied = program.terms.call(function, &[truth]);
        add(program, StatementKind::Assume(applied));
    };
    let place = "function 'main', block b0, statement 0";
    check(spoil, &format!("{place}: a term with 'p', which has no meaning in programs"));
}
