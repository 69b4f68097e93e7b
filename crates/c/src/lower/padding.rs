//! Bits of a local variable that its initialiser does not set. C leaves padding unspecified, both
//! bytes and the bits beside bit-fields, and the rest of a union beyond its initialised member. Parts
//! of the variable that the initialiser does not mention are zero, including their padding.

use super::scalar::Scalar;
use crate::hir::{ArrayLength, Initialiser, Ty, Type, Types};
use program::Machine;
use std::ops::Range;

/// A piece of a variable that is not padding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// Whole bytes.
    Bytes(Range<u64>),
    /// Some bits of the byte at an offset, as a mask.
    Bits(u64, u8),
}

/// The pieces of a variable that are not padding, in order.
pub(super) fn without_padding(
    types: &Types,
    machine: Machine,
    ty: Ty,
    init: &Initialiser,
) -> Vec<Piece> {
    let mut mentioned: Vec<u64> = init.items.iter().map(|item| item.offset).collect();
    mentioned.sort_unstable();
    let mut values = Values { types, machine, init, mentioned, runs: Vec::new() };
    values.add(ty, 0);
    pieces(&values.runs)
}

/// Splits runs of bits into pieces. The runs are in order and do not touch.
fn pieces(runs: &[Range<u64>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in runs {
        let whole = run.start.div_ceil(8)..run.end / 8;
        if whole.start > whole.end {
            add_bits(&mut pieces, run.start..run.end);
            continue;
        }
        add_bits(&mut pieces, run.start..whole.start * 8);
        if !whole.is_empty() {
            pieces.push(Piece::Bytes(whole.clone()));
        }
        add_bits(&mut pieces, whole.end * 8..run.end);
    }
    pieces
}

/// Adds bits of one byte; the last piece may have other bits of it.
fn add_bits(pieces: &mut Vec<Piece>, bits: Range<u64>) {
    if bits.is_empty() {
        return;
    }
    let byte = bits.start / 8;
    let mask = bits.map(|bit| 1 << (bit % 8)).sum();
    match pieces.last_mut() {
        Some(Piece::Bits(last, known)) if *last == byte => *known |= mask,
        _ => pieces.push(Piece::Bits(byte, mask)),
    }
}

struct Values<'a> {
    types: &'a Types,
    machine: Machine,
    init: &'a Initialiser,
    /// The offsets of all items, in order.
    mentioned: Vec<u64>,
    /// Runs of bits.
    runs: Vec<Range<u64>>,
}

impl Values<'_> {
    /// Adds the bits of a part of the variable; types are not deeply nested.
    fn add(&mut self, ty: Ty, offset: u64) {
        // A flexible array member has no bytes in the variable's type.
        let Some(size) = self.types.size_of(ty) else { return };
        let end = offset + size;
        if self.next_mentioned(offset).is_none_or(|next| next >= end) {
            return self.push_bytes(offset..end);
        }
        match *self.types.get(ty) {
            Type::Array(element, ArrayLength::Fixed(_)) if self.may_have_padding(element) => {
                self.add_elements(element, offset..end);
            }
            Type::Record(id) => {
                let record = self.types.record(id);
                let chosen = self.init.members.get(&(offset, id));
                if record.is_union && chosen.is_none() {
                    return self.push_bytes(offset..end);
                }
                for (position, member) in (0u64..).zip(record.members.iter().flatten()) {
                    if record.is_union && chosen != Some(&position) {
                        continue;
                    }
                    let start = offset + member.offset;
                    match member.bits {
                        Some(bits) => {
                            let start = start * 8 + u64::from(bits.start);
                            self.push(start..start + u64::from(bits.width));
                        }
                        None => self.add(member.ty, start),
                    }
                }
            }
            _ => match Scalar::of(self.types, ty) {
                Some(scalar) => {
                    let bits = u64::from(scalar.memory_bits(self.machine));
                    self.push(offset * 8..offset * 8 + bits);
                }
                None => self.push_bytes(offset..end),
            },
        }
    }

    /// Adds the elements of an array, in time linear in the number of elements mentioned.
    fn add_elements(&mut self, element: Ty, bytes: Range<u64>) {
        let Some(size) = self.types.size_of(element).filter(|&size| size > 0) else { return };
        let mut at = bytes.start;
        while at < bytes.end {
            let next = self.next_mentioned(at).map_or(bytes.end, |next| next.min(bytes.end));
            let start = next - (next - bytes.start) % size;
            self.push_bytes(at..start);
            if start < bytes.end {
                self.add(element, start);
            }
            at = start + size;
        }
    }

    /// The offset of the first item at or after another offset.
    fn next_mentioned(&self, offset: u64) -> Option<u64> {
        let first = self.mentioned.partition_point(|&item| item < offset);
        self.mentioned.get(first).copied()
    }

    fn may_have_padding(&self, ty: Ty) -> bool {
        match self.types.get(ty) {
            Type::Record(_) => true,
            Type::Array(element, _) => self.may_have_padding(*element),
            _ => Scalar::of(self.types, ty).is_some_and(|scalar| {
                let bits = u64::from(scalar.memory_bits(self.machine));
                self.types.size_of(ty).is_some_and(|size| bits < size * 8)
            }),
        }
    }

    fn push_bytes(&mut self, bytes: Range<u64>) {
        self.push(bytes.start * 8..bytes.end * 8);
    }

    /// Appends bits; bit-fields may touch.
    fn push(&mut self, bits: Range<u64>) {
        if bits.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some(last) if last.end >= bits.start => last.end = last.end.max(bits.end),
            _ => self.runs.push(bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_one_byte_are_one_piece() {
        let runs = [1..3, 5..6, 8..27, 40..48, 63..65];
        let expected = [
            Piece::Bits(0, 0b10_0110),
            Piece::Bytes(1..3),
            Piece::Bits(3, 0b111),
            Piece::Bytes(5..6),
            Piece::Bits(7, 0x80),
            Piece::Bits(8, 1),
        ];
        assert_eq!(pieces(&runs), expected);
    }
}
