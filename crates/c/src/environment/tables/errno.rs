//! `errno`: an `int` that library functions set, but never to zero.

use crate::lower::{FunctionLowering, Memory, Scalar};
use program::{ChoiceSource, StatementKind};

/// The source of its values.
pub(in super::super) const ERRNO: &str = "errno";

/// A library function sets `errno`, certainly or possibly. This has no effect in a program that
/// never reads `errno`.
pub(in super::super) fn set_errno(lowering: &mut FunctionLowering<'_, '_>, certain: bool) {
    let Some(address) = lowering.cx.errno() else { return };
    let address = lowering.term_of(address);
    let memory = Memory::of_object(address);
    let text = || "errno".to_owned();
    let source = ChoiceSource::Input(ERRNO.to_owned());
    let number = lowering.choose(Scalar::INT.register_type(), source);
    let old = (!certain).then(|| lowering.load_scalar(memory, Scalar::INT, text));
    let terms = lowering.terms();
    let zero = terms.bv(32, 0);
    let (possible, new) = match old {
        // Zero stands for no error.
        Some(old) => {
            let is_set = terms.bv_slt(zero, number);
            (terms.bv_sle(zero, number), terms.ite(is_set, number, old))
        }
        None => (terms.bv_slt(zero, number), number),
    };
    lowering.emit(StatementKind::Assume(possible));
    lowering.store_scalar(memory, Scalar::INT, new, text);
}
