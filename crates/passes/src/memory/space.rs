//! Addresses: an object number, and a distance as wide as a pointer of the program.
//!
//! Every object has all distances to itself. It starts in their middle, so that pointers may lie
//! before and after it. Number 0 belongs to no object: the null pointer and all integers have it.

use program::Machine;
use term::{BitVec, Sort, Term, TermStore};

/// The division of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    /// Width of a distance, which is that of a pointer of the program.
    pub width: u32,
    /// Width of the numbers of objects.
    pub number_bits: u32,
    /// The greatest size of an object.
    pub largest: u64,
}

/// Width of the object numbers if there are fresh objects. The highest bit distinguishes fresh
/// objects from fixed ones. No run is long enough to use up the others.
const FRESH_BITS: u32 = 56;

impl AddressSpace {
    /// Addresses for `fixed` fixed objects; `fresh` tells whether there are fresh objects too.
    pub fn new(machine: Machine, fixed: u64, fresh: bool) -> AddressSpace {
        let number_bits = if fresh { FRESH_BITS } else { 64 - fixed.max(1).leading_zeros() };
        let (width, largest) = (machine.pointer_bits(), machine.largest_object());
        AddressSpace { width, number_bits, largest }
    }

    /// Width of an address.
    pub fn address_bits(self) -> u32 {
        self.number_bits + self.width
    }

    /// The sort of a value that may be an address and has `bits` bits in the program.
    pub fn sort(self, bits: u32) -> Sort {
        Sort::BitVec(self.number_bits + bits)
    }

    /// Width of the counter of fresh objects.
    pub fn counter_bits(self) -> u32 {
        self.number_bits - 1
    }

    /// The first and last address of a range in which the interpreter has no objects.
    pub fn foreign_range(self) -> (u64, u64) {
        match self.width {
            32 => (0x0200_0000, 0x0eff_ffff),
            _ => (0x2000_0000_0000, 0x4fff_ffff_ffff),
        }
    }

    /// The distance of a known address from the start of its object.
    pub fn offset_of(self, bits: u64) -> u64 {
        bits.wrapping_sub(self.middle()) & (u64::MAX >> (64 - self.width))
    }

    /// The distance at which objects start.
    fn middle(self) -> u64 {
        1 << (self.width - 1)
    }

    /// The address of the first byte of a fixed object.
    pub fn address(self, store: &mut TermStore, number: u64) -> Term {
        let number = store.bv(self.number_bits, number);
        self.start(store, number)
    }

    /// The address of the first byte of an object.
    pub fn start(self, store: &mut TermStore, number: Term) -> Term {
        let middle = store.bv(self.width, self.middle());
        store.concat(number, middle)
    }

    /// The number of a fresh object, given the counter.
    pub fn fresh_number(self, store: &mut TermStore, counter: Term) -> Term {
        let fresh = store.bv(1, 1);
        store.concat(fresh, counter)
    }

    /// Condition that a number is that of a fresh object.
    pub fn is_fresh(self, store: &mut TermStore, number: Term) -> Term {
        let (highest, one) = (self.number_bits - 1, store.bv(1, 1));
        let highest = store.extract(highest, highest, number);
        store.eq(highest, one)
    }

    /// The object number of a value that may be an address, of any width.
    pub fn number(self, store: &mut TermStore, value: Term) -> Term {
        let width = store.width(value);
        store.extract(width - 1, width - self.number_bits, value)
    }

    /// The object number of a known address.
    pub fn number_of(self, address: &BitVec) -> u64 {
        let number = address.extract(address.width() - 1, address.width() - self.number_bits);
        number.to_u64().expect("numbers have at most 64 bits")
    }

    /// The program's bits of a value that may be an address, of any width.
    pub fn bits(self, store: &mut TermStore, value: Term) -> Term {
        let width = store.width(value);
        store.extract(width - self.number_bits - 1, 0, value)
    }

    /// An integer, widened to the sort of addresses.
    pub fn integer(self, store: &mut TermStore, bits: Term) -> Term {
        store.zero_extend(self.number_bits, bits)
    }

    /// An address moved by a distance, in the same object.
    pub fn moved(self, store: &mut TermStore, address: Term, by: Term) -> Term {
        let number = self.number(store, address);
        let bits = self.bits(store, address);
        let bits = store.bv_add(bits, by);
        store.concat(number, bits)
    }

    /// The distance of an address from the start of its object.
    pub fn offset(self, store: &mut TermStore, address: Term) -> Term {
        let (bits, middle) = (self.bits(store, address), store.bv(self.width, self.middle()));
        store.bv_sub(bits, middle)
    }

    /// Condition that a value that may be an address is an integer: no object has its number.
    pub fn is_integer(self, store: &mut TermStore, value: Term) -> Term {
        let (number, none) = (self.number(store, value), store.bv(self.number_bits, 0));
        store.eq(number, none)
    }
}
