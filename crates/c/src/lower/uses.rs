//! Syntactic checks whether code mentions or changes variables.

use crate::hir::{
    Expr, ExprKind, FnId, Place, PlaceKind, Stmt, StmtKind, Storage, Unit, VarId, any,
};

/// Whether a statement mentions a variable. Lengths of array types are not searched.
pub(super) fn mentions(stmt: &Stmt, var: VarId) -> bool {
    some_expr(stmt, &|expr| expr_mentions(expr, var))
}

/// Whether some full expression of a statement satisfies a predicate. Lengths of array types are
/// assumed to.
pub(crate) fn some_expr(stmt: &Stmt, used: &dyn Fn(&Expr) -> bool) -> bool {
    let inside = |stmt: &Stmt| some_expr(stmt, used);
    match &stmt.kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Unsupported(_) => false,
        StmtKind::EvaluateLength(_) => true,
        StmtKind::Expr(expr) | StmtKind::GotoAddress(expr) => used(expr),
        StmtKind::Block(stmts) | StmtKind::Group(stmts) => stmts.iter().any(inside),
        StmtKind::Declare(_, init) => {
            init.as_ref().is_some_and(|init| init.items.iter().any(|item| used(&item.value)))
        }
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

/// Library functions that only read memory.
const HARMLESS: [&str; 12] = [
    "abs",
    "labs",
    "memcmp",
    "strcasecmp",
    "strcmp",
    "strcoll",
    "strlen",
    "strncasecmp",
    "strncmp",
    "tolower",
    "toupper",
    "wcscmp",
];

/// Whether a call of a function may change anything that outlives it, judged by its code.
pub(crate) fn has_effects(hir: &Unit, function: FnId) -> bool {
    // Comparison functions call few others.
    const DEPTH: u32 = 4;
    function_has_effects(hir, function, DEPTH)
}

fn function_has_effects(hir: &Unit, id: FnId, depth: u32) -> bool {
    let function = hir.function(id);
    match &function.body {
        None => !HARMLESS.contains(&function.name.as_str()),
        Some(_) if depth == 0 => true,
        Some(body) => some_expr(body, &|expr| expr_has_effects(hir, expr, depth)),
    }
}

fn expr_has_effects(hir: &Unit, expr: &Expr, depth: u32) -> bool {
    any(expr, &mut |expr| match &expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Step { place, .. } => !is_local(hir, place),
        ExprKind::Call { callee, .. } => match callee.kind {
            ExprKind::Function(id) => function_has_effects(hir, id, depth - 1),
            _ => true,
        },
        ExprKind::StatementExpr(stmt) => {
            some_expr(stmt, &|expr| expr_has_effects(hir, expr, depth))
        }
        ExprKind::Builtin(_) | ExprKind::Unsupported(_) => true,
        _ => false,
    })
}

/// Whether a place is part of a local variable.
fn is_local(hir: &Unit, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(var) => {
            matches!(hir.var(*var).storage, Storage::Local | Storage::Parameter)
        }
        PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) => is_local(hir, inner),
        _ => false,
    }
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
