//! Calls.

use super::LowerError;
use super::arguments::{Signature, function_type, is_record};
use super::describe::describe;
use super::function::{FunctionLowering, Value};
use super::scalar::{Scalar, truth_to_bv};
use super::unprototyped::PointerCall;
use crate::environment::{self, Argument, ExternalCall};
use crate::hir::{Expr, ExprKind, FnId, Ty, Type};
use program::{Callee, ChoiceSource, FunctionId, Property, ScalarType, StatementKind};
use term::Term;

impl FunctionLowering<'_, '_> {
    /// A call of a function or through a pointer.
    pub(super) fn call(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        let only_sign = std::mem::take(&mut self.only_sign);
        let is_used = self.unused_call != Some(std::ptr::from_ref(expr));
        match direct_callee(callee).map(|id| self.hir.aliased_function(id)) {
            Some(id) if self.hir.function(id).body.is_none() => {
                let arguments = self.evaluate_arguments(args)?;
                let call = ExternalCall {
                    name: &self.hir.function(id).name,
                    args: &arguments,
                    exprs: args,
                    result: expr.ty,
                    noreturn: self.hir.function(id).noreturn,
                    is_used,
                    only_sign,
                };
                environment::call(self, &call)
            }
            Some(id) => {
                let arguments = self.evaluate_arguments(args)?;
                self.call_defined(id, &arguments, expr.ty)
            }
            None => self.call_pointer(callee, args, expr),
        }
    }

    fn evaluate_arguments(&mut self, args: &[Expr]) -> Result<Vec<Argument>, LowerError> {
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let mut value = self.expr(arg)?;
            if let (Value::Scalar(term), Some(scalar)) =
                (value, Scalar::of(&self.hir.types, arg.ty))
            {
                value = Value::Scalar(self.keep(term, scalar, &args[i + 1..]));
            }
            values.push(Argument { value, ty: arg.ty });
        }
        Ok(values)
    }

    /// A call of a function that is defined.
    pub(crate) fn call_defined(
        &mut self,
        id: FnId,
        args: &[Argument],
        wanted: Ty,
    ) -> Result<Value, LowerError> {
        let hir = self.hir;
        let function = hir.function(id);
        let ty = function_type(hir, id)?;
        let Some(target) = self.cx.needed_function(id)? else {
            return Err(self.error(format!("'{}' is not part of the program", function.name)));
        };
        let params: Vec<Ty> = function.params.iter().map(|&var| hir.var(var).ty).collect();
        let signature = Signature::of(hir, id)?;
        let value = self.emit_call(Callee::Direct(target), &signature, &params, args, ty.result)?;
        let scalar = |ty| Scalar::of(&hir.types, ty);
        Ok(match (value, scalar(ty.result), scalar(wanted)) {
            // The function is declared with another type where it is called.
            (Value::Scalar(value), Some(from), Some(to)) => {
                Value::Scalar(self.converted(value, from, to))
            }
            _ => value,
        })
    }

    /// A call of a function that only the library knows.
    pub(crate) fn call_part(&mut self, name: &str, args: &[Term]) -> Result<Value, LowerError> {
        let hir = self.hir;
        let Some(id) = self.cx.library.part(name) else {
            return Err(self.error(format!("the library has no '{name}'")));
        };
        let params = hir.function(id).params.iter().map(|&param| hir.var(param).ty);
        let arg = |(ty, &value)| Argument { value: Value::Scalar(value), ty };
        let args: Vec<Argument> = params.zip(args).map(arg).collect();
        self.call_defined(id, &args, function_type(hir, id)?.result)
    }

    fn call_pointer(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        expr: &Expr,
    ) -> Result<Value, LowerError> {
        let hir = self.hir;
        let target = self.scalar(callee)?;
        let target = self.pin(target, ScalarType::Pointer);
        let function = match hir.types.get(callee.ty) {
            Type::Pointer(target) => hir.types.get(*target),
            other => other,
        };
        let Type::Function(ty) = function else {
            return Err(self.error("a call of what is not a function"));
        };
        let arguments = self.evaluate_arguments(args)?;
        let params: Vec<Ty> = if ty.unprototyped {
            arguments.iter().map(|argument| argument.ty).collect()
        } else {
            ty.params.clone()
        };
        let signature = Signature::new(&hir.types, ty.result, &params, ty.variadic);
        let mut possible = self.functions_like(&signature);
        let unprototyped = self.unprototyped_functions(ty, &signature);
        possible.extend(unprototyped.iter().map(|&(_, address)| address));
        self.check(
            Property::Deref,
            |terms| {
                let equal: Vec<Term> = possible
                    .into_iter()
                    .map(|address| {
                        let address = terms.var(address);
                        terms.eq(target, address)
                    })
                    .collect();
                terms.or(&equal)
            },
            || format!("'{}' does not point to a function of its type", describe(hir, callee)),
        );
        let call = PointerCall { target, signature, params, args: arguments, result: ty.result };
        let value = if unprototyped.is_empty() {
            self.emit_pointer_call(&call)?
        } else {
            self.split_pointer_call(&call, &unprototyped)?
        };
        Ok(if matches!(hir.types.get(expr.ty), Type::Void) { Value::Void } else { value })
    }

    /// The addresses of functions that have the given interface.
    fn functions_like(&self, signature: &Signature) -> Vec<term::Symbol> {
        let program = &self.cx.program;
        let sorts = |types: &[ScalarType]| -> Vec<term::Sort> {
            types.iter().map(|ty| ty.sort(program.machine)).collect()
        };
        let wanted = sorts(&signature.parameters);
        let wanted_result = signature.result.map(|ty| ty.sort(program.machine));
        let fits = |id: &FunctionId| {
            let function = program.function(*id);
            let sort = |symbol: &term::Symbol| program.terms.symbol_sort(*symbol).clone();
            let parameters: Vec<term::Sort> = function.parameters.iter().map(sort).collect();
            parameters == wanted && function.result.as_ref().map(sort) == wanted_result
        };
        let candidates = self.cx.pointed_functions(|_| true).into_iter();
        candidates.filter(fits).map(|id| program.function(id).address).collect()
    }

    /// Emits a call with arguments that follow the callee's convention.
    pub(super) fn emit_call(
        &mut self,
        callee: Callee,
        signature: &Signature,
        params: &[Ty],
        args: &[Argument],
        result: Ty,
    ) -> Result<Value, LowerError> {
        let mut terms = Vec::new();
        let record = signature.returns_record.then(|| self.temporary_object(result));
        terms.extend(record);
        for (i, &param) in params.iter().enumerate() {
            terms.push(self.passed(param, args.get(i))?);
        }
        if signature.variadic {
            let rest = args.get(params.len()..).unwrap_or(&[]);
            terms.push(self.variable_arguments(rest)?);
        }
        let register = signature.result.map(|ty| self.temporary(ty));
        self.emit(StatementKind::Call { callee, args: terms, result: register });
        self.after_call(callee)?;
        Ok(match (record, register) {
            (Some(address), _) => Value::Record(address),
            (None, Some(register)) => Value::Scalar(self.term_of(register)),
            (None, None) => Value::Void,
        })
    }

    /// An argument converted for its parameter. Functions without a prototype may be called with
    /// any arguments.
    fn passed(&mut self, param: Ty, arg: Option<&Argument>) -> Result<Term, LowerError> {
        let scalar = Scalar::of(&self.hir.types, param);
        match (scalar, arg) {
            (Some(to), Some(&Argument { value: Value::Scalar(value), ty })) => {
                let from = self.scalar_type(ty)?;
                Ok(self.converted(value, from, to))
            }
            (None, Some(&Argument { value: Value::Record(address), .. })) => Ok(address),
            _ => {
                if arg.is_some() {
                    self.unsupported("an argument of another kind than its parameter");
                }
                let source = ChoiceSource::Uninitialised("a missing argument".to_owned());
                let ty = scalar.map_or(ScalarType::Pointer, Scalar::register_type);
                Ok(self.choose(ty, source))
            }
        }
    }

    /// The address of a function.
    pub(super) fn function_address(&mut self, id: FnId) -> Result<Term, LowerError> {
        let id = self.hir.aliased_function(id);
        let function = self.hir.function(id);
        if function.weak && function.body.is_none() && !environment::is_known(&function.name) {
            self.unsupported(format!("the address of '{}', which may be missing", function.name));
        }
        let Some(function) = self.cx.function(id) else {
            let name = &self.hir.function(id).name;
            return Err(self.error(format!("the address of '{name}' is not known")));
        };
        let symbol = self.cx.program.function(function).address;
        Ok(self.term_of(symbol))
    }

    /// Any value of a type.
    pub(crate) fn arbitrary(&mut self, ty: Ty, source: ChoiceSource) -> Result<Value, LowerError> {
        if is_record(&self.hir.types, ty) {
            let address = self.temporary_object(ty);
            // The content of an object is arbitrary when its lifetime starts.
            if let Some(object) = self.terms().as_var(address) {
                self.emit(StatementKind::End(object));
                self.emit(StatementKind::Begin(object));
            }
            return Ok(Value::Record(address));
        }
        Ok(match Scalar::of(&self.hir.types, ty) {
            None => Value::Void,
            Some(Scalar::Bool) => {
                let truth = self.choose(ScalarType::Truth, source);
                Value::Scalar(truth_to_bv(self.terms(), 8, truth))
            }
            Some(scalar) => Value::Scalar(self.choose(scalar.register_type(), source)),
        })
    }
}

/// The function that an expression calls by name.
fn direct_callee(callee: &Expr) -> Option<FnId> {
    match &callee.kind {
        ExprKind::Function(id) => Some(*id),
        _ => None,
    }
}
