//! The content of memory at some moment, to compare it with that of another moment.

use super::{Memory, ObjectState};
use rustc_hash::FxHashMap;

/// Memory with more strayed pointers than this is never the same as before.
const MAX_STRAYS: usize = 1000;

/// What a program can find out about its memory.
///
/// Where the next objects will be and how many there were is left out: whoever places objects may use
/// the places of dead ones again, so that a run which goes on in the same way finds the same addresses.
pub struct MemorySnapshot {
    objects: Vec<ObjectState>,
    /// Strayed pointers, with the address of the object that each belongs to.
    strays: Vec<(u64, u64)>,
    foreign: FxHashMap<u64, u8>,
}

impl Memory {
    /// The present content, unless it is too confused to be compared.
    pub fn snapshot(&self) -> Option<MemorySnapshot> {
        Some(MemorySnapshot {
            strays: self.owned_strays()?,
            objects: self.live().cloned().collect(),
            foreign: self.foreign.clone(),
        })
    }

    /// Whether the content is that of another moment.
    pub fn is_as_in(&self, before: &MemorySnapshot) -> bool {
        self.by_base.len() == before.objects.len()
            && self.live().zip(&before.objects).all(|(now, then)| now.is_same(then))
            && self.foreign == before.foreign
            && self.owned_strays().is_some_and(|strays| strays == before.strays)
    }

    /// Whether all that was there at another moment is there still, with the same content. There may be
    /// more objects now.
    pub fn keeps(&self, before: &MemorySnapshot) -> bool {
        let mut live = self.live();
        let is_kept = |then: &ObjectState| {
            let now = live.find(|now| now.base >= then.base);
            now.is_some_and(|now| now.is_same(then))
        };
        before.objects.iter().all(is_kept)
            && self.foreign == before.foreign
            && self.owned_strays().is_some_and(|strays| strays == before.strays)
    }

    /// The strayed pointers whose objects live.
    fn owned_strays(&self) -> Option<Vec<(u64, u64)>> {
        if self.is_confused || self.strays.len() > MAX_STRAYS {
            return None;
        }
        let owned = |(&pointer, &(id, number)): (&u64, &(super::ObjectId, u64))| {
            let object = self.object(id);
            (object.base != 0 && object.number == number).then_some((pointer, object.base))
        };
        Some(self.strays.iter().filter_map(owned).collect())
    }
}

impl ObjectState {
    /// Whether it cannot be told from another object, but for its number.
    fn is_same(&self, other: &ObjectState) -> bool {
        self.base == other.base
            && self.size == other.size
            && self.segment == other.segment
            && self.read_only == other.read_only
            && self.symbol == other.symbol
            && self.content == other.content
    }
}

#[cfg(test)]
mod tests {
    use super::super::Segment;
    use super::*;

    #[test]
    fn memory_is_compared_byte_by_byte() {
        let mut memory = Memory::new(64, 1 << 20);
        let id = memory.create(Segment::Heap, 8, 16, true, None).unwrap();
        let before = memory.snapshot().unwrap();
        assert!(memory.is_as_in(&before) && memory.keeps(&before));
        memory.object_mut(id).content.set_byte(3, 1);
        assert!(!memory.is_as_in(&before));
        memory.object_mut(id).content.set_byte(3, 0);
        assert!(memory.is_as_in(&before));
        let other = memory.create(Segment::Stack, 1, 1, true, None).unwrap();
        assert!(!memory.is_as_in(&before));
        memory.destroy(other);
        assert!(memory.is_as_in(&before));
    }

    #[test]
    fn strayed_pointers_belong_to_the_state() {
        let mut memory = Memory::new(64, 1 << 20);
        let id = memory.create(Segment::Heap, 8, 16, true, None).unwrap();
        let base = memory.object(id).base;
        let before = memory.snapshot().unwrap();
        memory.offset(base, 100);
        assert!(!memory.is_as_in(&before));
    }
}
