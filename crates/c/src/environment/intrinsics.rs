//! Intrinsics that the C text of the library uses.

use super::tables::{fill_arbitrarily, set_errno};
use super::verifier::literal;
use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Value};
use program::{ChoiceSource, Property};

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// The source of values that the C text of the library leaves open.
pub(super) const LIBRARY: &str = "the library";

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        name if is_open(name) => any_value,
        "__lemmatic_any_bytes" => any_bytes,
        "__lemmatic_assume" => super::verifier::assume,
        "__lemmatic_fail" => fail,
        "__lemmatic_rough" => rough,
        "__lemmatic_unsupported" => unsupported,
        _ => return None,
    })
}

/// Whether a function only returns any value.
pub(super) fn is_open(name: &str) -> bool {
    let value = name.strip_prefix("__lemmatic_any_");
    value.is_some_and(|value| matches!(value, "int" | "size" | "real" | "realf" | "reall"))
}

fn any_value(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    lowering.arbitrary(call.result, ChoiceSource::Input(LIBRARY.to_owned()))
}

fn any_bytes(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let (to, size) = (call.pointer(lowering, 0)?, call.size(lowering, 1)?);
    lowering.check_writable(to, to, size, || "memory that the library writes".to_owned());
    fill_arbitrarily(lowering, to, size);
    Ok(Value::Void)
}

/// The function fails: it sets `errno`.
fn fail(lowering: &mut Lowering<'_, '_>, _: &ExternalCall<'_>) -> Result<Value, LowerError> {
    set_errno(lowering, true);
    Ok(Value::Void)
}

fn unsupported(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let what = call.exprs.first().and_then(literal).unwrap_or_default();
    lowering.unsupported(what);
    Ok(Value::Void)
}

/// What follows allows more than can happen, so that violations are not believed.
fn rough(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let what = call.exprs.first().and_then(literal).unwrap_or_default();
    let message = || format!("{what} is modelled only roughly");
    lowering.check(Property::Approximate, |terms| terms.bool(false), message);
    Ok(Value::Void)
}
