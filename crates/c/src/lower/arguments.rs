//! Maps C's parameters and results to those of programs; see [`super`] for the convention.

use super::LowerError;
use super::scalar::Scalar;
use crate::hir::{FnId, FunctionType, Ty, Type, Types, Unit};
use program::ScalarType;

/// The registers of a function's interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    /// Hidden address of the result, parameters, hidden address of the variable arguments.
    pub(crate) parameters: Vec<ScalarType>,
    /// The result, if it is a scalar.
    pub(crate) result: Option<ScalarType>,
    /// Whether the first parameter is the hidden address of the result.
    pub(crate) returns_record: bool,
    /// Whether the last parameter is the hidden address of the variable arguments.
    pub(crate) variadic: bool,
}

impl Signature {
    /// The interface of a function.
    pub(crate) fn of(hir: &Unit, id: FnId) -> Result<Signature, LowerError> {
        let function = hir.function(id);
        let ty = function_type(hir, id)?;
        if function.body.is_some() {
            let params: Vec<Ty> = function.params.iter().map(|&var| hir.var(var).ty).collect();
            return Ok(Signature::new(&hir.types, ty.result, &params, ty.variadic));
        }
        Ok(Signature::new(&hir.types, ty.result, &ty.params, ty.variadic))
    }

    /// The interface for a result and parameters.
    pub(crate) fn new(types: &Types, result: Ty, params: &[Ty], variadic: bool) -> Signature {
        let returns_record = is_record(types, result);
        let mut parameters = Vec::new();
        if returns_record {
            parameters.push(ScalarType::Pointer);
        }
        // Records are passed by their address.
        parameters.extend(params.iter().map(|&ty| register_type(types, ty)));
        if variadic {
            parameters.push(ScalarType::Pointer);
        }
        let result = Scalar::of(types, result).map(Scalar::register_type);
        Signature { parameters, result, returns_record, variadic }
    }
}

/// The type of a function.
pub(crate) fn function_type(hir: &Unit, id: FnId) -> Result<&FunctionType, LowerError> {
    let function = hir.function(id);
    match hir.types.get(function.ty) {
        Type::Function(ty) => Ok(ty),
        _ => {
            let message = format!("'{}' has no function type", function.name);
            Err(LowerError::new(Some(function.span), message))
        }
    }
}

pub(crate) fn is_record(types: &Types, ty: Ty) -> bool {
    matches!(types.get(ty), Type::Record(_))
}

fn register_type(types: &Types, ty: Ty) -> ScalarType {
    Scalar::of(types, ty).map_or(ScalarType::Pointer, Scalar::register_type)
}
