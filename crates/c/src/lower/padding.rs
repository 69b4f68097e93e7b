//! Bits of objects that have no value of their own. C leaves padding unspecified, both bytes and the
//! bits beside bit-fields, when an object is initialised or assigned as a whole, and the rest of a union
//! beyond its initialised member. Parts of a local variable that its initialiser does not mention are zero,
//! including their padding.

use super::scalar::Scalar;
use crate::hir::{ArrayLength, Initialiser, Ty, Type, Types};
use program::Machine;
use std::ops::Range;

/// How many pieces of padding an assignment may leave unspecified.
const MAX_PIECES: usize = 256;

/// A piece of an object.
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

/// The pieces of an object that are padding, in order; `None` if there are too many.
pub(super) fn padding(types: &Types, machine: Machine, ty: Ty) -> Option<Vec<Piece>> {
    let mut runs = Vec::new();
    add_values(types, machine, ty, 0, &mut runs)?;
    runs.sort_unstable_by_key(|run| (run.start, run.end));
    let end = types.size_of(ty)? * 8;
    let (mut between, mut at) = (Vec::new(), 0);
    for run in runs.into_iter().chain(std::iter::once(end..end)) {
        if at < run.start {
            between.push(at..run.start);
        }
        at = at.max(run.end);
    }
    Some(pieces(&between))
}

/// Adds the bits that hold values; types are not deeply nested. `None` if there are too many runs.
fn add_values(
    types: &Types,
    machine: Machine,
    ty: Ty,
    start: u64,
    runs: &mut Vec<Range<u64>>,
) -> Option<()> {
    // A flexible array member has no bytes in its record.
    let Some(size) = types.size_of(ty) else { return Some(()) };
    if runs.len() > MAX_PIECES {
        return None;
    }
    match *types.get(ty) {
        Type::Array(element, ArrayLength::Fixed(_))
            if may_have_padding(types, machine, element) =>
        {
            let step = types.size_of(element).filter(|&step| step > 0)?;
            for at in (start..start + size).step_by(usize::try_from(step).ok()?) {
                add_values(types, machine, element, at, runs)?;
            }
        }
        Type::Record(id) => {
            for member in types.record(id).members.iter().flatten() {
                let start = start + member.offset;
                match member.bits {
                    Some(bits) => {
                        let first = start * 8 + u64::from(bits.start);
                        runs.push(first..first + u64::from(bits.width));
                    }
                    None => add_values(types, machine, member.ty, start, runs)?,
                }
            }
        }
        _ => {
            let bits = Scalar::of(types, ty).map(|scalar| u64::from(scalar.memory_bits(machine)));
            runs.push(start * 8..start * 8 + bits.unwrap_or(size * 8));
        }
    }
    Some(())
}

fn may_have_padding(types: &Types, machine: Machine, ty: Ty) -> bool {
    match types.get(ty) {
        Type::Record(_) => true,
        Type::Array(element, _) => may_have_padding(types, machine, *element),
        _ => Scalar::of(types, ty).is_some_and(|scalar| {
            let bits = u64::from(scalar.memory_bits(machine));
            types.size_of(ty).is_some_and(|size| bits < size * 8)
        }),
    }
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
            Type::Array(element, ArrayLength::Fixed(_))
                if may_have_padding(self.types, self.machine, element) =>
            {
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
