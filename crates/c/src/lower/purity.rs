//! Syntactic analysis of effects of expressions.

use super::scalar::Scalar;
use crate::hir::{ArithmeticOp, Expr, ExprKind, Place, PlaceKind, Storage, Type, Unit, any};

/// Whether evaluating an expression may change a variable, so that earlier values must be kept.
pub(super) fn assigns_variables(expr: &Expr) -> bool {
    any(expr, &mut |expr| {
        matches!(
            expr.kind,
            ExprKind::Assign(..)
                | ExprKind::CompoundAssign { .. }
                | ExprKind::Step { .. }
                | ExprKind::StatementExpr(_)
                | ExprKind::Builtin(_)
        )
    })
}

/// Whether an expression can be lowered to a term: no statement, no check, no load from memory.
pub(super) fn is_pure(hir: &Unit, expr: &Expr) -> bool {
    let pure = |expr: &Expr| is_pure(hir, expr);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) => true,
        ExprKind::VariableLength(_) => true,
        ExprKind::Load(place) => in_register(hir, place),
        ExprKind::AddressOf(place) => is_fixed_place(place),
        ExprKind::Not(a) | ExprKind::Unary(super::super::hir::UnaryOp::Complement, a) => pure(a),
        ExprKind::Unary(_, a) => !is_signed(hir, expr) && pure(a),
        ExprKind::Arithmetic(op, a, b) => {
            let checked = match op {
                ArithmeticOp::Add | ArithmeticOp::Subtract | ArithmeticOp::Multiply => {
                    is_signed(hir, expr)
                }
                ArithmeticOp::Divide | ArithmeticOp::Remainder => !is_float(hir, expr),
                ArithmeticOp::BitAnd | ArithmeticOp::BitOr | ArithmeticOp::BitXor => false,
            };
            !checked && pure(a) && pure(b)
        }
        ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => pure(a) && pure(b),
        ExprKind::Conditional(c, a, b) => pure(c) && pure(a) && pure(b),
        ExprKind::Convert(a, _) => {
            let to = Scalar::of(&hir.types, expr.ty);
            let checked = is_float(hir, a) && matches!(to, Some(Scalar::Int { .. }));
            to.is_some() && !checked && pure(a)
        }
        _ => false,
    }
}

fn is_signed(hir: &Unit, expr: &Expr) -> bool {
    matches!(Scalar::of(&hir.types, expr.ty), Some(Scalar::Int { signed: true, .. }))
}

fn is_float(hir: &Unit, expr: &Expr) -> bool {
    matches!(hir.types.get(expr.ty), Type::Float(_))
}

fn in_register(hir: &Unit, place: &Place) -> bool {
    let PlaceKind::Var(var) = place.kind else { return false };
    let var = hir.var(var);
    !hir.types.qualifiers(place.ty).volatile
        && matches!(var.storage, Storage::Local | Storage::Parameter)
        && !var.address_taken
        && Scalar::of(&hir.types, var.ty).is_some()
}

/// Whether the address of a place is fixed.
fn is_fixed_place(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) | PlaceKind::String(_) => true,
        PlaceKind::Member(inner, ..) => is_fixed_place(inner),
        _ => false,
    }
}
