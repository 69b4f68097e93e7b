//! Addresses: an object's number in the high bits, a distance in the low bits.
//!
//! Every object has a *slot* of addresses. It starts in the middle of its slot, so that pointers may
//! lie before it and after it without meeting another object. The first slot belongs to the null
//! pointer and holds no object.

use term::{Term, TermStore};

/// How addresses are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    /// Width of an address.
    pub width: u32,
    /// Width of the distance; the rest numbers objects.
    pub slot_bits: u32,
}

/// Number bits that unboundedly many objects get at least, in addresses of 32 and of 64 bits.
const FRESH_BITS: (u32, u32) = (12, 16);

impl AddressSpace {
    /// A division for objects of which the largest of known size has `largest` bytes. `fixed` is
    /// the number of objects that exist once; `fresh` says whether there are any number of others.
    pub fn new(width: u32, fixed: u64, fresh: bool, largest: u64) -> AddressSpace {
        // The null pointer and the bound of the numbers take two more.
        let for_fixed = 64 - (fixed + 2).leading_zeros();
        let for_fresh = if width == 32 { FRESH_BITS.0 } else { FRESH_BITS.1 };
        let wanted = if fresh { (for_fixed + 2).max(for_fresh) } else { for_fixed };
        // The largest object fills half a slot at most.
        let for_largest = 66 - largest.leading_zeros();
        let number_bits =
            wanted.min(width.saturating_sub(for_largest)).max(for_fixed + u32::from(fresh));
        let slot_bits = width.saturating_sub(number_bits).max(2);
        AddressSpace { width, slot_bits }
    }

    /// Width of the numbers of objects.
    pub fn number_bits(self) -> u32 {
        self.width - self.slot_bits
    }

    /// The number that no object has: when it is next, numbers have run out.
    pub fn last_number(self) -> u64 {
        if self.number_bits() >= 64 { u64::MAX } else { (1 << self.number_bits()) - 1 }
    }

    /// The greatest size of an object.
    pub fn largest(self) -> u64 {
        1 << (self.slot_bits - 1)
    }

    /// The first byte of an object.
    pub fn address(self, number: u64) -> u64 {
        number << self.slot_bits | self.largest()
    }

    /// The first byte of an object, as a term.
    pub fn start(self, store: &mut TermStore, number: Term) -> Term {
        let middle = store.bv(self.slot_bits, self.largest());
        store.concat(number, middle)
    }

    /// The number of the object whose slot an address lies in.
    pub fn number(self, store: &mut TermStore, address: Term) -> Term {
        store.extract(self.width - 1, self.slot_bits, address)
    }
}
