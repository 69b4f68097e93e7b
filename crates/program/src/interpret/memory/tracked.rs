//! Reachability of heap objects through pointers.

use super::{Memory, ObjectId, Segment};
use rustc_hash::FxHashSet;

impl Memory {
    /// The first heap object that is not reachable from the given words, from globals or from the
    /// objects of activations. Any value that equals the address of a byte of an object, or the
    /// address just past its end, counts as a pointer to it.
    pub fn first_untracked(&self, words: impl Iterator<Item = u64>) -> Option<ObjectId> {
        let mut reached: FxHashSet<usize> = FxHashSet::default();
        let mut stack: Vec<ObjectId> = Vec::new();
        let mut reach = |id: ObjectId, stack: &mut Vec<ObjectId>| {
            if reached.insert(id.index()) {
                stack.push(id);
            }
        };
        for &id in self.by_base.values() {
            if self.object(id).segment != Segment::Heap {
                reach(id, &mut stack);
            }
        }
        for word in words {
            if let Some(id) = self.owner(word) {
                reach(id, &mut stack);
            }
        }
        let pointer_size = self.pointer_bits as usize / 8;
        while let Some(id) = stack.pop() {
            for bytes in self.object(id).content.stretches() {
                // Members of packed structures need not be aligned.
                for bytes in bytes.windows(pointer_size) {
                    let word =
                        bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                    if let Some(id) = self.owner(word) {
                        reach(id, &mut stack);
                    }
                }
            }
        }
        self.heap().find(|id| !reached.contains(&id.index()))
    }

    /// The heap objects that are alive, in the order of their addresses.
    pub fn heap(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let all = self.by_base.values().copied();
        all.filter(|&id| self.object(id).segment == Segment::Heap)
    }
}
