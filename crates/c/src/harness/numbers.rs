//! Bounds of the numbers that a harness passes.

use super::build::{Builder, Target, sounds_like_a_count};
use super::uses::Origin;
use crate::hir::{Member, RecordId, Ty, Type};

/// A number that is added to a pointer to memory of unknown size is less than this.
pub(super) const OFFSETS: u64 = 1024;

impl Builder<'_> {
    /// Whether a number is added to a pointer to memory of unknown size.
    pub(super) fn is_offset(&self, number: Origin, ty: Ty) -> bool {
        let is_open = |origin: Origin| match origin {
            Origin::Var(var) => self.open_pointers.contains(&var),
            Origin::Member(id, number) => self.is_open_member(id, number),
        };
        matches!(self.types().get(ty), Type::Int(_))
            && self.types().as_enumeration(ty).is_none()
            && self.uses.is_offset(number, is_open)
    }

    /// Whether a member is a pointer to memory of unknown size.
    fn is_open_member(&self, id: RecordId, number: usize) -> bool {
        let member = self.types().record(id).members.iter().flatten().nth(number);
        let is_pointer = member.is_some_and(|member| self.types().pointee(member.ty).is_some());
        is_pointer && self.count_of(id, number).is_none()
    }

    /// That a number is small enough to be added to a pointer.
    pub(super) fn offset_bound(&self, place: &str, ty: Ty) -> String {
        format!("{}{place} < {OFFSETS}", self.is_not_negative(place, ty))
    }

    /// The first half of a condition, if the type has negative numbers.
    fn is_not_negative(&self, place: &str, ty: Ty) -> String {
        match self.types().as_int(ty) {
            Some(int) if int.signed => format!("{place} >= 0 && "),
            _ => String::new(),
        }
    }

    /// Whether a member has a bound.
    pub(super) fn has_bound(&self, member: Origin, ty: Ty) -> bool {
        let is_number = matches!(self.types().get(ty), Type::Int(int) if int.bits > 8);
        is_number
            && (self.uses.index(member).is_some()
                || (self.uses.is_counter(member) && !self.is_in_union(member))
                || self.is_offset(member, ty))
    }

    /// Whether the bits of a member may also be those of another type.
    fn is_in_union(&self, member: Origin) -> bool {
        match member {
            Origin::Var(_) => false,
            Origin::Member(id, _) => self.types().record(id).is_union,
        }
    }

    /// What holds for a member whose place is given.
    pub(super) fn bound(&mut self, place: &str, member: Origin, ty: Ty) -> Option<String> {
        if !self.has_bound(member, ty) {
            return None;
        }
        let int = self.types().as_int(ty)?;
        if let Some(most) = self.uses.index(member) {
            self.general.insert("members that are used as indices without a check are in bounds");
            return Some(format!("{}{place} <= {most}", self.is_not_negative(place, ty)));
        }
        if self.is_offset(member, ty) {
            self.general.insert("members that are added to pointers are less than 1024");
            return Some(self.offset_bound(place, ty));
        }
        if !int.signed || int.bits < 32 || int.bits > 64 {
            return None;
        }
        self.general.insert("counters in objects are at most half of their limits");
        let most = (1u64 << (int.bits - 2)).to_string();
        Some(format!("{place} >= -{most} && {place} <= {most}"))
    }

    /// The member that tells how many elements a pointer in a record leads to: its neighbour, by its name.
    fn count_of(&self, id: RecordId, number: usize) -> Option<&Member> {
        if !self.follows_code() {
            return None;
        }
        let record = self.types().record(id);
        let members = record.members.as_deref()?;
        let target = self.types().pointee(members.get(number)?.ty)?;
        let is_plain = self.types().is_void(target)
            || matches!(self.types().get(target), Type::Int(_) | Type::Float(_));
        let next = members.get(number + 1)?;
        let is_count = matches!(self.types().get(next.ty), Type::Int(_))
            && next.bits.is_none()
            && next.name.len() > 2
            && (sounds_like_a_count(&next.name) || next.name.starts_with("avail"));
        (is_plain && is_count && !record.is_union).then_some(next)
    }

    /// How a pointer in a record leads to as many elements as a neighbour says. Positions among them are
    /// bounded, too.
    pub(super) fn counted(
        &mut self,
        place: &str,
        id: RecordId,
        number: usize,
    ) -> Option<(Ty, Target)> {
        let count = self.count_of(id, number)?.name.clone();
        let members = self.types().record(id).members.as_deref()?;
        let target = self.types().pointee(members[number].ty)?;
        let is_only =
            (0..members.len()).filter(|&other| self.count_of(id, other).is_some()).count() == 1;
        let positions: Vec<(String, Ty)> = members
            .iter()
            .filter(|member| is_only && sounds_like_a_position(&member.name))
            .filter(|member| matches!(self.types().get(member.ty), Type::Int(_)))
            .filter(|member| member.bits.is_none() && member.name != count)
            .map(|member| (format!("{place}.{}", member.name), member.ty))
            .collect();
        let count = format!("{place}.{count}");
        for (position, ty) in positions {
            let bound = format!("{}{position} <= {count}", self.is_not_negative(&position, ty));
            self.assume(&bound);
            self.general.insert("positions in objects are within the memory beside them");
        }
        self.general.insert("a pointer with a size beside it in an object leads to as much memory");
        Some((target, Target { count: Some(count), is_text: Some(false), may_be_null: false }))
    }
}

/// Whether a member of this name is likely to be a position in the memory beside it.
fn sounds_like_a_position(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["off", "pos", "index", "used", "cursor"].iter().any(|part| lower.contains(part))
}
