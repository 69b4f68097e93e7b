//! Conditions: terms if they have no effects, control flow otherwise.

use super::LowerError;
use super::function::{FunctionLowering, Value};
use super::purity::is_pure;
use super::scalar::{Scalar, is_nonzero};
use crate::hir::{Expr, ExprKind, Type};
use num_traits::Zero;
use program::{BlockId, ScalarType};
use term::Term;

impl FunctionLowering<'_, '_> {
    /// Whether a scalar expression is nonzero, as a truth value.
    pub(super) fn condition(&mut self, expr: &Expr) -> Result<Term, LowerError> {
        let outer = self.span.replace(expr.span);
        let truth = match &expr.kind {
            _ if self.known_value(expr).is_some() => {
                let value = self.scalar(expr)?;
                let scalar = self.scalar_type(expr.ty)?;
                is_nonzero(self.terms(), scalar, value)
            }
            ExprKind::Not(inner) => {
                let inner = self.condition(inner)?;
                self.terms().not(inner)
            }
            ExprKind::Compare(op, a, b) => {
                self.only_sign = is_call(a) && is_zero(b) || is_zero(a) && is_call(b);
                let operands = self.operands(a, b);
                self.only_sign = false;
                let (a_term, b_term) = operands?;
                let scalar = self.scalar_type(a.ty)?;
                self.comparison(*op, scalar, a_term, b_term)
            }
            ExprKind::And(a, b) => self.short_circuit(a, b, true)?,
            ExprKind::Or(a, b) => self.short_circuit(a, b, false)?,
            // Converting a truth value preserves whether it is zero.
            ExprKind::Convert(inner, _)
                if is_truth(inner) && !matches!(self.hir.types.get(expr.ty), Type::Void) =>
            {
                self.condition(inner)?
            }
            _ => {
                self.only_sign = is_call(expr);
                let value = self.scalar(expr);
                self.only_sign = false;
                let scalar = self.scalar_type(expr.ty)?;
                is_nonzero(self.terms(), scalar, value?)
            }
        };
        self.span = outer;
        Ok(truth)
    }

    fn short_circuit(&mut self, a: &Expr, b: &Expr, and: bool) -> Result<Term, LowerError> {
        let first = self.condition(a)?;
        if is_pure(self.hir, b) {
            let second = self.condition(b)?;
            let terms = self.terms();
            return Ok(if and { terms.and(&[first, second]) } else { terms.or(&[first, second]) });
        }
        if let Some(first) = self.terms().as_bool(first) {
            return if first == and {
                self.ordered(b, |this| this.condition(b))
            } else {
                Ok(self.terms().bool(first))
            };
        }
        let result = self.temporary(ScalarType::Truth);
        self.assign(result, first);
        let first = self.term_of(result);
        let (more, done) = (self.new_block(), self.new_block());
        if and {
            self.branch(first, more, done);
        } else {
            self.branch(first, done, more);
        }
        self.switch_to(more);
        let second = self.ordered(b, |this| this.condition(b))?;
        self.assign(result, second);
        self.goto(done);
        self.switch_to(done);
        Ok(self.term_of(result))
    }

    /// Branches on an expression.
    pub(super) fn branch_on(
        &mut self,
        expr: &Expr,
        then: BlockId,
        otherwise: BlockId,
    ) -> Result<(), LowerError> {
        let known = self.known_value(expr).is_some();
        match &expr.kind {
            ExprKind::Not(inner) if !known => self.branch_on(inner, otherwise, then),
            ExprKind::And(a, b) if !known && !is_pure(self.hir, b) => {
                let more = self.new_block();
                self.branch_on(a, more, otherwise)?;
                self.switch_to(more);
                self.full_branch(b, then, otherwise)
            }
            ExprKind::Or(a, b) if !known && !is_pure(self.hir, b) => {
                let more = self.new_block();
                self.branch_on(a, then, more)?;
                self.switch_to(more);
                self.full_branch(b, then, otherwise)
            }
            _ => {
                let outer = self.span.replace(expr.span);
                let condition = self.condition(expr)?;
                self.branch(condition, then, otherwise);
                self.span = outer;
                Ok(())
            }
        }
    }

    /// `c ? a : b`.
    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        a: &Expr,
        b: &Expr,
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        let scalar = Scalar::of(&self.hir.types, expr.ty);
        if scalar.is_some() && is_pure(self.hir, a) && is_pure(self.hir, b) {
            let truth = self.condition(condition)?;
            let (a, b) = (self.scalar(a)?, self.scalar(b)?);
            return Ok(Value::Scalar(self.terms().ite(truth, a, b)));
        }
        let blocks = [self.new_block(), self.new_block()];
        self.branch_on(condition, blocks[0], blocks[1])?;
        let done = self.new_block();
        let mut result = None;
        for (block, arm) in blocks.into_iter().zip([a, b]) {
            self.switch_to(block);
            let value = self.full_expr(arm)?;
            if let Value::Scalar(term) | Value::Record(term) = value
                && !matches!(self.hir.types.get(expr.ty), Type::Void)
            {
                let ty = scalar.map_or(ScalarType::Pointer, Scalar::register_type);
                let register = *result.get_or_insert_with(|| self.temporary(ty));
                self.assign(register, term);
            }
            self.goto(done);
        }
        self.switch_to(done);
        Ok(match (result, scalar) {
            (None, _) => Value::Void,
            (Some(register), Some(_)) => Value::Scalar(self.term_of(register)),
            (Some(register), None) => Value::Record(self.term_of(register)),
        })
    }

    /// `a ?: b`.
    pub(super) fn elvis(&mut self, a: &Expr, b: &Expr) -> Result<Value, LowerError> {
        let scalar = self.scalar_type(a.ty)?;
        let first = self.scalar(a)?;
        if is_pure(self.hir, b) {
            let second = self.scalar(b)?;
            let truth = is_nonzero(self.terms(), scalar, first);
            return Ok(Value::Scalar(self.terms().ite(truth, first, second)));
        }
        let result = self.temporary(scalar.register_type());
        self.assign(result, first);
        let value = self.term_of(result);
        let truth = is_nonzero(self.terms(), scalar, value);
        let (more, done) = (self.new_block(), self.new_block());
        self.branch(truth, done, more);
        self.switch_to(more);
        let second = self.full_scalar(b)?;
        self.assign(result, second);
        self.goto(done);
        self.switch_to(done);
        Ok(Value::Scalar(value))
    }
}

/// Whether an expression is 0 or 1 by its form.
pub(super) fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Convert(inner, _) => is_truth(inner),
        _ => false,
    }
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call { .. })
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if value.is_zero())
}
