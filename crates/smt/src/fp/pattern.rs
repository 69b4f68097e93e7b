//! IEEE bit patterns as terms. All lowered NaNs have the canonical pattern, which makes
//! classification cheap.

use super::ranged::Ranged;
use super::shift::{any_bit, normalise};
use term::{BitVec, Float, FloatFormat, Term, TermStore};

/// A lowered float: its format and the term of its bit pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub(super) format: FloatFormat,
    pub(super) bits: Term,
}

/// A float with its significand shifted such that the first bit is set, unless it is zero,
/// infinite or NaN: its value is `1.… · 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unpacked {
    pub(super) nan: Term,
    pub(super) infinite: Term,
    pub(super) zero: Term,
    pub(super) negative: Term,
    pub(super) exponent: Ranged,
    pub(super) significand: Term,
}

/// The magnitude bits (exponent and fraction) of a concrete float as a constant.
pub(super) fn magnitude_constant(store: &mut TermStore, float: &Float) -> Term {
    let magnitude = float.bits().extract(float.format().width() - 2, 0);
    store.bv_const(magnitude)
}

/// The pattern with every NaN replaced by the canonical one.
pub(super) fn canonical(store: &mut TermStore, format: FloatFormat, bits: Term) -> Term {
    let pattern = Pattern { format, bits };
    let exponent = pattern.exponent(store);
    let fraction = pattern.fraction(store);
    let special = all_ones(store, exponent);
    let some = any_bit(store, fraction);
    let nan = store.and(&[special, some]);
    let canonical = store.bv_const(Float::nan(format).bits().clone());
    store.ite(nan, canonical, bits)
}

impl Pattern {
    fn fraction_width(self) -> u32 {
        self.format.significand - 1
    }

    /// The sign; false for NaN.
    pub(super) fn negative(self, store: &mut TermStore) -> Term {
        store.bit(self.format.width() - 1, self.bits)
    }

    /// The stored exponent.
    pub(super) fn exponent(self, store: &mut TermStore) -> Term {
        store.extract(self.format.width() - 2, self.fraction_width(), self.bits)
    }

    /// The stored significand bits.
    pub(super) fn fraction(self, store: &mut TermStore) -> Term {
        store.extract(self.fraction_width() - 1, 0, self.bits)
    }

    /// Exponent and fraction.
    pub(super) fn magnitude(self, store: &mut TermStore) -> Term {
        store.extract(self.format.width() - 2, 0, self.bits)
    }

    /// Whether this is infinite or NaN.
    pub(super) fn is_special(self, store: &mut TermStore) -> Term {
        let exponent = self.exponent(store);
        all_ones(store, exponent)
    }

    /// Whether this is NaN.
    pub(super) fn is_nan(self, store: &mut TermStore) -> Term {
        let special = self.is_special(store);
        let quiet = store.bit(self.fraction_width() - 1, self.bits);
        store.and(&[special, quiet])
    }

    /// Whether this is infinite.
    pub(super) fn is_infinite(self, store: &mut TermStore) -> Term {
        let special = self.is_special(store);
        let quiet = store.bit(self.fraction_width() - 1, self.bits);
        let number = store.not(quiet);
        store.and(&[special, number])
    }

    /// Whether this is zero.
    pub(super) fn is_zero(self, store: &mut TermStore) -> Term {
        let magnitude = self.magnitude(store);
        let some = any_bit(store, magnitude);
        store.not(some)
    }

    /// Whether the exponent field is nonzero; this is the hidden bit.
    pub(super) fn hidden_bit(self, store: &mut TermStore) -> Term {
        let exponent = self.exponent(store);
        any_bit(store, exponent)
    }

    /// The stored exponent, or one for subnormal numbers and zero, which share that exponent.
    pub(super) fn effective_exponent(self, store: &mut TermStore) -> Term {
        let exponent = self.exponent(store);
        let hidden = self.hidden_bit(store);
        let one = store.bv(self.format.exponent, 1);
        store.ite(hidden, exponent, one)
    }

    /// Fraction with the hidden bit.
    pub(super) fn significand(self, store: &mut TermStore) -> Term {
        let hidden = self.hidden_bit(store);
        let hidden = store.bool_to_bv(hidden);
        let fraction = self.fraction(store);
        store.concat(hidden, fraction)
    }

    /// The unpacked form; `may_be_subnormal` tells whether a shift may be needed.
    pub(super) fn unpack(self, store: &mut TermStore, may_be_subnormal: bool) -> Unpacked {
        let bias = self.format.bias();
        let (significand, exponent) = if may_be_subnormal {
            let significand = self.significand(store);
            let (significand, distance) = normalise(store, significand);
            let exponent = self.effective_exponent(store);
            let exponent = Ranged::unsigned(store, exponent).sub(store, distance);
            (significand, exponent)
        } else {
            let exponent = self.exponent(store);
            let one = store.bv(1, 1);
            let fraction = self.fraction(store);
            (store.concat(one, fraction), Ranged::unsigned(store, exponent))
        };
        let least = if may_be_subnormal {
            self.format.min_exponent() - i64::from(self.fraction_width())
        } else {
            self.format.min_exponent()
        };
        let exponent = exponent.offset(store, -bias).within(store, least, bias);
        Unpacked {
            nan: self.is_nan(store),
            infinite: self.is_infinite(store),
            zero: self.is_zero(store),
            negative: self.negative(store),
            exponent,
            significand,
        }
    }
}

/// Whether every bit is set.
pub(super) fn all_ones(store: &mut TermStore, bits: Term) -> Term {
    let ones = store.bv_const(BitVec::ones(store.width(bits)));
    store.eq(bits, ones)
}
