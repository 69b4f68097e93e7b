//! The layout of records, as gcc does it on x86.

use super::attributes::Attributes;
use crate::hir::{BitField, Member, Ty, Types};
use program::Span;

/// A member as it is declared.
pub(super) struct Field {
    pub name: String,
    pub ty: Ty,
    /// The width of a bit-field.
    pub bits: Option<u32>,
    pub packed: bool,
    /// A requested alignment of the member.
    pub align: Option<u64>,
    /// An alignment requested by the definition of its type; it may be smaller than the natural
    /// one.
    pub type_align: Option<u64>,
    pub span: Span,
}

/// The members with their offsets, and the size and alignment of a record; `None` if its size in
/// bits overflows.
pub(super) fn lay_out(
    types: &Types,
    fields: &[Field],
    is_union: bool,
    attributes: &Attributes,
) -> Option<(Vec<Member>, u64, u64)> {
    let mut layout = Layout { types, is_union, attributes, end: 0, size: 0, align: 1 };
    let mut members = Vec::new();
    for field in fields {
        let align = layout.alignment(field);
        let position = match field.bits {
            Some(width) => layout.place_bits(field, u64::from(width))?,
            None => layout.place(field, align)?,
        };
        let bits = field
            .bits
            .map(|width| BitField { start: u32::try_from(position % 8).unwrap_or(0), width });
        // Only an unnamed bit-field is not a member.
        if bits.is_none() || !field.name.is_empty() {
            let offset = position / 8;
            members.push(Member { name: field.name.clone(), ty: field.ty, offset, align, bits });
        }
    }
    let align = layout.align.max(attributes.align.unwrap_or(1));
    let size = round_up(layout.size, 8)? / 8;
    Some((members, round_up(size, align)?, align))
}

/// The state of a layout; positions are in bits.
struct Layout<'a> {
    types: &'a Types,
    is_union: bool,
    attributes: &'a Attributes,
    /// The first position available for the next member.
    end: u64,
    /// The greatest end of a member so far.
    size: u64,
    /// The alignment of the record, in bytes.
    align: u64,
}

impl Layout<'_> {
    /// The alignment of a member that is not a bit-field.
    fn alignment(&self, field: &Field) -> u64 {
        let packed = field.packed || self.attributes.packed;
        let natural = if packed { 1 } else { self.type_align(field) };
        let align = natural.max(field.align.unwrap_or(1));
        self.attributes.pack.map_or(align, |limit| align.min(limit))
    }

    /// The position of a member that is not a bit-field.
    fn place(&mut self, field: &Field, align: u64) -> Option<u64> {
        self.align = self.align.max(align);
        let size = self.types.size_of(field.ty).unwrap_or(0).checked_mul(8)?;
        self.advance(round_up(self.end, align.checked_mul(8)?)?, size)
    }

    /// The position of a bit-field. Unless it is packed, it may not span more alignment units of
    /// its type than the type itself does.
    fn place_bits(&mut self, field: &Field, width: u64) -> Option<u64> {
        let packed = field.packed || self.attributes.packed;
        let type_align = self.type_align(field);
        if width == 0 {
            // A zero-width bit-field is not affected by packing, and only it does not affect the
            // record's alignment.
            let start = round_up(self.end, type_align.checked_mul(8)?)?;
            return self.advance(start, 0);
        }
        let limit = self.attributes.pack.unwrap_or(u64::MAX);
        let own_align = field.align.unwrap_or(1).min(limit);
        if !field.name.is_empty() {
            let implied = match self.attributes.pack {
                Some(limit) => type_align.min(limit),
                None if packed => 1,
                None => type_align,
            };
            self.align = self.align.max(implied).max(own_align);
        }
        let mut start = self.end;
        if field.align.is_some() {
            start = round_up(start, own_align.checked_mul(8)?)?;
        }
        if !packed && self.attributes.pack.is_none() {
            let unit = type_align.checked_mul(8)?;
            let type_units = self.types.size_of(field.ty)?.checked_mul(8)? / unit;
            if (start % unit + width).div_ceil(unit) > type_units {
                start = round_up(start, unit)?;
            }
        }
        self.advance(start, width)
    }

    fn type_align(&self, field: &Field) -> u64 {
        field.type_align.unwrap_or_else(|| self.types.align_of(field.ty))
    }

    fn advance(&mut self, start: u64, size: u64) -> Option<u64> {
        let end = start.checked_add(size)?;
        self.size = self.size.max(end);
        if !self.is_union {
            self.end = end;
        }
        Some(start)
    }
}

fn round_up(value: u64, unit: u64) -> Option<u64> {
    value.checked_next_multiple_of(unit.max(1))
}
