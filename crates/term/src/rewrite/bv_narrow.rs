//! Rules that compute with extended operands at the width that the result needs.
//!
//! C promotes small operands to `int` before it computes, and a check for overflow computes at twice
//! the width again. The result of a narrow product or sum fits a few bits more than the operands have:
//! it is computed there and extended. So the operation and its check for overflow become the same
//! term, and what remains costs a solver a fraction.
//!
//! Operands that are constants stay wide: linear terms such as `2 * i + 1` are recognised by their
//! shape elsewhere.

use super::Application;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;

/// How a vector was extended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Zero,
    Sign,
}

/// A vector that was extended from fewer bits.
#[derive(Clone, Copy)]
struct Narrow {
    extension: Extension,
    /// The bits that it was extended from.
    width: u32,
}

impl Narrow {
    fn of(store: &TermStore, term: Term) -> Option<Narrow> {
        let extension = match store.op(term) {
            Op::BvZeroExtend(_) => Extension::Zero,
            Op::BvSignExtend(_) => Extension::Sign,
            _ => return None,
        };
        Some(Narrow { extension, width: store.width(store.args(term)[0]) })
    }

    /// The bits that are enough as a signed number.
    fn signed_width(self) -> u32 {
        self.width + u32::from(self.extension == Extension::Zero)
    }
}

/// Both operands, and how results of them are extended.
fn operands(store: &TermStore, a: Application<'_>) -> Option<(Narrow, Narrow, Extension)> {
    let (x, y) = (Narrow::of(store, a.args[0])?, Narrow::of(store, a.args[1])?);
    let both_zero = x.extension == Extension::Zero && y.extension == Extension::Zero;
    Some((x, y, if both_zero { Extension::Zero } else { Extension::Sign }))
}

/// The operation at a smaller width, extended; none if the width is not smaller.
fn at_width(
    store: &mut TermStore,
    a: Application<'_>,
    width: u32,
    extension: Extension,
) -> Option<Term> {
    let whole = a.sort.bit_width()?;
    if width >= whole {
        return None;
    }
    let low = |store: &mut TermStore, t: Term| store.extract(width - 1, 0, t);
    let (x, y) = (low(store, a.args[0]), low(store, a.args[1]));
    let result = store.make(a.op, &Sort::BitVec(width), &[x, y]);
    Some(match extension {
        Extension::Zero => store.zero_extend(whole - width, result),
        Extension::Sign => store.sign_extend(whole - width, result),
    })
}

/// A product has as many bits as its factors together.
pub(super) fn mul(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y, extension) = operands(store, a)?;
    let width = match extension {
        Extension::Zero => x.width + y.width,
        Extension::Sign => x.signed_width() + y.signed_width(),
    };
    at_width(store, a, width, extension)
}

/// A sum has one bit more than the longer summand.
pub(super) fn add(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y, extension) = operands(store, a)?;
    let width = match extension {
        Extension::Zero => x.width.max(y.width) + 1,
        Extension::Sign => x.signed_width().max(y.signed_width()) + 1,
    };
    at_width(store, a, width, extension)
}

/// A difference has one bit more than the longer operand, and a sign.
pub(super) fn sub(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y, _) = operands(store, a)?;
    let width = match (x.extension, y.extension) {
        (Extension::Zero, Extension::Zero) => x.width.max(y.width) + 1,
        _ => x.signed_width().max(y.signed_width()) + 1,
    };
    at_width(store, a, width, Extension::Sign)
}

/// Bitwise operations on extensions of one kind from one width are an extension.
pub(super) fn bitwise(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y, _) = operands(store, a)?;
    let same = x.extension == y.extension && x.width == y.width;
    if !same {
        return None;
    }
    at_width(store, a, x.width, x.extension)
}

/// Nothing overflows in a sum of sign-extended vectors: `x` and `y` do not both differ in sign from
/// `x + y`.
pub(super) fn slt_sum_overflow(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if !store.is_zero(a.args[1]) {
        return None;
    }
    let (left, right) = store.binary(a.args[0], Op::BvAnd)?;
    let (left, right) = (store.binary(left, Op::BvXor)?, store.binary(right, Op::BvXor)?);
    let sum = [left.0, left.1].into_iter().find(|&t| t == right.0 || t == right.1)?;
    let other = |pair: (Term, Term)| if pair.0 == sum { pair.1 } else { pair.0 };
    let (x, y) = (other(left), other(right));
    let summands = store.binary(sum, Op::BvAdd)?;
    let extended = |t: Term| store.sign_extended(t).is_some() || store.zero_extended(t).is_some();
    let fits = (summands == (x, y) || summands == (y, x)) && extended(x) && extended(y);
    fits.then(|| store.bool(false))
}
