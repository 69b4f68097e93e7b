//! Expressions.

use super::LowerError;
use super::convert::{convert, fits_integer};
use super::describe::describe;
use super::function::{FunctionLowering, Value};
use super::purity::assigns_variables;
use super::scalar::Scalar;
use crate::hir::{Expr, ExprKind, Place, PlaceKind, Storage, Type, UnaryOp, Unit, VarId};
use program::Property;
use term::{BitVec, Term};

impl FunctionLowering<'_, '_> {
    /// The value of an expression of scalar type.
    pub(crate) fn scalar(&mut self, expr: &Expr) -> Result<Term, LowerError> {
        match self.expr(expr)? {
            Value::Scalar(term) => Ok(term),
            Value::Void | Value::Record(_) => {
                let text = describe(self.hir, expr);
                Err(LowerError::new(Some(expr.span), format!("'{text}' has no scalar value")))
            }
        }
    }

    /// The values of two operands, the left one first.
    pub(super) fn operands(&mut self, a: &Expr, b: &Expr) -> Result<(Term, Term), LowerError> {
        let first = self.scalar(a)?;
        let first = self.keep(first, self.scalar_type(a.ty)?, std::slice::from_ref(b));
        Ok((first, self.scalar(b)?))
    }

    /// Keeps a value in a register if evaluating the next operand may change its variables.
    pub(super) fn keep(&mut self, value: Term, scalar: Scalar, next: &[Expr]) -> Term {
        if !self.is_fixed(value) && next.iter().any(assigns_variables) {
            return self.pin(value, scalar.register_type());
        }
        value
    }

    /// The value of an expression; emits all of its effects.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Result<Value, LowerError> {
        if let Some(value) = self.known_value(expr) {
            return Ok(value);
        }
        let outer = self.span.replace(expr.span);
        let value = self.expr_here(expr);
        self.span = outer;
        value
    }

    /// The value of an expression that was evaluated early.
    pub(super) fn known_value(&self, expr: &Expr) -> Option<Value> {
        if self.evaluated.is_empty() {
            return None;
        }
        self.evaluated.get(&std::ptr::from_ref(expr)).copied()
    }

    fn expr_here(&mut self, expr: &Expr) -> Result<Value, LowerError> {
        let hir = self.hir;
        let text = || describe(hir, expr);
        let term = match &expr.kind {
            ExprKind::Int(value) => {
                let bits = self.scalar_type(expr.ty)?.bits(self.machine());
                let Some(bits) = bits else {
                    return Err(self.error("an integer constant of another type"));
                };
                self.terms().bv_const(BitVec::from_bigint(bits, value))
            }
            ExprKind::Float(value) => self.terms().constant(term::Value::Float(value.clone())),
            ExprKind::Load(place) => {
                let location = self.place(place)?;
                return self.read(location, place);
            }
            ExprKind::AddressOf(place) => {
                if let Some(name) = missing_root(hir, place) {
                    self.unsupported(format!("the address of '{name}', which may be missing"));
                }
                let memory = self.place_to_point_at(place)?;
                self.address(memory)
            }
            ExprKind::VariableLength(number) => self.length(*number)?,
            ExprKind::Function(id) => self.function_address(*id)?,
            ExprKind::Unary(op, a) => {
                let scalar = self.scalar_type(expr.ty)?;
                let a = self.scalar(a)?;
                match op {
                    UnaryOp::Negate => self.negation(scalar, a, text),
                    UnaryOp::Complement => self.terms().bv_not(a),
                }
            }
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                let truth = self.condition(expr)?;
                let scalar = self.scalar_type(expr.ty)?;
                self.truth_value(truth, scalar)
            }
            ExprKind::Arithmetic(op, a, b) => {
                let scalar = self.scalar_type(expr.ty)?;
                let (a, b) = self.operands(a, b)?;
                self.arithmetic(*op, scalar, a, b, text)
            }
            ExprKind::Shift(op, a, b) => {
                let scalar = self.scalar_type(expr.ty)?;
                let by_type = self.scalar_type(b.ty)?;
                let (a, b) = self.operands(a, b)?;
                self.shift(*op, scalar, a, (b, by_type), text)
            }
            ExprKind::PointerAdd { .. } => {
                let memory = self.pointer(expr)?;
                self.address(memory)
            }
            ExprKind::PointerDifference(a, b) => {
                let element = self.target_of(a.ty)?;
                let (a, b) = self.operands(a, b)?;
                let size = self.size_term(element)?;
                let bytes = self.terms().bv_sub(a, b);
                self.terms().bv_sdiv(bytes, size)
            }
            ExprKind::Conditional(condition, a, b) => {
                return self.conditional(condition, a, b, expr);
            }
            ExprKind::Elvis(a, b) => return self.elvis(a, b),
            ExprKind::Comma(a, b) => {
                self.effects(a)?;
                return self.expr(b);
            }
            ExprKind::Convert(inner, _) => return self.conversion(inner, expr),
            ExprKind::Assign(place, value) => return self.assignment(place, value),
            ExprKind::CompoundAssign { place, op, value, computed_in } => {
                self.compound_assignment(place, *op, value, *computed_in, expr)?
            }
            ExprKind::Step { place, increment, postfix, computed_in } => {
                self.step(place, *increment, *postfix, *computed_in, expr)?
            }
            ExprKind::Let { bindings, body } => return self.let_in(bindings, body),
            ExprKind::Call { callee, args } => return self.call(callee, args, expr),
            ExprKind::Builtin(builtin) => return self.builtin(builtin, expr),
            ExprKind::StatementExpr(block) => return self.statement_expr(block, expr),
            ExprKind::Unsupported(what) => {
                self.unsupported(what.clone());
                return self.arbitrary(expr.ty, program::ChoiceSource::External(what.clone()));
            }
        };
        Ok(Value::Scalar(term))
    }

    /// Evaluates an expression whose value is not used.
    pub(super) fn effects(&mut self, expr: &Expr) -> Result<(), LowerError> {
        if self.known_value(expr).is_some() {
            return Ok(());
        }
        match &expr.kind {
            // The old value is not used.
            ExprKind::Step { place, increment, computed_in, .. } => {
                let outer = self.span.replace(expr.span);
                self.step(place, *increment, false, *computed_in, expr)?;
                self.span = outer;
            }
            ExprKind::Convert(inner, _) if matches!(self.hir.types.get(expr.ty), Type::Void) => {
                self.effects(inner)?;
            }
            ExprKind::Comma(a, b) => {
                self.effects(a)?;
                self.effects(b)?;
            }
            ExprKind::Call { .. } => {
                self.unused_call = Some(std::ptr::from_ref(expr));
                self.expr(expr)?;
            }
            _ => {
                self.expr(expr)?;
            }
        }
        Ok(())
    }

    /// Stores values in variables for an expression.
    fn let_in(&mut self, bindings: &[(VarId, Expr)], body: &Expr) -> Result<Value, LowerError> {
        for (var, value) in bindings {
            let value = self.expr(value)?;
            self.declare_variable(*var)?;
            self.store_variable(*var, value)?;
        }
        self.expr(body)
    }

    fn conversion(&mut self, inner: &Expr, expr: &Expr) -> Result<Value, LowerError> {
        let Some(to) = Scalar::of(&self.hir.types, expr.ty) else {
            return if matches!(self.hir.types.get(expr.ty), Type::Void) {
                self.effects(inner)?;
                Ok(Value::Void)
            } else {
                self.expr(inner)
            };
        };
        if super::branch::is_truth(inner) && !matches!(to, Scalar::Float(_)) {
            let truth = self.condition(inner)?;
            return Ok(Value::Scalar(self.truth_value(truth, to)));
        }
        let from = self.scalar_type(inner.ty)?;
        let value = self.scalar(inner)?;
        Ok(Value::Scalar(self.converted(value, from, to)))
    }

    /// A value converted from one scalar type to another.
    pub(crate) fn converted(&mut self, value: Term, from: Scalar, to: Scalar) -> Term {
        let (Scalar::Float(float), Scalar::Int { bits, signed }) = (from, to) else {
            return self.converted_anyway(value, from, to);
        };
        let value = self.named_if_large(value, from);
        self.check(
            Property::Undefined,
            |terms| fits_integer(terms, float.format(), bits, signed, value),
            || "a floating-point number does not fit the integer it is converted to".to_owned(),
        );
        self.converted_anyway(value, from, to)
    }

    /// A value converted from one scalar type to another. Floats that do not fit an integer type
    /// are converted as the machine does.
    pub(crate) fn converted_anyway(&mut self, value: Term, from: Scalar, to: Scalar) -> Term {
        let value = match (from, to) {
            // The value is used several times.
            (Scalar::Float(_), Scalar::Int { .. }) => self.named_if_large(value, from),
            _ => value,
        };
        let machine = self.machine();
        convert(self.terms(), machine, value, from, to)
    }
}

/// The variable that a place belongs to, if it may be undefined (weak).
fn missing_root<'a>(hir: &'a Unit, place: &Place) -> Option<&'a str> {
    let mut place = place;
    while let PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) = &place.kind {
        place = inner;
    }
    let PlaceKind::Var(var) = place.kind else { return None };
    let var = hir.var(hir.aliased_var(var));
    (var.weak && var.storage == Storage::Extern).then_some(var.name.as_str())
}
