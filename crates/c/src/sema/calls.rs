//! Calls.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use super::scope::Name;
use crate::hir::{Expr, ExprKind, FunctionType, Ty, Type};
use lang_c::ast::Expression;
use lang_c::span::Node;
use program::Span;

impl Analyser<'_> {
    pub(super) fn call(
        &mut self,
        callee: &Node<Expression>,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Operand> {
        let callee_span = self.span(callee.span);
        let named = match &callee.node {
            Expression::Identifier(name) => Some(name.node.name.as_str()),
            _ => None,
        };
        if let Some(name) = named
            && !matches!(self.scopes.name(name), Some(Name::Var(_)))
            && let Some(result) = self.builtin_call(name, arguments, span)?
        {
            return Ok(result);
        }
        let operand = match named {
            Some(name) if self.scopes.name(name).is_none() => {
                Operand::Function(self.implicit_function(name, callee_span)?, callee_span)
            }
            _ => self.operand(callee)?,
        };
        let callee = match operand {
            // A call by name does not take the function's address.
            Operand::Function(id, span) => {
                let ty = self.pointer_to(self.functions[id.index()].ty);
                Expr { kind: ExprKind::Function(id), ty, span }
            }
            operand => self.rvalue(operand)?,
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        Ok(Operand::Value(self.call_of(callee, values, named, span)?))
    }

    /// A call with arguments that still have their own types.
    pub(super) fn call_of(
        &mut self,
        callee: Expr,
        arguments: Vec<Expr>,
        name: Option<&str>,
        span: Span,
    ) -> Result<Expr> {
        let function = self.types.pointee(callee.ty);
        let function = function.and_then(|target| self.types.as_function(target).cloned());
        let Some(function) = function else {
            let ty = self.types.show(callee.ty);
            return fail(span, format!("a value of type `{ty}` cannot be called"));
        };
        let shown = name.map_or_else(|| "this function".to_owned(), |name| format!("`{name}`"));
        let FunctionType { result, params, variadic, unprototyped } = function;
        if !unprototyped {
            let (given, expected) = (arguments.len(), params.len());
            if given < expected {
                let message = format!("{shown} needs {expected} arguments, not {given}");
                return fail(span, message);
            }
            if given > expected && !variadic {
                let message = format!("{shown} takes {expected} arguments, not {given}");
                return fail(span, message);
            }
        }
        let mut args = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.into_iter().enumerate() {
            let what = format!("argument {} of {shown}", index + 1);
            args.push(match params.get(index) {
                Some(&ty) => {
                    let promoted =
                        if unprototyped { self.default_promote(argument) } else { argument };
                    self.convert_argument(promoted, ty, &what)?
                }
                None => self.variable_argument(argument, &what)?,
            });
        }
        if !self.types.is_void(result) {
            self.require_complete(result, &format!("the result of {shown}"), span)?;
        }
        Ok(Expr { kind: ExprKind::Call { callee: Box::new(callee), args }, ty: result, span })
    }

    fn variable_argument(&mut self, argument: Expr, what: &str) -> Result<Expr> {
        if self.types.is_void(argument.ty) {
            return fail(argument.span, format!("{what} has no value"));
        }
        Ok(self.default_promote(argument))
    }

    /// The type of a function without a prototype.
    pub(super) fn unprototyped(&mut self, result: Ty) -> Ty {
        let params = Vec::new();
        let function = FunctionType { result, params, variadic: false, unprototyped: true };
        self.types.intern(Type::Function(function))
    }
}
