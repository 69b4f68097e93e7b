//! Functions that end the program.

use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Value};
use program::Property;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "exit" => exit,
        "_Exit" | "_exit" | "quick_exit" | "abort" | "__builtin_trap" => end,
        "__builtin_unreachable" => unreachable,
        _ => return None,
    })
}

/// Ends the program normally.
fn exit(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    lowering.run_at_exit()?;
    end(lowering, call)
}

/// Ends the program at once.
fn end(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    lowering.halt();
    call.any_result(lowering)
}

fn unreachable(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let message = || "'__builtin_unreachable' is reached".to_owned();
    lowering.check(Property::Undefined, |terms| terms.bool(false), message);
    end(lowering, call)
}
