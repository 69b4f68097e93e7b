//! Calls through pointers with a prototype that may reach functions without one. Such a function
//! may have other parameters than the pointer type says.

use super::LowerError;
use super::arguments::{Signature, function_type};
use super::function::{FunctionLowering, Value};
use super::scalar::Scalar;
use crate::environment::{self, Argument, ExternalCall};
use crate::hir::{FloatType, FnId, FunctionType, Ty, Type, Types};
use program::Callee;
use term::Term;

/// A call through a pointer.
pub(super) struct PointerCall {
    /// The pointer.
    pub target: Term,
    /// The interface of its type.
    pub signature: Signature,
    /// The parameters of its type.
    pub params: Vec<Ty>,
    /// The arguments, evaluated.
    pub args: Vec<Argument>,
    /// The result of its type.
    pub result: Ty,
}

impl FunctionLowering<'_, '_> {
    /// Calls the function that the pointer points to.
    pub(super) fn emit_pointer_call(&mut self, call: &PointerCall) -> Result<Value, LowerError> {
        let callee = Callee::Indirect(call.target);
        self.emit_call(callee, &call.signature, &call.params, &call.args, call.result)
    }

    /// Functions whose address is taken that have another interface than the call and may be called
    /// in this way.
    pub(super) fn unprototyped_functions(
        &self,
        ty: &FunctionType,
        signature: &Signature,
    ) -> Vec<(FnId, term::Symbol)> {
        let hir = self.hir;
        let scalar = |ty: Ty| Scalar::of(&hir.types, ty);
        let may_be_called = |id: &FnId| {
            let function = hir.function(*id);
            let Ok(own) = function_type(hir, *id) else { return false };
            let params: Vec<Ty> = function.params.iter().map(|&var| hir.var(var).ty).collect();
            let takes = |(&param, &ty): (&Ty, &Ty)| {
                let narrow = promoted(&hir.types, param);
                scalar(ty).is_some() && (narrow == scalar(ty) || scalar(param) == scalar(ty))
            };
            function.address_taken
                && own.unprototyped
                && !ty.variadic
                && hir.types.plain(own.result) == hir.types.plain(ty.result)
                && Signature::of(hir, *id).is_ok_and(|own| own != *signature)
                && (function.body.is_none() && own.params.is_empty()
                    || params.len() == ty.params.len() && params.iter().zip(&ty.params).all(takes))
        };
        let ids = (0..hir.functions.len()).map(FnId::from_index).filter(may_be_called);
        let address = |id| Some((id, self.cx.program.function(self.cx.function(id)?).address));
        ids.filter_map(address).collect()
    }

    /// Compares the pointer with each function without a prototype.
    pub(super) fn split_pointer_call(
        &mut self,
        call: &PointerCall,
        functions: &[(FnId, term::Symbol)],
    ) -> Result<Value, LowerError> {
        let hir = self.hir;
        let result = call.signature.result.map(|ty| self.temporary(ty));
        let record = call.signature.returns_record;
        let done = self.new_block();
        for &(id, address) in functions {
            let [meant, next] = [(); 2].map(|()| self.new_block());
            let address = self.term_of(address);
            let condition = self.terms().eq(call.target, address);
            self.branch(condition, meant, next);
            self.switch_to(meant);
            let function = hir.function(id);
            let value = if record {
                self.unsupported(format!("a call of '{}' through a pointer", function.name));
                Value::Void
            } else if function.body.is_some() {
                self.call_defined(id, &call.args, call.result)?
            } else {
                let (name, noreturn) = (function.name.as_str(), function.noreturn);
                let (args, result) = (&call.args, call.result);
                let exprs = &[];
                let (is_used, only_sign) = (true, false);
                let call = ExternalCall { name, args, exprs, result, noreturn, is_used, only_sign };
                environment::call(self, &call)?
            };
            if let (Some(result), Value::Scalar(value)) = (result, value) {
                self.assign(result, value);
            }
            self.goto(done);
            self.switch_to(next);
        }
        let value = self.emit_pointer_call(call)?;
        if let (Some(result), Value::Scalar(value)) = (result, value) {
            self.assign(result, value);
        }
        self.goto(done);
        self.switch_to(done);
        Ok(match result {
            Some(result) => Value::Scalar(self.term_of(result)),
            None => value,
        })
    }
}

/// The type of a value after the default promotions.
fn promoted(types: &Types, ty: Ty) -> Option<Scalar> {
    match types.get(ty) {
        Type::Bool => Some(Scalar::Int { bits: 32, signed: true }),
        Type::Int(int) if int.bits < 32 => Some(Scalar::Int { bits: 32, signed: true }),
        Type::Float(FloatType::Float) => Some(Scalar::Float(FloatType::Double)),
        _ => Scalar::of(types, ty),
    }
}
