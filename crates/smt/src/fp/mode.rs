//! Rounding modes as terms.

use term::{RoundingMode, Term, TermStore};

/// Width of a lowered rounding mode: its position in [`RoundingMode::ALL`].
pub(super) const WIDTH: u32 = 3;

/// A lowered rounding mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode(pub(super) Term);

/// The number of a mode.
pub(super) fn encode(mode: RoundingMode) -> u64 {
    RoundingMode::ALL.iter().position(|&other| other == mode).unwrap_or(0) as u64
}

/// The mode of a number; invalid numbers count as the last mode, as in [`canonical`].
pub(super) fn decode(number: u64) -> RoundingMode {
    let last = RoundingMode::ALL.len() - 1;
    RoundingMode::ALL[usize::try_from(number).unwrap_or(last).min(last)]
}

/// A vector that represents a mode, whatever the given one is.
pub(super) fn canonical(store: &mut TermStore, bits: Term) -> Term {
    // The last mode is the only one with the first bit set.
    let last = store.bv(WIDTH, encode(RoundingMode::TowardZero));
    let is_last = store.bit(WIDTH - 1, bits);
    store.ite(is_last, last, bits)
}

impl Mode {
    /// A fixed mode.
    pub(super) fn constant(store: &mut TermStore, mode: RoundingMode) -> Self {
        Self(store.bv(WIDTH, encode(mode)))
    }

    /// Whether this is the given mode.
    pub(super) fn is(self, store: &mut TermStore, mode: RoundingMode) -> Term {
        let mode = Self::constant(store, mode);
        store.eq(self.0, mode.0)
    }

    /// Whether a magnitude is rounded up. `odd` is its last kept bit, `half` the first discarded
    /// bit, and `rest` tells whether any other discarded bit is set.
    pub(super) fn rounds_up(
        self,
        store: &mut TermStore,
        negative: Term,
        odd: Term,
        half: Term,
        rest: Term,
    ) -> Term {
        let even = self.is(store, RoundingMode::NearestEven);
        let away = self.is(store, RoundingMode::NearestAway);
        let above = store.or(&[rest, odd]);
        let even_up = store.and(&[even, above]);
        let nearest = store.or(&[away, even_up]);
        let nearest_up = store.and(&[half, nearest]);
        let outward = self.is_outward(store, negative);
        let inexact = store.or(&[half, rest]);
        let outward_up = store.and(&[outward, inexact]);
        store.or(&[nearest_up, outward_up])
    }

    /// Whether a magnitude that is too great becomes infinite. Otherwise it becomes the greatest
    /// number.
    pub(super) fn overflows_to_infinity(self, store: &mut TermStore, negative: Term) -> Term {
        let even = self.is(store, RoundingMode::NearestEven);
        let away = self.is(store, RoundingMode::NearestAway);
        let outward = self.is_outward(store, negative);
        store.or(&[even, away, outward])
    }

    /// Whether every inexact magnitude of the sign is rounded up.
    fn is_outward(self, store: &mut TermStore, negative: Term) -> Term {
        let upwards = self.is(store, RoundingMode::TowardPositive);
        let downwards = self.is(store, RoundingMode::TowardNegative);
        store.ite(negative, downwards, upwards)
    }
}
