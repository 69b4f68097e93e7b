//! Traversals that modify trees.

use crate::ast::{Expr, Function, Initialiser, Item, Program, Stmt};

/// Calls `change` on every function that has a body.
pub fn functions(program: &mut Program, change: &mut dyn FnMut(&mut Function)) {
    for item in program.files.iter_mut().flatten() {
        if let Item::Function(function) = item
            && function.body.is_some()
        {
            change(function);
        }
    }
}

/// Calls `change` on a list of statements and on all lists in it, inner ones first.
pub fn bodies(body: &mut Vec<Stmt>, change: &mut dyn FnMut(&mut Vec<Stmt>)) {
    for statement in body.iter_mut() {
        match statement {
            Stmt::If(_, then, otherwise) => {
                bodies(then, change);
                bodies(otherwise, change);
            }
            Stmt::While(_, inner)
            | Stmt::DoWhile(inner, _)
            | Stmt::For(_, _, _, inner)
            | Stmt::Block(inner) => bodies(inner, change),
            Stmt::Switch(_, arms) => arms.iter_mut().for_each(|arm| bodies(&mut arm.body, change)),
            _ => {}
        }
    }
    change(body);
}

/// Calls `change` on every statement in a list, inner ones first.
pub fn statements(body: &mut Vec<Stmt>, change: &mut dyn FnMut(&mut Stmt)) {
    bodies(body, &mut |list| list.iter_mut().for_each(&mut *change));
}

/// Calls `change` on the expressions of a statement, operands first, but not on those of nested
/// statements.
pub fn own_expressions(statement: &mut Stmt, change: &mut dyn FnMut(&mut Expr)) {
    match statement {
        Stmt::Declare(declaration) => {
            if let Some(init) = &mut declaration.init {
                in_initialiser(init, change);
            }
        }
        Stmt::Expr(expr)
        | Stmt::If(expr, ..)
        | Stmt::While(expr, _)
        | Stmt::DoWhile(_, expr)
        | Stmt::Switch(expr, _)
        | Stmt::Return(Some(expr))
        | Stmt::Assume(expr)
        | Stmt::Check(_, expr) => in_expression(expr, change),
        Stmt::For(start, condition, step, _) => {
            if let Some(init) = &mut start.init {
                in_initialiser(init, change);
            }
            in_expression(condition, change);
            in_expression(step, change);
        }
        Stmt::Block(_)
        | Stmt::Return(None)
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_) => {}
    }
}

/// Calls `change` on the expressions of an initialiser, operands first.
pub fn in_initialiser(init: &mut Initialiser, change: &mut dyn FnMut(&mut Expr)) {
    match init {
        Initialiser::Value(value) => in_expression(value, change),
        Initialiser::List(elements) => {
            elements.iter_mut().for_each(|(_, element)| in_initialiser(element, change));
        }
    }
}

/// Calls `change` on an expression, after its operands.
pub fn in_expression(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match expr {
        Expr::Int(..)
        | Expr::Float(..)
        | Expr::Spelled(_)
        | Expr::Text(..)
        | Expr::Name(_)
        | Expr::SizeofType(_)
        | Expr::Input(_) => {}
        Expr::Unary(_, a)
        | Expr::Step { target: a, .. }
        | Expr::Member(a, _)
        | Expr::Arrow(a, _)
        | Expr::Cast(_, a)
        | Expr::SizeofExpr(a)
        | Expr::VaArg(a, _) => in_expression(a, change),
        Expr::Binary(_, a, b)
        | Expr::Assign(_, a, b)
        | Expr::Elvis(a, b)
        | Expr::Comma(a, b)
        | Expr::Index(a, b) => {
            in_expression(a, change);
            in_expression(b, change);
        }
        Expr::Conditional(a, b, c) => {
            in_expression(a, change);
            in_expression(b, change);
            in_expression(c, change);
        }
        Expr::Call(function, args) => {
            in_expression(function, change);
            args.iter_mut().for_each(|arg| in_expression(arg, change));
        }
        Expr::Literal(_, init) => in_initialiser(init, change),
    }
    change(expr);
}
