//! Sizes and alignments of the System V ABIs of the two machines.

use super::{ArrayLength, FloatType, IntType, Ty, Type, Types};
use program::Machine;

impl Types {
    /// Size in bytes; `None` for incomplete types and variable-length arrays. As in GNU C, `void`
    /// and functions have size 1.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        match self.get(ty) {
            Type::Void | Type::Bool | Type::Function(_) => Some(1),
            Type::Int(int) => Some(int_size(*int)),
            Type::Float(float) => Some(float_size(*float, self.machine())),
            Type::Pointer(_) => Some(self.machine().pointer_size()),
            Type::VaList => Some(match self.machine() {
                Machine::Ilp32 => 4,
                // Only one of its four members is used here.
                Machine::Lp64 => 24,
            }),
            Type::Array(element, ArrayLength::Fixed(count)) => {
                self.size_of(*element)?.checked_mul(*count)
            }
            Type::Array(..) => None,
            Type::Record(id) => {
                let record = self.record(*id);
                record.members.as_ref().map(|_| record.size)
            }
        }
    }

    /// Alignment in bytes of a member or a variable; 1 for incomplete records.
    pub fn align_of(&self, ty: Ty) -> u64 {
        match self.get(ty) {
            Type::Void | Type::Bool | Type::Function(_) => 1,
            Type::Int(int) => match self.machine() {
                // The i386 ABI aligns 64-bit members as 32-bit ones.
                Machine::Ilp32 if int_size(*int) == 8 => 4,
                _ => int_size(*int),
            },
            Type::Float(float) => match (self.machine(), float) {
                (Machine::Ilp32, FloatType::Double | FloatType::LongDouble) => 4,
                _ => float_size(*float, self.machine()),
            },
            Type::Pointer(_) | Type::VaList => self.machine().pointer_size(),
            Type::Array(element, _) => self.align_of(*element),
            Type::Record(id) => self.record(*id).align.max(1),
        }
    }
}

/// Types other than bit-fields have whole bytes. A bit-field with an odd width takes the size of
/// the next larger type.
fn int_size(int: IntType) -> u64 {
    u64::from(int.bits.div_ceil(8).next_power_of_two())
}

fn float_size(float: FloatType, machine: Machine) -> u64 {
    match (float, machine) {
        (FloatType::Float, _) => 4,
        (FloatType::Double, _) => 8,
        (FloatType::LongDouble, Machine::Ilp32) => 12,
        (FloatType::LongDouble, Machine::Lp64) | (FloatType::Quad, _) => 16,
    }
}

#[cfg(test)]
mod tests {
    use super::super::IntType;
    use super::*;

    #[test]
    fn machines_differ_in_wide_scalars() {
        for (machine, long_double, align) in [(Machine::Ilp32, 12, 4), (Machine::Lp64, 16, 16)] {
            let mut types = Types::new(machine);
            let float = types.intern(Type::Float(FloatType::LongDouble));
            let array = types.intern(Type::Array(float, ArrayLength::Fixed(3)));
            let open = types.intern(Type::Array(float, ArrayLength::Unknown));
            let long_long = types.intern(Type::Int(IntType { bits: 64, signed: true, rank: 5 }));
            assert_eq!(types.size_of(array), Some(3 * long_double));
            assert_eq!(types.size_of(open), None);
            assert_eq!(types.align_of(open), align);
            assert_eq!(types.align_of(long_long), machine.pointer_size());
        }
    }
}
