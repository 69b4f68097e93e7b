//! Functions that end the program, and those whose control flow cannot be modelled.

use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Value};
use program::Property;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "exit" | "_Exit" | "_exit" | "quick_exit" | "abort" | "__builtin_trap" => end,
        "__builtin_unreachable" => unreachable,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp"
        | "siglongjmp" | "signal" | "sigaction" | "raise" | "kill" | "fork" | "vfork" | "execv"
        | "execve" | "execvp" | "execl" | "execlp" | "atexit" | "on_exit" | "fesetround"
        | "fesetenv" => ExternalCall::unsupported_call,
        _ if name.starts_with("pthread_") || name.starts_with("thrd_") => {
            ExternalCall::unsupported_call
        }
        _ => return None,
    })
}

impl ExternalCall<'_> {
    /// A call that cannot be modelled.
    pub(super) fn unsupported_call(
        lowering: &mut FunctionLowering<'_, '_>,
        call: &ExternalCall<'_>,
    ) -> Result<Value, LowerError> {
        call.unsupported(lowering)
    }
}

/// The program ends, normally or not.
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
