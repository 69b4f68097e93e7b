//! Effects of calls of functions that are not defined, for the order of evaluation.

use super::tables::{Description, Errno};
use super::{builtins, classify, find, has_fixed_meaning, intrinsics, math, tools};
use crate::hir::Function;
use crate::lower::{Effects, Externals, UnitLowering};

/// Functions that return any value, or write where the program does not look.
const NO_EFFECT: [&str; 14] = [
    "printf",
    "__printf_chk",
    "fprintf",
    "__fprintf_chk",
    "puts",
    "putchar",
    "getchar",
    "fgetc",
    "getc",
    "rand",
    "random",
    "lrand48",
    "fputs",
    "fputc",
];

/// The effects of a call. Inputs and outputs commute: any value is possible in any order, and
/// output is not observed.
pub(crate) fn of(cx: &UnitLowering<'_>, function: &Function) -> Effects {
    let name = function.name.as_str();
    let name = tools::synonym(name).unwrap_or(name);
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let nothing = Effects::default();
    if cx.is_error_function(name) {
        return Effects { ends: true, fails: true, ..nothing };
    }
    if let Some(row) = cx.tables.of(plain) {
        let sets_errno = row.errno != Errno::Untouched && cx.errno().is_some();
        if sets_errno || row.what != Description::Exact && !row.only_returns() {
            return Effects::anything();
        }
    }
    match plain {
        _ if intrinsics::is_open(name) => nothing,
        _ if super::verifier::is_input(name) => nothing,
        _ if NO_EFFECT.contains(&plain) || tools::is_without_effect(name) => nothing,
        "exit" if at_exit(cx) => Effects::anything(),
        "__VERIFIER_assume"
        | "__CPROVER_assume"
        | "__ESBMC_assume"
        | "assume_abort_if_not"
        | "assume"
        | "abort"
        | "_Exit"
        | "_exit"
        | "quick_exit"
        | "exit"
        | "trap" => Effects { ends: true, ..nothing },
        "__VERIFIER_assert"
        | "assert"
        | "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__ESBMC_assert"
        | "__assert_fail"
        | "__assert"
        | "unreachable" => Effects { ends: true, fails: true, ..nothing },
        "malloc" | "calloc" | "alloca" => Effects { fails: true, ..nothing },
        "free" | "memset" | "memcpy" | "memmove" => Effects::of_memory(),
        _ if builtins::find(name).is_some()
            || classify::find(name).is_some()
            || math::find(name).is_some() =>
        {
            Effects { checks: true, ..nothing }
        }
        _ if find(name).is_some() => Effects::anything(),
        _ if has_fixed_meaning(name) => Effects::anything(),
        _ if cx.tables.of(plain).is_none() && cx.options.externals == Externals::Havoc => {
            Effects::anything()
        }
        // It returns any value and leaves memory alone.
        _ => Effects { ends: function.noreturn, ..nothing },
    }
}

/// Whether functions run when the program ends.
fn at_exit(cx: &UnitLowering<'_>) -> bool {
    let mut functions = cx.hir.functions.iter();
    functions.any(|function| function.destructor.is_some()) || cx.library.mentions_atexit(cx.hir)
}
