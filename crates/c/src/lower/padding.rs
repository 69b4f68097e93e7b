//! Bytes of a local variable that its initialiser does not set. C leaves padding unspecified, and
//! the bytes of a union beyond its initialised member. Parts of the variable that the initialiser
//! does not mention are zero, including their padding.

use super::access::storage_bits;
use crate::hir::{ArrayLength, Initialiser, Ty, Type, Types};
use std::ops::Range;

/// A variable with more pieces than this between its padding is treated as having none.
const MOST_RUNS: usize = 1 << 10;

/// The bytes of a variable without its padding; `None` if it has no padding, or too many pieces.
pub(super) fn runs_without(types: &Types, ty: Ty, init: &Initialiser) -> Option<Vec<Range<u64>>> {
    let size = types.size_of(ty)?;
    let mut mentioned: Vec<u64> = init.items.iter().map(|item| item.offset).collect();
    mentioned.sort_unstable();
    let mut bytes = Bytes { types, init, mentioned, runs: Vec::new() };
    bytes.add(ty, 0)?;
    let runs = bytes.runs;
    let is_all = runs.len() == 1 && runs[0] == (0..size);
    (!is_all).then_some(runs)
}

struct Bytes<'a> {
    types: &'a Types,
    init: &'a Initialiser,
    /// The offsets of all items, in order.
    mentioned: Vec<u64>,
    runs: Vec<Range<u64>>,
}

impl Bytes<'_> {
    /// Adds the bytes of a part of the variable; types are not deeply nested.
    fn add(&mut self, ty: Ty, offset: u64) -> Option<()> {
        let size = self.types.size_of(ty)?;
        let end = offset + size;
        if !self.mentions(offset..end) {
            return self.push(offset..end);
        }
        match *self.types.get(ty) {
            Type::Array(element, ArrayLength::Fixed(length)) if self.may_have_padding(element) => {
                let size = self.types.size_of(element)?;
                for index in 0..length {
                    self.add(element, offset + index * size)?;
                }
            }
            Type::Record(id) => {
                let record = self.types.record(id);
                let members = record.members.as_deref()?;
                let chosen = self.init.members.get(&(offset, id));
                for (position, member) in (0u64..).zip(members) {
                    if record.is_union && chosen != Some(&position) {
                        continue;
                    }
                    let start = offset + member.offset;
                    match member.bits {
                        Some(bits) => {
                            self.push(start..start + u64::from(storage_bits(bits) / 8))?;
                        }
                        None => self.add_member(member.ty, start)?,
                    }
                }
                if record.is_union && chosen.is_none() {
                    self.push(offset..end)?;
                }
            }
            _ => self.push(offset..end)?,
        }
        Some(())
    }

    /// A flexible array member has no bytes in the variable's type.
    fn add_member(&mut self, ty: Ty, offset: u64) -> Option<()> {
        match self.types.get(ty) {
            Type::Array(_, ArrayLength::Unknown) => Some(()),
            _ => self.add(ty, offset),
        }
    }

    fn mentions(&self, bytes: Range<u64>) -> bool {
        let first = self.mentioned.partition_point(|&offset| offset < bytes.start);
        self.mentioned.get(first).is_some_and(|&offset| offset < bytes.end)
    }

    fn may_have_padding(&self, ty: Ty) -> bool {
        match self.types.get(ty) {
            Type::Record(_) => true,
            Type::Array(element, _) => self.may_have_padding(*element),
            _ => false,
        }
    }

    /// Appends bytes; bit-fields may share some.
    fn push(&mut self, bytes: Range<u64>) -> Option<()> {
        if bytes.is_empty() {
            return Some(());
        }
        let is_full = self.runs.len() == MOST_RUNS;
        match self.runs.last_mut() {
            Some(last) if last.end >= bytes.start => last.end = last.end.max(bytes.end),
            _ if is_full => return None,
            _ => self.runs.push(bytes),
        }
        Some(())
    }
}
