//! Assignments, increments and decrements.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{ArithmeticOp, CompoundOp, Expr, ExprKind, Place, PlaceKind, Ty, Type};
use lang_c::ast::Expression;
use lang_c::span::Node;
use program::Span;

impl Analyser<'_> {
    /// A place that can be assigned to.
    fn assignable(&mut self, expression: &Node<Expression>) -> Result<Place> {
        let span = self.span(expression.span);
        let place = match self.operand(expression)? {
            Operand::Place(place) => place,
            Operand::Function(..) | Operand::FunctionAt(_) => {
                return fail(span, "a function cannot be assigned to");
            }
            Operand::Value(_) => return fail(span, "only a place in memory can be assigned to"),
        };
        match self.types.get(place.ty) {
            Type::Array(..) => fail(span, "an array cannot be assigned to"),
            _ if is_temporary(&place) => fail(span, "only a place in memory can be assigned to"),
            _ => {
                self.require_complete(place.ty, "what is assigned to", span)?;
                Ok(place)
            }
        }
    }

    pub(super) fn assign(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Result<Expr> {
        let place = self.assignable(lhs)?;
        let value = self.value(rhs)?;
        let ty = self.types.unqualified(place.ty);
        let value = self.convert_assigned(value, ty, "this assignment")?;
        Ok(Expr { kind: ExprKind::Assign(place, Box::new(value)), ty, span })
    }

    pub(super) fn compound_assign(
        &mut self,
        lhs: &Node<Expression>,
        op: CompoundOp,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Result<Expr> {
        let place = self.assignable(lhs)?;
        let value = self.value(rhs)?;
        let is_tuple = |ty| self.types.as_tuple(ty).is_some();
        if is_tuple(place.ty) || is_tuple(value.ty) {
            return self.tuple_compound(place, op, value, span);
        }
        let ty = self.types.unqualified(place.ty);
        let (op, value, computed_in) = self.compound_operands(&place, op, value, span)?;
        let value = Box::new(value);
        Ok(Expr { kind: ExprKind::CompoundAssign { place, op, value, computed_in }, ty, span })
    }

    fn compound_operands(
        &mut self,
        place: &Place,
        op: CompoundOp,
        value: Expr,
        span: Span,
    ) -> Result<(CompoundOp, Expr, Ty)> {
        // The old value is needed only for its type.
        let old = Expr { kind: ExprKind::Load(place.clone()), ty: place.ty, span: place.span };
        let wrong = |this: &Self, value: &Expr| {
            let (old, value) = (this.types.show(place.ty), this.types.show(value.ty));
            fail(span, format!("this assignment cannot combine `{old}` and `{value}`"))
        };
        match op {
            CompoundOp::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract)
                if self.types.pointee(place.ty).is_some() =>
            {
                if !self.types.is_integer(value.ty) {
                    return wrong(self, &value);
                }
                self.require_pointer_to_object(&old)?;
                let subtract = op == CompoundOp::Arithmetic(ArithmeticOp::Subtract);
                let value = self.promote(value);
                Ok((CompoundOp::Pointer(subtract), value, place.ty))
            }
            CompoundOp::Arithmetic(arithmetic) => {
                let Some(ty) = self.arithmetic_type_of(arithmetic, &old, &value) else {
                    return wrong(self, &value);
                };
                let value = self.convert(value, ty, false);
                Ok((op, value, ty))
            }
            CompoundOp::Shift(_) => {
                if !self.types.is_integer(place.ty) || !self.types.is_integer(value.ty) {
                    return wrong(self, &value);
                }
                let ty = self.promote(old).ty;
                let value = self.promote(value);
                Ok((op, value, ty))
            }
            CompoundOp::Pointer(_) => Ok((op, value, place.ty)),
        }
    }

    /// `++x` and related operators.
    pub(super) fn step(
        &mut self,
        operand: &Node<Expression>,
        increment: bool,
        postfix: bool,
        span: Span,
    ) -> Result<Expr> {
        let place = self.assignable(operand)?;
        let ty = self.types.unqualified(place.ty);
        if self.types.as_tuple(ty).is_some() {
            return self.tuple_step(place, increment, postfix, span);
        }
        if !self.types.is_scalar(ty) {
            let ty = self.types.show(ty);
            return fail(span, format!("`++` and `--` need a number or pointer, not `{ty}`"));
        }
        let old = Expr { kind: ExprKind::Load(place.clone()), ty, span };
        self.require_pointer_to_object(&old)?;
        let computed_in = self.promote(old).ty;
        Ok(Expr { kind: ExprKind::Step { place, increment, postfix, computed_in }, ty, span })
    }
}

fn is_temporary(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Temporary(_) => true,
        PlaceKind::Member(inner, ..) | PlaceKind::Index(inner, _) => is_temporary(inner),
        _ => false,
    }
}
