//! The machine that a program runs on, as far as programs can observe it.

/// A data model. Memory is little-endian, integers are two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

impl Machine {
    /// Width of a pointer in bits.
    pub fn pointer_bits(self) -> u32 {
        match self {
            Machine::Ilp32 => 32,
            Machine::Lp64 => 64,
        }
    }

    /// The upper bound on the size of objects: half of the address space, or all that a process may
    /// use. Allocations of this size or more fail.
    pub fn largest_object(self) -> u64 {
        match self {
            Machine::Ilp32 => 1 << 31,
            Machine::Lp64 => 1 << 47,
        }
    }

    /// Size of a pointer in bytes.
    pub fn pointer_size(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }
}
