//! The memory of a running program: objects at addresses.
//!
//! Addresses ascend, with gaps in between. They are not reused until the address space is used up,
//! so that accesses through stale pointers are noticed.

mod content;
mod snapshot;
mod space;
mod tracked;

use crate::Span;
use content::Content;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::Symbol;

pub(super) use snapshot::MemorySnapshot;
pub(super) use space::{Segment, Space};

/// The greatest number of pointers outside of their objects that are remembered.
const MAX_STRAYS: usize = 1 << 20;

/// The memory that one byte of the environment takes in our table.
const FOREIGN_BYTE: u64 = 32;

/// A slot of the table of objects; it is reused after the object's life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectId(u32);

/// An object, or an unused slot, which has size 0 and no address.
#[derive(Clone, Debug)]
pub struct ObjectState {
    /// The address of its first byte.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// How many objects were created before it.
    pub number: u64,
    /// What ends its life.
    pub segment: Segment,
    /// Whether a check that it may be written to fails.
    pub read_only: bool,
    /// The address symbol of a declared object.
    pub symbol: Option<Symbol>,
    /// Where an allocated object was allocated.
    pub allocated_at: Option<Span>,
    /// Its bytes.
    pub content: Content,
}

/// All objects that are alive.
pub struct Memory {
    objects: Vec<ObjectState>,
    unused: Vec<ObjectId>,
    by_base: BTreeMap<u64, ObjectId>,
    space: Space,
    created: u64,
    live_heap: u64,
    used: u64,
    limit: u64,
    /// The owner of each known pointer outside of all objects: slot and object number.
    strays: BTreeMap<u64, (ObjectId, u64)>,
    /// Whether a pointer that left its object may have been mistaken for one to another object.
    is_confused: bool,
    /// The bytes of the environment's memory that the program has accessed.
    foreign: FxHashMap<u64, u8>,
    pointer_bits: u32,
}

/// There is no room for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Memory {
    /// An empty memory that takes at most `limit` bytes of the host.
    pub fn new(pointer_bits: u32, limit: u64) -> Memory {
        Memory {
            objects: Vec::new(),
            unused: Vec::new(),
            by_base: BTreeMap::new(),
            space: Space::new(pointer_bits),
            created: 0,
            live_heap: 0,
            used: 0,
            limit,
            strays: BTreeMap::new(),
            is_confused: false,
            foreign: FxHashMap::default(),
            pointer_bits,
        }
    }

    /// Creates an object; `declared` is the address symbol and whether it is read-only.
    pub fn create(
        &mut self,
        segment: Segment,
        size: u64,
        align: u64,
        zeroed: bool,
        declared: Option<(Symbol, bool)>,
    ) -> Result<ObjectId, OutOfMemory> {
        let base = self.space.place(segment, size, align, &self.by_base, &self.objects)?;
        let id = self.unused.pop().unwrap_or_else(|| {
            self.objects.push(ObjectState::default());
            ObjectId(self.objects.len() as u32 - 1)
        });
        let object = &mut self.objects[id.index()];
        object.base = base;
        object.size = size;
        object.number = self.created;
        object.segment = segment;
        object.symbol = declared.map(|(symbol, _)| symbol);
        object.allocated_at = None;
        object.read_only = declared.is_some_and(|(_, read_only)| read_only);
        object.content.reset(size, zeroed);
        self.used += object.content.memory();
        self.created += 1;
        self.live_heap += u64::from(segment == Segment::Heap);
        self.by_base.insert(base, id);
        self.is_confused |= self.strays.range(base..=base + size).next().is_some();
        if self.used > self.limit { Err(OutOfMemory) } else { Ok(id) }
    }

    /// Ends the life of an object.
    pub fn destroy(&mut self, id: ObjectId) {
        let object = &mut self.objects[id.index()];
        self.by_base.remove(&object.base);
        self.live_heap -= u64::from(object.segment == Segment::Heap);
        self.used = self.used.saturating_sub(object.content.memory());
        object.content.clear();
        object.base = 0;
        object.size = 0;
        object.symbol = None;
        self.unused.push(id);
    }

    /// An object.
    pub fn object(&self, id: ObjectId) -> &ObjectState {
        &self.objects[id.index()]
    }

    /// An object, to change it.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut ObjectState {
        &mut self.objects[id.index()]
    }

    /// Remembers where an object was allocated.
    pub fn set_allocated_at(&mut self, id: ObjectId, span: Option<Span>) {
        self.objects[id.index()].allocated_at = span;
    }

    /// How many heap objects are alive.
    pub fn allocated(&self) -> u64 {
        self.live_heap
    }

    /// How many bytes the content of all objects takes.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Accounts for memory that an object's content took.
    pub fn grow(&mut self, bytes: u64) -> Result<(), OutOfMemory> {
        self.used += bytes;
        if self.used > self.limit { Err(OutOfMemory) } else { Ok(()) }
    }

    /// The object that contains the byte at an address.
    pub fn find(&self, address: u64) -> Option<ObjectId> {
        self.at_or_before(address).filter(|&id| {
            let object = self.object(id);
            address - object.base < object.size
        })
    }

    /// The object that a pointer belongs to: it points into it or just past it, or was computed
    /// from a pointer that belongs to it.
    pub fn owner(&self, pointer: u64) -> Option<ObjectId> {
        let inside = self.at_or_before(pointer).filter(|&id| {
            let object = self.object(id);
            pointer - object.base <= object.size
        });
        inside.or_else(|| {
            let &(id, number) = self.strays.get(&pointer)?;
            let object = self.object(id);
            (object.base != 0 && object.number == number).then_some(id)
        })
    }

    /// Whether an address belongs to the environment, which may have memory of its own.
    pub fn is_foreign(&self, address: u64) -> bool {
        self.space.is_foreign(address)
    }

    /// Whether the program has accessed a byte that belongs to the environment.
    pub fn has_met_foreign(&self) -> bool {
        !self.foreign.is_empty()
    }

    /// All live objects in the order of their addresses.
    pub fn live(&self) -> impl Iterator<Item = &ObjectState> {
        self.by_base.values().map(|&id| self.object(id))
    }

    /// The known value of a byte that belongs to the environment.
    pub fn foreign_byte(&self, address: u64) -> Option<u8> {
        self.foreign.get(&address).copied()
    }

    /// Sets a byte that belongs to the environment.
    pub fn set_foreign_byte(&mut self, address: u64, byte: u8) -> Result<(), OutOfMemory> {
        match self.foreign.insert(address, byte) {
            Some(_) => Ok(()),
            None => self.grow(FOREIGN_BYTE),
        }
    }

    /// The address of the first object after an address.
    pub fn next_after(&self, address: u64) -> Option<u64> {
        self.by_base.range(address.checked_add(1)?..).next().map(|(&base, _)| base)
    }

    fn at_or_before(&self, address: u64) -> Option<ObjectId> {
        self.by_base.range(..=address).next_back().map(|(_, &id)| id)
    }

    /// Pointer arithmetic. If the pointer leaves its object, its owner is remembered.
    pub fn offset(&mut self, base: u64, delta: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.pointer_bits);
        let pointer = base.wrapping_add(delta) & mask;
        if let Some(id) = self.owner(base) {
            let object = self.object(id);
            if pointer.wrapping_sub(object.base) > object.size {
                let number = object.number;
                if self.strays.len() >= MAX_STRAYS {
                    self.strays.clear();
                    self.is_confused = true;
                }
                self.is_confused |= self.is_near_object(pointer);
                self.strays.insert(pointer, (id, number));
            }
        }
        pointer
    }

    /// Whether a pointer left its object and reached another one. Its owner is then unknown, so the
    /// rest of the run is meaningless.
    pub fn is_confused(&self) -> bool {
        self.is_confused
    }

    /// Whether an address is in an object or just past it.
    fn is_near_object(&self, address: u64) -> bool {
        self.at_or_before(address).is_some_and(|id| {
            let object = self.object(id);
            address - object.base <= object.size
        })
    }

    /// The result of pointer arithmetic that stays inside an object. The cache holds the object to
    /// try first, and then the right one.
    pub fn offset_inside(&self, cache: &mut ObjectId, base: u64, delta: u64) -> Option<u64> {
        let mask = u64::MAX >> (64 - self.pointer_bits);
        let pointer = base.wrapping_add(delta) & mask;
        let has = |object: &ObjectState, pointer: u64| {
            object.base != 0 && pointer.wrapping_sub(object.base) <= object.size
        };
        if !self.objects.get(cache.index()).is_some_and(|object| has(object, base)) {
            *cache = self.owner(base)?;
        }
        has(self.object(*cache), pointer).then_some(pointer)
    }

    /// Whether the `size` bytes from `address` are in the live object that `base` belongs to. The
    /// cache holds the object to try first, and then the right one.
    pub fn is_accessible(
        &self,
        cache: &mut ObjectId,
        base: u64,
        address: u64,
        size: u64,
        write: bool,
    ) -> bool {
        if size == 0 {
            return true;
        }
        let hit = self.objects.get(cache.index()).is_some_and(|object| {
            object.base != 0 && base.wrapping_sub(object.base) <= object.size
        });
        if !hit {
            match self.owner(base) {
                Some(id) => *cache = id,
                None => return false,
            }
        }
        let object = self.object(*cache);
        let offset = address.wrapping_sub(object.base);
        offset < object.size && size <= object.size - offset && !(write && object.read_only)
    }

    /// A little-endian word of up to eight bytes, if it lies contiguously in one object and was
    /// written. The cached object is tried first.
    pub fn load(&self, cache: &mut ObjectId, address: u64, size: usize) -> Option<u64> {
        let object = self.objects.get(cache.index())?;
        if let Some(word) = object.content.load(address.wrapping_sub(object.base), size) {
            return Some(word);
        }
        *cache = self.find(address)?;
        let object = self.object(*cache);
        object.content.load(address - object.base, size)
    }

    /// Stores a little-endian word of up to eight bytes, if it lies contiguously in one object;
    /// returns whether it does. The cached object is tried first.
    pub fn store(&mut self, cache: &mut ObjectId, address: u64, size: usize, word: u64) -> bool {
        let Some(object) = self.objects.get_mut(cache.index()) else { return false };
        if !object.is_fixed() && object.content.store(address.wrapping_sub(object.base), size, word)
        {
            return true;
        }
        let Some(id) = self.find(address) else { return false };
        *cache = id;
        let object = self.object_mut(id);
        !object.is_fixed() && object.content.store(address - object.base, size, word)
    }

    /// The heap object that starts at an address.
    pub fn heap_object_at(&self, address: u64) -> Option<ObjectId> {
        let &id = self.by_base.get(&address)?;
        (self.object(id).segment == Segment::Heap).then_some(id)
    }
}

impl ObjectState {
    /// Whether its content never changes. A read-only object on the stack is initialised by stores.
    pub fn is_fixed(&self) -> bool {
        self.read_only && self.segment == Segment::Global
    }
}

impl ObjectId {
    /// Position in the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for ObjectState {
    fn default() -> ObjectState {
        ObjectState {
            base: 0,
            size: 0,
            number: 0,
            segment: Segment::Global,
            read_only: false,
            symbol: None,
            allocated_at: None,
            content: Content::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        Memory::new(64, 1 << 20)
    }

    fn accessible(memory: &Memory, base: u64, address: u64, size: u64) -> bool {
        memory.is_accessible(&mut ObjectId::default(), base, address, size, true)
    }

    fn create(memory: &mut Memory, segment: Segment, size: u64) -> (ObjectId, u64) {
        let id = memory.create(segment, size, 16, false, None).unwrap();
        (id, memory.object(id).base)
    }

    #[test]
    fn objects_have_their_own_aligned_addresses() {
        let mut memory = memory();
        let mut previous: Vec<(u64, u64)> = Vec::new();
        for i in 0..100u64 {
            let segment = [Segment::Global, Segment::Heap, Segment::Stack][i as usize % 3];
            let (id, base) = create(&mut memory, segment, i % 40);
            assert_eq!(base % 16, 0);
            assert!(previous.iter().all(|&(start, end)| base > end || base + i % 40 < start));
            previous.push((base, base + i % 40));
            if i % 2 == 0 {
                memory.destroy(id);
            }
        }
    }

    #[test]
    fn stale_pointers_are_noticed() {
        let mut memory = memory();
        let (id, base) = create(&mut memory, Segment::Heap, 8);
        assert!(accessible(&memory, base, base + 4, 4));
        assert!(!accessible(&memory, base, base + 5, 4));
        memory.destroy(id);
        create(&mut memory, Segment::Heap, 8);
        assert!(!accessible(&memory, base, base, 1));
        assert!(accessible(&memory, base, base, 0));
    }

    #[test]
    fn pointers_belong_to_the_object_they_come_from() {
        let mut memory = memory();
        let (_, first) = create(&mut memory, Segment::Heap, 8);
        let (_, second) = create(&mut memory, Segment::Heap, 8);
        // Past the end, far outside and back again.
        let end = memory.offset(first, 8);
        assert!(accessible(&memory, end, first + 4, 4));
        let outside = memory.offset(first, 0u64.wrapping_sub(1000));
        let back = memory.offset(outside, 1000);
        assert_eq!(back, first);
        assert!(accessible(&memory, outside, first, 8));
        assert!(!accessible(&memory, first, second, 1));
    }

    #[test]
    fn only_starts_of_heap_objects_are_found() {
        let mut memory = memory();
        let (heap, at) = create(&mut memory, Segment::Heap, 8);
        let (_, local) = create(&mut memory, Segment::Stack, 8);
        assert_eq!(memory.heap_object_at(at), Some(heap));
        assert_eq!(memory.heap_object_at(at + 4), None);
        assert_eq!(memory.heap_object_at(local), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut memory = memory();
        let made = (0..10_000)
            .take_while(|_| memory.create(Segment::Heap, 1000, 16, false, None).is_ok())
            .count();
        assert!((500..1100).contains(&made), "{made}");
    }

    #[test]
    fn a_small_address_space_is_used_again() {
        let mut memory = Memory::new(32, 1 << 22);
        let (_, kept) = create(&mut memory, Segment::Stack, 64);
        for _ in 0..3000 {
            let (id, base) = create(&mut memory, Segment::Stack, 1 << 20);
            assert!(base > kept + 64 || base + (1 << 20) <= kept);
            memory.destroy(id);
        }
        assert_eq!(memory.create(Segment::Stack, 1 << 31, 1, false, None), Err(OutOfMemory));
    }
}
