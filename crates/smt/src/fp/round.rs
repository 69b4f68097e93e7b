//! Rounding an exact result into a bit pattern.

use super::mode::Mode;
use super::pattern::magnitude_constant;
use super::ranged::Ranged;
use super::shift::{shift_right_sticky, truncate_sticky, zeros_above, zeros_below};
use term::{BitVec, Float, FloatFormat, Term, TermStore};

/// A nonzero number `1.… · 2^exponent`. The last bit of the significand may be sticky if the
/// significand is longer than the format's by two bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub(super) negative: Term,
    pub(super) exponent: Ranged,
    /// The significand; its first bit is set.
    pub(super) significand: Term,
}

/// An operation's result before it becomes a bit pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounded {
    /// Whether the result is NaN.
    pub(super) nan: Term,
    /// Whether the result is infinite before rounding.
    pub(super) infinite: Term,
    /// Whether the result is zero before rounding.
    pub(super) zero: Term,
    /// Whether the result has a negative sign.
    pub(super) negative: Term,
    /// Exponent and fraction of any other result.
    pub(super) magnitude: Term,
}

impl Exact {
    /// Whether the result of rounding may be subnormal.
    pub(super) fn may_be_subnormal(&self, format: FloatFormat) -> bool {
        self.exponent.low < format.min_exponent()
    }

    /// Exponent and fraction of the rounded number.
    pub(super) fn round(&self, store: &mut TermStore, format: FloatFormat, mode: Mode) -> Term {
        let precision = format.significand;
        let width = store.width(self.significand);
        let is_exact = width <= precision && !self.may_be_subnormal(format);
        // The precision, a bit to round by, and a sticky bit.
        let significand =
            zeros_below(store, self.significand, (precision + 2).saturating_sub(width));
        let significand = truncate_sticky(store, significand, precision + 2);
        let (significand, field) = self.denormalise(store, format, significand);
        let fraction = store.extract(precision, 2, significand);
        let magnitude = store.concat(field, fraction);
        let rounded = if is_exact {
            magnitude
        } else {
            let up = round_up(store, mode, self.negative, significand);
            let up = store.bool_to_bv(up);
            let up = zeros_above(store, format.width() - 2, up);
            // A carry out of the fraction increments the exponent, as it must.
            store.bv_add(magnitude, up)
        };
        let fits = self.exponent.less_than(store, format.bias() + 1);
        let overflow = store.not(fits);
        saturate(store, format, mode, self.negative, overflow, rounded)
    }

    /// The significand shifted to the least exponent of the format if its own exponent is lower,
    /// and the stored exponent.
    fn denormalise(
        &self,
        store: &mut TermStore,
        format: FloatFormat,
        significand: Term,
    ) -> (Term, Term) {
        let biased = self.exponent.offset(store, format.bias()).resize(store, format.exponent);
        if !self.may_be_subnormal(format) {
            return (significand, biased);
        }
        let subnormal = self.exponent.less_than(store, format.min_exponent());
        let zero = store.bv(format.exponent, 0);
        let field = store.ite(subnormal, zero, biased);
        let distance = self.exponent.subtracted_from(store, format.min_exponent());
        let distance = distance.or_zero(store);
        (shift_right_sticky(store, significand, distance), field)
    }
}

/// Whether a significand is rounded up when its last two bits are dropped; the second of them is
/// sticky.
pub(super) fn round_up(
    store: &mut TermStore,
    mode: Mode,
    negative: Term,
    significand: Term,
) -> Term {
    let odd = store.bit(2, significand);
    let half = store.bit(1, significand);
    let rest = store.bit(0, significand);
    mode.rounds_up(store, negative, odd, half, rest)
}

/// The magnitude; on overflow infinity or the greatest number, depending on the mode.
pub(super) fn saturate(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    negative: Term,
    overflow: Term,
    magnitude: Term,
) -> Term {
    let infinity = magnitude_constant(store, &Float::infinity(format, false));
    let one = store.bv(format.width() - 1, 1);
    let greatest = store.bv_sub(infinity, one);
    let to_infinity = mode.overflows_to_infinity(store, negative);
    let saturated = store.ite(to_infinity, infinity, greatest);
    store.ite(overflow, saturated, magnitude)
}

impl Rounded {
    /// The bit pattern.
    pub(super) fn pack(&self, store: &mut TermStore, format: FloatFormat) -> Term {
        let nan = magnitude_constant(store, &Float::nan(format));
        let infinity = magnitude_constant(store, &Float::infinity(format, false));
        let zero = store.bv_const(BitVec::zero(format.width() - 1));
        let magnitude = store.ite(self.zero, zero, self.magnitude);
        let magnitude = store.ite(self.infinite, infinity, magnitude);
        let magnitude = store.ite(self.nan, nan, magnitude);
        let number = store.not(self.nan);
        let negative = store.and(&[self.negative, number]);
        let sign = store.bool_to_bv(negative);
        store.concat(sign, magnitude)
    }
}
