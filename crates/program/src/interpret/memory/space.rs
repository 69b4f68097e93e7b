//! The layout of the address space.

use super::{ObjectId, ObjectState, OutOfMemory};
use std::collections::BTreeMap;

/// A part of the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Lives as long as the program.
    Global,
    /// Lives until it is freed.
    Heap,
    /// Lives at most as long as an activation of a function.
    Stack,
}

/// The least number of bytes between two objects, by pointer width. A pointer that leaves an object
/// should not point to another one, in particular not just past the end.
const GAP_32: u64 = 256;
const GAP_64: u64 = 1 << 16;

/// Addresses below this are the null pointer and its neighbours.
const NULL_PAGE: u64 = 4096;

/// Addresses further than this from every object so far do not belong to the program.
const NEIGHBOURHOOD: u64 = 1 << 20;

/// The address space: the start, the end and the next free address of each segment.
pub struct Space {
    gap: u64,
    segments: [(u64, u64, u64); 3],
}

impl Space {
    /// The address space of a machine.
    pub fn new(pointer_bits: u32) -> Space {
        let (gap, bounds, last) = if pointer_bits == 32 {
            (GAP_32, [0x1000_0000, 0x4000_0000, 0x8000_0000], 0xffff_0000)
        } else {
            (GAP_64, [0x5555_0000_0000, 0x6000_0000_0000, 0x7000_0000_0000], 0x7fff_ffff_0000)
        };
        let [global, heap, stack] = bounds;
        Space { gap, segments: [(global, heap, global), (heap, stack, heap), (stack, last, stack)] }
    }

    /// The address of a function; functions precede all objects.
    pub fn function_address(index: usize) -> u64 {
        0x40_0000 + index as u64 * 16
    }

    /// Whether an address stands for the null pointer or its neighbours.
    pub fn is_null(address: u64) -> bool {
        address < NULL_PAGE
    }

    /// Whether an address is not null and no object has ever been near it.
    pub fn is_foreign(&self, address: u64) -> bool {
        let near = |&(start, _, next): &(u64, u64, u64)| {
            (start - NEIGHBOURHOOD..next.saturating_add(NEIGHBOURHOOD)).contains(&address)
        };
        !Space::is_null(address) && !self.segments.iter().any(near)
    }

    /// Finds room for an object. A segment is filled from start to end, then again from the start.
    pub fn place(
        &mut self,
        segment: Segment,
        size: u64,
        align: u64,
        by_base: &BTreeMap<u64, ObjectId>,
        objects: &[ObjectState],
    ) -> Result<u64, OutOfMemory> {
        let gap = self.gap;
        let (start, end, next) = &mut self.segments[segment as usize];
        let mut rounds = 0;
        loop {
            let base = next.checked_next_multiple_of(align).ok_or(OutOfMemory)?;
            let past = base.checked_add(size).and_then(|past| past.checked_add(gap));
            let Some(past) = past.filter(|past| past <= end) else {
                rounds += 1;
                if rounds == 2 {
                    return Err(OutOfMemory);
                }
                *next = *start;
                continue;
            };
            let before = by_base.range(..past).next_back();
            let in_the_way = before.map(|(_, id)| &objects[id.index()]);
            match in_the_way {
                Some(object) if object.base + object.size + gap > base && object.base >= *start => {
                    *next = object.base + object.size + gap;
                }
                _ => {
                    *next = past;
                    return Ok(base);
                }
            }
        }
    }
}
