//! Functions of the program that the library calls. C does not specify how often, and in which
//! order, the library calls them; the models fix one way. If that could make a difference, the call
//! is not modelled.

use super::ExternalCall;
use crate::hir::{Expr, ExprKind, FnId};
use crate::lower::{FunctionLowering, has_effects};

/// Library functions that call a comparison function, and the position of that argument.
const CALLERS: [(&str, usize); 3] = [("bsearch", 4), ("qsort", 3), ("qsort_r", 3)];

/// Marks the call as not modelled if the order of calls may make a difference.
pub(super) fn check(lowering: &mut FunctionLowering<'_, '_>, call: &ExternalCall<'_>) {
    let Some(&(_, position)) = CALLERS.iter().find(|(name, _)| *name == call.name) else { return };
    let hir = lowering.hir;
    let differs = match call.exprs.get(position).and_then(function) {
        Some(id) => has_effects(hir, id),
        // The argument may be any function that takes pointers.
        None => {
            let ids = (0..hir.functions.len()).map(FnId::from_index);
            let mut possible = ids.filter(|&id| {
                let function = hir.function(id);
                function.address_taken
                    && function.body.is_some()
                    && (2..=3).contains(&function.params.len())
            });
            possible.any(|id| has_effects(hir, id))
        }
    };
    if differs {
        let name = call.name;
        lowering.unsupported(format!("a call of '{name}' with a function that has effects"));
    }
}

/// The function that an argument names.
fn function(expr: &Expr) -> Option<FnId> {
    match &expr.kind {
        ExprKind::Function(id) => Some(*id),
        ExprKind::Convert(inner, _) => function(inner),
        _ => None,
    }
}
