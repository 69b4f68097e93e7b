//! Binary operators.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{
    ArithmeticOp, ArrayLength, Comparison, CompoundOp, Expr, ExprKind, Place, PlaceKind, ShiftOp,
    Tuple, Ty, Type,
};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression};
use lang_c::span::Node;
use program::Span;

/// A binary operator other than an assignment.
#[derive(Clone, Copy)]
enum Operator {
    Index,
    Arithmetic(ArithmeticOp),
    Shift(ShiftOp),
    Compare(Comparison),
    And,
    Or,
    Assign,
    CompoundAssign(CompoundOp),
}

fn classify(operator: &BinaryOperator) -> Operator {
    use ArithmeticOp::{Add, BitAnd, BitOr, BitXor, Divide, Multiply, Remainder, Subtract};
    let assign = |op| Operator::CompoundAssign(CompoundOp::Arithmetic(op));
    match operator {
        BinaryOperator::Index => Operator::Index,
        BinaryOperator::Multiply => Operator::Arithmetic(Multiply),
        BinaryOperator::Divide => Operator::Arithmetic(Divide),
        BinaryOperator::Modulo => Operator::Arithmetic(Remainder),
        BinaryOperator::Plus => Operator::Arithmetic(Add),
        BinaryOperator::Minus => Operator::Arithmetic(Subtract),
        BinaryOperator::BitwiseAnd => Operator::Arithmetic(BitAnd),
        BinaryOperator::BitwiseXor => Operator::Arithmetic(BitXor),
        BinaryOperator::BitwiseOr => Operator::Arithmetic(BitOr),
        BinaryOperator::ShiftLeft => Operator::Shift(ShiftOp::Left),
        BinaryOperator::ShiftRight => Operator::Shift(ShiftOp::Right),
        BinaryOperator::Less => Operator::Compare(Comparison::Less),
        BinaryOperator::Greater => Operator::Compare(Comparison::Greater),
        BinaryOperator::LessOrEqual => Operator::Compare(Comparison::LessEqual),
        BinaryOperator::GreaterOrEqual => Operator::Compare(Comparison::GreaterEqual),
        BinaryOperator::Equals => Operator::Compare(Comparison::Equal),
        BinaryOperator::NotEquals => Operator::Compare(Comparison::NotEqual),
        BinaryOperator::LogicalAnd => Operator::And,
        BinaryOperator::LogicalOr => Operator::Or,
        BinaryOperator::Assign => Operator::Assign,
        BinaryOperator::AssignMultiply => assign(Multiply),
        BinaryOperator::AssignDivide => assign(Divide),
        BinaryOperator::AssignModulo => assign(Remainder),
        BinaryOperator::AssignPlus => assign(Add),
        BinaryOperator::AssignMinus => assign(Subtract),
        BinaryOperator::AssignBitwiseAnd => assign(BitAnd),
        BinaryOperator::AssignBitwiseXor => assign(BitXor),
        BinaryOperator::AssignBitwiseOr => assign(BitOr),
        BinaryOperator::AssignShiftLeft => {
            Operator::CompoundAssign(CompoundOp::Shift(ShiftOp::Left))
        }
        BinaryOperator::AssignShiftRight => {
            Operator::CompoundAssign(CompoundOp::Shift(ShiftOp::Right))
        }
    }
}

impl Analyser<'_> {
    pub(super) fn binary(
        &mut self,
        binary: &BinaryOperatorExpression,
        span: Span,
    ) -> Result<Operand> {
        let (lhs, rhs) = (&binary.lhs, &binary.rhs);
        let value = match classify(&binary.operator.node) {
            Operator::Index => return self.index(lhs, rhs, span),
            Operator::Assign => self.assign(lhs, rhs, span)?,
            Operator::CompoundAssign(op) => self.compound_assign(lhs, op, rhs, span)?,
            Operator::Arithmetic(op) => {
                let (a, b) = (self.value(lhs)?, self.value(rhs)?);
                self.arithmetic_operation(op, a, b, span)?
            }
            Operator::Shift(op) => {
                let (a, b) = (self.value(lhs)?, self.value(rhs)?);
                self.shift_operation(op, a, b, span)?
            }
            Operator::Compare(op) => {
                let (a, b) = (self.value(lhs)?, self.value(rhs)?);
                self.comparison(op, a, b, span)?
            }
            Operator::And => {
                let (a, b) = (Box::new(self.condition(lhs)?), Box::new(self.condition(rhs)?));
                Expr { kind: ExprKind::And(a, b), ty: self.common.int, span }
            }
            Operator::Or => {
                let (a, b) = (Box::new(self.condition(lhs)?), Box::new(self.condition(rhs)?));
                Expr { kind: ExprKind::Or(a, b), ty: self.common.int, span }
            }
        };
        Ok(Operand::Value(value))
    }

    pub(super) fn invalid_operands<T>(
        &self,
        what: &str,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<T> {
        let (a, b) = (self.types.show(a.ty), self.types.show(b.ty));
        fail(span, format!("{what} cannot have operands of types `{a}` and `{b}`"))
    }

    pub(super) fn arithmetic_operation(
        &mut self,
        op: ArithmeticOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        if self.is_vector(&a) || self.is_vector(&b) {
            return self.vector_arithmetic(op, a, b, span);
        }
        if self.is_complex(&a) || self.is_complex(&b) {
            return self.complex_arithmetic(op, a, b, span);
        }
        let additive = matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract);
        let subtract = op == ArithmeticOp::Subtract;
        let pointers = (self.types.pointee(a.ty), self.types.pointee(b.ty));
        match pointers {
            (Some(_), Some(_)) if subtract => return self.pointer_difference(a, b, span),
            (Some(_), None) if additive && self.types.is_integer(b.ty) => {
                return self.pointer_add(a, b, subtract, span);
            }
            (None, Some(_)) if op == ArithmeticOp::Add && self.types.is_integer(a.ty) => {
                return self.pointer_add(b, a, false, span);
            }
            _ => {}
        }
        let Some(ty) = self.arithmetic_type_of(op, &a, &b) else {
            return self.invalid_operands("this operator", &a, &b, span);
        };
        let (a, b) = (self.convert(a, ty, false), self.convert(b, ty, false));
        Ok(Expr { kind: ExprKind::Arithmetic(op, Box::new(a), Box::new(b)), ty, span })
    }

    /// The type in which an operation on two arithmetic operands is computed.
    pub(super) fn arithmetic_type_of(
        &mut self,
        op: ArithmeticOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<Ty> {
        let ty = self.common_arithmetic(a, b)?;
        let any = matches!(
            op,
            ArithmeticOp::Add
                | ArithmeticOp::Subtract
                | ArithmeticOp::Multiply
                | ArithmeticOp::Divide
        );
        (any || self.types.is_integer(ty)).then_some(ty)
    }

    pub(super) fn pointer_add(
        &mut self,
        pointer: Expr,
        index: Expr,
        subtract: bool,
        span: Span,
    ) -> Result<Expr> {
        self.require_pointer_to_object(&pointer)?;
        let index = self.promote(index);
        let ty = pointer.ty;
        let (pointer, index) = (Box::new(pointer), Box::new(index));
        Ok(Expr { kind: ExprKind::PointerAdd { pointer, index, subtract }, ty, span })
    }

    /// Fails if the pointer's element type has no size.
    pub(super) fn require_pointer_to_object(&self, pointer: &Expr) -> Result<()> {
        let Some(target) = self.types.pointee(pointer.ty) else { return Ok(()) };
        match self.types.get(target) {
            Type::Record(id) if self.types.record(*id).members.is_none() => {
                let target = self.types.show(target);
                fail(pointer.span, format!("a pointer to the incomplete type `{target}`"))
            }
            Type::Array(_, ArrayLength::Unknown) => {
                fail(pointer.span, "a pointer to an array of unknown length")
            }
            _ => Ok(()),
        }
    }

    fn pointer_difference(&mut self, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        self.require_pointer_to_object(&a)?;
        let b = self.convert(b, a.ty, false);
        let ty = self.common.difference;
        Ok(Expr { kind: ExprKind::PointerDifference(Box::new(a), Box::new(b)), ty, span })
    }

    pub(super) fn comparison(
        &mut self,
        op: Comparison,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        if self.is_vector(&a) || self.is_vector(&b) {
            return self.vector_comparison(op, a, b, span);
        }
        if self.is_complex(&a) || self.is_complex(&b) {
            return self.complex_comparison(op, a, b, span);
        }
        let ty = match (self.types.pointee(a.ty), self.types.pointee(b.ty)) {
            // gcc warns about different targets; the addresses are compared.
            (Some(target), Some(_)) if self.types.is_void(target) => Some(b.ty),
            (Some(_), Some(_)) => Some(a.ty),
            (Some(_), None) if self.types.is_integer(b.ty) => Some(a.ty),
            (None, Some(_)) if self.types.is_integer(a.ty) => Some(b.ty),
            _ => self.common_arithmetic(&a, &b),
        };
        let Some(ty) = ty else {
            return self.invalid_operands("a comparison", &a, &b, span);
        };
        let (a, b) = (self.convert(a, ty, false), self.convert(b, ty, false));
        let kind = ExprKind::Compare(op, Box::new(a), Box::new(b));
        Ok(Expr { kind, ty: self.common.int, span })
    }

    /// `a[i]`, where either operand may be the array.
    fn index(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Result<Operand> {
        let base = self.operand(lhs)?;
        let ty = match &base {
            Operand::Value(value) => value.ty,
            Operand::Place(place) => place.ty,
            _ => self.common.void,
        };
        if let Some(tuple @ Tuple::Vector(..)) = self.types.as_tuple(ty) {
            let Some(vector) = Self::place_of_value(base) else {
                return fail(span, "a vector is needed here");
            };
            let index = self.value(rhs)?;
            return self.vector_element(vector, tuple, index, span).map(Operand::Place);
        }
        if let Operand::Place(array) = base {
            if let Type::Array(element, _) = *self.types.get(array.ty) {
                let index = self.value(rhs)?;
                return self.element(array, element, index, span);
            }
            return self.index_pointer(Operand::Place(array), rhs, span);
        }
        self.index_pointer(base, rhs, span)
    }

    fn element(&mut self, array: Place, element: Ty, index: Expr, span: Span) -> Result<Operand> {
        if !self.types.is_integer(index.ty) {
            let ty = self.types.show(index.ty);
            return fail(index.span, format!("an index must be an integer, not `{ty}`"));
        }
        let index = self.promote(index);
        let kind = PlaceKind::Index(Box::new(array), Box::new(index));
        Ok(Operand::Place(Place { kind, ty: element, span }))
    }

    fn index_pointer(
        &mut self,
        base: Operand,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Result<Operand> {
        let base = self.rvalue(base)?;
        if self.types.pointee(base.ty).is_none() {
            // `i[a]`
            let other = self.operand(rhs)?;
            if let Operand::Place(array) = other {
                if let Type::Array(element, _) = *self.types.get(array.ty) {
                    return self.element(array, element, base, span);
                }
                let pointer = self.rvalue(Operand::Place(array))?;
                return self.index_value(pointer, base, span);
            }
            let pointer = self.rvalue(other)?;
            return self.index_value(pointer, base, span);
        }
        let index = self.value(rhs)?;
        self.index_value(base, index, span)
    }

    fn index_value(&mut self, pointer: Expr, index: Expr, span: Span) -> Result<Operand> {
        if self.types.pointee(pointer.ty).is_none() || !self.types.is_integer(index.ty) {
            return self.invalid_operands("`[]`", &pointer, &index, span);
        }
        let sum = self.pointer_add(pointer, index, false, span)?;
        self.deref(sum, span)
    }
}
