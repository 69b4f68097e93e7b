//! Shifters: a stage for each bit of the distance.

use super::ranged::Ranged;
use term::{Term, TermStore};

/// Whether some bit is set.
pub(super) fn any_bit(store: &mut TermStore, bits: Term) -> Term {
    let zero = store.bv(store.width(bits), 0);
    let none = store.eq(bits, zero);
    store.not(none)
}

/// `count` zeros above the bits.
pub(super) fn zeros_above(store: &mut TermStore, count: u32, bits: Term) -> Term {
    if count == 0 { bits } else { store.zero_extend(count, bits) }
}

/// `count` zeros below the bits.
pub(super) fn zeros_below(store: &mut TermStore, bits: Term, count: u32) -> Term {
    if count == 0 {
        return bits;
    }
    let zeros = store.bv(count, 0);
    store.concat(bits, zeros)
}

/// The first `width` bits; the last of them is set if it or any omitted bit is.
pub(super) fn truncate_sticky(store: &mut TermStore, bits: Term, width: u32) -> Term {
    let present = store.width(bits);
    if present <= width {
        return bits;
    }
    let rest = store.extract(present - width, 0, bits);
    let sticky = any_bit(store, rest);
    let sticky = store.bool_to_bv(sticky);
    if width == 1 {
        return sticky;
    }
    let kept = store.extract(present - 1, present - width + 1, bits);
    store.concat(kept, sticky)
}

/// Shift to the right by an unsigned distance; the last bit is set if any bit was lost.
pub(super) fn shift_right_sticky(store: &mut TermStore, bits: Term, distance: Term) -> Term {
    let (width, distance_width) = (store.width(bits), store.width(distance));
    let stages = distance_width.min(stage_count(width));
    let mut shifted = bits;
    for stage in 0..stages {
        let by = 1 << stage;
        let kept = truncate_sticky(store, shifted, width - by);
        let moved = zeros_above(store, by, kept);
        let condition = store.bit(stage, distance);
        shifted = store.ite(condition, moved, shifted);
    }
    if stages == distance_width {
        return shifted;
    }
    let beyond = store.extract(distance_width - 1, stages, distance);
    let beyond = any_bit(store, beyond);
    let sticky = truncate_sticky(store, shifted, 1);
    let lost = zeros_above(store, width - 1, sticky);
    store.ite(beyond, lost, shifted)
}

/// Left shift such that the first bit is set, with the distance; for zero, any distance.
pub(super) fn normalise(store: &mut TermStore, bits: Term) -> (Term, Ranged) {
    let mut shifted = bits;
    let mut distance: Option<Term> = None;
    for stage in (0..stage_count(store.width(bits))).rev() {
        let by = 1 << stage;
        let condition = leading_zeros(store, shifted, by);
        shifted = shift_left_if(store, condition, shifted, by);
        let digit = store.bool_to_bv(condition);
        distance = Some(match distance {
            Some(digits) => store.concat(digits, digit),
            None => digit,
        });
    }
    let distance = distance.unwrap_or_else(|| store.bv(1, 0));
    (shifted, Ranged::unsigned(store, distance))
}

/// Left shift such that the first bit is set, but at most by an unsigned limit; also returns the
/// rest of the limit.
pub(super) fn normalise_within(store: &mut TermStore, bits: Term, limit: Term) -> (Term, Term) {
    let limit_width = store.width(limit);
    let (mut shifted, mut left) = (bits, limit);
    for stage in (0..stage_count(store.width(bits)).min(limit_width)).rev() {
        let by = 1 << stage;
        let high = store.extract(limit_width - 1, stage, left);
        let enough = any_bit(store, high);
        let leading = leading_zeros(store, shifted, by);
        let condition = store.and(&[leading, enough]);
        shifted = shift_left_if(store, condition, shifted, by);
        let digit = store.bool_to_bv(condition);
        let digit = zeros_above(store, limit_width - stage - 1, digit);
        let reduced = store.bv_sub(high, digit);
        left = if stage == 0 {
            reduced
        } else {
            let low = store.extract(stage - 1, 0, left);
            store.concat(reduced, low)
        };
    }
    (shifted, left)
}

/// Number of stages that shift by less than the width.
fn stage_count(width: u32) -> u32 {
    u32::BITS - (width - 1).leading_zeros()
}

fn leading_zeros(store: &mut TermStore, bits: Term, count: u32) -> Term {
    let width = store.width(bits);
    let leading = store.extract(width - 1, width - count, bits);
    let some = any_bit(store, leading);
    store.not(some)
}

fn shift_left_if(store: &mut TermStore, condition: Term, bits: Term, by: u32) -> Term {
    let low = store.extract(store.width(bits) - by - 1, 0, bits);
    let moved = zeros_below(store, low, by);
    store.ite(condition, moved, bits)
}
