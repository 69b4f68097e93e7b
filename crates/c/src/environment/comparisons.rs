//! Comparison functions, such as `strcmp`. C specifies only whether their results are negative,
//! zero or positive, and compilers make use of that.

use super::ExternalCall;
use super::intrinsics::LIBRARY;
use crate::lower::{FunctionLowering, Scalar, Value};
use program::ChoiceSource;

/// Functions for which only the sign of a nonzero result is specified.
const BY_SIGN: [&str; 14] = [
    "memcmp",
    "strcasecmp",
    "strcasecmp_l",
    "strcmp",
    "strcoll",
    "strcoll_l",
    "strncasecmp",
    "strncasecmp_l",
    "strncmp",
    "wcscasecmp",
    "wcscmp",
    "wcscoll",
    "wcsncmp",
    "wmemcmp",
];

/// Any result that a function may return instead of its model's result. If the program looks only
/// at the sign, the model's result suffices.
pub(super) fn any_alike(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
    value: Value,
) -> Value {
    // `bcmp` only distinguishes zero from other numbers.
    let by_sign = call.name != "bcmp";
    if by_sign && (call.only_sign || !BY_SIGN.contains(&call.name)) {
        return value;
    }
    let (Value::Scalar(value), Ok(scalar @ Scalar::Int { bits, .. })) =
        (value, lowering.scalar_type(call.result))
    else {
        return value;
    };
    let result = lowering.temporary(scalar.register_type());
    lowering.assign(result, value);
    let value = lowering.term_of(result);
    let zero = lowering.terms().bv(bits, 0);
    let is_equal = lowering.terms().eq(value, zero);
    let [differ, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(is_equal, done, differ);
    lowering.switch_to(differ);
    let source = ChoiceSource::Input(LIBRARY.to_owned());
    let other = lowering.choose(scalar.register_type(), source);
    let terms = lowering.terms();
    let is_zero = terms.eq(other, zero);
    let mut alike = terms.not(is_zero);
    if by_sign {
        let (a, b) = (terms.bv_slt(value, zero), terms.bv_slt(other, zero));
        let same = terms.eq(a, b);
        alike = terms.and(&[alike, same]);
    }
    let chosen = terms.ite(alike, other, value);
    lowering.assign(result, chosen);
    lowering.goto(done);
    lowering.switch_to(done);
    Value::Scalar(lowering.term_of(result))
}
