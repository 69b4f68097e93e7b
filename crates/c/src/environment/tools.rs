//! Functions that verification tools define: those of CBMC and ESBMC that are simple. A program may
//! call them without a declaration.
//!
//! A tool fixes the meaning of its functions, so one without a model here is not supported: it does
//! not simply return an arbitrary value.

use super::tables::fill_arbitrarily;
use super::{ExternalCall, Model, externals, memory, verifier};
use crate::lower::{FunctionLowering, Location, LowerError, Scalar, Value, is_nonzero};
use program::ScalarType;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// Prefixes of names that belong to verification tools.
const PREFIXES: [&str; 3] = ["__CPROVER_", "__ESBMC_", "__VERIFIER_"];

/// Whether a name belongs to a verification tool.
pub(crate) fn is_reserved(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

pub(super) fn find(name: &str) -> Option<Model> {
    if is_without_effect(name) {
        return Some(verifier::nothing);
    }
    Some(match name {
        "__CPROVER_assume" | "__ESBMC_assume" => verifier::assume,
        "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__ESBMC_assert" => verifier::assertion,
        "__CPROVER_allocate" => allocate,
        "__CPROVER_havoc_object" => havoc_object,
        "__CPROVER_havoc_slice" => verifier::input_memory,
        _ => return None,
    })
}

/// Functions that only inform the tool, or matter to threads only.
pub(super) fn is_without_effect(name: &str) -> bool {
    matches!(
        name,
        "__CPROVER_atomic_begin"
            | "__CPROVER_atomic_end"
            | "__CPROVER_cover"
            | "__CPROVER_fence"
            | "__CPROVER_input"
            | "__CPROVER_k_induction_hint"
            | "__CPROVER_output"
            | "__CPROVER_printf"
            | "__ESBMC_atomic_begin"
            | "__ESBMC_atomic_end"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end"
    )
}

/// The compiler or library function that a CBMC function is a synonym of.
pub(super) fn synonym(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("__CPROVER_")?;
    const PLAIN: [&str; 12] = [
        "abs",
        "labs",
        "llabs",
        "fabs",
        "fabsf",
        "fabsl",
        "fmod",
        "fmodf",
        "fmodl",
        "remainder",
        "remainderf",
        "remainderl",
    ];
    if let Some(plain) = PLAIN.into_iter().find(|plain| *plain == name) {
        return Some(plain);
    }
    // The parameter determines the type.
    let mut stems = ["ld", "f", "d"].into_iter().filter_map(|suffix| name.strip_suffix(suffix));
    stems.find_map(builtin_on_floats)
}

/// The builtin for floats of any type.
fn builtin_on_floats(stem: &str) -> Option<&'static str> {
    Some(match stem {
        "isnan" => "__builtin_isnan",
        "isinf" => "__builtin_isinf",
        "isfinite" => "__builtin_isfinite",
        "isnormal" => "__builtin_isnormal",
        "sign" => "__builtin_signbit",
        "isgreater" => "__builtin_isgreater",
        "isgreaterequal" => "__builtin_isgreaterequal",
        "isless" => "__builtin_isless",
        "islessequal" => "__builtin_islessequal",
        "islessgreater" => "__builtin_islessgreater",
        "isunordered" => "__builtin_isunordered",
        _ => return None,
    })
}

/// `__CPROVER_allocate(n, zero)`: heap memory, never null, with zeros or arbitrary content.
fn allocate(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let size = call.size(lowering, 0)?;
    let zeroed = call.arg(lowering, 1, Scalar::INT)?;
    let zeroed = is_nonzero(lowering.terms(), Scalar::INT, zeroed);
    let address = match lowering.terms().as_bool(zeroed) {
        Some(zeroed) => memory::allocate(lowering, size, program::Storage::Heap, zeroed),
        None => {
            let result = lowering.temporary(ScalarType::Pointer);
            let [zeros, anything, done] = [(); 3].map(|()| lowering.new_block());
            lowering.branch(zeroed, zeros, anything);
            for (block, zeroed) in [(zeros, true), (anything, false)] {
                lowering.switch_to(block);
                let address = memory::allocate(lowering, size, program::Storage::Heap, zeroed);
                lowering.assign(result, address);
                lowering.goto(done);
            }
            lowering.switch_to(done);
            lowering.term_of(result)
        }
    };
    Ok(call.give(lowering, address, Scalar::Pointer))
}

/// `__CPROVER_havoc_object(p)`: the whole object that `p` points into gets arbitrary values. The
/// argument must show which object that is.
fn havoc_object(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let Some(var) = call.exprs.first().and_then(externals::variable_at) else {
        let what = format!("a call of '{}' with a pointer that is not '&x'", call.name);
        lowering.unsupported(what);
        return Ok(Value::Void);
    };
    let declared = lowering.hir.var(var);
    if !lowering.hir.types.is_complete(declared.ty) {
        lowering.unsupported(format!("a call of '{}' with '{}'", call.name, declared.name));
        return Ok(Value::Void);
    }
    let Location::Memory(at) = lowering.variable(var)? else { return Ok(Value::Void) };
    let (address, size) = (lowering.address(at), lowering.size_term(declared.ty)?);
    lowering.check_writable(address, address, size, || call.name.to_owned());
    fill_arbitrarily(lowering, address, size);
    Ok(Value::Void)
}
