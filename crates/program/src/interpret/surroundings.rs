//! The view that instructions have of the machine.

use super::Coverage;
use super::code::compute::{Access, Surroundings};
use super::memory::{Memory, ObjectId};

/// Memory, with the object that each action accessed last.
pub(super) struct CachedMemory<'m> {
    pub memory: &'m mut Memory,
    pub caches: &'m mut [ObjectId],
}

impl Surroundings for CachedMemory<'_> {
    fn visit(&mut self, _: usize, _: bool) {}

    fn load(&mut self, action: u32, address: u64, bytes: usize) -> Option<u64> {
        self.memory.load(&mut self.caches[action as usize], address, bytes)
    }

    fn store(&mut self, action: u32, address: u64, bytes: usize, word: u64) -> bool {
        self.memory.store(&mut self.caches[action as usize], address, bytes, word)
    }

    fn may_access(&mut self, action: u32, access: Access) -> bool {
        let Access { base, address, size, write } = access;
        self.memory.is_accessible(&mut self.caches[action as usize], base, address, size, write)
    }

    fn offset(&mut self, action: u32, base: u64, delta: u64) -> Option<u64> {
        self.memory.offset_inside(&mut self.caches[action as usize], base, delta)
    }
}

/// The same, with branch coverage.
pub(super) struct Covered<'m> {
    pub inner: CachedMemory<'m>,
    pub coverage: &'m mut Coverage,
    /// The coverage index of the function's first instruction.
    pub start: usize,
}

impl Surroundings for Covered<'_> {
    fn visit(&mut self, at: usize, taken: bool) {
        self.coverage.visit(self.start + at, taken);
    }

    fn load(&mut self, action: u32, address: u64, bytes: usize) -> Option<u64> {
        self.inner.load(action, address, bytes)
    }

    fn store(&mut self, action: u32, address: u64, bytes: usize, word: u64) -> bool {
        self.inner.store(action, address, bytes, word)
    }

    fn may_access(&mut self, action: u32, access: Access) -> bool {
        self.inner.may_access(action, access)
    }

    fn offset(&mut self, action: u32, base: u64, delta: u64) -> Option<u64> {
        self.inner.offset(action, base, delta)
    }
}
