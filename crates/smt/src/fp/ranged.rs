//! Small integers as terms: exponents and shift distances.

use term::{BitVec, Term, TermStore};

/// A signed bit-vector, just wide enough for the known range of its value.
///
/// The range statically excludes impossible cases, so that no circuit is built for them. Operands
/// that are zero, infinite or NaN may leave the range: results computed from them are discarded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged {
    /// The bit-vector term.
    pub(super) bits: Term,
    /// The least possible value.
    pub(super) low: i64,
    /// The greatest possible value.
    pub(super) high: i64,
}

impl Ranged {
    /// The unsigned integer value of a bit-vector.
    pub(super) fn unsigned(store: &mut TermStore, bits: Term) -> Self {
        let high = (1i64 << store.width(bits)) - 1;
        Self { bits: store.zero_extend(1, bits), low: 0, high }
    }

    /// The same integer, now known to lie in a narrower range.
    pub(super) fn within(self, store: &mut TermStore, low: i64, high: i64) -> Self {
        let bits = self.resize(store, signed_width(low, high));
        Self { bits, low, high }
    }

    /// The sum.
    pub(super) fn add(self, store: &mut TermStore, other: Self) -> Self {
        let (low, high) = (self.low + other.low, self.high + other.high);
        let width = signed_width(low, high);
        let (a, b) = (self.resize(store, width), other.resize(store, width));
        Self { bits: store.bv_add(a, b), low, high }
    }

    /// The difference.
    pub(super) fn sub(self, store: &mut TermStore, other: Self) -> Self {
        let (low, high) = (self.low - other.high, self.high - other.low);
        let width = signed_width(low, high);
        let (a, b) = (self.resize(store, width), other.resize(store, width));
        Self { bits: store.bv_sub(a, b), low, high }
    }

    /// The sum with a constant.
    pub(super) fn offset(self, store: &mut TermStore, by: i64) -> Self {
        let constant = Self::constant(store, by);
        self.add(store, constant)
    }

    /// A constant minus this.
    pub(super) fn subtracted_from(self, store: &mut TermStore, constant: i64) -> Self {
        let constant = Self::constant(store, constant);
        constant.sub(store, self)
    }

    /// The sum with one if the condition holds.
    pub(super) fn increment_if(self, store: &mut TermStore, condition: Term) -> Self {
        let bit = store.bool_to_bv(condition);
        let one = Self::unsigned(store, bit);
        self.add(store, one)
    }

    /// Half of this, rounded down.
    pub(super) fn half(self, store: &mut TermStore) -> Self {
        let width = store.width(self.bits);
        if width == 1 {
            return self;
        }
        let bits = store.extract(width - 1, 1, self.bits);
        let (low, high) = (self.low.div_euclid(2), self.high.div_euclid(2));
        Self { bits, low, high }.within(store, low, high)
    }

    /// Whether this is less than a constant.
    pub(super) fn less_than(self, store: &mut TermStore, bound: i64) -> Term {
        if self.high < bound {
            store.bool(true)
        } else if self.low >= bound {
            store.bool(false)
        } else {
            let bound = store.bv_const(BitVec::from_i64(store.width(self.bits), bound));
            store.bv_slt(self.bits, bound)
        }
    }

    /// Whether this equals a constant.
    pub(super) fn equals(self, store: &mut TermStore, value: i64) -> Term {
        if value < self.low || self.high < value {
            return store.bool(false);
        }
        let value = store.bv_const(BitVec::from_i64(store.width(self.bits), value));
        store.eq(self.bits, value)
    }

    /// This as an unsigned vector, with all negative values replaced by zero.
    pub(super) fn or_zero(self, store: &mut TermStore) -> Term {
        if self.low >= 0 {
            return self.to_unsigned(store);
        }
        let negative = self.less_than(store, 0);
        let bits = self.to_unsigned(store);
        let zero = store.bv(store.width(bits), 0);
        store.ite(negative, zero, bits)
    }

    /// The bits below the sign.
    fn to_unsigned(self, store: &mut TermStore) -> Term {
        let width = store.width(self.bits);
        if width == 1 { self.bits } else { store.extract(width - 2, 0, self.bits) }
    }

    /// The low bits at the given width, or a sign extension.
    pub(super) fn resize(self, store: &mut TermStore, width: u32) -> Term {
        let present = store.width(self.bits);
        if width <= present {
            store.extract(width - 1, 0, self.bits)
        } else {
            store.sign_extend(width - present, self.bits)
        }
    }

    fn constant(store: &mut TermStore, value: i64) -> Self {
        let bits = store.bv_const(BitVec::from_i64(signed_width(value, value), value));
        Self { bits, low: value, high: value }
    }
}

/// The number of bits that all integers of the range need in two's complement.
fn signed_width(low: i64, high: i64) -> u32 {
    let width_of = |n: i64| 65 - if n < 0 { n.leading_ones() } else { n.leading_zeros() };
    width_of(low).max(width_of(high))
}
