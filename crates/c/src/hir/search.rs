//! Searching the parts of expressions.

use super::{BuiltinCall, Expr, ExprKind, Initialiser, Place, PlaceKind};

impl Expr {
    /// Whether the expression itself, without its operands, is a call or changes something.
    pub fn is_effect(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Call { .. }
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign { .. }
                | ExprKind::Step { .. }
                | ExprKind::Builtin(_)
                | ExprKind::StatementExpr(_)
                | ExprKind::Unsupported(_)
        )
    }
}

/// Whether some part of an expression, possibly the whole, satisfies a predicate. Statement
/// expressions are not searched.
pub fn any(expr: &Expr, predicate: &mut dyn FnMut(&Expr) -> bool) -> bool {
    if predicate(expr) {
        return true;
    }
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::VariableLength(_)
        | ExprKind::Function(_)
        | ExprKind::StatementExpr(_)
        | ExprKind::Unsupported(_) => false,
        ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Step { place, .. } => {
            any_in_place(place, predicate)
        }
        ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Convert(a, _) => any(a, predicate),
        ExprKind::Arithmetic(_, a, b)
        | ExprKind::Shift(_, a, b)
        | ExprKind::PointerAdd { pointer: a, index: b, .. }
        | ExprKind::PointerDifference(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Elvis(a, b)
        | ExprKind::Comma(a, b) => any(a, predicate) || any(b, predicate),
        ExprKind::Conditional(c, a, b) => {
            any(c, predicate) || any(a, predicate) || any(b, predicate)
        }
        ExprKind::Assign(place, value) | ExprKind::CompoundAssign { place, value, .. } => {
            any_in_place(place, predicate) || any(value, predicate)
        }
        ExprKind::Call { callee, args } => {
            any(callee, predicate) || args.iter().any(|arg| any(arg, predicate))
        }
        ExprKind::Let { bindings, body } => {
            bindings.iter().any(|(_, value)| any(value, predicate)) || any(body, predicate)
        }
        ExprKind::Builtin(builtin) => match builtin {
            BuiltinCall::VaStart(a) | BuiltinCall::VaArg(a) | BuiltinCall::VaEnd(a) => {
                any_in_place(a, predicate)
            }
            BuiltinCall::VaCopy(a, b) => any_in_place(a, predicate) || any_in_place(b, predicate),
            BuiltinCall::Overflow(_, a, b, c) => {
                any(a, predicate) || any(b, predicate) || any(c, predicate)
            }
            BuiltinCall::Atomic { pointer, args, .. } => {
                any(pointer, predicate) || args.iter().any(|arg| any(arg, predicate))
            }
        },
    }
}

fn any_in_place(place: &Place, predicate: &mut dyn FnMut(&Expr) -> bool) -> bool {
    match &place.kind {
        PlaceKind::Var(_) | PlaceKind::String(_) => false,
        PlaceKind::CompoundLiteral(_, init) => any_in_initialiser(init, predicate),
        PlaceKind::Deref(expr) | PlaceKind::Temporary(expr) => any(expr, predicate),
        PlaceKind::Index(array, index) => any_in_place(array, predicate) || any(index, predicate),
        PlaceKind::Member(inner, ..) => any_in_place(inner, predicate),
    }
}

fn any_in_initialiser(init: &Initialiser, predicate: &mut dyn FnMut(&Expr) -> bool) -> bool {
    init.items.iter().any(|item| any(&item.value, predicate))
}
