//! Whether code mentions a variable.

use super::purity::any;
use crate::hir::{Expr, ExprKind, Initialiser, Place, PlaceKind, Stmt, StmtKind, VarId};

/// Whether a statement mentions a variable. Lengths of array types are not looked at.
pub(super) fn mentions(stmt: &Stmt, var: VarId) -> bool {
    let inside = |stmt: &Stmt| mentions(stmt, var);
    let used = |expr: &Expr| expr_mentions(expr, var);
    match &stmt.kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Unsupported(_) => false,
        StmtKind::EvaluateLength(_) => true,
        StmtKind::Expr(expr) | StmtKind::GotoAddress(expr) => used(expr),
        StmtKind::Block(stmts) | StmtKind::Group(stmts) => stmts.iter().any(inside),
        StmtKind::Declare(_, init) => init.as_ref().is_some_and(|init| init_mentions(init, var)),
        StmtKind::If(condition, then, otherwise) => {
            used(condition) || inside(then) || otherwise.as_deref().is_some_and(inside)
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            used(condition) || inside(body)
        }
        StmtKind::For(first, condition, step, body) => {
            inside(first)
                || condition.as_ref().is_some_and(used)
                || step.as_ref().is_some_and(used)
                || inside(body)
        }
        StmtKind::Switch(value, body) => used(value) || inside(body),
        StmtKind::Case(_, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            inside(body)
        }
        StmtKind::Return(value) => value.as_ref().is_some_and(used),
    }
}

fn init_mentions(init: &Initialiser, var: VarId) -> bool {
    init.items.iter().any(|item| expr_mentions(&item.value, var))
}

fn expr_mentions(expr: &Expr, var: VarId) -> bool {
    any(expr, &mut |expr| match &expr.kind {
        ExprKind::Load(place)
        | ExprKind::AddressOf(place)
        | ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Step { place, .. } => root_is(place, var),
        ExprKind::StatementExpr(stmt) => mentions(stmt, var),
        ExprKind::Builtin(_) => true,
        _ => false,
    })
}

fn root_is(place: &Place, var: VarId) -> bool {
    match &place.kind {
        PlaceKind::Var(root) => *root == var,
        PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) => root_is(inner, var),
        _ => false,
    }
}
