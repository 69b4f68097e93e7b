//! Random numbers. A generator that is seeded again may repeat numbers that it gave before, but the
//! model draws arbitrary ones. All generators count as one.

use super::Row;
use crate::environment::ExternalCall;
use crate::lower::{FunctionLowering, Memory, Scalar};
use program::Property;

/// Notes that a call draws a number. A call that seeds a generator makes the run uncertain if numbers
/// were drawn before.
pub(super) fn note(lowering: &mut FunctionLowering<'_, '_>, call: &ExternalCall<'_>, row: &Row) {
    let is_watched = row.seeds || row.draws && seeds_somewhere(lowering);
    if !is_watched {
        return;
    }
    let drawn = lowering.cx.hidden_flag("numbers drawn");
    let drawn = Memory::of_object(lowering.term_of(drawn));
    if row.draws {
        let yes = lowering.terms().bv(8, 1);
        lowering.store_scalar(drawn, Scalar::Bool, yes, String::new);
    } else {
        let drawn = lowering.load_scalar(drawn, Scalar::Bool, String::new);
        let no = lowering.terms().bv(8, 0);
        let message = || format!("'{}' may repeat what was drawn before", call.name);
        lowering.check(Property::Approximate, |terms| terms.eq(drawn, no), message);
    }
}

/// Whether the program has a function that seeds.
fn seeds_somewhere(lowering: &FunctionLowering<'_, '_>) -> bool {
    let tables = &lowering.cx.tables;
    let seeds = |name: &str| tables.of(name).is_some_and(|row| row.seeds);
    lowering.hir.functions.iter().any(|function| function.mentioned && seeds(&function.name))
}
