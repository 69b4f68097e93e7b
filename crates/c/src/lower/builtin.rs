//! Builtins with special rules.

use super::LowerError;
use super::convert::resize;
use super::describe::describe;
use super::function::{FunctionLowering, Value};
use super::place::Memory;
use super::scalar::Scalar;
use crate::hir::{ArithmeticOp, AtomicOp, BuiltinCall, Expr};
use term::Term;

impl FunctionLowering<'_, '_> {
    pub(super) fn builtin(
        &mut self,
        builtin: &BuiltinCall,
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        match builtin {
            BuiltinCall::VaStart(list) => self.va_start(list)?,
            BuiltinCall::VaArg(list) => return self.va_arg(list, expr),
            BuiltinCall::VaEnd(list) => {
                self.place(list)?;
            }
            BuiltinCall::VaCopy(to, from) => self.va_copy(to, from)?,
            BuiltinCall::Overflow(op, a, b, pointer) => {
                return self.overflow_builtin(*op, [a, b, pointer], expr);
            }
            BuiltinCall::Atomic { op, pointer, args, new_value } => {
                return self.atomic(*op, pointer, args, *new_value, expr);
            }
        }
        Ok(Value::Void)
    }

    /// Computes exactly in a type that is wide enough, then checks whether the result fits.
    fn overflow_builtin(
        &mut self,
        op: ArithmeticOp,
        [a, b, pointer]: [&Expr; 3],
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        let hir = self.hir;
        let types = [self.scalar_type(a.ty)?, self.scalar_type(b.ty)?];
        let target = self.scalar_type(self.target_of(pointer.ty)?)?;
        let machine = self.machine();
        let bits = |scalar: Scalar| scalar.bits(machine).unwrap_or(64);
        let wide = match op {
            ArithmeticOp::Multiply => bits(types[0]) + bits(types[1]),
            _ => bits(types[0]).max(bits(types[1])),
        };
        let wide = wide.max(bits(target)) + 2;
        let (first, second) = self.operands(a, b)?;
        let first = self.keep(first, types[0], std::slice::from_ref(pointer));
        let second = self.keep(second, types[1], std::slice::from_ref(pointer));
        let memory = self.pointer(pointer)?;
        let terms = self.terms();
        let x = resize(terms, wide, types[0].is_signed(), first);
        let y = resize(terms, wide, types[1].is_signed(), second);
        let exact = match op {
            ArithmeticOp::Add => terms.bv_add(x, y),
            ArithmeticOp::Subtract => terms.bv_sub(x, y),
            ArithmeticOp::Multiply => terms.bv_mul(x, y),
            _ => return Err(self.error("an overflow builtin of an unknown operation")),
        };
        let result = resize(terms, bits(target), false, exact);
        let back = resize(terms, wide, target.is_signed(), result);
        let fits = terms.eq(back, exact);
        let overflow = terms.not(fits);
        self.store_scalar(memory, target, result, || format!("*{}", describe(hir, pointer)));
        let scalar = self.scalar_type(expr.ty)?;
        Ok(Value::Scalar(self.truth_value(overflow, scalar)))
    }

    fn atomic(
        &mut self,
        op: AtomicOp,
        pointer: &Expr,
        args: &[Expr],
        new_value: bool,
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        let hir = self.hir;
        let text = || format!("*{}", describe(hir, pointer));
        let scalar = self.scalar_type(self.target_of(pointer.ty)?)?;
        let target = self.scalar(pointer)?;
        let target = self.keep(target, Scalar::Pointer, args);
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let value = self.scalar(arg)?;
            values.push(self.keep(value, scalar, &args[i + 1..]));
        }
        let memory = Memory::at_pointer(target);
        let mut old = self.load_scalar(memory, scalar, text);
        if hir.types.qualifiers(self.target_of(pointer.ty)?).volatile {
            old = self.perhaps_changed(old, scalar, None, &text());
        }
        let operand = |i: usize| values.get(i).copied().unwrap_or(old);
        let (new, result): (Option<Term>, Option<Term>) = match op {
            AtomicOp::Arithmetic(op) => {
                // Atomic arithmetic wraps around, so it is computed unsigned.
                let unsigned = match scalar {
                    Scalar::Int { bits, .. } => Scalar::Int { bits, signed: false },
                    other => other,
                };
                (Some(self.arithmetic(op, unsigned, old, operand(0), text)), None)
            }
            AtomicOp::Exchange => (Some(operand(0)), None),
            AtomicOp::CompareExchange | AtomicOp::CompareExchangeFlag => {
                let equal = self.terms().eq(old, operand(0));
                let new = self.terms().ite(equal, operand(1), old);
                let flag = op == AtomicOp::CompareExchangeFlag;
                (Some(new), flag.then_some(equal))
            }
            AtomicOp::Load => (None, None),
        };
        let new = new.map(|new| self.pin(new, scalar.register_type()));
        if let Some(new) = new {
            self.store_scalar(memory, scalar, new, text);
        }
        let Some(wanted) = Scalar::of(&self.hir.types, expr.ty) else { return Ok(Value::Void) };
        if let Some(truth) = result {
            return Ok(Value::Scalar(self.truth_value(truth, wanted)));
        }
        let value = if new_value { new.unwrap_or(old) } else { old };
        Ok(Value::Scalar(self.converted(value, scalar, wanted)))
    }
}
