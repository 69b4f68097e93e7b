//! A hand-made unit; everything else is tested on C text.

use super::{Options, lower};
use crate::hir::{
    Expr, ExprKind, Function, FunctionType, IntType, Stmt, StmtKind, Type, Types, Unit,
};
use program::verify::verify;
use program::{FileId, Machine, Span};

fn unit() -> Unit {
    let span = Span { file: FileId::from_index(0), line: 1, column: 1 };
    let mut types = Types::new(Machine::Lp64);
    let int = types.intern(Type::Int(IntType { bits: 32, signed: true, rank: 3 }));
    let function =
        FunctionType { result: int, params: Vec::new(), variadic: false, unprototyped: false };
    let ty = types.intern(Type::Function(function));
    let zero = Expr { kind: ExprKind::Int(0.into()), ty: int, span };
    let body = Stmt { kind: StmtKind::Return(Some(zero)), span };
    let main = Function {
        name: "main".to_owned(),
        ty,
        params: Vec::new(),
        body: Some(body),
        labels: 0,
        label_objects: Vec::new(),
        loops: Vec::new(),
        alias: None,
        weak: false,
        is_static: false,
        address_taken: false,
        mentioned: false,
        noreturn: false,
        definition: 1,
        constructor: None,
        destructor: None,
        align: None,
        span,
    };
    Unit {
        machine: Machine::Lp64,
        files: vec!["main.c".to_owned()],
        types,
        vars: Vec::new(),
        globals: Vec::new(),
        functions: vec![main],
    }
}

#[test]
fn the_smallest_unit_becomes_a_program() {
    let program = lower(&unit(), &Options::default()).expect("a program");
    verify(&program).expect("a well-formed program");
    assert_eq!(program.function(program.entry).name, "lemmatic.entry");
}

#[test]
fn the_entry_must_exist() {
    let mut unit = unit();
    unit.functions[0].name = "other".to_owned();
    let error = lower(&unit, &Options::default()).err().expect("an error");
    assert_eq!(error.message, "there is no function 'main' with a body");
}
