//! The functions of verification tasks.

use super::tables::fill_arbitrarily;
use super::{ExternalCall, Model};
use crate::hir::{ExprKind, PlaceKind};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value, is_nonzero, truth_to_bv};
use program::{ChoiceSource, Property, ScalarType, StatementKind};
use term::Term;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "__VERIFIER_assume" | "assume_abort_if_not" | "assume" => assume,
        "__VERIFIER_assert" | "assert" => assertion,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => assertion_fails,
        "__VERIFIER_nondet_memory" => input_memory,
        _ if is_input(name) => input,
        _ => return None,
    })
}

/// Whether a function only returns an arbitrary value.
pub(super) fn is_input(name: &str) -> bool {
    const INPUTS: [&str; 4] = ["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_", "__nondet_"];
    name != "__VERIFIER_nondet_memory" && INPUTS.iter().any(|prefix| name.starts_with(prefix))
}

/// Lowers a call of an error function.
pub(super) fn error(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let message = || format!("'{}' is called", call.name);
    lowering.check(Property::UnreachCall, |terms| terms.bool(false), message);
    lowering.halt();
    call.any_result(lowering)
}

pub(super) fn nothing(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    call.any_result(lowering)
}

/// Any value of the result's type; a Boolean is 0 or 1, whatever its declared type.
fn input(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let source = ChoiceSource::Input(call.name.to_owned());
    if call.name.to_ascii_lowercase().ends_with("bool") {
        let truth = lowering.choose(ScalarType::Truth, source);
        let value = truth_to_bv(lowering.terms(), 32, truth);
        return Ok(call.give(lowering, value, Scalar::INT));
    }
    lowering.arbitrary(call.result, source)
}

/// `__VERIFIER_nondet_memory(p, n)`, `__CPROVER_havoc_slice(p, n)`: the bytes get arbitrary values.
pub(super) fn input_memory(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let to = call.pointer(lowering, 0)?;
    let size = call.size(lowering, 1)?;
    lowering.check_writable(to, to, size, || call.name.to_owned());
    fill_arbitrarily(lowering, to, size);
    Ok(Value::Void)
}

/// The truth value of the first argument.
fn condition(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Term, LowerError> {
    match call.args.first().map(|arg| (arg.value, lowering.scalar_type(arg.ty))) {
        Some((Value::Scalar(value), Ok(scalar))) => Ok(is_nonzero(lowering.terms(), scalar, value)),
        _ => {
            lowering.unsupported(format!("a call of '{}' with unexpected arguments", call.name));
            Ok(lowering.terms().bool(true))
        }
    }
}

pub(super) fn assume(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let condition = condition(lowering, call)?;
    lowering.emit(StatementKind::Assume(condition));
    Ok(Value::Void)
}

/// A condition that ends the program if it does not hold.
pub(super) fn assertion(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let condition = condition(lowering, call)?;
    let text = call.exprs.first().map(|expr| lowering.describe(expr));
    let message = || match text {
        Some(text) => format!("assertion '{text}' fails"),
        None => "assertion fails".to_owned(),
    };
    lowering.check(Property::Assertion, |_| condition, message);
    let [holds, fails] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(condition, holds, fails);
    lowering.switch_to(fails);
    lowering.halt();
    lowering.switch_to(holds);
    Ok(Value::Void)
}

/// The function that `assert` of the library calls if the condition does not hold. One argument is
/// the text of the condition: on some systems the third one, elsewhere the first.
fn assertion_fails(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let position = if call.name == "__assert_rtn" { 3 } else { 0 };
    let text = call.exprs.get(position).and_then(literal);
    let message = || match text {
        Some(text) => format!("assertion '{text}' fails"),
        None => "assertion fails".to_owned(),
    };
    lowering.check(Property::Assertion, |terms| terms.bool(false), message);
    lowering.halt();
    call.any_result(lowering)
}

/// The text of a string literal.
pub(super) fn literal(expr: &crate::hir::Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Convert(inner, _) => literal(inner),
        ExprKind::AddressOf(place) => match &place.kind {
            PlaceKind::String(bytes) => {
                let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                Some(String::from_utf8_lossy(text).into_owned())
            }
            PlaceKind::Index(inner, _) => match &inner.kind {
                PlaceKind::String(_) => literal(&crate::hir::Expr {
                    kind: ExprKind::AddressOf((**inner).clone()),
                    ..expr.clone()
                }),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
