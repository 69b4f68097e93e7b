//! `setjmp` and `longjmp`.

use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => set,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => jump,
        _ => return None,
    })
}

fn set(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let buffer = call.pointer(lowering, 0)?;
    let result = lowering.set_jump(buffer)?;
    Ok(call.give(lowering, result, Scalar::INT))
}

fn jump(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let buffer = call.pointer(lowering, 0)?;
    let value = call.arg(lowering, 1, Scalar::INT)?;
    lowering.start_jump(buffer, value)?;
    Ok(Value::Void)
}
